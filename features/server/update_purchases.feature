@purchases @endpoint-update-purchases
Feature: Update purchases
  PUT /api/v2/purchases/:purchases_id sets the facility status of items.

  @UPD-01 @stated @section-4.8 @section-7 @owns-status
  Rule: Updating an item to collected_by_agent must return HTTP status 200

    @whole-run
    Scenario: Every update of the run
      Given at least one purchase was updated
      When all responses of the run to "update-purchases" are read
      Then each response has HTTP status 200

  @UPD-02 @implied @section-1 @owns-json
  Rule: Every successful response to update purchases must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was updated
      When all responses of the run to "update-purchases" are read
      Then each response is JSON

  @UPD-03 @stated @section-1 @section-4.8 @section-9
  Rule: Every successful response to update purchases must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was updated
      When all responses of the run to "update-purchases" are read
      Then each response matches the schema "api-version"

  @UPD-04 @stated @section-1 @section-4.8 @owns-envelope-status
  Rule: Every successful response to update purchases must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was updated
      When all responses of the run to "update-purchases" are read
      Then each "status" equals the HTTP status

  @UPD-05 @stated @section-1
  Rule: A successful response to update purchases must not contain request_id

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was updated
      When all responses of the run to "update-purchases" are read
      Then each response matches the schema "no-request-id"

  @UPD-06 @stated @section-4.8
  Rule: A successful response to update purchases must not contain order_id

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was updated
      When all responses of the run to "update-purchases" are read
      Then each response matches the schema "no-order-id"

  @UPD-07 @stated @section-2.3 @section-4.8 @owns-data
  Rule: data must be an array of purchase item records, each with every member in its documented type and format

    @whole-run
    Scenario: Every record of the run
      Given at least one purchase was updated
      When all responses of the run to "update-purchases" are read
      Then each response matches the schema "update-purchases-data"

  @UPD-08 @stated @section-4.8
  Rule: Update purchases must be served with the id in the path, or without it

    Scenario: The two forms of the path
      When "update-purchases" is called in every documented form of "update-path"
      Then at least one form is accepted

  @UPD-09 @stated @section-4.8 @owns-count @owns-status @case-several-items
  Rule: The response must contain the record of every item of the request

    Scenario Outline: An update of <items>
      Given a purchase of <items> to be collected
      When all items of the purchase are updated to "collected_by_agent"
      Then the call is accepted
      And "data" contains the record of each updated item

      Examples:
        | items    |
        | one item |
        | 3 items  |
        | 12 items |

    Scenario: One item of several
      Given a purchase of 3 items
      When the second item of the purchase is updated to "collected_by_agent"
      Then the call is accepted
      And "data" contains the record of each updated item

    Scenario: Forty items in one update
      When forty items are updated in one call, if the service accepts so many
      Then "data" contains the record of each updated item

    Scenario: Two of three items, at the other form of the path, if the service supports it
      When two of three items are updated at the other form of the path, if the service supports it
      Then the call is accepted
      And "data" contains the record of each updated item

    Scenario Outline: Items of two orders of <whom> in one update
      Given two purchases of <whom>
      When the items of both purchases are updated to "collected_by_agent" in one call, if the service permits it
      Then "data" contains the record of each updated item

      Examples:
        | whom          |
        | one customer  |
        | two customers |

  @UPD-10 @stated @section-4.8 @section-3 @owns-later
  Rule: An update must give the record a new updated_at

    @whole-run
    Scenario: Every update of the run
      Given at least one purchase was updated
      When all responses of the run to "update-purchases" are read
      Then each "updated_at" is later than before the update

  @UPD-11 @implied @section-4.8 @section-2.3 @section-3 @owns-unchanged
  Rule: An update must change only facility_status and updated_at
    Section 3 says that the move changes these two members. It names no other member. The meaning of source and
    accepted_terms is not shown (section 2.3), so they may change as well.

    Scenario Outline: delivery_option <delivery_option> with preferred_option <preferred_option>
      Given a purchase with delivery_option "<delivery_option>" and preferred_option "<preferred_option>" to be collected
      And the items of the purchase are "pending_collection_customer", the only status from which an update is documented
      When all items of the purchase are updated to "collected_by_agent"
      Then the call is accepted
      And each record is unchanged except for "facility_status, updated_at, source, accepted_terms"

      Examples:
        | delivery_option          | preferred_option |
        | customer_store_pickup    | pick_up          |
        | customer_provider_pickup | delivery         |
        | store_delivery           | delivery         |
        | provider_delivery        | pick_up          |
        | agent_delivery           | delivery         |

    Scenario: An item worth nearly the whole limit
      Given a purchase that no other check uses, worth nine tenths of the limit
      When all items of the purchase are updated to "collected_by_agent"
      Then the call is accepted
      And each record is unchanged except for "facility_status, updated_at, source, accepted_terms"

    @whole-run
    Scenario: Every update of the run
      Given at least one purchase was updated
      When all responses of the run to "update-purchases" are read
      Then each record is unchanged except for "facility_status, updated_at, source, accepted_terms"

  @UPD-12 @implied @section-4.8 @section-2.3 @owns-clock
  Rule: The new updated_at must come from the same clock as the old one
    Section 2.3 defines both timestamps in UTC. Their difference must match the time between the calls that wrote them.

    @whole-run
    Scenario: Every update of the run
      Given at least one purchase was updated
      When all responses of the run to "update-purchases" are read
      Then each "updated_at" comes from the same clock as the earlier "updated_at" of its record

  @UPD-13 @implied @section-4.8 @owns-unknown-id
  Rule: An update with an unknown id must not change another item
    The ids in the body name the items. The specification does not say how the service answers an unknown id;
    an empty list is possible. The service must serve a known id afterwards as before.

    @alone
    Scenario: An id that is similar to a known id, and an id that is not
      Given a purchase of 2 items
      When items with unknown ids are updated
      Then no data of another item is returned
      And the known items are unchanged

    Scenario: A known item and an unknown item
      When a known item and an unknown item are updated in one call
      Then the response contains no item that the update does not name
