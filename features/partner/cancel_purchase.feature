@purchases @endpoint-cancel-purchase
Feature: What a partner sends to cancel a purchase
  DELETE /api/v2/purchases/:purchases_id cancels one item.

  @PCA-01 @stated @section-4.9 @owns-address
  Rule: A cancel purchase request goes to a documented path, by its method

    Scenario: Every request
      Given what the partner sent
      When every "cancel-purchase" request is read
      Then each goes to a documented path, by its method

  @PCA-02 @stated @section-5 @owns-authorization
  Rule: A cancel purchase request carries the access token as a bearer token

    Scenario: Every request
      Given what the partner sent
      When every "cancel-purchase" request is read
      Then each carries the access token as a bearer token

  @PCA-03 @stated @section-4.9 @owns-no-body
  Rule: A cancel purchase request has no body

    Scenario: Every request
      Given what the partner sent
      When every "cancel-purchase" request is read
      Then none has a body

  @PCA-04 @implied @section-5 @section-2.4 @owns-secret
  Rule: The address of a cancel purchase request gives no secret away
    Section 5 gives the token a header of its own, and 2.4 a password its place in a body; an
    address is written into the logs of everybody on the way.

    Scenario: Every request
      Given what the partner sent
      When every "cancel-purchase" request is read
      Then none gives a secret away in its address

  @PCA-05 @stated @section-4.9 @section-2.3 @owns-path-id
  Rule: A cancel purchase request ends its path in a UUID

    Scenario: Every request
      Given what the partner sent
      When every "cancel-purchase" request is read
      Then each id in a path is a UUID

  @PCA-06 @implied @section-4.9 @section-2.3 @owns-item
  Rule: It cancels an item that the service gave
    The id identifies an item of the service, and only the service gives such ids.

    Scenario: Every request
      Given what the partner sent
      When every "cancel-purchase" request is read
      Then each item is one that the service gave
