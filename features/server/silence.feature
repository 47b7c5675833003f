Feature: Where the specification is silent
  What a target does where nothing is laid down: noted for its readers, never judged.

  @OBS-01 @observation @otp @section-4.2 @section-2.9
  Rule: How is an OTP verified for somebody who has no limit yet?

    Scenario: A new customer verifies
      Given a new customer to whom an OTP was sent
      When the customer verifies the OTP all the same
      Then it is noted how that is answered

  @OBS-02 @observation @otp @section-4.2 @section-8
  Rule: Can an OTP be verified twice?

    Scenario: The second time
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer
      When the customer verifies the OTP twice
      Then it is noted how that is answered

  @OBS-03 @observation @otp @section-4.1 @section-8
  Rule: Does a new OTP end the life of the one before?

    Scenario: The older of two
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer
      When the customer verifies it after another was sent
      Then it is noted how that is answered

  @OBS-04 @observation @otp @section-7 @section-4.2
  Rule: How is a wrong OTP refused?

    Scenario: A wrong OTP
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer
      When the customer verifies an OTP that is another altogether
      Then it is noted how that is answered

  @OBS-05 @observation @otp @section-7 @section-4.1
  Rule: How is an OTP request without its id_number refused?

    Scenario: No id_number
      When "send-otp" is tried without id_number
      Then it is noted how that is answered

  @OBS-06 @observation @otp @section-7 @section-5
  Rule: How is a call without a token refused?

    Scenario: No token
      When "send-otp" is tried without a token
      Then it is noted how that is answered

  @OBS-07 @observation @otp @section-5
  Rule: Is the word Bearer read in lower case, and is it needed?

    Scenario Outline: <how>
      When "send-otp" is tried with <how>
      Then it is noted how that is answered

      Examples:
        | how                      |
        | the scheme in lower case |
        | the token alone          |

  @OBS-08 @observation @limits @section-4.2 @section-4.3
  Rule: Is a limit given to somebody who verified no OTP?

    Scenario: No OTP
      Given a new customer without an OTP
      When the customer asks for a credit limit at once
      Then it is noted how that is answered

  @OBS-09 @observation @limits @section-7 @section-2.4
  Rule: How is a limit request without its email refused?

    Scenario: No email
      When "create-limit" is tried without email
      Then it is noted how that is answered

  @OBS-10 @observation @limits @section-7 @section-2.4
  Rule: How is an undocumented gender refused?

    Scenario: Another gender
      When "create-limit" is tried with an undocumented gender
      Then it is noted how that is answered

  @OBS-11 @observation @limits @section-7 @section-4.3
  Rule: How is a request with both occupational members refused?

    Scenario: Both members
      When "create-limit" is tried with both occupational members
      Then it is noted how that is answered

  @OBS-12 @observation @limits @section-7 @section-1
  Rule: How is a body that is not JSON refused?

    Scenario: No JSON
      When "create-limit" is tried with a body that is not JSON
      Then it is noted how that is answered

  @OBS-13 @observation @limits @section-1
  Rule: Is a body read that does not say it is JSON?

    Scenario: No Content-Type
      When "create-limit" is tried without Content-Type
      Then it is noted how that is answered

  @OBS-14 @observation @limits @section-7 @section-4.4
  Rule: How is the limit of an unknown customer refused?

    Scenario: An unknown UUID
      When "fetch-limit" is tried for an id that nobody gave
      Then it is noted how that is answered

  @OBS-15 @observation @limits @section-7 @section-4.4
  Rule: How is a customer id refused that is no UUID?

    Scenario: No UUID
      When "fetch-limit" is tried for an id that is no UUID
      Then it is noted how that is answered

  @OBS-16 @observation @limits @section-3
  Rule: Which values of credit_limit_status are there?

    @whole-run
    Scenario: In every answer of the run
      Given a customer with a credit limit
      When every answer to "create-limit" is gathered
      Then the values of "data.credit_limit_details.credit_limit_status" are noted

  @OBS-17 @observation @purchases @section-7 @section-2.2
  Rule: How is an undocumented item_type refused?

    Scenario: Another item_type
      When "create-purchases" is tried with an undocumented item_type
      Then it is noted how that is answered

  @OBS-18 @observation @purchases @section-8 @section-4.6
  Rule: How is an order of nothing refused?

    Scenario: No items
      When "create-purchases" is tried with no items
      Then it is noted how that is answered

  @OBS-19 @observation @purchases @section-8 @section-4.6
  Rule: Is a cart of forty items taken?

    Scenario: Forty items
      When "create-purchases" is tried with forty items
      Then it is noted how that is answered

  @OBS-20 @observation @purchases @section-2.2
  Rule: Is a fractional price taken?

    Scenario: A price with cents
      When "create-purchases" is tried with a fractional price
      Then it is noted how that is answered

  @OBS-21 @observation @purchases @section-2.2
  Rule: Is a price of zero taken?

    Scenario: For nothing
      When "create-purchases" is tried with a price of zero
      Then it is noted how that is answered

  @OBS-22 @observation @purchases @section-8 @section-1
  Rule: Is a purchase taken that is beyond the credit limit?

    Scenario: Beyond the limit
      When "create-purchases" is tried beyond the limit
      Then it is noted how that is answered

  @OBS-23 @observation @purchases @section-2.1 @section-4.6
  Rule: Is an order_id taken twice?

    Scenario: The same order again
      When "create-purchases" is tried under an order_id used before
      Then it is noted how that is answered

  @OBS-24 @observation @purchases @section-7 @section-4.6
  Rule: How is a purchase for an unknown customer refused?

    Scenario: An unknown customer
      When "create-purchases" is tried for a customer that nobody knows
      Then it is noted how that is answered

  @OBS-25 @observation @purchases @section-7 @section-4.7
  Rule: How is an unknown purchase refused?

    Scenario: An unknown UUID
      When "get-purchase" is tried for an id that nobody gave
      Then it is noted how that is answered

  @OBS-26 @observation @purchases @section-3 @section-4.8
  Rule: Which other statuses can an update set?

    Scenario: An undocumented status
      When "update-purchases" is tried to an undocumented status
      Then it is noted how that is answered

  @OBS-27 @observation @purchases @section-3
  Rule: In which status does an item start that is not picked up at the store?

    @whole-run
    Scenario: In every answer of the run
      Given a purchase
      When every answer to "create-purchases" for "delivery" is gathered
      Then the values of "data.#.facility_status" are noted

  @OBS-28 @observation @purchases @section-3 @section-4.9
  Rule: Which status does a cancelled item show?

    Scenario: After the cancel
      When an item that was cancelled while it waited is looked at
      Then it is noted how that is answered

  @OBS-29 @observation @purchases @section-3 @section-4.9
  Rule: Can an item be cancelled twice?

    Scenario: The second cancel
      Given a purchase of one item
      And its first item was cancelled
      When its first item is cancelled again
      Then it is noted how that is answered

  @OBS-30 @observation @purchases @section-3 @section-4.8
  Rule: Can a cancelled item be updated?

    Scenario: An update after the cancel
      Given a purchase of one item
      And its first item was cancelled
      When its first item is updated all the same
      Then it is noted how that is answered

  @OBS-31 @observation @purchases @section-3 @section-4.8
  Rule: Can a collected item be collected again?

    Scenario: The second update
      Given a purchase of one item
      And its first item was updated to "collected_by_agent"
      When its first item is updated all the same
      Then it is noted how that is answered

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
  Rule: As which number does facility_plan return?

    @whole-run
    Scenario: In every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then the values of "data.#.facility_plan" are noted

  @OBS-37 @observation @purchases @section-1 @section-2.8
  Rule: Does a purchase lower the available limit?

    Scenario: After a purchase
      Given a customer of their own with a credit limit
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
      Then it is noted how that is answered

  @OBS-40 @observation @lookup @section-4.5
  Rule: How is somebody looked up whom nobody knows?

    Scenario: A stranger
      When "customer-lookup" is tried for a stranger
      Then it is noted how that is answered

  @OBS-41 @observation @lookup @section-5
  Rule: Is a lookup served without its three headers?

    Scenario: No signature
      When "customer-lookup" is tried without its three headers
      Then it is noted how that is answered

  @OBS-42 @observation @lookup @section-5
  Rule: Is a lookup served with a Sign that is none?

    Scenario: Another Sign
      When "customer-lookup" is tried with a Sign that is none
      Then it is noted how that is answered

  @OBS-43 @observation @lookup @section-7
  Rule: With which HTTP status does an invalid token come?

    Scenario: A wrong token
      When "customer-lookup" is tried with a wrong token
      Then it is noted how that is answered

  @OBS-44 @observation @otp @section-8 @section-4.2
  Rule: Up to which cart value is an OTP verified?

    @whole-run
    Scenario: As tried in the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then the sizes that "verify-otp" takes are noted

  @OBS-45 @observation @limits @section-8 @section-2.4
  Rule: How large may the amounts and how long the names of a limit request be?

    @whole-run
    Scenario: As tried in the run
      Given a customer with a credit limit
      When every answer to "create-limit" is gathered
      Then the sizes that "create-limit" takes are noted

  @OBS-46 @observation @purchases @section-8 @section-2.2
  Rule: How large may an order be: its number, its items, their prices and texts?

    @whole-run
    Scenario: As tried in the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then the sizes that "create-purchases" takes are noted

  @OBS-47 @observation @purchases @section-8 @section-4.8
  Rule: How many items may be updated at once?

    @whole-run
    Scenario: As tried in the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then the sizes that "update-purchases" takes are noted

  @OBS-48 @observation @purchases @section-2.2 @section-2.3
  Rule: What does a record show of an item_topup that was given?

    @whole-run
    Scenario: In every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then what it shows of a top-up is noted

  @OBS-49 @observation @lookup @section-2.10 @section-2.4
  Rule: As which number does birthday hold the date_of_birth?

    @whole-run
    Scenario: In every answer of the run
      Given a customer was looked up
      When every answer to "customer-lookup" for "with-limit" is gathered
      Then it is noted what birthday holds

  @OBS-50 @observation @otp @section-4.2 @section-7
  Rule: Is an OTP read that has a zero before it, or a space behind it?

    Scenario: A zero, and a space
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer
      When the customer verifies "the OTP with a zero before it, the OTP with a space behind it" in place of the OTP
      Then it is noted how that is answered
