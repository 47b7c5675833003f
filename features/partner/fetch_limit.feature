@limits @endpoint-fetch-limit
Feature: What a partner sends to fetch a credit limit
  GET /api/v2/limits/:customer_id returns the limit of a customer.

  @PFL-01 @stated @section-4.4 @owns-address
  Rule: A fetch limit request must use a documented method and path

    Scenario: Every request
      Given the requests of the partner build
      When every "fetch-limit" request is read
      Then each request uses a documented method and path

  @PFL-02 @stated @section-5 @owns-authorization
  Rule: A fetch limit request must carry the access token as a bearer token

    Scenario: Every request
      Given the requests of the partner build
      When every "fetch-limit" request is read
      Then each request carries the access token as a bearer token

  @PFL-03 @stated @section-4.4 @owns-no-body
  Rule: A fetch limit request must have no body

    Scenario: Every request
      Given the requests of the partner build
      When every "fetch-limit" request is read
      Then no request has a body

  @PFL-04 @implied @section-5 @section-2.4 @owns-secret
  Rule: The URL of a fetch limit request must not contain a secret
    Section 5 puts the token in a header, and section 2.4 puts a password in a body.
    Every server on the way may log a URL.

    Scenario: Every request
      Given the requests of the partner build
      When every "fetch-limit" request is read
      Then no URL contains a secret

  @PFL-05 @stated @section-4.4 @owns-path-id
  Rule: The path of a fetch limit request must end in a UUID

    Scenario: Every request
      Given the requests of the partner build
      When every "fetch-limit" request is read
      Then each id in a path is a UUID

  @PFL-06 @implied @section-4.4 @section-2.9 @owns-customer
  Rule: A fetch limit request must name a customer whose id the service returned
    The id identifies a customer of the service. Only the service creates such ids.

    Scenario: Every request
      Given the requests of the partner build
      When every "fetch-limit" request is read
      Then each customer id is one that the service returned
