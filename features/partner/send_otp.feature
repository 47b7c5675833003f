@otp @endpoint-send-otp
Feature: What a partner sends to send an OTP
  POST /api/v2/otp/send has an OTP sent to a customer, in two forms: for who is known, and for who is new.

  @PSO-01 @stated @section-4.1 @owns-address
  Rule: A send OTP request goes to a documented path, by its method

    Scenario: Every request
      Given what the partner sent
      When every "send-otp" request is read
      Then each goes to a documented path, by its method

  @PSO-02 @stated @section-5 @owns-authorization
  Rule: A send OTP request carries the access token as a bearer token

    Scenario: Every request
      Given what the partner sent
      When every "send-otp" request is read
      Then each carries the access token as a bearer token

  @PSO-03 @stated @section-1 @owns-content-type
  Rule: A send OTP request says that its body is JSON

    Scenario: Every request
      Given what the partner sent
      When every "send-otp" request is read
      Then each says that its body is JSON

  @PSO-04 @stated @section-1 @section-4.1 @owns-body
  Rule: The body of a send OTP request is one JSON object

    Scenario: Every request
      Given what the partner sent
      When every "send-otp" request is read
      Then each body is one JSON object

  @PSO-05 @implied @section-5 @section-2.4 @owns-secret
  Rule: The address of a send OTP request gives no secret away
    Section 5 gives the token a header of its own, and 2.4 a password its place in a body; an
    address is written into the logs of everybody on the way.

    Scenario: Every request
      Given what the partner sent
      When every "send-otp" request is read
      Then none gives a secret away in its address

  @PSO-06 @stated @section-4.1 @owns-id-number @owns-phone-number
  Rule: It names the customer by id_number and phone_number

    Scenario Outline: <member>
      Given what the partner sent
      When every "send-otp" request is read
      Then each "<member>" is as documented

      Examples:
        | member       |
        | id_number    |
        | phone_number |

  @PSO-07 @stated @section-4.1
  @owns-first-name @owns-last-name @owns-country-code
  Rule: For a new customer it carries the names and the country as well

    Scenario Outline: <member>
      Given what the partner sent
      When every "send-otp" request is read
      Then each "<member>" is as documented

      Examples:
        | member       |
        | first_name   |
        | last_name    |
        | country_code |

  @PSO-08 @stated @section-4.1 @owns-date-of-birth
  Rule: For a new customer it carries the date of birth, in one of the two orders

    Scenario Outline: <member>
      Given what the partner sent
      When every "send-otp" request is read
      Then each "<member>" is as documented

      Examples:
        | member        |
        | date_of_birth |

  @PSO-09 @implied @section-4.1 @owns-blank
  Rule: No id number, name or country of a send OTP request is blank
    The tables require the text for what it says, and a blank one says nothing.

    Scenario: Every request
      Given what the partner sent
      When every "send-otp" request is read
      Then none of its required texts is blank
