@otp @endpoint-send-otp
Feature: Send OTP
  POST /api/v2/otp/send proves that a customer holds the phone number.

  @OTP-01 @stated @section-4.1 @section-7 @owns-status
  Rule: Sending an OTP to an existing customer must return HTTP status 200

    @whole-run
    Scenario: Every OTP sent to an existing customer
      Given an OTP was sent to a customer with a credit limit
      When every answer to "send-otp" is gathered
      Then each call is answered with 200

  @OTP-02 @stated @section-4.1 @section-7 @owns-status @case-new-customer
  Rule: Sending an OTP to a new customer with six personal details must return HTTP status 200

    @whole-run
    Scenario: Every OTP sent to a new customer
      Given an OTP was sent to a new customer
      When every answer to "send-otp" for "new-customer" is gathered
      Then each call is answered with 200

  @OTP-03 @implied @section-1 @owns-json
  Rule: Every successful response to send OTP must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every answer of the run
      Given an OTP was sent to a customer with a credit limit
      When every answer to "send-otp" is gathered
      Then each answer is JSON

  @OTP-04 @stated @section-1 @section-4.1 @section-9
  Rule: Every successful response to send OTP must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every answer of the run
      Given an OTP was sent to a customer with a credit limit
      When every answer to "send-otp" is gathered
      Then each answer matches "api-version"

  @OTP-05 @stated @section-1 @section-4.1 @owns-envelope-status
  Rule: Every successful response to send OTP must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every answer of the run
      Given an OTP was sent to a customer with a credit limit
      When every answer to "send-otp" is gathered
      Then each "status" repeats the HTTP status

  @OTP-06 @stated @section-1 @section-4.1 @owns-request-id
  Rule: Every successful response to send OTP must contain request_id, a string

    @whole-run
    Scenario: Every answer of the run
      Given an OTP was sent to a customer with a credit limit
      When every answer to "send-otp" is gathered
      Then each answer matches "request-id"

  @OTP-07 @stated @section-4.1 @owns-data
  Rule: data must confirm the OTP, in the form of production or of the test environment

    @whole-run
    Scenario: Every answer of the run
      Given an OTP was sent to a customer with a credit limit
      When every answer to "send-otp" is gathered
      Then each answer matches "send-otp-data"

  @OTP-08 @stated @section-4.1
  Rule: Send OTP must be served at a documented path

    Scenario: The two forms of the path
      When the readings of "otp-path" are tried on "send-otp"
      Then one of them is accepted

  @OTP-09 @stated @section-4.1
  Rule: The service must accept at least one form of a phone number: with a leading + or without

    Scenario: The two forms of a phone number
      When the readings of "phone-number" are tried on "send-otp"
      Then one of them is accepted

  @OTP-10 @stated @section-4.1
  Rule: The service must accept at least one form of a new customer's date of birth: mm/dd/yyyy or dd/mm/yyyy

    Scenario: The two forms of a date of birth
      When the readings of "otp-date-of-birth" are tried on "send-otp"
      Then one of them is accepted

    Scenario Outline: Born on <day>
      When an OTP is sent to a new customer born on <day> in a leap year
      Then it is accepted

      Examples: a day that may be a month, and the last of a year and of February
        | day   |
        | 07/04 |
        | 12/31 |
        | 02/29 |

  @OTP-11 @implied @section-4.1 @owns-status @case-again
  Rule: The service must send an OTP to the same customer again
    The specification makes no difference between the first call and the second.

    Scenario: Sent twice
      Given a customer with a credit limit for this check only
      When an OTP is sent to the customer 2 times
      Then it is accepted

    Scenario: Sent to a new customer once more
      When an OTP is sent to a customer without a credit limit again
      Then it is accepted

    @whole-run
    Scenario: Every OTP of the run that was sent again
      Given an OTP was sent to a customer with a credit limit
      When every answer to "send-otp" for "again" is gathered
      Then it is accepted

  @OTP-12 @stated @section-1 @owns-unique-request-id
  Rule: request_id must be unique: no two responses of the OTP endpoints may share one

    @whole-run
    Scenario: Every answer of the run
      Given an OTP of a customer with a credit limit was verified
      When every answer to "send-otp, verify-otp" is gathered
      Then no two answers share "request_id"

  @OTP-13 @implied @section-5
  Rule: No OTP endpoint may serve a call without the valid token
    Every endpoint requires a bearer token. A token that need not be valid would protect nothing.

    Scenario Outline: <endpoint> with <credentials>
      When "<endpoint>" is called with <credentials>
      Then it is not served

      Examples:
        | endpoint   | credentials                      |
        | send-otp   | no Authorization header          |
        | send-otp   | an empty Authorization header    |
        | send-otp   | a scheme without a token         |
        | send-otp   | the token under a foreign scheme |
        | send-otp   | a wrong token                    |
        | verify-otp | no Authorization header          |
        | verify-otp | an empty Authorization header    |
        | verify-otp | a scheme without a token         |
        | verify-otp | the token under a foreign scheme |
        | verify-otp | a wrong token                    |

      Examples: near misses that a weak check accepts as the token
        | endpoint   | credentials                              |
        | send-otp   | the token with every character changed   |
        | send-otp   | the token without its last character     |
        | send-otp   | the token with more characters behind it |
        | send-otp   | the token with its end changed           |
        | send-otp   | the word null as a token                 |
        | send-otp   | a pattern as a token                     |
        | send-otp   | the token without its first character    |
        | send-otp   | the token with more characters before it |
        | send-otp   | the token with its beginning changed     |
        | send-otp   | the token with its middle changed        |
        | send-otp   | the token in the other letter case       |
        | send-otp   | the token in the query                   |
        | send-otp   | the token in other headers               |
        | verify-otp | the token with every character changed   |
        | verify-otp | the token without its last character     |
        | verify-otp | the token with more characters behind it |
        | verify-otp | the token with its end changed           |
        | verify-otp | the wildcard of SQL as a token           |
        | verify-otp | the token without its first character    |
        | verify-otp | the token with more characters before it |
        | verify-otp | the token with its beginning changed     |
        | verify-otp | the token with its middle changed        |
        | verify-otp | the token in the other letter case       |
        | verify-otp | the token in the query                   |
        | verify-otp | the token in other headers               |

    Scenario Outline: <endpoint> at the other form of its path
      When "<endpoint>" is called at its other path with a wrong token
      Then it is not served

      Examples:
        | endpoint   |
        | send-otp   |
        | verify-otp |

    Scenario Outline: <endpoint> at its path <spelling>
      When "<endpoint>" is called at its path <spelling>, with no Authorization header
      Then it is not served

      Examples: a router may know such a path, and the check of the token may not
        | endpoint   | spelling               |
        | send-otp   | with a slash behind it |
        | verify-otp | with an escaped letter |

    Scenario Outline: <endpoint> for <whom>
      When "<endpoint>" is called for <whom>, with <credentials>
      Then it is not served

      Examples:
        | endpoint   | whom                               | credentials             |
        | send-otp   | a new customer                     | no Authorization header |
        | send-otp   | a customer who bought something    | a wrong token           |
        | verify-otp | an OTP of a self-employed customer | no Authorization header |

    Scenario: The same wrong token twice
      When "verify-otp" is called twice with the token cut to its first half
      Then it is not served

    Scenario Outline: <endpoint> with <credentials> changes nothing
      When "<endpoint>" is called once with <credentials>
      Then it is not served
      And the call had no effect

      Examples:
        | endpoint   | credentials                            |
        | verify-otp | the token with every character changed |
        | send-otp   | the token with every character changed |

  @OTP-14 @implied @section-4.1
  Rule: A phone that is not the existing customer's must not receive an OTP for that customer
    The service verifies the mobile number and the ID number of the account. It may answer as if it sent an OTP.
    But an OTP that it sent must not verify for the customer.

    Scenario Outline: <a customer>, asked for with the phone "<the phone>" and <details>
      Given <a customer> with a credit limit for this check only
      And an OTP was sent to the customer
      And another customer with a credit limit
      When an OTP is asked for with the customer's id number, the phone "<the phone>" and <details>
      Then what was sent does not verify for the customer with any phone

      Examples:
        | a customer               | the phone                                   | details                    |
        | a self-employed customer | one that differs in one digit               | no more                    |
        | a government employee    | one with the same digits in another country | no more                    |
        | an employed customer     | another customer's                          | no more, at the other path |
        | an employed customer     | another customer's                          | a new customer's details   |

    Scenario: A customer who bought something, asked for with the phone of another customer
      Given an employed customer with a credit limit for this check only
      And the customer bought something, if purchases are in scope
      And an OTP was sent to the customer
      And another customer with a credit limit
      When an OTP is asked for with the customer's id number, the phone "another customer's" and no more
      Then what was sent does not verify for the customer with any phone
