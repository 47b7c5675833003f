@purchases @endpoint-get-purchase
Feature: Get purchase
  GET /api/v2/purchases/:purchases_id returns one purchase item.

  @GET-01 @stated @section-4.7 @section-7 @owns-status
  Rule: Getting a purchase item must return HTTP status 200

    @whole-run
    Scenario: Every purchase item fetched in the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each call is answered with 200

  @GET-02 @implied @section-1 @owns-json
  Rule: Every successful response to get purchase must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each answer is JSON

  @GET-03 @stated @section-1 @section-4.7 @section-9
  Rule: Every successful response to get purchase must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each answer matches "api-version"

  @GET-04 @stated @section-1 @section-4.7 @owns-envelope-status
  Rule: Every successful response to get purchase must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each "status" repeats the HTTP status

  @GET-05 @stated @section-1
  Rule: A successful response to get purchase must not contain request_id

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each answer matches "no-request-id"

  @GET-06 @implied @section-4.7 @section-4.6 @owns-order-id
  Rule: The response must contain order_id, a string, beside data
    Section 4.7 lists the member. Section 4.6 gives its type.

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each answer matches "order-id"

  @GET-07 @stated @section-2.3 @section-4.7 @owns-data
  Rule: data must be one purchase item record with every member in its documented type and format

    @whole-run
    Scenario: Every record of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each answer matches "get-purchase-data"

  @GET-08 @implied @section-4.7 @section-2.3 @owns-echo
  Rule: Get purchase must return the record that create purchases returned
    Both responses are records of the same item, and nothing happened in between.

    Scenario Outline: An item of <item_type>
      Given a purchase whose "item_type" is "<item_type>"
      When the purchase is fetched
      Then "data" is the record that create returned

      Examples:
        | item_type    |
        | phone        |
        | tv           |
        | laptop       |
        | tablet       |
        | home_theater |
        | furniture    |
        | fridge       |
        | cooker       |
        | other        |

    Scenario Outline: By <delivery_option> with <preferred_option>
      Given a purchase by "<delivery_option>" and "<preferred_option>"
      When the purchase is fetched
      Then "data" is the record that create returned

      Examples:
        | delivery_option          | preferred_option |
        | customer_store_pickup    | pick_up          |
        | customer_provider_pickup | delivery         |
        | store_delivery           | delivery         |
        | provider_delivery        | pick_up          |
        | agent_delivery           | delivery         |

    Scenario: The first, the fifth and the last of 12 items
      Given a purchase of 12 items that nothing changes
      When its first two, its fifth and its last two items are fetched
      Then "data" is the record that create returned

    Scenario: The last of forty items, if the service accepts so many
      When the last of forty items is fetched, if the service accepts so many
      Then "data" is the record that create returned

    Scenario: Each of two items that share nothing
      When each of two items of different types is fetched
      Then "data" is the record that create returned

    Scenario Outline: An item described as <text>
      Given a purchase whose "item_description" is "<text>"
      When the purchase is fetched
      Then "data" is the record that create returned

      Examples:
        | text                                   |
        | 55" Fernseher, grau/weiß – «neu» 100 % |
        | 📺 with a remote                       |
        | a long text                            |
        | a drawn text                           |

    Scenario: An item with an item_code that is not short
      Given a purchase whose "item_code" is "SKU/2024-01:7+é"
      When the purchase is fetched
      Then "data" is the record that create returned

    Scenario Outline: An item worth <price>
      Given a purchase worth <price>
      When the purchase is fetched
      Then "data" is the record that create returned

      Examples:
        | price                    |
        | 1                        |
        | nine tenths of the limit |

    Scenario: For the tenth time
      Given a purchase
      When the purchase is fetched 10 times
      Then "data" is the record that create returned

    Scenario: Two orders of one customer that arrived at once
      Given two purchases of one customer at once
      When each item of both is fetched
      Then "data" is the record that create returned

  @GET-09 @implied @section-4.7 @section-4.6
  Rule: Get purchase must return the order_id of the order that created the item
    The item belongs to the order of the request that created it.

    Scenario Outline: An order numbered <order_id>
      Given a purchase under an order number of <order_id>
      When the purchase is fetched
      Then each order_id is that of the item's order

      Examples:
        | order_id       |
        | five digits    |
        | nine digits    |
        | beyond 32 bits |

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each order_id is that of the item's order

  @GET-10 @implied @section-2.1 @section-4.7 @owns-own-purchases
  Rule: The purchases of one customer must not show in another customer's purchases
    A purchase belongs to the customer whose customer_id created it.

    Scenario: Two customers buy alternately
      Given a purchase of 2 items that nothing changes
      And another customer's purchase of 2 items
      When each item of both is fetched
      Then "data" is the record that create returned

  @GET-11 @implied @section-4.7
  Rule: Get purchase with an unknown id must not return another item
    The path names the item. The service may refuse an unknown id in any way, but must not take it for another item.
    It must serve a known id afterwards as before.

    Scenario: Ids similar to that of an item, and one similar to none
      Given a purchase of one item
      When unknown items are fetched
      Then no data of another is returned

  @GET-12 @implied @section-4.7 @section-3
  Rule: An item must stay as it is while no call names it
    Section 3 lists what moves an item. Neither time nor a call about another item does.

    Scenario: One of two items, while the other is collected
      Given a purchase of 2 items
      And its first item was updated to "collected_by_agent"
      When its second item is fetched
      Then each item is as the last call about it left it

    @completing
    Scenario: Ten items from all over the run that nobody moved
      Given a purchase
      When 10 items that nobody moved are fetched
      Then each item is as the last call about it left it

    @completing
    Scenario: The first four items that were updated
      Given a purchase was updated
      When the first 4 items that were updated are fetched
      Then each item is as the last call about it left it
