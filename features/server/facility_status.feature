@purchases
Feature: Facility status
  The documented moves of a purchase item. A move is a change of its status. It must happen, and the service must store it.

  @STA-01 @stated @section-3 @endpoint-create-purchases
  Rule: Created: a new item for customer_store_pickup and pick_up must be pending_collection_customer

    Scenario Outline: An order of <items> for pick-up
      Given a customer with a credit limit
      When the customer buys <items> for pick-up at the store
      Then the call is accepted
      And each "facility_status" is "pending_collection_customer"

      Examples:
        | items    |
        | one item |
        | 3 items  |

    Scenario: An item for pick-up after an item for delivery
      Given a customer with a credit limit
      When the customer buys two items of different types
      Then the call is accepted
      And each item for pick-up at the store is "pending_collection_customer"

    Scenario: A collected item that is bought again with the same item_code, if the service accepts it
      Given a customer with a credit limit whom no other check uses
      When the customer buys a collected item again, if the service accepts it
      Then each item for pick-up at the store is "pending_collection_customer"

    @whole-run
    Scenario: Every item for pick-up at the store of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" for "store-pickup" are read
      Then each "facility_status" is "pending_collection_customer"

  @STA-02 @stated @section-3 @section-4.8 @endpoint-update-purchases @owns-answered
  Rule: Collected: an update to collected_by_agent must return that status

    @whole-run
    Scenario: Every update of the run
      Given at least one purchase was updated
      When all responses of the run to "update-purchases" are read
      Then each "facility_status" is "collected_by_agent"

  @STA-03 @implied @section-3 @section-4.7 @endpoint-get-purchase @owns-kept
  Rule: Collected: a status change must be stored, not only returned
    A later get must show the record that the update returned. If only the response to the update shows the new status,
    the service did not store it.

    Scenario Outline: Each item of a purchase of <items>
      Given a purchase of <items> to be collected
      And all items of the purchase were updated to "collected_by_agent"
      When each item of the purchase is fetched
      Then "data" is the record that the update returned

      Examples:
        | items    |
        | one item |
        | 3 items  |

    Scenario Outline: delivery_option <delivery_option> with preferred_option <preferred_option>
      Given a purchase with delivery_option "<delivery_option>" and preferred_option "<preferred_option>" to be collected
      And all items of the purchase were updated to "collected_by_agent", if the service permits it from their status
      When each item of the purchase is fetched
      Then "data" is the record that the update returned

      Examples:
        | delivery_option          | preferred_option |
        | customer_provider_pickup | delivery         |
        | store_delivery           | delivery         |
        | provider_delivery        | pick_up          |
        | agent_delivery           | delivery         |
        | customer_store_pickup    | delivery         |
        | customer_provider_pickup | pick_up          |
        | store_delivery           | pick_up          |
        | provider_delivery        | delivery         |
        | agent_delivery           | pick_up          |

    Scenario: An item worth nearly the whole limit
      Given a purchase that no other check uses, worth nine tenths of the limit
      And all items of the purchase were updated to "collected_by_agent"
      When each item of the purchase is fetched
      Then "data" is the record that the update returned

    Scenario: An item that was fetched before the update, and three times after
      Given a purchase of 2 items
      And the second item of the purchase was fetched
      And all items of the purchase were updated to "collected_by_agent"
      When the second item of the purchase is fetched 3 times
      Then "data" is the record that the update returned

    Scenario: An item for delivery that was fetched before the update
      Given a purchase of 2 items for delivery
      And the items of the purchase are "pending_collection_customer", the only status from which an update is documented
      And the second item of the purchase was fetched
      And the second item of the purchase was updated to "collected_by_agent"
      When the second item of the purchase is fetched
      Then "data" is the record that the update returned

    Scenario: Three items of one order, updated in parallel while the fourth is cancelled
      Given a purchase of 4 items, of which each but the last was updated while the last was cancelled
      When each updated item of the purchase is fetched
      Then "data" is the record that the update returned

    Scenario: An item that was updated twice, if the service accepts the second update
      Given a purchase of one item
      And the first item of the purchase was updated to "collected_by_agent"
      And the first item of the purchase was updated again to "collected_by_agent", if the service accepts it
      When the first item of the purchase is fetched
      Then each "facility_status" is "collected_by_agent"

    Scenario: The fifth and the last of 12 items
      Given a purchase of 12 items to be collected
      And all items of the purchase were updated to "collected_by_agent"
      When the fifth and the last updated item of the purchase are fetched
      Then "data" is the record that the update returned

    Scenario: Two of three items, at the other form of the path, if the service supports it
      Given a purchase of 3 items, of which the first was fetched, and then the first two were updated at the other form of the path, if the service supports it
      When each item of the purchase is fetched
      Then "data" is the record that the update returned

    Scenario: Items of two orders, updated in one call
      Given two purchases of one customer
      And the items of both purchases were updated to "collected_by_agent" in one call, if the service permits it
      When each item of the second purchase is fetched
      Then each "facility_status" is "collected_by_agent"

  @STA-04 @implied @section-3 @section-4.8 @endpoint-update-purchases @owns-untouched
  Rule: An update or a cancel of one item must not change the other items of its order
    An update and a cancel change only the items that the request names.

    Scenario: One of three items is collected
      Given a purchase of 3 identical items
      And the second item of the purchase was updated to "collected_by_agent"
      When the other items of the purchase are fetched
      Then "data" is the record that create purchases returned

    Scenario: One of three items is cancelled
      Given a purchase of 3 identical items
      And the second item of the purchase was cancelled
      When the other items of the purchase are fetched
      Then "data" is the record that create purchases returned

    Scenario: The first of two items is collected
      Given a purchase of 2 items
      And the first item of the purchase was updated to "collected_by_agent"
      When the second item of the purchase is fetched
      Then "data" is the record that create purchases returned

    Scenario: The first of two items is cancelled
      Given a purchase of 2 items
      And the first item of the purchase was cancelled
      When the second item of the purchase is fetched
      Then "data" is the record that create purchases returned

    Scenario: One of three collected items is cancelled
      Given a purchase of 3 identical items
      And all items of the purchase were updated to "collected_by_agent"
      And the second item of the purchase was cancelled
      When the other items of the purchase are fetched
      Then each item is as it was after the last call that created or changed it

    Scenario: The item for pick-up is collected, and the other is delivered
      Given a purchase of two items of different types
      And the second item of the purchase was updated to "collected_by_agent"
      When the first item of the purchase is fetched
      Then "data" is the record that create purchases returned

    Scenario: The item for pick-up is cancelled, and the other is delivered
      Given a purchase of two items of different types
      And the second item of the purchase was cancelled
      When the first item of the purchase is fetched
      Then "data" is the record that create purchases returned

    Scenario: The second of two items for delivery is collected
      Given a purchase of 2 items for delivery
      And the items of the purchase are "pending_collection_customer", the only status from which an update is documented
      And the second item of the purchase was updated to "collected_by_agent"
      When the first item of the purchase is fetched
      Then "data" is the record that create purchases returned

    Scenario: The first of two items for delivery is cancelled
      Given a purchase of 2 items for delivery
      And the first item of the purchase was cancelled
      When the second item of the purchase is fetched
      Then "data" is the record that create purchases returned

    Scenario: The second of 6 items is collected
      Given a purchase of 6 items
      And the second item of the purchase was updated to "collected_by_agent"
      When the other items of the purchase are fetched
      Then "data" is the record that create purchases returned

    Scenario: The second of 6 items is cancelled
      Given a purchase of 6 items
      And the second item of the purchase was cancelled
      When the other items of the purchase are fetched
      Then "data" is the record that create purchases returned

    Scenario: The second of two identical items with the same item_code is collected
      Given a purchase of two identical items with the same item_code, to be collected, if the service accepts it
      And the second item of the purchase was updated to "collected_by_agent"
      When the first item of the purchase is fetched
      Then "data" is the record that create purchases returned

    Scenario: The second of two identical items with the same item_code is cancelled
      Given a purchase of two identical items with the same item_code, if the service accepts it
      And the second item of the purchase was cancelled
      When the first item of the purchase is fetched
      Then "data" is the record that create purchases returned

    @alone
    Scenario: An order of another customer is collected
      Given a purchase of 2 items
      And another customer's purchase of 2 items
      And all items of the other purchase were updated to "collected_by_agent"
      When each item of the purchase is fetched
      Then "data" is the record that create purchases returned

  @STA-05 @stated @section-3 @section-4.9 @endpoint-cancel-purchase @owns-status @case-of-several @case-delivery
  Rule: Cancelled: the service must cancel an item that is not collected

    Scenario: An item that is pending collection
      Given a purchase of one item
      When the first item of the purchase is cancelled
      Then the call is accepted

    Scenario Outline: delivery_option <delivery_option> with preferred_option <preferred_option>
      When an item with delivery_option "<delivery_option>" and preferred_option "<preferred_option>" is cancelled
      Then the call is accepted

      Examples:
        | delivery_option          | preferred_option |
        | customer_provider_pickup | delivery         |
        | store_delivery           | delivery         |
        | provider_delivery        | pick_up          |
        | agent_delivery           | delivery         |
        | customer_store_pickup    | delivery         |
        | customer_provider_pickup | pick_up          |
        | store_delivery           | pick_up          |
        | provider_delivery        | delivery         |
        | agent_delivery           | pick_up          |

    Scenario: One of two items, after the other item was collected
      Given a purchase of 2 items
      And the first item of the purchase was updated to "collected_by_agent"
      When the second item of the purchase is cancelled
      Then the call is accepted

    Scenario: One of two items, after the other item was cancelled
      Given a purchase of 2 items
      And the first item of the purchase was cancelled
      When the second item of the purchase is cancelled
      Then the call is accepted

    Scenario: An item worth nearly the whole limit
      When an item worth nearly the whole limit is cancelled
      Then the call is accepted

    @alone
    Scenario: A collected item of the customer who bought the most items
      Given a purchase of the customer who bought the most items
      And all items of the purchase were updated to "collected_by_agent"
      When the first item of the purchase is cancelled
      Then the call is accepted

    Scenario Outline: The <nth> item of three
      Given a purchase of 3 items
      When the <nth> item of the purchase is cancelled
      Then the call is accepted

      Examples:
        | nth    |
        | second |
        | third  |

    Scenario: The fifth of 12 items
      When the fifth of 12 items is cancelled
      Then the call is accepted

    Scenario: The last of 12 items
      When the last of 12 items is cancelled
      Then the call is accepted

  @STA-08 @stated @section-3 @section-4.9 @endpoint-cancel-purchase @owns-status @case-collected
  Rule: Cancelled: the service must cancel a collected item too

    Scenario: An item that an agent collected
      Given a purchase of one item
      And the first item of the purchase was updated to "collected_by_agent"
      When the first item of the purchase is cancelled
      Then the call is accepted

    Scenario: One of two items that an agent collected
      Given a purchase of 2 items
      And all items of the purchase were updated to "collected_by_agent"
      When the second item of the purchase is cancelled
      Then the call is accepted

    Scenario: One of three items that an agent collected
      Given a purchase of 3 items
      And all items of the purchase were updated to "collected_by_agent"
      When the second item of the purchase is cancelled
      Then the call is accepted

    Scenario Outline: Collected with delivery_option <delivery_option> and preferred_option <preferred_option>
      When an item with delivery_option "<delivery_option>" and preferred_option "<preferred_option>" is collected, then cancelled
      Then the call is accepted

      Examples:
        | delivery_option          | preferred_option |
        | customer_provider_pickup | delivery         |
        | store_delivery           | pick_up          |
        | agent_delivery           | delivery         |

  @STA-06 @implied @section-3 @endpoint-cancel-purchase @owns-left
  Rule: Cancelled: a cancelled item must not show the status that it had before
    The specification does not name the new status, and the service may no longer return the item.
    But the item must not keep the old status.

    Scenario: Cancelled while pending collection
      When an item is bought, then cancelled, then fetched
      Then the item is not found, or its "facility_status" is not "pending_collection_customer"

    Scenario Outline: Cancelled with delivery_option <delivery_option> and preferred_option <preferred_option>
      When an item with delivery_option "<delivery_option>" and preferred_option "<preferred_option>" is cancelled, then fetched
      Then the item is not found, or its "facility_status" is not "pending_collection_customer"

      Examples:
        | delivery_option          | preferred_option |
        | customer_provider_pickup | delivery         |
        | store_delivery           | delivery         |
        | provider_delivery        | pick_up          |
        | agent_delivery           | delivery         |
        | customer_store_pickup    | delivery         |
        | customer_provider_pickup | pick_up          |
        | store_delivery           | pick_up          |
        | provider_delivery        | delivery         |
        | agent_delivery           | pick_up          |

    Scenario: Cancelled as the fifth of 12 items
      When the fifth of 12 items is cancelled, then fetched
      Then the item is not found, or its "facility_status" is not "pending_collection_customer"

    Scenario: Cancelled after it was collected
      When an item is collected, then cancelled, then fetched
      Then the item is not found, or its "facility_status" is not "collected_by_agent"

    Scenario: Cancelled after it was collected and fetched
      When an item is collected and fetched, then cancelled, then fetched
      Then the item is not found, or its "facility_status" is not "collected_by_agent"

    Scenario: Cancelled with a price of nearly the whole limit
      When an item worth nearly the whole limit is cancelled, then fetched
      Then the item is not found, or its "facility_status" is not "pending_collection_customer"

    Scenario: Cancelled twice
      When an item is cancelled twice, then fetched
      Then the item is not found, or its "facility_status" is not "pending_collection_customer"

    @alone
    Scenario: Cancelled and then updated, if the service refuses the update
      When an item is cancelled, then updated, then fetched, if the service refuses the update
      Then the item is not found, or its "facility_status" is not "collected_by_agent"

    Scenario: Cancelled before another item of its order was collected
      When an item is cancelled, then another item of its order is collected, then the cancelled item is fetched
      Then the item is not found, or its "facility_status" is not "pending_collection_customer"
      And the item is not found, or its "facility_status" is not "collected_by_agent"

    Scenario: Cancelled as the last of 12 items
      When the last of 12 items is cancelled, then fetched
      Then the item is not found, or its "facility_status" is not "pending_collection_customer"

    Scenario: Cancelled as the last item of an order of two
      When both items of an order are cancelled, then the second is fetched
      Then the item is not found, or its "facility_status" is not "pending_collection_customer"

    Scenario: Cancelled while another item of its order was updated
      When an item is cancelled while another item of its order is updated, then the cancelled item is fetched
      Then the item is not found, or its "facility_status" is not "pending_collection_customer"

    @completing
    Scenario: Three cancelled items, fetched at the end of the run
      Given at least one purchase was cancelled
      When the first 3 items that a get showed as cancelled are fetched
      Then the item is not found, or its "facility_status" is not "pending_collection_customer"

  @STA-07 @implied @section-3 @section-4.6 @section-4.7 @section-4.8 @section-4.9
  Rule: The status of an item must depend only on updates and cancels of this item
    For each status change, the table gives the condition and the next state. It names no other influence.

    @long
    Scenario: A random sequence of calls
      When two customers create, get, update and cancel items of every type, in a random order
      Then every response agrees with the state table

  @STA-09 @implied @section-3 @section-4.8 @section-4.9 @endpoint-update-purchases @owns-other-orders
  Rule: An update or a cancel of an item must not change items of other orders, whatever they have in common
    An update and a cancel name items by id, and by nothing else.

    Scenario Outline: The same <what>, by <who>
      Given a purchase, and a later order with the same <what> by <who>
      When the item of the later order is updated and then cancelled
      Then the earlier order is unchanged

      Examples:
        | what                       | who               |
        | order_id                   | the same customer |
        | order_id                   | another customer  |
        | item_code                  | the same customer |
        | item_code                  | another customer  |
        | item details               | the same customer |
        | item details and item_code | the same customer |
