@otp @endpoint-send-otp
Feature: What a partner sends to send an OTP
  POST /api/v2/otp/send sends an OTP. There are two forms: for an existing customer and for a new one.

  @PSO-01 @stated @section-4.1 @owns-address
  Rule: A send OTP request must use a documented method and path

    Scenario: Every request
      Given the requests of the partner build
      When every "send-otp" request is read
      Then each request uses a documented method and path

  @PSO-02 @stated @section-5 @owns-authorization
  Rule: A send OTP request must carry the access token as a bearer token

    Scenario: Every request
      Given the requests of the partner build
      When every "send-otp" request is read
      Then each request carries the access token as a bearer token

  @PSO-03 @stated @section-1 @owns-content-type
  Rule: A send OTP request must declare its body as JSON

    Scenario: Every request
      Given the requests of the partner build
      When every "send-otp" request is read
      Then each request declares its body as JSON

  @PSO-04 @stated @section-1 @section-4.1 @owns-body
  Rule: The body of a send OTP request must be one JSON object

    Scenario: Every request
      Given the requests of the partner build
      When every "send-otp" request is read
      Then each body is one JSON object

  @PSO-05 @implied @section-5 @section-2.4 @owns-secret
  Rule: The URL of a send OTP request must not contain a secret
    Section 5 puts the token in a header, and section 2.4 puts a password in a body.
    Every server on the way may log a URL.

    Scenario: Every request
      Given the requests of the partner build
      When every "send-otp" request is read
      Then no URL contains a secret

  @PSO-06 @stated @section-4.1 @owns-id-number @owns-phone-number
  Rule: A send OTP request must name the customer by id_number and phone_number
    A placeholder such as "{{name}}" or "[object Object]" is not a value.
    The id number and the phone number must not be the same number, and must not be swapped.
    These are not the id number: a name or the date of birth of the customer, an email address, a phone number with its
    +, a number with a hidden part ("****4321") or a character that is not visible, and a number with commas or an
    exponent. It is a failure if at least three new customers, and all, have the country_code or a text without a digit as
    the id number, or if all requests have the date of birth as the phone number, or a number that cannot be
    international: one that begins with 1 or 7, and has fewer than eleven digits.
    The two numbers must be those of the other requests for the customer. It is a failure if one differs from the verify
    OTP request with the OTP and from the limit request, or if it is the same for at least three customers who have
    different ones in their verify OTP requests.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "send-otp" request is read
      Then each "<member>" is as documented

      Examples:
        | member       |
        | id_number    |
        | phone_number |

  @PSO-07 @stated @section-4.1
  @owns-first-name @owns-last-name @owns-country-code
  Rule: For a new customer, a send OTP request must contain the names and the country too
    A customer for whom the service returned a limit is not new, and needs none of these members.
    A placeholder such as "{{name}}" or "[object Object]" is not a value.
    These are not a name: the word "undefined", an email address, and the id number, the phone number or the date of
    birth of the customer. A name must not contain U+FFFD, which stands for a lost letter, letters of another encoding,
    an escape for HTML, JSON or a URL, or hidden letters. It is a failure if at least three customers, and all, have a
    word for no value, a number of six digits or more, or a gender as a name, or if no country_code is one of ISO 3166-1
    while those of the limits are.
    The person must be the one of the limit request for the same id number. It is a failure if the person differs for at
    least two customers, and for all of them.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "send-otp" request is read
      Then each "<member>" is as documented

      Examples:
        | member       |
        | first_name   |
        | last_name    |
        | country_code |

  @PSO-08 @stated @section-4.1 @owns-date-of-birth
  Rule: For a new customer, a send OTP request must contain the date of birth, in one of the two documented orders
    It is the date on the customer's ID, so it is at least a year before the day of the request and not before 1900. It
    is a failure if at least three customers, and all, are born on 01/01/1970, the date that programs have for no date.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "send-otp" request is read
      Then each "<member>" is as documented

      Examples:
        | member        |
        | date_of_birth |

  @PSO-09 @implied @section-4.1 @owns-blank
  Rule: The id number, names and country of a send OTP request must not be blank
    The tables require the text for its content. A blank text has no content.

    Scenario: Every request
      Given the requests of the partner build
      When every "send-otp" request is read
      Then no required text is blank
