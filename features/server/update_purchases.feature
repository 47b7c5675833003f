@purchases @endpoint-update-purchases
Feature: Update purchases
  PUT /api/v2/purchases/:purchases_id sets the facility status of items.

  @UPD-01 @stated @section-4.8 @section-7 @owns-status
  Rule: Updating an item to collected_by_agent is answered with 200

    @whole-run
    Scenario: Every update of the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then each call is answered with 200

  @UPD-02 @implied @section-1 @owns-json
  Rule: Every answer to update purchases is JSON, and says so
    The specification has JSON bodies; a client can only know one by its Content-Type.

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then each answer is JSON

  @UPD-03 @stated @section-1 @section-4.8 @section-9
  Rule: Every answer to update purchases carries apiVersion, the string 2.0

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then each answer matches "api-version"

  @UPD-04 @stated @section-1 @section-4.8 @owns-envelope-status
  Rule: Every answer to update purchases carries status, the integer of its HTTP status

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then each "status" repeats the HTTP status

  @UPD-05 @stated @section-1
  Rule: No answer to update purchases carries request_id

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then each answer matches "no-request-id"

  @UPD-06 @stated @section-4.8
  Rule: No answer to update purchases carries order_id

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then each answer matches "no-order-id"

  @UPD-07 @stated @section-2.3 @section-4.8 @owns-data
  Rule: data is an array of purchase item records, each with every member, by type and format

    @whole-run
    Scenario: Every record of the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then each answer matches "update-purchases-data"

  @UPD-08 @stated @section-4.8
  Rule: Update is served with the id in the path, or with none

    Scenario: The two forms of the path
      When the readings of "update-path" are tried on "update-purchases"
      Then one of them is taken

  @UPD-09 @stated @section-4.8 @owns-count @owns-status @case-several-items
  Rule: Every item of the request is answered by its record

    Scenario Outline: <count> items in one update
      Given a purchase of <count> items to be collected
      When all its items are updated to "collected_by_agent"
      Then it is accepted
      And "data" holds the record of each updated item

      Examples:
        | count |
        | 1     |
        | 3     |
        | 12    |

    Scenario: One item of several
      Given a purchase of 3 items
      When its second item is updated to "collected_by_agent"
      Then it is accepted
      And "data" holds the record of each updated item

  @UPD-10 @stated @section-4.8 @section-3
  Rule: An update gives its record a new updated_at

    @whole-run
    Scenario: Every update of the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then each "updated_at" is later than before the update

  @UPD-11 @implied @section-4.8 @section-2.3 @section-3
  Rule: An update changes nothing but facility_status and updated_at
    Section 3 names these two, and no other member, as what the move changes.

    Scenario Outline: An item by <delivery_option>
      Given a purchase by "<delivery_option>" and "<preferred_option>" to be collected
      And it is "pending_collection_customer", for else nothing is documented of it
      When all its items are updated to "collected_by_agent"
      Then it is accepted
      And each record is as before but for "facility_status, updated_at"

      Examples:
        | delivery_option          | preferred_option |
        | customer_store_pickup    | pick_up          |
        | customer_provider_pickup | delivery         |
        | store_delivery           | delivery         |
        | provider_delivery        | pick_up          |
        | agent_delivery           | delivery         |

    Scenario: An item worth as much as the limit permits
      Given a purchase of its own worth nine tenths of the limit
      When all its items are updated to "collected_by_agent"
      Then it is accepted
      And each record is as before but for "facility_status, updated_at"

    @whole-run
    Scenario: Every update of the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then each record is as before but for "facility_status, updated_at"

  @UPD-12 @implied @section-4.8 @section-2.3
  Rule: The new updated_at is of the clock that wrote the one before
    Section 2.3 has both in UTC, so they are as far apart as the calls were that wrote them.

    @whole-run
    Scenario: Every update of the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then each "updated_at" is of the clock that wrote the one before

  @UPD-13 @implied @section-4.8
  Rule: An update of an id that nobody gave moves nobody's item
    The ids in the body name the items. How an unknown one is answered is open, with an empty list for
    example; a known one is served after it as before.

    Scenario: An id that is like that of an item, and one that is like none
      Given a purchase of one item
      When items that nobody bought are updated
      Then nobody's data is given
      And the item that somebody bought is as it was
