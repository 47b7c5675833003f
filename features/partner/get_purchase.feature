@purchases @endpoint-get-purchase
Feature: What a partner sends to get a purchase
  GET /api/v2/purchases/:purchases_id returns one item.

  @PGP-01 @stated @section-4.7 @owns-address
  Rule: A get purchase request must use a documented method and path

    Scenario: Every request
      Given the requests of the partner build
      When every "get-purchase" request is read
      Then each request uses a documented method and path

  @PGP-02 @stated @section-5 @owns-authorization
  Rule: A get purchase request must carry the access token as a bearer token

    Scenario: Every request
      Given the requests of the partner build
      When every "get-purchase" request is read
      Then each request carries the access token as a bearer token

  @PGP-03 @stated @section-4.7 @owns-no-body
  Rule: A get purchase request must have no body

    Scenario: Every request
      Given the requests of the partner build
      When every "get-purchase" request is read
      Then no request has a body

  @PGP-04 @implied @section-5 @section-2.4 @owns-secret
  Rule: The URL of a get purchase request must not contain a secret
    Section 5 puts the token in a header, and section 2.4 puts a password in a body.
    Every server on the way may log a URL.

    Scenario: Every request
      Given the requests of the partner build
      When every "get-purchase" request is read
      Then no URL contains a secret

  @PGP-05 @stated @section-4.7 @section-2.3 @owns-path-id
  Rule: The path of a get purchase request must end in a UUID

    Scenario: Every request
      Given the requests of the partner build
      When every "get-purchase" request is read
      Then each id in a path is a UUID

  @PGP-06 @implied @section-4.7 @section-2.3 @owns-item
  Rule: A get purchase request must name an item that the service returned
    The id identifies an item of the service. Only the service creates such ids.

    Scenario: Every request
      Given the requests of the partner build
      When every "get-purchase" request is read
      Then each item id is one that the service returned
