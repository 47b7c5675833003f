@otp @endpoint-verify-otp
Feature: Verify OTP
  POST /api/v2/otp/verify checks the OTP against a cart value and returns payment terms.

  @VER-01 @stated @section-4.2 @section-7 @owns-status
  Rule: Verifying the OTP that was sent is answered with 200

    @whole-run
    Scenario: Every OTP verified by an existing customer
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then each call is answered with 200

  @VER-02 @implied @section-1 @owns-json
  Rule: Every answer to verify OTP is JSON, and says so
    The specification has JSON bodies; a client can only know one by its Content-Type.

    @whole-run
    Scenario: Every answer of the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then each answer is JSON

  @VER-03 @stated @section-1 @section-4.2 @section-9
  Rule: Every answer to verify OTP carries apiVersion, the string 2.0

    @whole-run
    Scenario: Every answer of the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then each answer matches "api-version"

  @VER-04 @stated @section-1 @section-4.2 @owns-envelope-status
  Rule: Every answer to verify OTP carries status, the integer of its HTTP status

    @whole-run
    Scenario: Every answer of the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then each "status" repeats the HTTP status

  @VER-05 @stated @section-1 @section-4.2 @owns-request-id
  Rule: Every answer to verify OTP carries request_id, a string

    @whole-run
    Scenario: Every answer of the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then each answer matches "request-id"

  @VER-06 @stated @section-2.9 @section-2.8 @section-4.2 @owns-data
  Rule: data of a verified OTP holds every member of the verify result, by type and format

    @whole-run
    Scenario: Every answer of the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then each answer matches "verify-otp-data"

  @VER-07 @stated @section-2.9
  Rule: data.id of a verified OTP is the identifier of that customer

    Scenario Outline: <a customer>
      When <a customer> verifies an OTP once for all checks
      Then "data.id" is the customer's id

      Examples:
        | a customer             |
        | an employed customer   |
        | a government employee  |
        | a self-employed customer |

    Scenario: After another customer verified
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer
      And another customer's OTP was verified
      When the customer verifies the OTP
      Then "data.id" is the customer's id

    @whole-run
    Scenario: Every OTP verified in the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then "data.id" is the customer's id

  @VER-08 @implied @section-2.9 @section-2.8
  Rule: What a verified OTP says of the credit limit agrees with the limit that the customer has
    The members have one name in both records and speak of one customer.

    Scenario Outline: <a customer>
      When <a customer> verifies an OTP once for all checks
      Then "data" agrees with the customer's limit in "credit_limit, available_limit, credit_limit_status"

      Examples:
        | a customer             |
        | an employed customer   |
        | a government employee  |
        | a self-employed customer |

  @VER-09 @implied @section-4.2
  Rule: An OTP is verified against a cart of any value within the limit
    The cart value is a string of digits, with no bound but what the customer may spend and the
    target's own. What is refused for its size is tried smaller.

    Scenario Outline: A cart of <value>
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer
      When the customer verifies the OTP for a cart of <value>
      Then it is accepted

      Examples:
        | value                   |
        | 1                       |
        | 999                     |
        | a random amount         |
        | half the limit          |
        | nine tenths of the limit |

    @whole-run
    Scenario: Every cart that was tried
      Given an OTP of a customer with a credit limit was verified
      When every answer to "verify-otp" is gathered
      Then "verify-otp" refuses no "item_value" that is smaller than one it takes

  @VER-10 @implied @section-1 @section-4.2
  Rule: A wrong OTP does not verify
    The OTP confirms ownership of the phone, which one that was not sent cannot do.

    Scenario Outline: <codes> in place of the OTP
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer
      When the customer verifies "<codes>" in place of the OTP
      Then it is not served

      Examples: near misses, codes that developers leave behind, parts of the OTP, and nothing
        | codes                                                                          |
        | one with its last digit changed, one with its first digit changed, another OTP |
        | 000000, 123456, 111111                                                         |
        | its first four digits, its last four digits, its digits backwards              |
        | no OTP, an empty OTP, null                                                     |

    Scenario: A wrong OTP for a cart of nothing
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer
      When the customer verifies "another OTP" in place of the OTP for a cart of 0
      Then it is not served

    Scenario: A wrong OTP after three were sent
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer 3 times
      When the customer verifies an OTP that is another altogether
      Then it is not served

    Scenario: An empty OTP after the right one
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer
      And the customer has verified the OTP
      When the customer verifies "an empty OTP, no OTP" in place of the OTP
      Then it is not served

    Scenario: A wrong OTP of a new customer
      Given somebody new to whom an OTP was sent
      When the customer verifies an OTP that is another altogether
      Then it is not served

  @VER-11 @implied @section-1 @section-4.2
  Rule: An OTP sent to another phone does not verify
    The OTP confirms ownership of the phone that it was sent to, and of no other.

    Scenario: Two customers, their OTPs swapped
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer
      And an OTP was sent to another customer
      When each of the two customers verifies the OTP of the other
      Then it is not served

  @VER-12 @stated @section-4.2
  Rule: Verify OTP is served at a documented path

    Scenario: The two forms of the path
      When the readings of "otp-path" are tried on "verify-otp"
      Then one of them is taken

  @VER-13 @implied @section-4.1 @section-4.2
  Rule: No OTP verifies for somebody to whom none was sent
    The OTP confirms that a number is one's own, and nothing was sent to this one.

    Scenario: The OTP of somebody else
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer
      When somebody to whom no OTP was sent verifies the customer's OTP
      Then it is not served

    Scenario Outline: <Code>
      When somebody to whom no OTP was sent verifies <code>
      Then it is not served

      Examples:
        | Code         | code         |
        | 000000       | 000000       |
        | An empty OTP | an empty OTP |
        | No OTP       | no OTP       |
        | null         | null         |

  @VER-14 @implied @section-4.1 @section-4.2
  Rule: An OTP verifies by no other phone, and for no other id number, than it was sent to
    An OTP is sent for an id number and a phone, and verify is asked by both.

    Scenario Outline: <an id number>, <a phone>
      Given a customer of their own with a credit limit
      And an OTP was sent to the customer
      And another customer with a credit limit
      When the OTP is verified with the id number "<an id number>" and the phone "<a phone>"
      Then it is not served

      Examples:
        | an id number                            | a phone                                 |
        | the customer's                          | another customer's, one that nobody has |
        | another customer's, one that nobody has | the customer's                          |
