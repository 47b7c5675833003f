@purchases @endpoint-update-purchases
Feature: What a partner sends to update purchases
  PUT /api/v2/purchases/:purchases_id moves items on, with an id in the path or without one.

  @PUP-01 @stated @section-4.8 @owns-address
  Rule: An update purchases request goes to a documented path, by its method

    Scenario: Every request
      Given what the partner sent
      When every "update-purchases" request is read
      Then each goes to a documented path, by its method

  @PUP-02 @stated @section-5 @owns-authorization
  Rule: An update purchases request carries the access token as a bearer token

    Scenario: Every request
      Given what the partner sent
      When every "update-purchases" request is read
      Then each carries the access token as a bearer token

  @PUP-03 @stated @section-1 @owns-content-type
  Rule: An update purchases request says that its body is JSON

    Scenario: Every request
      Given what the partner sent
      When every "update-purchases" request is read
      Then each says that its body is JSON

  @PUP-04 @stated @section-1 @section-4.8 @owns-body
  Rule: The body of an update purchases request is one JSON object

    Scenario: Every request
      Given what the partner sent
      When every "update-purchases" request is read
      Then each body is one JSON object

  @PUP-05 @implied @section-5 @section-2.4 @owns-secret
  Rule: The address of an update purchases request gives no secret away
    Section 5 gives the token a header of its own, and 2.4 a password its place in a body; an
    address is written into the logs of everybody on the way.

    Scenario: Every request
      Given what the partner sent
      When every "update-purchases" request is read
      Then none gives a secret away in its address

  @PUP-06 @optional @stated @section-4.8 @section-2.3 @owns-path-id
  Rule: An id in the path of an update is a UUID

    Scenario: Every request
      Given what the partner sent
      When every "update-purchases" request is read
      Then each id in a path is a UUID

  @PUP-07 @stated @section-4.8 @owns-items
  Rule: items is an array of the items to update

    Scenario Outline: <member>
      Given what the partner sent
      When every "update-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member |
        | items  |

  @PUP-08 @stated @section-4.8 @section-2.3 @owns-item-id
  Rule: Every item has its id, a UUID

    Scenario Outline: <member>
      Given what the partner sent
      When every "update-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member     |
        | items.#.id |

  @PUP-09 @stated @section-4.8 @owns-item-facility-status
  Rule: Every item has the facility_status that it is to have

    Scenario Outline: <member>
      Given what the partner sent
      When every "update-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member                  |
        | items.#.facility_status |

  @PUP-10 @implied @section-4.8 @section-2.3 @owns-item
  Rule: It updates items that the service gave
    The id identifies an item of the service, and only the service gives such ids.

    Scenario: Every request
      Given what the partner sent
      When every "update-purchases" request is read
      Then each item is one that the service gave

  @PUP-11 @implied @section-4.8 @owns-blank
  Rule: No facility_status of an update is blank
    An update says which status an item is to have, and a blank one says nothing.

    Scenario: Every request
      Given what the partner sent
      When every "update-purchases" request is read
      Then none of its required texts is blank

  @PUP-12 @implied @section-4.8 @owns-items-count
  Rule: An update names an item
    What is updated are the items that it lists: one without any updates nothing.

    Scenario: Every request
      Given what the partner sent
      When every "update-purchases" request is read
      Then each has an item
