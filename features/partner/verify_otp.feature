@otp @endpoint-verify-otp
Feature: What a partner sends to verify an OTP
  POST /api/v2/otp/verify holds an OTP against a cart.

  @PVO-01 @stated @section-4.2 @owns-address
  Rule: A verify OTP request goes to a documented path, by its method

    Scenario: Every request
      Given what the partner sent
      When every "verify-otp" request is read
      Then each goes to a documented path, by its method

  @PVO-02 @stated @section-5 @owns-authorization
  Rule: A verify OTP request carries the access token as a bearer token

    Scenario: Every request
      Given what the partner sent
      When every "verify-otp" request is read
      Then each carries the access token as a bearer token

  @PVO-03 @stated @section-1 @owns-content-type
  Rule: A verify OTP request says that its body is JSON

    Scenario: Every request
      Given what the partner sent
      When every "verify-otp" request is read
      Then each says that its body is JSON

  @PVO-04 @stated @section-1 @section-4.2 @owns-body
  Rule: The body of a verify OTP request is one JSON object

    Scenario: Every request
      Given what the partner sent
      When every "verify-otp" request is read
      Then each body is one JSON object

  @PVO-05 @implied @section-5 @section-2.4 @owns-secret
  Rule: The address of a verify OTP request gives no secret away
    Section 5 gives the token a header of its own, and 2.4 a password its place in a body; an
    address is written into the logs of everybody on the way.

    Scenario: Every request
      Given what the partner sent
      When every "verify-otp" request is read
      Then none gives a secret away in its address

  @PVO-06 @stated @section-4.2 @owns-id-number @owns-phone-number
  Rule: It names the customer by id_number and phone_number

    Scenario Outline: <member>
      Given what the partner sent
      When every "verify-otp" request is read
      Then each "<member>" is as documented

      Examples:
        | member       |
        | id_number    |
        | phone_number |

  @PVO-07 @stated @section-4.2 @owns-item-value
  Rule: item_value is the cart value, a string of digits

    Scenario Outline: <member>
      Given what the partner sent
      When every "verify-otp" request is read
      Then each "<member>" is as documented

      Examples:
        | member     |
        | item_value |

  @PVO-08 @stated @section-4.2 @owns-otp
  Rule: otp is a string of six digits

    Scenario Outline: <member>
      Given what the partner sent
      When every "verify-otp" request is read
      Then each "<member>" is as documented

      Examples:
        | member |
        | otp    |

  @PVO-09 @implied @section-1 @section-4.2 @owns-otp-sent
  Rule: An OTP is verified only after one was sent
    The OTP that is verified is the one that was sent: there is none before.

    Scenario: Every request
      Given what the partner sent
      When every "verify-otp" request is read
      Then an OTP was sent before each

  @PVO-10 @implied @section-1 @section-4.2 @owns-otp-match
  Rule: It repeats the phone number, the id number and the OTP of a sending
    The OTP goes to the customer whose details were verified, and is verified for that one.

    Scenario: Every request
      Given what the partner sent
      When every "verify-otp" request is read
      Then each repeats the phone number, the id number and the OTP of a sending

  @PVO-11 @implied @section-4.2 @owns-blank
  Rule: No id number or phone number of a verify OTP request is blank
    The tables require the text for what it says, and a blank one says nothing.

    Scenario: Every request
      Given what the partner sent
      When every "verify-otp" request is read
      Then none of its required texts is blank
