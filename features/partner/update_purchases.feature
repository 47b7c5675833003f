@purchases @endpoint-update-purchases
Feature: What a partner sends to update purchases
  PUT /api/v2/purchases/:purchases_id changes the status of items, with an id in the path or without one.

  @PUP-01 @stated @section-4.8 @owns-address
  Rule: An update purchases request must use a documented method and path

    Scenario: Every request
      Given the requests of the partner build
      When every "update-purchases" request is read
      Then each request uses a documented method and path

  @PUP-02 @stated @section-5 @owns-authorization
  Rule: An update purchases request must carry the access token as a bearer token

    Scenario: Every request
      Given the requests of the partner build
      When every "update-purchases" request is read
      Then each request carries the access token as a bearer token

  @PUP-03 @stated @section-1 @owns-content-type
  Rule: An update purchases request must declare its body as JSON

    Scenario: Every request
      Given the requests of the partner build
      When every "update-purchases" request is read
      Then each request declares its body as JSON

  @PUP-04 @stated @section-1 @section-4.8 @owns-body
  Rule: The body of an update purchases request must be one JSON object

    Scenario: Every request
      Given the requests of the partner build
      When every "update-purchases" request is read
      Then each body is one JSON object

  @PUP-05 @implied @section-5 @section-2.4 @owns-secret
  Rule: The URL of an update purchases request must not contain a secret
    Section 5 puts the token in a header, and section 2.4 puts a password in a body.
    Every server on the way may log a URL.

    Scenario: Every request
      Given the requests of the partner build
      When every "update-purchases" request is read
      Then no URL contains a secret

  @PUP-06 @optional @stated @section-4.8 @section-2.3 @owns-path-id
  Rule: An id in the path of an update must be a UUID

    Scenario: Every request
      Given the requests of the partner build
      When every "update-purchases" request is read
      Then each id in a path is a UUID

  @PUP-07 @stated @section-4.8 @owns-items
  Rule: items must be an array of the items to update
    It is a failure if at least three ids in paths, and all, are items that the body does not have. An update of the only
    item of an order does not count if it has this item in both.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "update-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member |
        | items  |

  @PUP-08 @stated @section-4.8 @section-2.3 @owns-item-id
  Rule: Every item must have an id, a UUID

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "update-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member     |
        | items.#.id |

  @PUP-09 @stated @section-4.8 @owns-item-facility-status
  Rule: Every item must have the facility_status that the update sets
    It must be a value, not a placeholder such as "{{name}}" or a value of another member. collected_by_agent in
    another spelling ("COLLECTED_BY_AGENT") is a failure. Other words are noted: the full list of statuses is not
    shown (section 3). docs/comparisons.md lists the cases, and how many requests a fault needs.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "update-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member                  |
        | items.#.facility_status |

  @PUP-10 @implied @section-4.8 @section-2.3 @owns-item
  Rule: An update purchases request must name items that the service returned
    The id identifies an item of the service. Only the service creates such ids.

    Scenario: Every request
      Given the requests of the partner build
      When every "update-purchases" request is read
      Then each item id is one that the service returned

  @PUP-11 @implied @section-4.8 @owns-blank
  Rule: The facility_status of an update must not be blank
    An update states the new status of an item. A blank text states nothing.

    Scenario: Every request
      Given the requests of the partner build
      When every "update-purchases" request is read
      Then no required text is blank

  @PUP-12 @implied @section-4.8 @owns-items-count
  Rule: An update must name an item
    An update changes the items that it lists. An update without items changes nothing.

    Scenario: Every request
      Given the requests of the partner build
      When every "update-purchases" request is read
      Then each request has at least one item
