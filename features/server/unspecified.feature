Feature: What the specification does not say
  What a target does where the specification says nothing. The report notes it. No verdict depends on it.

  @OBS-01 @observation @otp @section-4.2 @section-2.9
  Rule: How does the service verify an OTP of a person who has no limit yet?

    Scenario: A new customer verifies the OTP
      Given a new customer to whom an OTP was sent
      When the new customer verifies the OTP
      Then the report notes the response

  @OBS-55 @observation @otp @section-4.2 @section-2.9
  Rule: Which id does a verified OTP return for a person who has no limit yet?

    @whole-run
    Scenario: Ids in the responses to new customers
      Given a new customer verified an OTP, if the service permits it
      When all responses of the run to new customers who verified an OTP are read
      Then the report notes whether "data.id" is that of the later limit

  @OBS-02 @observation @otp @section-4.2 @section-8
  Rule: Can an OTP be verified twice?

    Scenario: The same OTP twice
      Given a customer with a credit limit whom no other check uses
      And an OTP was sent to the customer
      When the customer verifies the OTP twice
      Then the report notes the response

  @OBS-03 @observation @otp @section-4.1 @section-8
  Rule: Does a new OTP end the validity of the earlier one?

    Scenario: The earlier of two OTPs
      Given a customer with a credit limit whom no other check uses
      And an OTP was sent to the customer
      When the customer verifies the earlier OTP after another OTP was sent
      Then the report notes the response

  @OBS-04 @observation @otp @section-7 @section-4.2
  Rule: How is a wrong OTP refused?

    Scenario: A wrong OTP
      Given a customer with a credit limit whom no other check uses
      And an OTP was sent to the customer
      When the customer verifies an OTP that differs from the sent OTP in every digit
      Then the report notes the response

  @OBS-05 @observation @otp @section-7 @section-4.1
  Rule: How is an OTP request without its id_number refused?

    Scenario: An OTP request without id_number
      When a "send-otp" request without id_number is sent
      Then the report notes the response

  @OBS-06 @observation @otp @section-7 @section-5
  Rule: How is a call without a token refused?

    Scenario: A call without a token
      When a "send-otp" request without a token is sent
      Then the report notes the response

  @OBS-07 @observation @otp @section-5
  Rule: Does the service accept the word Bearer in lower case, and does it require the word?

    Scenario Outline: A call with <how>
      When a "send-otp" request with <how> is sent
      Then the report notes the response

      Examples:
        | how                               |
        | the word bearer in lower case     |
        | the token without the word Bearer |

  @OBS-08 @observation @limits @section-4.2 @section-4.3
  Rule: Does the service give a limit to a person who verified no OTP?

    Scenario: A limit request without an OTP
      When a new customer asks for a credit limit without an OTP
      Then the report notes the response

  @OBS-09 @observation @limits @section-7 @section-2.4
  Rule: How is a limit request without its email refused?

    Scenario: A limit request without email
      When a "create-limit" request without email is sent
      Then the report notes the response

  @OBS-10 @observation @limits @section-7 @section-2.4
  Rule: How is an undocumented gender refused?

    Scenario: An undocumented gender
      When a "create-limit" request with an undocumented gender is sent
      Then the report notes the response

  @OBS-11 @observation @limits @section-7 @section-4.3
  Rule: How is a request with both occupational members refused?

    Scenario: Both occupational members
      When a "create-limit" request with both occupational members is sent
      Then the report notes the response

  @OBS-12 @observation @limits @section-7 @section-1
  Rule: How is a body that is not JSON refused?

    Scenario: A body that is not JSON
      When a "create-limit" request with a body that is not JSON is sent
      Then the report notes the response

  @OBS-13 @observation @limits @section-1
  Rule: Is a body that is not declared as JSON accepted?

    Scenario: A body without Content-Type
      When a "create-limit" request without Content-Type is sent
      Then the report notes the response

  @OBS-14 @observation @limits @section-7 @section-4.4
  Rule: How is the limit of an unknown customer refused?

    Scenario: An unknown UUID
      When a "fetch-limit" request for an unknown id is sent
      Then the report notes the response

  @OBS-15 @observation @limits @section-7 @section-4.4
  Rule: How is a customer id that is not a UUID refused?

    Scenario: An id that is not a UUID
      When a "fetch-limit" request for an id that is not a UUID is sent
      Then the report notes the response

  @OBS-16 @observation @limits @section-3
  Rule: Which values of credit_limit_status occur?

    @whole-run
    Scenario: Values of credit_limit_status
      Given at least one customer with a credit limit
      When all responses of the run to "create-limit" are read
      Then the report notes the values of "data.credit_limit_details.credit_limit_status"

  @OBS-17 @observation @purchases @section-7 @section-2.2
  Rule: How is an undocumented item_type refused?

    Scenario: An undocumented item_type
      When a "create-purchases" request with an undocumented item_type is sent
      Then the report notes the response

  @OBS-18 @observation @purchases @section-8 @section-4.6
  Rule: How is an order without items refused?

    Scenario: An order without items
      When a "create-purchases" request without items is sent
      Then the report notes the response

  @OBS-19 @observation @purchases @section-8 @section-4.6
  Rule: Is a cart of forty items accepted?

    Scenario: An order of forty items
      When a "create-purchases" request with forty items is sent
      Then the report notes the response

  @OBS-20 @observation @purchases @section-2.2
  Rule: Is a fractional price accepted?

    Scenario: A price with cents
      When a "create-purchases" request with a fractional price is sent
      Then the report notes the response

  @OBS-21 @observation @purchases @section-2.2
  Rule: Is a price of zero accepted?

    Scenario: A price of zero
      When a "create-purchases" request with a price of zero is sent
      Then the report notes the response

  @OBS-22 @observation @purchases @section-8 @section-1
  Rule: Is a purchase that exceeds the credit limit accepted?

    Scenario: A purchase that exceeds the limit
      When a "create-purchases" request that exceeds the limit is sent
      Then the report notes the response

  @OBS-23 @observation @purchases @section-2.1 @section-4.6
  Rule: Is an order_id accepted twice?

    Scenario: The same order_id in a second order
      When a "create-purchases" request with an order_id used before is sent
      Then the report notes the response

  @OBS-24 @observation @purchases @section-7 @section-4.6
  Rule: How is a purchase for an unknown customer refused?

    Scenario: An unknown customer
      When a "create-purchases" request for an unknown customer is sent
      Then the report notes the response

  @OBS-25 @observation @purchases @section-7 @section-4.7
  Rule: How is an unknown purchase refused?

    Scenario: An unknown UUID
      When a "get-purchase" request for an unknown id is sent
      Then the report notes the response

  @OBS-26 @observation @purchases @section-3 @section-4.8
  Rule: Which other statuses can an update set?

    Scenario: An undocumented status
      When an "update-purchases" request with an undocumented status is sent
      Then the report notes the response

    Scenario: The status that new items have
      When an "update-purchases" request with the status that new items have is sent
      Then the report notes the response

  @OBS-27 @observation @purchases @section-3
  Rule: What is the first status of an item that is not picked up at the store?

    @whole-run
    Scenario: First statuses of items that are not picked up at the store
      Given at least one purchase was made
      When all responses of the run to "create-purchases" for "delivery" are read
      Then the report notes the values of "data.#.facility_status"

  @OBS-28 @observation @purchases @section-3 @section-4.9
  Rule: Which status does a cancelled item show?

    Scenario: A cancelled item
      When an item is bought, then cancelled, then fetched
      Then the report notes the response

  @OBS-29 @observation @purchases @section-3 @section-4.9
  Rule: Can an item be cancelled twice?

    Scenario: The second cancel
      Given a purchase of one item
      And the first item of the purchase was cancelled
      When the first item of the purchase is cancelled again
      Then the report notes the response

  @OBS-30 @observation @purchases @section-3 @section-4.8
  Rule: Can a cancelled item be updated?

    Scenario: An update after the cancel
      Given a purchase of one item
      And the first item of the purchase was cancelled
      When an update of the first item of the purchase is sent
      Then the report notes the response

  @OBS-31 @observation @purchases @section-3 @section-4.8
  Rule: Can a collected item be collected again?

    Scenario: The second update
      Given a purchase of one item
      And the first item of the purchase was updated to "collected_by_agent"
      When an update of the first item of the purchase is sent
      Then the report notes the response

  @OBS-32 @observation @purchases @section-2.3
  Rule: Which values of source occur?

    @whole-run
    Scenario: Values of source
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then the report notes the values of "data.#.source"

  @OBS-33 @observation @purchases @section-2.3
  Rule: Which values of accepted_terms occur?

    @whole-run
    Scenario: Values of accepted_terms
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then the report notes the values of "data.#.accepted_terms"

  @OBS-34 @observation @purchases @section-2.3
  Rule: Which values of loan_duration occur?

    @whole-run
    Scenario: Values of loan_duration
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then the report notes the values of "data.#.loan_duration"

  @OBS-35 @observation @purchases @section-2.3
  Rule: Which values of interest_rate occur?

    @whole-run
    Scenario: Values of interest_rate
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then the report notes the values of "data.#.interest_rate"

  @OBS-36 @observation @purchases @section-2.3
  Rule: Which values of facility_plan occur?

    @whole-run
    Scenario: Values of facility_plan
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then the report notes the values of "data.#.facility_plan"

  @OBS-37 @observation @purchases @section-1 @section-2.8
  Rule: Does a purchase lower the available limit?

    Scenario: After a purchase
      Given a customer with a credit limit whom no other check uses
      And the customer bought something
      When the customer's credit limit is fetched
      Then the report notes how "data.credit_limit_details.available_limit" changed

  @OBS-38 @observation @lookup @section-2.10
  Rule: In which currency are limits?

    @whole-run
    Scenario: Currencies of limits
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" are read
      Then the report notes the values of "data.creditLimitInfo.currency"

  @OBS-39 @observation @lookup @section-7 @section-4.5
  Rule: How is an undocumented query field refused?

    Scenario: An undocumented query field
      When a "customer-lookup" request with an undocumented query field is sent
      Then the report notes the response

  @OBS-40 @observation @lookup @section-4.5
  Rule: How is a lookup of an unknown person answered?

    Scenario: An unknown person
      When a "customer-lookup" request for an unknown person is sent
      Then the report notes the response

  @OBS-41 @observation @lookup @section-5
  Rule: Is a lookup served without Noncestr, Sign and Timestamp?

    Scenario: A lookup without Noncestr, Sign and Timestamp
      When a "customer-lookup" request without Noncestr, Sign and Timestamp is sent
      Then the report notes the response

  @OBS-42 @observation @lookup @section-5
  Rule: Is a lookup served with an invalid Sign?

    Scenario: An invalid Sign
      When a "customer-lookup" request with an invalid Sign is sent
      Then the report notes the response

  @OBS-43 @observation @lookup @section-7
  Rule: Which HTTP status does the response to an invalid token have?

    Scenario: A wrong token
      When a "customer-lookup" request with a wrong token is sent
      Then the report notes the response

  @OBS-44 @observation @otp @section-8 @section-4.2
  Rule: What is the largest cart value that an OTP is verified for?

    @whole-run
    Scenario: Sizes of cart values
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to "verify-otp" are read
      Then the report notes the sizes that "verify-otp" accepts

  @OBS-45 @observation @limits @section-8 @section-2.4
  Rule: How large may the amounts of a limit request be, and how long may its names be?

    @whole-run
    Scenario: Sizes of amounts, and lengths of names
      Given at least one customer with a credit limit
      When all responses of the run to "create-limit" are read
      Then the report notes the sizes that "create-limit" accepts

  @OBS-46 @observation @purchases @section-8 @section-2.2
  Rule: How large may an order_id, the number of items, a price and a text of an order be?

    @whole-run
    Scenario: Sizes of the values of an order
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then the report notes the sizes that "create-purchases" accepts

  @OBS-47 @observation @purchases @section-8 @section-4.8
  Rule: How many items may one update contain?

    @whole-run
    Scenario: Numbers of items in an update
      Given at least one purchase was updated
      When all responses of the run to "update-purchases" are read
      Then the report notes the sizes that "update-purchases" accepts

  @OBS-48 @observation @purchases @section-2.2 @section-2.3
  Rule: What does a record show of an item_topup that was sent?

    @whole-run
    Scenario: item_topup and what records show
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then the report notes the top-up that each record shows

  @OBS-49 @observation @lookup @section-2.10 @section-2.4
  Rule: Which number does birthday show for a date_of_birth?

    @whole-run
    Scenario: birthday and date_of_birth
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" for "with-limit" are read
      Then the report notes the number that birthday shows

  @OBS-50 @observation @otp @section-4.2 @section-7
  Rule: Is an OTP accepted with a zero before it, or with a space or letters after it?

    Scenario: The OTP with a zero before it, and with a space or letters after it
      Given a customer with a credit limit whom no other check uses
      And an OTP was sent to the customer
      When the customer verifies "the OTP with a zero before it, the OTP with a space after it, the OTP with letters after it" in place of the OTP
      Then the report notes the response

  @OBS-51 @observation @purchases @section-2.2 @section-4.6
  Rule: Is an item_code accepted in a second order?

    Scenario: The same item_code in a second order
      When a "create-purchases" request with an item_code used before is sent
      Then the report notes the response

  @OBS-52 @observation @limits @section-1 @section-4.4
  Rule: Does fetch limit accept requests with a Content-Type, and requests without one?

    Scenario: fetch-limit with and without Content-Type
      When "fetch-limit" is called without a Content-Type if the run sends one, and with one if it does not
      Then the report notes the response

  @OBS-53 @observation @purchases @section-1 @section-4.7 @section-4.9
  Rule: Do get purchase and cancel purchase accept requests with a Content-Type, and requests without one?

    Scenario Outline: <endpoint> with and without Content-Type
      When "<endpoint>" is called without a Content-Type if the run sends one, and with one if it does not
      Then the report notes the response

      Examples:
        | endpoint        |
        | get-purchase    |
        | cancel-purchase |

  @OBS-54 @observation @purchases @section-4.8
  Rule: Does an update change a known item if it also names an unknown item?

    Scenario: A known item and an unknown item
      When a known item and an unknown item are updated in one call
      Then the report notes whether the known item was updated

  @OBS-56 @observation @otp @section-5
  Rule: Does the service serve a call whose Authorization header has a word after the valid token?

    Scenario: The token and another word
      When a "send-otp" request with a word after the token is sent
      Then the report notes the response

  @OBS-57 @observation @limits @section-2.4 @section-2.8
  Rule: Does a limit record show the capital letters of an email?

    Scenario: An email with capital letters
      When a "create-limit" request with capital letters in its email is sent
      Then the report notes whether "data.customer_details.email" is as it was sent

  @OBS-58 @observation @lookup @section-2.10
  Rule: Does each customer have a creditLimitNo and an applicationNo of their own?

    @whole-run
    Scenario Outline: <member> in every response of the run
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" for "with-limit" are read
      Then the report notes how many customers have the same "data.creditLimitInfo.<member>"

      Examples:
        | member        |
        | creditLimitNo |
        | applicationNo |

  @OBS-59 @observation @otp @section-4.1
  Rule: Does the service send each person an OTP of their own?

    @whole-run
    Scenario: Every OTP in a response of the run
      Given at least one OTP was sent to a customer with a credit limit
      When all responses of the run to "send-otp" are read
      Then the report notes how many customers have the same "data.otp"

  @OBS-60 @observation @purchases @section-4.7
  Rule: Is order_id in the response of get purchase a string or a number?

    @whole-run
    Scenario: Every purchase fetched in the run
      Given at least one purchase was fetched
      When all responses of the run to "get-purchase" are read
      Then the report notes the types of "order_id"
