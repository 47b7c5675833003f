@otp @endpoint-verify-otp
Feature: What a partner sends to verify an OTP
  POST /api/v2/otp/verify checks an OTP against a cart value.

  @PVO-01 @stated @section-4.2 @owns-address
  Rule: A verify OTP request must use a documented method and path

    Scenario: Every request
      Given the requests of the partner build
      When every "verify-otp" request is read
      Then each request uses a documented method and path

  @PVO-02 @stated @section-5 @owns-authorization
  Rule: A verify OTP request must carry the access token as a bearer token

    Scenario: Every request
      Given the requests of the partner build
      When every "verify-otp" request is read
      Then each request carries the access token as a bearer token

  @PVO-03 @stated @section-1 @owns-content-type
  Rule: A verify OTP request must declare its body as JSON

    Scenario: Every request
      Given the requests of the partner build
      When every "verify-otp" request is read
      Then each request declares its body as JSON

  @PVO-04 @stated @section-1 @section-4.2 @owns-body
  Rule: The body of a verify OTP request must be one JSON object

    Scenario: Every request
      Given the requests of the partner build
      When every "verify-otp" request is read
      Then each body is one JSON object

  @PVO-05 @implied @section-5 @section-2.4 @section-4.2 @owns-secret
  Rule: The URL of a verify OTP request must not contain a secret
    Section 5 puts the token in a header, and sections 2.4 and 4.2 put a password and an OTP in a body.
    Every server on the way may log a URL.

    Scenario: Every request
      Given the requests of the partner build
      When every "verify-otp" request is read
      Then no URL contains a secret

  @PVO-06 @stated @section-4.2 @owns-id-number @owns-phone-number
  Rule: A verify OTP request must name the customer by id_number and phone_number
    A placeholder such as "{{name}}" or "[object Object]" is not a value.
    A phone number has six to fifteen digits, in international or national form, and usual separators.
    These are not the id number: an email address, a phone number with its +, and a number with a hidden part ("****4321").

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "verify-otp" request is read
      Then each "<member>" is as documented

      Examples:
        | member       |
        | id_number    |
        | phone_number |

  @PVO-07 @stated @section-4.2 @owns-item-value
  Rule: item_value must be the cart value, a string of digits
    item_value is the total of the next order. The report notes a difference. It must not be in another unit,
    another value of the request or of the order, or one value for every customer. docs/comparisons.md lists the
    cases, and how many requests a fault needs.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "verify-otp" request is read
      Then each "<member>" is as documented

      Examples:
        | member     |
        | item_value |

  @PVO-08 @stated @section-4.2 @owns-otp
  Rule: otp must be a string of six digits

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "verify-otp" request is read
      Then each "<member>" is as documented

      Examples:
        | member |
        | otp    |

  @PVO-09 @implied @section-1 @section-4.2 @owns-otp-sent
  Rule: A verify OTP request must come after a send OTP request
    The build can verify an OTP only after the service sent one.

    Scenario: Every request
      Given the requests of the partner build
      When every "verify-otp" request is read
      Then an OTP was sent before each request

  @PVO-10 @implied @section-1 @section-4.2 @owns-otp-match
  Rule: A verify OTP request must repeat the phone number, the id number and the OTP of one send OTP call
    The OTP goes to the customer whose details were verified, and verifies for this customer only. A customer may
    mistype an OTP, or guess one, and give up. So a wrong OTP is a failure only if nobody can have typed it: it is
    the OTP of another customer, or the same for most customers. docs/comparisons.md lists the cases, and how many
    requests a fault needs.

    Scenario: Every request
      Given the requests of the partner build
      When every "verify-otp" request is read
      Then each request repeats the phone number, the id number and the OTP of one send OTP call

  @PVO-11 @implied @section-4.2 @owns-blank
  Rule: The id number and the phone number of a verify OTP request must not be blank
    The tables require the text for its content. A blank text has no content.

    Scenario: Every request
      Given the requests of the partner build
      When every "verify-otp" request is read
      Then no required text is blank
