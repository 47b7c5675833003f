@otp @endpoint-verify-otp
Feature: Verify OTP
  POST /api/v2/otp/verify checks the OTP against a cart value and returns payment terms.

  @VER-01 @stated @section-4.2 @section-7 @owns-status
  Rule: Verifying the OTP that was sent must return HTTP status 200

    @whole-run
    Scenario: Every OTP verified by an existing customer
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to "verify-otp" are read
      Then each response has HTTP status 200

  @VER-02 @implied @section-1 @owns-json
  Rule: Every successful response to verify OTP must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every response of the run
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to "verify-otp" are read
      Then each response is JSON

    @whole-run
    Scenario: Every response to a new customer who verified an OTP
      Given a new customer verified an OTP, if the service permits it
      When all responses of the run to new customers who verified an OTP are read
      Then each response is JSON

  @VER-03 @stated @section-1 @section-4.2 @section-9
  Rule: Every successful response to verify OTP must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every response of the run
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to "verify-otp" are read
      Then each response matches the schema "api-version"

    @whole-run
    Scenario: Every response to a new customer who verified an OTP
      Given a new customer verified an OTP, if the service permits it
      When all responses of the run to new customers who verified an OTP are read
      Then each response matches the schema "api-version"

  @VER-04 @stated @section-1 @section-4.2 @owns-envelope-status
  Rule: Every successful response to verify OTP must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every response of the run
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to "verify-otp" are read
      Then each "status" equals the HTTP status

    @whole-run
    Scenario: Every response to a new customer who verified an OTP
      Given a new customer verified an OTP, if the service permits it
      When all responses of the run to new customers who verified an OTP are read
      Then each "status" equals the HTTP status

  @VER-05 @stated @section-1 @section-4.2 @owns-request-id
  Rule: Every successful response to verify OTP must contain request_id, a string

    @whole-run
    Scenario: Every response of the run
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to "verify-otp" are read
      Then each response matches the schema "request-id"

    @whole-run
    Scenario: Every response to a new customer who verified an OTP
      Given a new customer verified an OTP, if the service permits it
      When all responses of the run to new customers who verified an OTP are read
      Then each response matches the schema "request-id"

  @VER-06 @stated @section-2.9 @section-2.8 @section-4.2 @owns-data
  Rule: data of a verified OTP must contain every member of the verify result in its documented type and format

    @whole-run
    Scenario: Every response of the run
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to "verify-otp" are read
      Then each response matches the schema "verify-otp-data"

  @VER-07 @stated @section-2.9 @owns-id
  Rule: data.id of a verified OTP must be the id of that customer

    Scenario Outline: For <a customer>
      When <a customer> verifies an OTP
      Then "data.id" is the customer's id

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

    Scenario: The newer of two OTPs, after another customer verified
      Given a customer with a credit limit whom no other check uses
      And an OTP was sent to the customer 2 times
      And another customer's OTP was verified
      When the customer verifies the OTP
      Then "data.id" is the customer's id

    Scenario: Two customers with the same phone number
      Given a customer with a credit limit, and a person with the same phone number
      And the person asked for a credit limit, if the service accepts the person
      When each of the two verifies an OTP, if the service sends one
      Then "data.id" is the customer's id

    @alone
    Scenario: Customers of every kind in the run
      When 16 customers of every kind verify an OTP
      Then "data.id" is the customer's id

    @alone
    Scenario: An OTP that begins with 0
      Given a customer with a credit limit
      When an OTP that begins with 0 is verified, if the service sends one
      Then "data.id" is the customer's id

    @whole-run
    Scenario: Every OTP verified in the run
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to "verify-otp" are read
      Then "data.id" is the customer's id

    @whole-run
    Scenario: Every response to a new customer who verified an OTP
      Given a new customer verified an OTP, if the service permits it
      When all responses of the run to new customers who verified an OTP are read
      Then "data.id" is not the id of another customer

  @VER-08 @implied @section-2.9 @section-2.8
  Rule: The credit limit of a verify result must agree with the customer's limit
    The members have the same names in both records and describe the same customer.

    Scenario Outline: For <a customer>
      When <a customer> verifies an OTP
      Then the members "credit_limit, available_limit, credit_limit_status" of "data" equal the same members of credit_limit_details in the customer's limit record

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

    Scenario: A cart value beyond the limit
      Given a customer with a credit limit whom no other check uses
      And an OTP was sent to the customer
      When the customer verifies the OTP for a cart beyond the limit, if the service accepts it
      Then the members "credit_limit, available_limit, credit_limit_status" of "data" equal the same members of credit_limit_details in the customer's limit record

    Scenario: A customer who asked for a limit again
      Given a customer with a credit limit whom no other check uses
      And the customer asked for a credit limit again
      And an OTP was sent to the customer
      When the customer verifies the OTP
      Then the members "credit_limit, available_limit, credit_limit_status" of "data" equal the same members of credit_limit_details in the customer's limit record

    @alone
    Scenario: The customer who bought the most items
      When the customer who bought the most items verifies an OTP, if the service sends one
      Then "data.available_limit" equals the available_limit of fetch limit

    @whole-run
    Scenario: Customers who bought something
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to "verify-otp" about customers who bought something are read
      Then "data.available_limit" equals the available_limit of fetch limit
      And "data.credit_limit" equals the credit_limit of fetch limit

    @whole-run
    Scenario: Every OTP verified in the run
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to "verify-otp" are read
      Then each "data.credit_limit" is a credit limit that the service returned for the customer

  @VER-09 @implied @section-4.2
  Rule: The service must verify an OTP for a cart of any value within the limit
    The cart value is a string of digits. Its only bounds are the customer's limit and bounds of the service.
    If the service refuses a value for its size, the suite tries a smaller one.
    If it refuses a small value, the suite tries a larger one.

    Scenario Outline: A cart value of <value>
      Given a customer with a credit limit whom no other check uses
      And an OTP was sent to the customer
      When the customer verifies the OTP for a cart value of <value>
      Then the call is accepted

      Examples:
        | value                    |
        | 1                        |
        | 999                      |
        | a random amount          |
        | half the limit           |
        | nine tenths of the limit |

    @whole-run
    Scenario: Every cart value that the run sent
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to "verify-otp" are read
      Then "verify-otp" accepts every "item_value" between the smallest and the largest accepted value

  @VER-10 @implied @section-1 @section-4.2
  Rule: The service must not verify a wrong OTP
    The OTP confirms ownership of the phone. An OTP that was not sent cannot do that.

    Scenario Outline: A wrong OTP: <what>
      Given a customer with a credit limit whom no other check uses
      And an OTP was sent to the customer
      When the customer verifies "<codes>" in place of the OTP
      Then no call is served

      Examples: similar OTPs, test codes that a program may still accept, parts of the OTP, patterns, and no OTP
        | what                                                          | codes                                                                                                                                                                                                                |
        | similar OTPs, and another OTP                                 | the OTP with its last digit changed, the OTP with its first digit changed, another OTP, another OTP for a small cart, another OTP at the other form of the path, another OTP with the other form of the phone number |
        | eight test codes                                              | 000000, 123456, 111111, 999999, 654321, 123123, 112233, 0000                                                                                                                                                         |
        | eight other test codes                                        | 1234, 555555, 222222, 333333, 444444, 666666, 777777, 888888                                                                                                                                                         |
        | the OTP with a changed digit in the middle                    | the OTP with its second digit changed, the OTP with its third digit changed, the OTP with its fourth digit changed, the OTP with its fifth digit changed                                                             |
        | patterns, and digits of the phone number and of the id number | a regular expression for any OTP, a wildcard for any OTP, the last six digits of the phone number, the first six digits of the id number, the last six digits of the id number                                       |
        | digits of the OTP, or more digits                             | the first four digits of the OTP, the last four digits of the OTP, the digits of the OTP in reverse order, the OTP with two neighbouring digits swapped, the OTP with a digit behind it                              |
        | no OTP, or a value of another type                            | no OTP, an empty OTP, null, true, a query for any OTP                                                                                                                                                                |

    Scenario: The first OTP of a customer is wrong, for a cart value of zero
      Given a government employee with a credit limit who has verified no OTP, if the service gives limits without one
      And an OTP was sent to the customer
      When the customer verifies "another OTP" in place of the OTP for a cart value of 0
      Then the call is not served

    Scenario: A wrong OTP of a customer who bought something, for nine tenths of the available limit
      Given an employed customer with a credit limit whom no other check uses
      And the customer bought something, if purchases are in scope
      And an OTP was sent to the customer
      When the customer verifies "another OTP" in place of the OTP for a cart value of nine tenths of the limit
      Then the call is not served

    Scenario: A wrong OTP after three OTPs were sent
      Given a self-employed customer with a credit limit whom no other check uses
      And an OTP was sent to the customer 3 times
      When the customer verifies an OTP that differs from the sent OTP in every digit
      Then the call is not served

    Scenario: An empty OTP and a wrong OTP after the right OTP
      Given a customer with a credit limit whom no other check uses
      And an OTP was sent to the customer
      And the customer has verified the OTP
      When the customer verifies "an empty OTP, no OTP, another OTP" in place of the OTP
      Then no call is served

    Scenario: A wrong OTP of a new customer
      Given a person who is new to the service and to whom an OTP was sent
      When the customer verifies an OTP that differs from the sent OTP in every digit
      Then the call is not served

    @whole-run
    Scenario: Every OTP with a wrong digit in the run
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to OTPs with a wrong digit are read
      Then no call is served

  @VER-11 @implied @section-1 @section-4.2
  Rule: The service must not verify an OTP that it sent to another phone
    The OTP confirms ownership of the phone that it was sent to, and of no other.

    Scenario: Two customers with swapped OTPs
      Given a customer with a credit limit whom no other check uses
      And an OTP was sent to the customer
      And an OTP was sent to another customer
      When each of the two customers verifies the OTP of the other customer
      Then no call is served

  @VER-12 @stated @section-4.2
  Rule: Verify OTP must be served at a documented path

    Scenario: The two forms of the path
      When "verify-otp" is called in every documented form of "otp-path"
      Then at least one form is accepted

    Scenario: An OTP that was sent at the other form of the path, if the service supports it
      Given a customer with a credit limit whom no other check uses
      When the customer verifies an OTP that was sent at the other form of the path, if the service supports it
      Then the call is accepted

  @VER-13 @implied @section-4.1 @section-4.2
  Rule: The service must not verify an OTP for a person to whom it sent none
    The OTP confirms ownership of a phone number. No OTP was sent to this number.

    @alone
    Scenario: The last OTP, which was sent to another customer
      Given a customer with a credit limit whom no other check uses
      And an OTP was sent to the customer
      When a person to whom no OTP was sent calls verify OTP with the customer's OTP
      Then the call is not served

    Scenario Outline: A person to whom no OTP was sent, with <code>
      When a person to whom no OTP was sent calls verify OTP with <code>
      Then the call is not served

      Examples:
        | code         |
        | 000000       |
        | an empty OTP |
        | no OTP       |
        | null         |

    Scenario: A customer to whom no OTP was sent
      When a customer with a credit limit to whom no OTP was sent calls verify OTP with "another customer's OTP, 482915, an empty OTP"
      Then no call is served

  @VER-14 @implied @section-4.1 @section-4.2
  Rule: The service must verify an OTP only with the phone and the id number that it was sent for
    An OTP is sent for an id number and a phone. Verify OTP asks for both.

    Scenario Outline: For <a customer>, the id number is <an id number>, the phone is <a phone>
      Given <a customer> with a credit limit whom no other check uses
      And an OTP was sent to the customer
      And another customer with a credit limit
      When the OTP is verified with the id number "<an id number>" and the phone "<a phone>"
      Then no call is served

      Examples:
        | a customer               | an id number                                                               | a phone                                                                                                                                                                       |
        | an employed customer     | the customer's                                                             | another customer's, an unknown one, the customer's digits in another country, the customer's with a digit before it, another customer's in the other form of the phone number |
        | a customer               | another customer's, an unknown one                                         | the customer's                                                                                                                                                                |
        | a customer               | the customer's with a zero before it, the customer's with a digit after it | the customer's                                                                                                                                                                |
        | a self-employed customer | another customer's                                                         | the customer's                                                                                                                                                                |
        | a self-employed customer | the customer's                                                             | another customer's                                                                                                                                                            |
        | a government employee    | the customer's                                                             | another customer's                                                                                                                                                            |

    Scenario Outline: For a customer who bought something, the id number is <an id number>, the phone is <a phone>
      Given a customer with a credit limit whom no other check uses
      And the customer bought something, if purchases are in scope
      And an OTP was sent to the customer
      And another customer with a credit limit
      When the OTP is verified with the id number "<an id number>" and the phone "<a phone>"
      Then no call is served

      Examples:
        | an id number       | a phone            |
        | the customer's     | another customer's |
        | another customer's | the customer's     |

    Scenario Outline: At the other form of the path, the id number is <an id number>, the phone is <a phone>
      Given a customer with a credit limit whom no other check uses
      And an OTP was sent to the customer
      And another customer with a credit limit
      When the OTP is verified at the other form of the path with the id number "<an id number>" and the phone "<a phone>"
      Then no call is served

      Examples:
        | an id number       | a phone            |
        | the customer's     | another customer's |
        | another customer's | the customer's     |

    Scenario: A person who is new to the service, with another phone
      Given a person who is new to the service and to whom an OTP was sent
      When the OTP is verified with the phone of somebody unknown
      Then the call is not served
