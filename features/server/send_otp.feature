@otp @endpoint-send-otp
Feature: Send OTP
  POST /api/v2/otp/send proves that a customer holds the phone number.

  @OTP-01 @stated @section-4.1 @section-7 @owns-status
  Rule: Sending an OTP to an existing customer must return HTTP status 200

    @whole-run
    Scenario: Every OTP sent to an existing customer
      Given at least one OTP was sent to a customer with a credit limit
      When all responses of the run to "send-otp" are read
      Then each response has HTTP status 200

  @OTP-02 @stated @section-4.1 @section-7 @owns-status @case-new-customer
  Rule: Sending an OTP to a new customer with six personal details must return HTTP status 200

    @whole-run
    Scenario: Every OTP sent to a new customer
      Given at least one OTP was sent to a new customer
      When all responses of the run to "send-otp" for "new-customer" are read
      Then each response has HTTP status 200

  @OTP-03 @implied @section-1 @owns-json
  Rule: Every successful response to send OTP must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every response of the run
      Given at least one OTP was sent to a customer with a credit limit
      When all responses of the run to "send-otp" are read
      Then each response is JSON

  @OTP-04 @stated @section-1 @section-4.1 @section-9
  Rule: Every successful response to send OTP must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every response of the run
      Given at least one OTP was sent to a customer with a credit limit
      When all responses of the run to "send-otp" are read
      Then each response matches the schema "api-version"

  @OTP-05 @stated @section-1 @section-4.1 @owns-envelope-status
  Rule: Every successful response to send OTP must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every response of the run
      Given at least one OTP was sent to a customer with a credit limit
      When all responses of the run to "send-otp" are read
      Then each "status" equals the HTTP status

  @OTP-06 @stated @section-1 @section-4.1 @owns-request-id
  Rule: Every successful response to send OTP must contain request_id, a string

    @whole-run
    Scenario: Every response of the run
      Given at least one OTP was sent to a customer with a credit limit
      When all responses of the run to "send-otp" are read
      Then each response matches the schema "request-id"

  @OTP-07 @stated @section-4.1 @owns-data
  Rule: data must confirm the OTP, in the form of production or of the test environment

    @whole-run
    Scenario: Every response of the run
      Given at least one OTP was sent to a customer with a credit limit
      When all responses of the run to "send-otp" are read
      Then each response matches the schema "send-otp-data"
      And no message denies that the OTP was sent

  @OTP-08 @stated @section-4.1
  Rule: Send OTP must be served at a documented path

    Scenario: The two forms of the path
      When "send-otp" is called in every documented form of "otp-path"
      Then at least one form is accepted

  @OTP-09 @stated @section-4.1
  Rule: The service must accept at least one form of a phone number: with a leading + or without

    Scenario: The two forms of a phone number
      When "send-otp" is called in every documented form of "phone-number"
      Then at least one form is accepted

  @OTP-10 @stated @section-4.1
  Rule: The service must accept at least one form of a new customer's date of birth: mm/dd/yyyy or dd/mm/yyyy

    Scenario: The two forms of a date of birth
      When "send-otp" is called in every documented form of "otp-date-of-birth"
      Then at least one form is accepted

    Scenario Outline: Born on <day> (month/day)
      When an OTP is sent to a new customer born on <day> in a leap year
      Then the call is accepted

      Examples: ambiguous days and last days: 4 July, 31 December, 29 February
        | day   |
        | 07/04 |
        | 12/31 |
        | 02/29 |

  @OTP-11 @implied @section-4.1 @owns-status @case-again
  Rule: The service must send an OTP to the same customer again
    The specification makes no difference between the first call and the second.

    Scenario: Two OTPs to a customer with a credit limit
      Given a customer with a credit limit whom no other check uses
      When an OTP is sent to the customer 2 times
      Then each call is accepted

    Scenario: A second OTP to a customer without a credit limit
      When an OTP is sent to a customer without a credit limit again
      Then the call is accepted

    @whole-run
    Scenario: Every OTP of the run that was sent again
      Given at least one OTP was sent to a customer with a credit limit
      When all responses of the run to "send-otp" for "again" are read
      Then each call is accepted

  @OTP-12 @stated @section-1 @owns-unique-request-id
  Rule: request_id must be unique: no two responses of the OTP endpoints may share one

    @whole-run
    Scenario: Every response of the run
      Given at least one OTP of a customer with a credit limit was verified
      When all responses of the run to "send-otp, verify-otp" are read
      Then no two responses have the same "request_id"

  @OTP-13 @implied @section-5
  Rule: No OTP endpoint may serve a call without the valid token
    Every endpoint requires a bearer token. If the token does not have to be valid, it protects nothing.

    Scenario Outline: <endpoint> with <credentials>
      When "<endpoint>" is called with <credentials>
      Then the call is not served

      Examples:
        | endpoint   | credentials                   |
        | send-otp   | no Authorization header       |
        | send-otp   | an empty Authorization header |
        | send-otp   | a scheme without a token      |
        | send-otp   | the token with another scheme |
        | send-otp   | a wrong token                 |
        | verify-otp | no Authorization header       |
        | verify-otp | an empty Authorization header |
        | verify-otp | a scheme without a token      |
        | verify-otp | the token with another scheme |
        | verify-otp | a wrong token                 |

      Examples: wrong tokens that a weak check accepts
        | endpoint   | credentials                                      |
        | send-otp   | the token with every character changed           |
        | send-otp   | the token without its last character             |
        | send-otp   | the token with characters added after it         |
        | send-otp   | the token with its last character changed        |
        | send-otp   | the word null as a token                         |
        | send-otp   | a regular expression as a token                  |
        | send-otp   | the token without its first character            |
        | send-otp   | the token with characters added before it        |
        | send-otp   | the token with its beginning changed             |
        | send-otp   | the token with its middle changed                |
        | send-otp   | the token with upper and lower case swapped      |
        | send-otp   | the token as an unsigned JWT                     |
        | send-otp   | the token in the query                           |
        | send-otp   | the token in other headers                       |
        | send-otp   | the word undefined as a token                    |
        | send-otp   | a token of 1,500 characters                      |
        | send-otp   | a wrong token with its scheme in small letters   |
        | send-otp   | two wrong tokens in one header                   |
        | send-otp   | an SQL wildcard as a token                       |
        | send-otp   | an SQL condition as a token                      |
        | send-otp   | the token with its punctuation changed           |
        | send-otp   | the token in the body                            |
        | send-otp   | the headers of a proxy alone                     |
        | verify-otp | the token with every character changed           |
        | verify-otp | the token without its last character             |
        | verify-otp | the token with characters added after it         |
        | verify-otp | the token with its last character changed        |
        | verify-otp | an SQL wildcard as a token                       |
        | verify-otp | the token without its first character            |
        | verify-otp | the token with characters added before it        |
        | verify-otp | the token with its beginning changed             |
        | verify-otp | the token with its middle changed                |
        | verify-otp | the token with upper and lower case swapped      |
        | verify-otp | the token as an unsigned JWT                     |
        | verify-otp | the token in the query                           |
        | verify-otp | the token in other headers                       |
        | verify-otp | the token with its halves swapped                |
        | verify-otp | a wrong token after two spaces                   |
        | verify-otp | a wrong token with its scheme in capital letters |
        | verify-otp | the word undefined as a token                    |
        | verify-otp | an SQL condition as a token                      |
        | verify-otp | a regular expression as a token                  |
        | verify-otp | the token with its punctuation changed           |
        | verify-otp | the token in the body                            |
        | verify-otp | the headers of a proxy alone                     |

    Scenario Outline: <endpoint> at the other form of its path with <credentials>
      When "<endpoint>" is called at the other form of its path with <credentials>
      Then the call is not served

      Examples:
        | endpoint   | credentials                              |
        | send-otp   | a wrong token                            |
        | send-otp   | no Authorization header                  |
        | send-otp   | the token with characters added after it |
        | verify-otp | a wrong token                            |
        | verify-otp | no Authorization header                  |
        | verify-otp | the token with characters added after it |

    Scenario Outline: <endpoint> with no Authorization header and no Content-Type
      When "<endpoint>" is called with no Authorization header and no Content-Type
      Then the call is not served

      Examples: requests that a middleware for JSON may not see
        | endpoint   |
        | send-otp   |
        | verify-otp |

    Scenario Outline: <endpoint>, its path <spelling>
      When "<endpoint>" is called at its path <spelling>, with no Authorization header
      Then the call is not served

      Examples: paths that a router may accept although the token check does not cover them
        | endpoint   | spelling                |
        | send-otp   | with a slash at the end |
        | verify-otp | with a slash at the end |
        | verify-otp | with an escaped letter  |

    Scenario Outline: <endpoint> for <whom> with <credentials>
      When "<endpoint>" is called for <whom>, with <credentials>
      Then the call is not served

      Examples:
        | endpoint   | whom                                      | credentials             |
        | send-otp   | a new customer                            | no Authorization header |
        | send-otp   | a customer who bought something           | a wrong token           |
        | send-otp   | an existing self-employed customer        | a wrong token           |
        | verify-otp | an OTP of a self-employed customer        | no Authorization header |
        | verify-otp | an OTP of a customer who bought something | a wrong token           |
        | verify-otp | an OTP of a person without a limit        | no Authorization header |

    Scenario: Verify OTP twice with the same wrong token
      When "verify-otp" is called twice with the token cut to its first half
      Then no call is served

    Scenario Outline: <endpoint> with <credentials> changes nothing
      When "<endpoint>" is called once with <credentials>
      Then the call is not served
      And the call had no effect

      Examples:
        | endpoint   | credentials                            |
        | verify-otp | the token with every character changed |
        | send-otp   | the token with every character changed |

  @OTP-14 @implied @section-4.1
  Rule: The service must not send an OTP of an existing customer to another phone
    The service verifies the mobile number and the ID number of the account. It may answer as if it sent an OTP.
    But an OTP that it sent must not verify for the customer.

    Scenario Outline: For <a customer>, with the phone "<the phone>", <details>
      Given <a customer> with a credit limit whom no other check uses
      And an OTP was sent to the customer
      And another customer with a credit limit
      When an OTP is requested with the customer's id number and the phone "<the phone>", <details>
      Then an OTP from this request is not accepted for the customer, with this phone or with the customer's own

      Examples:
        | a customer               | the phone                                  | details                                                        |
        | a self-employed customer | the customer's with one digit changed      | without further details                                        |
        | a government employee    | the customer's digits in another country   | without further details                                        |
        | a government employee    | the customer's with the last digit changed | without further details                                        |
        | an employed customer     | the customer's without its last digit      | without further details                                        |
        | an employed customer     | another customer's                         | without further details, at the other form of the path         |
        | an employed customer     | another customer's                         | with the details of a new customer                             |
        | a government employee    | another customer's                         | without further details, in the other form of the phone number |

    Scenario Outline: For <a customer> who bought something, with the phone of another customer
      Given <a customer> with a credit limit whom no other check uses
      And the customer bought something, if purchases are in scope
      And an OTP was sent to the customer
      And another customer with a credit limit
      When an OTP is requested with the customer's id number and the phone "another customer's", without further details
      Then an OTP from this request is not accepted for the customer, with this phone or with the customer's own

      Examples:
        | a customer               |
        | an employed customer     |
        | a self-employed customer |
