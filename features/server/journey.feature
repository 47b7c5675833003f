@purchases
Feature: The customer's journey
  The endpoints in the order in which a store uses them for one customer.

  @JRN-01 @implied @section-1 @section-3
  Rule: Every kind of customer must be able to complete the journey, from the OTP to a collected and a cancelled item
    Section 1 describes what a store does for a customer, part by part. No part excludes a kind of customer.

    Scenario Outline: For <a customer>
      Given <a customer> with a credit limit whom no other check uses
      When the customer completes every step, from the OTP to a collected item and a cancelled item
      Then each call is accepted

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

    @alone
    Scenario: Customers of every kind in the run buy something
      When 16 customers of every kind buy one item
      Then each call is accepted

  @JRN-02 @implied @section-1 @section-4.3 @section-4.6 @section-4.7 @section-4.8 @section-4.9 @section-4.4
  Rule: A refused call must have no effect: the service must serve the next valid call as before
    The specification makes no valid call depend on the call before it.

    Scenario: A customer's valid calls, each after a call that is likely to be refused
      Given a customer with a credit limit whom no other check uses
      When valid calls are made, each after a call that is likely to be refused
      Then each valid call is served as before

    @alone
    Scenario: A customer's valid calls, each after a call whose body is not JSON
      Given an employed customer with a credit limit who bought nothing
      When valid calls are made, each after a call whose body is not JSON
      Then each valid call is served as before

    @alone
    Scenario: A customer's first order, after a refused order of another customer
      Given an employed customer with a credit limit who bought nothing
      When a customer's first order follows an order of another customer that is likely to be refused
      Then the first order is served

  @JRN-03 @implied @section-1 @section-5
  Rule: The service must serve a call, and answer in JSON, whatever its Accept header is
    Bodies are JSON. Section 5 lists the headers of a call, and Accept is not one of them: a store sends what its HTTP library sends.

    Scenario: A customer's valid calls without the header
      Given an employed customer with a credit limit whom no other check uses
      When valid calls are made without an Accept header
      Then each call is accepted

    Scenario: A customer's valid calls with the header of a library that accepts everything
      Given a customer with a credit limit whom no other check uses
      When valid calls are made with Accept "*/*"
      Then each call is accepted
