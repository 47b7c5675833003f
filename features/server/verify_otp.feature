@otp @endpoint-verify-otp
Feature: Verify OTP
  POST /api/v2/otp/verify checks the OTP against a cart value and returns payment terms.

  @VER-01 @stated @section-4.2 @section-7 @owns-status
  Rule: Verifying the OTP that was sent must return HTTP status 200

    @whole-run
    Scenario: Every OTP verified by an existing customer
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then each call is answered with 200

  @VER-02 @implied @section-1 @owns-json
  Rule: Every successful response to verify OTP must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every answer of the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then each answer is JSON

    @whole-run
    Scenario: Every answer to a new customer whose OTP the service verified
      Given an OTP of a customer with a credit limit was verified
      When every answer to a new customer who verified the OTP is gathered
      Then each answer is JSON

  @VER-03 @stated @section-1 @section-4.2 @section-9
  Rule: Every successful response to verify OTP must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every answer of the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then each answer matches "api-version"

    @whole-run
    Scenario: Every answer to a new customer whose OTP the service verified
      Given an OTP of a customer with a credit limit was verified
      When every answer to a new customer who verified the OTP is gathered
      Then each answer matches "api-version"

  @VER-04 @stated @section-1 @section-4.2 @owns-envelope-status
  Rule: Every successful response to verify OTP must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every answer of the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then each "status" repeats the HTTP status

    @whole-run
    Scenario: Every answer to a new customer whose OTP the service verified
      Given an OTP of a customer with a credit limit was verified
      When every answer to a new customer who verified the OTP is gathered
      Then each "status" repeats the HTTP status

  @VER-05 @stated @section-1 @section-4.2 @owns-request-id
  Rule: Every successful response to verify OTP must contain request_id, a string

    @whole-run
    Scenario: Every answer of the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then each answer matches "request-id"

    @whole-run
    Scenario: Every answer to a new customer whose OTP the service verified
      Given an OTP of a customer with a credit limit was verified
      When every answer to a new customer who verified the OTP is gathered
      Then each answer matches "request-id"

  @VER-06 @stated @section-2.9 @section-2.8 @section-4.2 @owns-data
  Rule: data of a verified OTP must contain every member of the verify result in its documented type and format

    @whole-run
    Scenario: Every answer of the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then each answer matches "verify-otp-data"

  @VER-07 @stated @section-2.9 @owns-id
  Rule: data.id of a verified OTP must be the id of that customer

    Scenario Outline: <a customer>
      When <a customer> verifies an OTP once for all checks
      Then "data.id" is the customer's id

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

    Scenario: The newer of two OTPs, after another customer verified
      Given a customer with a credit limit for this check only
      And an OTP was sent to the customer 2 times
      And another customer's OTP was verified
      When the customer verifies the OTP
      Then "data.id" is the customer's id

    @whole-run
    Scenario: Every OTP verified in the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then "data.id" is the customer's id

    @whole-run
    Scenario: Every answer to a new customer whose OTP the service verified
      Given an OTP of a customer with a credit limit was verified
      When every answer to a new customer who verified the OTP is gathered
      Then "data.id" is no other customer's id

  @VER-08 @implied @section-2.9 @section-2.8
  Rule: The credit limit of a verify result must agree with the customer's limit
    The members have the same names in both records and describe the same customer.

    Scenario Outline: <a customer>
      When <a customer> verifies an OTP once for all checks
      Then "data" agrees with the customer's limit in "credit_limit, available_limit, credit_limit_status"

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

    @whole-run
    Scenario: Customers who bought something
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" about a customer who bought something is gathered
      Then "data.available_limit" is what fetch limit says is available
      And "data.credit_limit" is what fetch limit says is the credit limit

  @VER-09 @implied @section-4.2
  Rule: The service must verify an OTP for a cart of any value within the limit
    The cart value is a string of digits. Its only bounds are the customer's limit and bounds of the service.
    If the service refuses a value for its size, the suite tries a smaller one, and a larger one where it is small.

    Scenario Outline: A cart of <value>
      Given a customer with a credit limit for this check only
      And an OTP was sent to the customer
      When the customer verifies the OTP for a cart of <value>
      Then it is accepted

      Examples:
        | value                    |
        | 1                        |
        | 999                      |
        | a random amount          |
        | half the limit           |
        | nine tenths of the limit |

    @whole-run
    Scenario: Every cart that was tried
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then "verify-otp" refuses no "item_value" between sizes that it accepts

  @VER-10 @implied @section-1 @section-4.2
  Rule: The service must not verify a wrong OTP
    The OTP confirms ownership of the phone. An OTP that was not sent cannot do that.

    Scenario Outline: <codes> in place of the OTP
      Given a customer with a credit limit for this check only
      And an OTP was sent to the customer
      When the customer verifies "<codes>" in place of the OTP
      Then it is not served

      Examples: near misses, test codes left in the code, parts of the OTP, and no OTP
        | codes                                                                                                                                    |
        | one with its last digit changed, one with its first digit changed, another OTP, another OTP at the other path, another OTP with the phone in its other form |
        | 000000, 123456, 111111, 999999                                                                                                           |
        | 654321, 123123, 112233, 0000, 1234                                                                                                       |
        | one with its second digit changed, one with its third digit changed, one with its fourth digit changed, one with its fifth digit changed |
        | a pattern for any OTP, a wildcard for any OTP, the last six digits of the phone                                                          |
        | its first four digits, its last four digits, its digits backwards                                                                        |
        | no OTP, an empty OTP, null, true, a query for any OTP                                                                                    |

    Scenario: A wrong OTP for a cart value of zero
      Given a government employee with a credit limit for this check only
      And an OTP was sent to the customer
      When the customer verifies "another OTP" in place of the OTP for a cart of 0
      Then it is not served

    Scenario: A wrong OTP of a customer who bought something, for a cart of nearly all that is left
      Given an employed customer with a credit limit for this check only
      And the customer bought something, if purchases are in scope
      And an OTP was sent to the customer
      When the customer verifies "another OTP" in place of the OTP for a cart of nine tenths of the limit
      Then it is not served

    Scenario: A wrong OTP after three were sent
      Given a self-employed customer with a credit limit for this check only
      And an OTP was sent to the customer 3 times
      When the customer verifies an OTP that differs in every digit
      Then it is not served

    Scenario: An empty and a wrong OTP after the right one
      Given a customer with a credit limit for this check only
      And an OTP was sent to the customer
      And the customer has verified the OTP
      When the customer verifies "an empty OTP, no OTP, another OTP" in place of the OTP
      Then it is not served

    Scenario: A wrong OTP of a new customer
      Given a person new to the service to whom an OTP was sent
      When the customer verifies an OTP that differs in every digit
      Then it is not served

  @VER-11 @implied @section-1 @section-4.2
  Rule: The service must not verify an OTP that it sent to another phone
    The OTP confirms ownership of the phone that it was sent to, and of no other.

    Scenario: Two customers, their OTPs swapped
      Given a customer with a credit limit for this check only
      And an OTP was sent to the customer
      And an OTP was sent to another customer
      When each of the two customers verifies the OTP of the other
      Then it is not served

  @VER-12 @stated @section-4.2
  Rule: Verify OTP must be served at a documented path

    Scenario: The two forms of the path
      When the readings of "otp-path" are tried on "verify-otp"
      Then one of them is accepted

    Scenario: An OTP that was sent at the other form of the path, if the service serves it
      Given a customer with a credit limit for this check only
      When an OTP is sent to the customer at the other form of the path, if the target serves it, and verified
      Then it is accepted

  @VER-13 @implied @section-4.1 @section-4.2
  Rule: The service must not verify an OTP for a person to whom it sent none
    The OTP confirms ownership of a phone number. No OTP was sent to this number.

    @alone
    Scenario: The OTP that was sent last, to another customer
      Given a customer with a credit limit for this check only
      And an OTP was sent to the customer
      When a person to whom no OTP was sent verifies the customer's OTP
      Then it is not served

    Scenario Outline: <Code>
      When a person to whom no OTP was sent verifies <code>
      Then it is not served

      Examples:
        | Code         | code         |
        | 000000       | 000000       |
        | An empty OTP | an empty OTP |
        | No OTP       | no OTP       |
        | null         | null         |

    Scenario: A customer to whom no OTP was sent
      When a customer with a credit limit to whom no OTP was sent verifies "482915, an empty OTP"
      Then it is not served

  @VER-14 @implied @section-4.1 @section-4.2
  Rule: The service must verify an OTP only with the phone and the id number that it was sent for
    An OTP is sent for an id number and a phone. Verify OTP asks for both.

    Scenario Outline: <an id number>, <a phone>
      Given a customer with a credit limit for this check only
      And an OTP was sent to the customer
      And another customer with a credit limit
      When the OTP is verified with the id number "<an id number>" and the phone "<a phone>"
      Then it is not served

      Examples:
        | an id number                                          | a phone                                                                                                     |
        | the customer's                                        | another customer's, an unknown one, one with the same digits in another country, one with a digit before it |
        | another customer's, an unknown one                    | the customer's                                                                                              |
        | one with a zero before it, one with a digit behind it | the customer's                                                                                              |
