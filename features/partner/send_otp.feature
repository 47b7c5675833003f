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
    Each must be a value, not a placeholder such as "{{name}}" or another detail of the customer, and they must not
    be swapped. They must be those of the other requests for the customer. docs/comparisons.md lists the cases, and
    how many requests a fault needs.

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
    A customer for whom the service returned a limit is not new, and needs none of these members. Each must be a
    value, not a placeholder such as "{{name}}", a damaged text, or another detail of the customer. The person must
    be the one of the limit request for the same id number. docs/comparisons.md lists the cases, and how many
    requests a fault needs.

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
