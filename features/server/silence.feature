Feature: Where the specification is silent
  What a target does where the specification does not say. The report notes it; no verdict depends on it.

  @OBS-01 @observation @otp @section-4.2 @section-2.9
  Rule: How does the service verify an OTP of a person who has no limit yet?

    Scenario: A new customer verifies
      Given a new customer to whom an OTP was sent
      When the customer still verifies the OTP
      Then the answer is noted

  @OBS-02 @observation @otp @section-4.2 @section-8
  Rule: Can an OTP be verified twice?

    Scenario: The second time
      Given a customer with a credit limit for this check only
      And an OTP was sent to the customer
      When the customer verifies the OTP twice
      Then the answer is noted

  @OBS-03 @observation @otp @section-4.1 @section-8
  Rule: Does a new OTP end the validity of the earlier one?

    Scenario: The older of two
      Given a customer with a credit limit for this check only
      And an OTP was sent to the customer
      When the customer verifies it after another was sent
      Then the answer is noted

  @OBS-04 @observation @otp @section-7 @section-4.2
  Rule: How is a wrong OTP refused?

    Scenario: A wrong OTP
      Given a customer with a credit limit for this check only
      And an OTP was sent to the customer
      When the customer verifies an OTP that differs in every digit
      Then the answer is noted

  @OBS-05 @observation @otp @section-7 @section-4.1
  Rule: How is an OTP request without its id_number refused?

    Scenario: No id_number
      When "send-otp" is tried without id_number
      Then the answer is noted

  @OBS-06 @observation @otp @section-7 @section-5
  Rule: How is a call without a token refused?

    Scenario: No token
      When "send-otp" is tried without a token
      Then the answer is noted

  @OBS-07 @observation @otp @section-5
  Rule: Does the service accept the word Bearer in lower case, and does it require the word?

    Scenario Outline: <how>
      When "send-otp" is tried with <how>
      Then the answer is noted

      Examples:
        | how                      |
        | the scheme in lower case |
        | the token alone          |

  @OBS-08 @observation @limits @section-4.2 @section-4.3
  Rule: Does the service give a limit to a person who verified no OTP?

    Scenario: No OTP
      When a new customer asks for a credit limit without an OTP
      Then the answer is noted

  @OBS-09 @observation @limits @section-7 @section-2.4
  Rule: How is a limit request without its email refused?

    Scenario: No email
      When "create-limit" is tried without email
      Then the answer is noted

  @OBS-10 @observation @limits @section-7 @section-2.4
  Rule: How is an undocumented gender refused?

    Scenario: Another gender
      When "create-limit" is tried with an undocumented gender
      Then the answer is noted

  @OBS-11 @observation @limits @section-7 @section-4.3
  Rule: How is a request with both occupational members refused?

    Scenario: Both members
      When "create-limit" is tried with both occupational members
      Then the answer is noted

  @OBS-12 @observation @limits @section-7 @section-1
  Rule: How is a body refused that is not JSON?

    Scenario: No JSON
      When "create-limit" is tried with a body that is not JSON
      Then the answer is noted

  @OBS-13 @observation @limits @section-1
  Rule: Is a body accepted that is not declared as JSON?

    Scenario: No Content-Type
      When "create-limit" is tried without Content-Type
      Then the answer is noted

  @OBS-14 @observation @limits @section-7 @section-4.4
  Rule: How is the limit of an unknown customer refused?

    Scenario: An unknown UUID
      When "fetch-limit" is tried for an unknown id
      Then the answer is noted

  @OBS-15 @observation @limits @section-7 @section-4.4
  Rule: How is a customer id refused that is not a UUID?

    Scenario: An id that is not a UUID
      When "fetch-limit" is tried for an id that is not a UUID
      Then the answer is noted

  @OBS-16 @observation @limits @section-3
  Rule: Which values of credit_limit_status occur?

    @whole-run
    Scenario: In every answer of the run
      Given a customer with a credit limit
      When every answer to "create-limit" is gathered
      Then the values of "data.credit_limit_details.credit_limit_status" are noted

  @OBS-17 @observation @purchases @section-7 @section-2.2
  Rule: How is an undocumented item_type refused?

    Scenario: Another item_type
      When "create-purchases" is tried with an undocumented item_type
      Then the answer is noted

  @OBS-18 @observation @purchases @section-8 @section-4.6
  Rule: How is an order without items refused?

    Scenario: No items
      When "create-purchases" is tried with no items
      Then the answer is noted

  @OBS-19 @observation @purchases @section-8 @section-4.6
  Rule: Is a cart of forty items accepted?

    Scenario: Forty items
      When "create-purchases" is tried with forty items
      Then the answer is noted

  @OBS-20 @observation @purchases @section-2.2
  Rule: Is a fractional price accepted?

    Scenario: A price with cents
      When "create-purchases" is tried with a fractional price
      Then the answer is noted

  @OBS-21 @observation @purchases @section-2.2
  Rule: Is a price of zero accepted?

    Scenario: A price of zero
      When "create-purchases" is tried with a price of zero
      Then the answer is noted

  @OBS-22 @observation @purchases @section-8 @section-1
  Rule: Is a purchase accepted that exceeds the credit limit?

    Scenario: Beyond the limit
      When "create-purchases" is tried beyond the limit
      Then the answer is noted

  @OBS-23 @observation @purchases @section-2.1 @section-4.6
  Rule: Is an order_id accepted twice?

    Scenario: The same order again
      When "create-purchases" is tried under an order_id used before
      Then the answer is noted

  @OBS-24 @observation @purchases @section-7 @section-4.6
  Rule: How is a purchase for an unknown customer refused?

    Scenario: An unknown customer
      When "create-purchases" is tried for an unknown customer
      Then the answer is noted

  @OBS-25 @observation @purchases @section-7 @section-4.7
  Rule: How is an unknown purchase refused?

    Scenario: An unknown UUID
      When "get-purchase" is tried for an unknown id
      Then the answer is noted

  @OBS-26 @observation @purchases @section-3 @section-4.8
  Rule: Which other statuses can an update set?

    Scenario: An undocumented status
      When "update-purchases" is tried to an undocumented status
      Then the answer is noted

    Scenario: The status in which items begin
      When "update-purchases" is tried to the status in which items begin
      Then the answer is noted

  @OBS-27 @observation @purchases @section-3
  Rule: What is the first status of an item that is not picked up at the store?

    @whole-run
    Scenario: In every answer of the run
      Given a purchase
      When every answer to "create-purchases" for "delivery" is gathered
      Then the values of "data.#.facility_status" are noted

  @OBS-28 @observation @purchases @section-3 @section-4.9
  Rule: Which status does a cancelled item show?

    Scenario: After the cancel
      When an item that was bought and then cancelled is looked at
      Then the answer is noted

  @OBS-29 @observation @purchases @section-3 @section-4.9
  Rule: Can an item be cancelled twice?

    Scenario: The second cancel
      Given a purchase of one item
      And its first item was cancelled
      When its first item is cancelled again
      Then the answer is noted

  @OBS-30 @observation @purchases @section-3 @section-4.8
  Rule: Can a cancelled item be updated?

    Scenario: An update after the cancel
      Given a purchase of one item
      And its first item was cancelled
      When its first item is still updated
      Then the answer is noted

  @OBS-31 @observation @purchases @section-3 @section-4.8
  Rule: Can a collected item be collected again?

    Scenario: The second update
      Given a purchase of one item
      And its first item was updated to "collected_by_agent"
      When its first item is still updated
      Then the answer is noted

  @OBS-32 @observation @purchases @section-2.3
  Rule: What does source hold?

    @whole-run
    Scenario: In every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then the values of "data.#.source" are noted

  @OBS-33 @observation @purchases @section-2.3
  Rule: What does accepted_terms hold?

    @whole-run
    Scenario: In every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then the values of "data.#.accepted_terms" are noted

  @OBS-34 @observation @purchases @section-2.3
  Rule: What does loan_duration hold?

    @whole-run
    Scenario: In every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then the values of "data.#.loan_duration" are noted

  @OBS-35 @observation @purchases @section-2.3
  Rule: What does interest_rate hold?

    @whole-run
    Scenario: In every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then the values of "data.#.interest_rate" are noted

  @OBS-36 @observation @purchases @section-2.3
  Rule: Which number does facility_plan return?

    @whole-run
    Scenario: In every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then the values of "data.#.facility_plan" are noted

  @OBS-37 @observation @purchases @section-1 @section-2.8
  Rule: Does a purchase lower the available limit?

    Scenario: After a purchase
      Given a customer with a credit limit for this check only
      And the customer bought something
      When the customer's credit limit is fetched
      Then it is noted how "data.credit_limit_details.available_limit" moved

  @OBS-38 @observation @lookup @section-2.10
  Rule: In which currency are limits?

    @whole-run
    Scenario: In every answer of the run
      Given a customer was looked up
      When every answer to "customer-lookup" is gathered
      Then the values of "data.creditLimitInfo.currency" are noted

  @OBS-39 @observation @lookup @section-7 @section-4.5
  Rule: How is an undocumented query field refused?

    Scenario: Another field
      When "customer-lookup" is tried by an undocumented field
      Then the answer is noted

  @OBS-40 @observation @lookup @section-4.5
  Rule: How is a lookup of an unknown person answered?

    Scenario: An unknown person
      When "customer-lookup" is tried for an unknown person
      Then the answer is noted

  @OBS-41 @observation @lookup @section-5
  Rule: Is a lookup served without its three headers?

    Scenario: No signature
      When "customer-lookup" is tried without its three headers
      Then the answer is noted

  @OBS-42 @observation @lookup @section-5
  Rule: Is a lookup served with an invalid Sign?

    Scenario: Another Sign
      When "customer-lookup" is tried with an invalid Sign
      Then the answer is noted

  @OBS-43 @observation @lookup @section-7
  Rule: Which HTTP status has the response to an invalid token?

    Scenario: A wrong token
      When "customer-lookup" is tried with a wrong token
      Then the answer is noted

  @OBS-44 @observation @otp @section-8 @section-4.2
  Rule: What is the largest cart value that an OTP is verified for?

    @whole-run
    Scenario: As tried in the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then the sizes that "verify-otp" accepts are noted

  @OBS-45 @observation @limits @section-8 @section-2.4
  Rule: How large may the amounts of a limit request be, and how long its names?

    @whole-run
    Scenario: As tried in the run
      Given a customer with a credit limit
      When every answer to "create-limit" is gathered
      Then the sizes that "create-limit" accepts are noted

  @OBS-46 @observation @purchases @section-8 @section-2.2
  Rule: How large may an order be: its number, its items, their prices and texts?

    @whole-run
    Scenario: As tried in the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then the sizes that "create-purchases" accepts are noted

  @OBS-47 @observation @purchases @section-8 @section-4.8
  Rule: How many items may one update contain?

    @whole-run
    Scenario: As tried in the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then the sizes that "update-purchases" accepts are noted

  @OBS-48 @observation @purchases @section-2.2 @section-2.3
  Rule: What does a record show of an item_topup that was sent?

    @whole-run
    Scenario: In every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then what the record shows of a top-up is noted

  @OBS-49 @observation @lookup @section-2.10 @section-2.4
  Rule: Which number does birthday show for a date_of_birth?

    @whole-run
    Scenario: In every answer of the run
      Given a customer was looked up
      When every answer to "customer-lookup" for "with-limit" is gathered
      Then it is noted what birthday holds

  @OBS-50 @observation @otp @section-4.2 @section-7
  Rule: Is an OTP accepted with a zero before it, or a space after it?

    Scenario: A zero, and a space
      Given a customer with a credit limit for this check only
      And an OTP was sent to the customer
      When the customer verifies "the OTP with a zero before it, the OTP with a space behind it" in place of the OTP
      Then the answer is noted

  @OBS-51 @observation @purchases @section-2.2 @section-4.6
  Rule: Is an item_code accepted in a second order?

    Scenario: The same code again
      When "create-purchases" is tried with an item_code used before
      Then the answer is noted

  @OBS-52 @observation @limits @section-1 @section-4.4
  Rule: Is a limit served to requests with a Content-Type, and without?

    Scenario: In the other reading
      When "fetch-limit" is asked for in the other reading of Content-Type
      Then the answer is noted

  @OBS-53 @observation @purchases @section-1 @section-4.7 @section-4.9
  Rule: Is an item served and cancelled with a Content-Type, and without?

    Scenario Outline: <endpoint> in the other reading
      When "<endpoint>" is asked for in the other reading of Content-Type
      Then the answer is noted

      Examples:
        | endpoint        |
        | get-purchase    |
        | cancel-purchase |

  @OBS-54 @observation @purchases @section-4.8
  Rule: Does an update move the items that it knows, if it names an unknown one too?

    Scenario: A known item and an unknown one
      When a known item and an unknown one are updated in one call
      Then it is noted whether the item moved
