@purchases
Feature: The customer's journey
  The endpoints one after the other, as a store uses them for one customer.

  @JRN-01 @implied @section-1 @section-3
  Rule: Every kind of customer can go the whole way, from the OTP to a collected and a cancelled item
    Section 1 describes the parts as what a store does for a customer, and no part excludes a kind.

    Scenario Outline: <a customer>
      Given <a customer> of their own with a credit limit
      When the customer goes the whole way
      Then it is accepted

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

  @JRN-02 @implied @section-1 @section-4.6 @section-4.7 @section-4.8 @section-4.9 @section-4.4
  Rule: A call that is refused leaves nothing behind: the valid call after it is served as ever
    Nothing makes a valid call depend on the one before.

    Scenario: A customer's valid calls, each after one that is likely to be refused
      Given a customer of their own with a credit limit
      When calls that are refused and calls that are valid take turns
      Then each valid call is served as ever
