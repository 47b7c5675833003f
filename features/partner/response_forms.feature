Feature: How a partner handles the forms of a response
  The responses of the service have several documented forms. A partner may not rely on what the specification leaves open.

  @COP-01 @otp @stated @section-4.1
  Rule: The build must complete its run if send OTP does not return the OTP, as in production

    Scenario: A run with responses in the production form
      Given the requests of the partner build
      When the build runs again with responses in the form "production"
      Then the build completes its run

  @COP-02 @lookup @stated @section-4.5
  Rule: The build must continue after a lookup of a customer who has no limit

    Scenario: A run in which no customer has a limit
      Given the requests of the partner build
      When the build runs again with responses in the form "no-limit"
      Then the build continues after the responses of the lookup

  @COP-03 @otp @implied @section-1 @section-4.1 @section-4.2
  @owns-going-on-after-send-otp @owns-going-on-after-verify-otp
  Rule: The build must not rely on anything that the responses of the OTP endpoints do not promise
    The specification does not define the order of members, members that no table names, the notation of a number
    or the response time. JSON gives no meaning to the order of members or to the notation of a number.

    Scenario Outline: Responses in the form <form>
      Given the requests of the partner build
      When the build runs again with responses in the form "<form>"
      Then the build continues after the responses of the OTP endpoints

      Examples:
        | form          |
        | extra-members |
        | other-order   |
        | other-numbers |
        | slow          |

  @COP-04 @limits @implied @section-1 @section-2.8
  @owns-going-on-after-create-limit @owns-going-on-after-fetch-limit
  Rule: The build must not rely on anything that the responses of the limits endpoints do not promise
    The specification does not define the order of members, members that no table names, the notation of a number
    or the response time. JSON gives no meaning to the order of members or to the notation of a number.
    Section 2.8 calls updated a timestamp and names no precision. A build must call the same endpoints with every form.
    The rule fails if, with a form of these responses alone, the build no longer calls several other endpoints,
    or one endpoint that it called at least three times.

    Scenario Outline: Responses in the form <form>
      Given the requests of the partner build
      When the build runs again with responses in the form "<form>"
      Then the build continues after the responses of the limits endpoints

      Examples:
        | form          |
        | extra-members |
        | other-order   |
        | other-numbers |
        | whole-seconds |
        | slow          |

  @COP-05 @purchases @implied @section-1 @section-2.3
  @owns-going-on-after-create-purchases @owns-going-on-after-get-purchase @owns-going-on-after-update-purchases @owns-going-on-after-cancel-purchase
  Rule: The build must not rely on anything that the responses of the purchases endpoints do not promise
    The specification does not define the order of members, members that no table names, the notation of a number
    or the response time. JSON gives no meaning to the order of members or to the notation of a number.

    Scenario Outline: Responses in the form <form>
      Given the requests of the partner build
      When the build runs again with responses in the form "<form>"
      Then the build continues after the responses of the purchases endpoints

      Examples:
        | form          |
        | extra-members |
        | other-order   |
        | other-numbers |
        | slow          |

  @COP-06 @lookup @implied @section-1 @section-2.10
  @owns-going-on-after-customer-lookup
  Rule: The build must not rely on anything that the responses of the customer lookup do not promise
    The specification does not define the order of members, members that no table names, the notation of a number
    or the response time. JSON gives no meaning to the order of members or to the notation of a number.

    Scenario Outline: Responses in the form <form>
      Given the requests of the partner build
      When the build runs again with responses in the form "<form>"
      Then the build continues after the responses of the lookup

      Examples:
        | form          |
        | extra-members |
        | other-order   |
        | other-numbers |
        | slow          |
