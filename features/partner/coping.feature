Feature: How a partner goes on whatever the answers look like
  The answers of the service have more than one documented form, and freedoms that nobody may rely upon.

  @COP-01 @otp @stated @section-4.1
  Rule: It goes on when sending an OTP gives nothing away, as in production

    Scenario: A run against the production form
      Given what the partner sent
      When the build is run again with the answers "production"
      Then it goes on to the end

  @COP-02 @lookup @stated @section-4.5
  Rule: It goes on when a customer has no limit

    Scenario: A run in which nobody has one
      Given what the partner sent
      When the build is run again with the answers "no-limit"
      Then it goes on after a lookup

  @COP-03 @otp @implied @section-1 @section-4.1 @section-4.2
  @owns-going-on-after-send-otp @owns-going-on-after-verify-otp
  Rule: It relies on nothing that the answers of the OTP endpoints do not promise
    The order of members, members beyond the tables, the notation of a number and the time that an
    answer takes are nowhere laid down; JSON gives the first and the third no meaning.

    Scenario Outline: A run with the answers <form>
      Given what the partner sent
      When the build is run again with the answers "<form>"
      Then it goes on after an OTP

      Examples:
        | form          |
        | extra-members |
        | other-order   |
        | other-numbers |
        | slow          |

  @COP-04 @limits @implied @section-1 @section-2.8
  @owns-going-on-after-create-limit @owns-going-on-after-fetch-limit
  Rule: It relies on nothing that the answers of the limits endpoints do not promise
    The order of members, members beyond the tables, the notation of a number and the time that an
    answer takes are nowhere laid down; JSON gives the first and the third no meaning.

    Scenario Outline: A run with the answers <form>
      Given what the partner sent
      When the build is run again with the answers "<form>"
      Then it goes on after a limit

      Examples:
        | form          |
        | extra-members |
        | other-order   |
        | other-numbers |
        | slow          |

  @COP-05 @purchases @implied @section-1 @section-2.3
  @owns-going-on-after-create-purchases @owns-going-on-after-get-purchase @owns-going-on-after-update-purchases @owns-going-on-after-cancel-purchase
  Rule: It relies on nothing that the answers of the purchases endpoints do not promise
    The order of members, members beyond the tables, the notation of a number and the time that an
    answer takes are nowhere laid down; JSON gives the first and the third no meaning.

    Scenario Outline: A run with the answers <form>
      Given what the partner sent
      When the build is run again with the answers "<form>"
      Then it goes on after a purchase

      Examples:
        | form          |
        | extra-members |
        | other-order   |
        | other-numbers |
        | slow          |

  @COP-06 @lookup @implied @section-1 @section-2.10
  @owns-going-on-after-customer-lookup
  Rule: It relies on nothing that the answers of the customer lookup do not promise
    The order of members, members beyond the tables, the notation of a number and the time that an
    answer takes are nowhere laid down; JSON gives the first and the third no meaning.

    Scenario Outline: A run with the answers <form>
      Given what the partner sent
      When the build is run again with the answers "<form>"
      Then it goes on after a lookup

      Examples:
        | form          |
        | extra-members |
        | other-order   |
        | other-numbers |
        | slow          |
