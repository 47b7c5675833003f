@purchases
Feature: Facility status
  The documented moves of a purchase item: each must happen and must last.

  @STA-01 @stated @section-3 @endpoint-create-purchases
  Rule: Created: a new item for customer_store_pickup and pick_up must be pending_collection_customer

    Scenario Outline: Each item of a cart of <count>
      Given a customer with a credit limit
      When the customer buys <count> items for pick-up at the store
      Then it is accepted
      And each "facility_status" is "pending_collection_customer"

      Examples:
        | count |
        | 1     |
        | 3     |

    Scenario: Behind an item that is delivered
      Given a customer with a credit limit
      When the customer buys two items of different types
      Then it is accepted
      And each item for pick-up at the store is "pending_collection_customer"

    Scenario: Bought again, with the same item_code, once it was collected, if the service accepts it
      Given a customer with a credit limit for this check only
      When the customer buys an item again that was collected
      Then each item for pick-up at the store is "pending_collection_customer"

    @whole-run
    Scenario: Every item for pick-up at the store of the run
      Given a purchase
      When every answer to "create-purchases" for "store-pickup" is gathered
      Then each "facility_status" is "pending_collection_customer"

  @STA-02 @stated @section-3 @section-4.8 @endpoint-update-purchases @owns-answered
  Rule: Collected: an update to collected_by_agent must return that status

    @whole-run
    Scenario: Every update of the run
      Given a purchase was updated
      When every answer to "update-purchases" is gathered
      Then each "facility_status" is "collected_by_agent"

  @STA-03 @implied @section-3 @section-4.7 @endpoint-get-purchase @owns-kept
  Rule: Collected: a status change must be stored, not only returned
    A later get shows the record that the update returned. A status that only the update shows is no state.

    Scenario Outline: Each of <count> items
      Given a purchase of <count> items to be collected
      And all its items were updated to "collected_by_agent"
      When each of its items is fetched
      Then "data" is the record that the update returned

      Examples:
        | count |
        | 1     |
        | 3     |

    Scenario Outline: An item by <delivery_option>
      Given a purchase by "<delivery_option>" and "<preferred_option>" to be collected
      And it is "pending_collection_customer": of another status nothing is documented
      And all its items were updated to "collected_by_agent"
      When each of its items is fetched
      Then "data" is the record that the update returned

      Examples:
        | delivery_option          | preferred_option |
        | customer_provider_pickup | delivery         |
        | store_delivery           | delivery         |
        | provider_delivery        | pick_up          |
        | agent_delivery           | delivery         |

    Scenario: An item that was fetched before the update, and three times after
      Given a purchase of 2 items
      And its second item was fetched
      And all its items were updated to "collected_by_agent"
      When its second item is fetched 3 times
      Then "data" is the record that the update returned

    Scenario: Two items of one order, updated at once
      Given a purchase of 2 items
      And its items were updated to "collected_by_agent" at once
      When each of its items is fetched
      Then "data" is the record that the update returned

    Scenario: One item of an order, updated while the other is cancelled
      Given a purchase of 2 items, whose first was updated while its second was cancelled
      When its first item is fetched
      Then "data" is the record that the update returned

    Scenario: The fifth and the last of 12 items
      Given a purchase of 12 items to be collected
      And all its items were updated to "collected_by_agent"
      When the fifth and the last of its updated items are fetched
      Then "data" is the record that the update returned

    Scenario: Two of three items, at the other form of the path, if the service serves it
      Given a purchase of 3 items, whose first two were updated at the other form of the path, if the target serves it
      When each of its items is fetched
      Then "data" is the record that the update returned

    Scenario: Items of two orders, updated in one call
      Given two purchases of one customer
      And the items of both were updated to "collected_by_agent" in one call, if the target permits it
      When each item of the other is fetched
      Then each "facility_status" is "collected_by_agent"

  @STA-04 @implied @section-3 @section-4.8 @endpoint-update-purchases @owns-untouched
  Rule: A move of one item must not change the other items of its order
    Only the items that the request names move.

    Scenario: One of three is collected
      Given a purchase of 3 identical items
      And its second item was updated to "collected_by_agent"
      When its other items are fetched
      Then "data" is the record that create returned

    Scenario: One of three is cancelled
      Given a purchase of 3 identical items
      And its second item was cancelled
      When its other items are fetched
      Then "data" is the record that create returned

    Scenario: One of three collected items is cancelled
      Given a purchase of 3 identical items
      And all its items were updated to "collected_by_agent"
      And its second item was cancelled
      When its other items are fetched
      Then each item is as the last call about it left it

    Scenario: The item for pick-up is collected, and the other is delivered
      Given a purchase of two items of different types
      And its second item was updated to "collected_by_agent"
      When its first item is fetched
      Then "data" is the record that create returned

    Scenario: The item for pick-up is cancelled, and the other is delivered
      Given a purchase of two items of different types
      And its second item was cancelled
      When its first item is fetched
      Then "data" is the record that create returned

    Scenario: The second of two identical items with one item_code is collected
      Given a purchase of two identical items with one item_code to collect, if the service accepts it
      And its second item was updated to "collected_by_agent"
      When its first item is fetched
      Then "data" is the record that create returned

    Scenario: The second of two identical items with one item_code is cancelled
      Given a purchase of two identical items with one item_code, if the service accepts it
      And its second item was cancelled
      When its first item is fetched
      Then "data" is the record that create returned

    Scenario: An order of another customer
      Given a purchase of 2 items
      And another customer's purchase of 2 items
      And all items of the other purchase were updated to "collected_by_agent"
      When each of its items is fetched
      Then "data" is the record that create returned

  @STA-05 @stated @section-3 @section-4.9 @endpoint-cancel-purchase @owns-status @case-of-several @case-delivery
  Rule: Cancelled: the service must cancel an item that is not collected

    Scenario: Waiting for collection
      Given a purchase of one item
      When its first item is cancelled
      Then it is accepted

    Scenario Outline: An item by <delivery_option>
      When an item bought by "<delivery_option>" and "<preferred_option>" is cancelled
      Then it is accepted

      Examples:
        | delivery_option          | preferred_option |
        | customer_provider_pickup | delivery         |
        | store_delivery           | delivery         |
        | provider_delivery        | pick_up          |
        | agent_delivery           | delivery         |

    Scenario: An item worth nearly the whole limit
      When an item worth nearly the whole limit is cancelled
      Then it is accepted

    Scenario Outline: The <nth> item of three
      Given a purchase of 3 items
      When its <nth> item is cancelled
      Then it is accepted

      Examples:
        | nth    |
        | second |
        | third  |

    Scenario: The fifth of 12 items
      When the fifth of 12 items is cancelled
      Then it is accepted

    Scenario: The last of 12 items
      Given a purchase of 12 items
      When its last item is cancelled
      Then it is accepted

  @STA-08 @stated @section-3 @section-4.9 @endpoint-cancel-purchase @owns-status @case-collected
  Rule: Cancelled: the service must cancel a collected item too

    Scenario: Collected by an agent
      Given a purchase of one item
      And its first item was updated to "collected_by_agent"
      When its first item is cancelled
      Then it is accepted

  @STA-06 @implied @section-3 @endpoint-cancel-purchase @owns-left
  Rule: Cancelled: a cancelled item must not show the status that it had before
    The specification does not name the new status, and the item may be gone. But it must have left the old status.

    Scenario: Cancelled while waiting for collection
      When an item that was bought and then cancelled is looked at
      Then it is gone, or its "facility_status" is not "pending_collection_customer"

    Scenario Outline: Cancelled before it went out by <delivery_option>
      When an item bought by "<delivery_option>" and "<preferred_option>" and then cancelled is looked at
      Then it is gone, or its "facility_status" is not "pending_collection_customer"

      Examples:
        | delivery_option          | preferred_option |
        | customer_provider_pickup | delivery         |
        | store_delivery           | delivery         |
        | provider_delivery        | pick_up          |
        | agent_delivery           | delivery         |

    Scenario: Cancelled, as the fifth of 12 items
      When the fifth of 12 items that was cancelled is looked at
      Then it is gone, or its "facility_status" is not "pending_collection_customer"

    Scenario: Cancelled after it was collected and fetched
      When an item that was collected and fetched and then cancelled is looked at
      Then it is gone, or its "facility_status" is not "collected_by_agent"

    Scenario: Cancelled, and worth nearly the whole limit
      When an item worth nearly the whole limit that was cancelled is looked at
      Then it is gone, or its "facility_status" is not "pending_collection_customer"

    Scenario: Cancelled twice
      When an item that was cancelled twice is looked at
      Then it is gone, or its "facility_status" is not "pending_collection_customer"

    @alone
    Scenario: Cancelled, and then updated, if the service refuses the update
      When an item whose update was refused after its cancel is looked at
      Then it is gone, or its "facility_status" is not "collected_by_agent"

    Scenario: Cancelled before another item of its order was collected
      When an item that was cancelled before another of its order was collected is looked at
      Then it is gone, or its "facility_status" is not "pending_collection_customer"
      And it is gone, or its "facility_status" is not "collected_by_agent"

    Scenario: Cancelled while another item of its order was updated
      When an item that was cancelled while another of its order was updated is looked at
      Then it is gone, or its "facility_status" is not "pending_collection_customer"

  @STA-07 @implied @section-3 @section-4.6 @section-4.7 @section-4.8 @section-4.9
  Rule: The status of an item must depend on the moves of this item only
    The table gives each move its condition and its next state, and names no other influence.

    @long
    Scenario: A walk through the state table
      When two customers create, get, update and cancel items of every type, in an order drawn from the seed
      Then every answer agrees with the state table

  @STA-09 @implied @section-3 @section-4.8 @section-4.9 @endpoint-update-purchases @owns-other-orders
  Rule: A move of an item must not change items of other orders, whatever they have in common
    An update and a cancel name items by id, and by nothing else.

    Scenario Outline: The same <what>, by <who>
      Given a purchase, and an order with the same <what> by <who>
      When the item of the later order is updated and then cancelled
      Then the earlier order is unchanged

      Examples:
        | what      | who               |
        | order_id  | the same customer |
        | order_id  | another customer  |
        | item_code | the same customer |
        | item_code | another customer  |
        | details   | the same customer |
        | items     | the same customer |
