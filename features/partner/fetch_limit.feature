@limits @endpoint-fetch-limit
Feature: What a partner sends to fetch a credit limit
  GET /api/v2/limits/:customer_id gives the limit of a customer.

  @PFL-01 @stated @section-4.4 @owns-address
  Rule: A fetch limit request goes to a documented path, by its method

    Scenario: Every request
      Given what the partner sent
      When every "fetch-limit" request is read
      Then each goes to a documented path, by its method

  @PFL-02 @stated @section-5 @owns-authorization
  Rule: A fetch limit request carries the access token as a bearer token

    Scenario: Every request
      Given what the partner sent
      When every "fetch-limit" request is read
      Then each carries the access token as a bearer token

  @PFL-03 @stated @section-4.4 @owns-no-body
  Rule: A fetch limit request has no body

    Scenario: Every request
      Given what the partner sent
      When every "fetch-limit" request is read
      Then none has a body

  @PFL-04 @implied @section-5 @section-2.4 @owns-secret
  Rule: The address of a fetch limit request gives no secret away
    Section 5 gives the token a header of its own, and 2.4 a password its place in a body; an
    address is written into the logs of everybody on the way.

    Scenario: Every request
      Given what the partner sent
      When every "fetch-limit" request is read
      Then none gives a secret away in its address

  @PFL-05 @stated @section-4.4 @owns-path-id
  Rule: A fetch limit request ends its path in a UUID

    Scenario: Every request
      Given what the partner sent
      When every "fetch-limit" request is read
      Then each id in a path is a UUID

  @PFL-06 @implied @section-4.4 @section-2.9 @owns-customer
  Rule: It asks for a customer whom the service gave
    The id identifies a customer of the service, and only the service gives such ids.

    Scenario: Every request
      Given what the partner sent
      When every "fetch-limit" request is read
      Then each customer is one whom the service gave
