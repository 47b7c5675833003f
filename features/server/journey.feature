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
