@purchases @endpoint-get-purchase
Feature: Get purchase
  GET /api/v2/purchases/:purchases_id returns one purchase item.

  @GET-01 @stated @section-4.7 @section-7 @owns-status
  Rule: Getting a purchase item must return HTTP status 200

    @whole-run
    Scenario: Every purchase item fetched in the run
      Given at least one purchase was fetched
      When all responses of the run to "get-purchase" are read
      Then each response has HTTP status 200

  @GET-02 @implied @section-1 @owns-json
  Rule: Every successful response to get purchase must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was fetched
      When all responses of the run to "get-purchase" are read
      Then each response is JSON

  @GET-03 @stated @section-1 @section-4.7 @section-9
  Rule: Every successful response to get purchase must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was fetched
      When all responses of the run to "get-purchase" are read
      Then each response matches the schema "api-version"

  @GET-04 @stated @section-1 @section-4.7 @owns-envelope-status
  Rule: Every successful response to get purchase must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was fetched
      When all responses of the run to "get-purchase" are read
      Then each "status" equals the HTTP status

  @GET-05 @stated @section-1
  Rule: A successful response to get purchase must not contain request_id

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was fetched
      When all responses of the run to "get-purchase" are read
      Then each response matches the schema "no-request-id"

  @GET-06 @stated @section-4.7 @owns-order-id
  Rule: The response must contain order_id beside data
    Section 4.7 lists the member and gives no type: a string, as section 4.6 has it, or an integer, as section 2.1 has it.

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was fetched
      When all responses of the run to "get-purchase" are read
      Then each response matches the schema "get-order-id"

  @GET-07 @stated @section-2.3 @section-4.7 @owns-data
  Rule: data must be one purchase item record with every member in its documented type and format

    @whole-run
    Scenario: Every record of the run
      Given at least one purchase was fetched
      When all responses of the run to "get-purchase" are read
      Then each response matches the schema "get-purchase-data"

  @GET-08 @implied @section-4.7 @section-2.3 @owns-echo
  Rule: Get purchase must return the record that create purchases returned
    Both responses are records of the same item, and nothing happened in between.

    Scenario Outline: item_type <item_type>
      Given a purchase whose "item_type" is "<item_type>"
      When the purchase is fetched
      Then "data" is the record that create purchases returned

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

    Scenario Outline: delivery_option <delivery_option> with preferred_option <preferred_option>
      Given a purchase with delivery_option "<delivery_option>" and preferred_option "<preferred_option>"
      When the purchase is fetched
      Then "data" is the record that create purchases returned

      Examples:
        | delivery_option          | preferred_option |
        | customer_store_pickup    | pick_up          |
        | customer_provider_pickup | delivery         |
        | store_delivery           | delivery         |
        | provider_delivery        | pick_up          |
        | agent_delivery           | delivery         |
        | customer_store_pickup    | delivery         |
        | customer_provider_pickup | pick_up          |
        | store_delivery           | pick_up          |
        | provider_delivery        | delivery         |
        | agent_delivery           | pick_up          |

    Scenario: Each of 12 items
      Given a purchase of 12 items that no check updates or cancels
      When each item of the purchase is fetched
      Then "data" is the record that create purchases returned

    Scenario: Each of two identical items with the same item_code, if the service accepts them
      Given a purchase of two identical items with the same item_code, to be fetched, if the service accepts it
      When each item of the purchase is fetched
      Then "data" is the record that create purchases returned

    Scenario: The last of forty items, if the service accepts forty items
      When the last of forty items is fetched, if the service accepts forty items
      Then "data" is the record that create purchases returned

    Scenario: Each of two items with different types and options
      When each of two items of different types is fetched
      Then "data" is the record that create purchases returned

    Scenario Outline: item_description <text>
      Given a purchase whose "item_description" is "<text>"
      When the purchase is fetched
      Then "data" is the record that create purchases returned

      Examples:
        | text                                   |
        | 55" Fernseher, grau/weiß – «neu» 100 % |
        | 📺 with a remote                       |
        | a long text                            |
        | a random text                          |

    Scenario Outline: <member> <how>, if the service accepts it
      When an item whose "<member>" is a text <how> is fetched, if the service accepts it
      Then "data" is the record that create purchases returned

      Examples: texts that create may return from the request, and get from a store that changed them
        | member           | how                          |
        | item_description | with a line break            |
        | item_description | with spaces around it        |
        | item_description | with combining characters    |
        | item_description | with template syntax         |
        | item_description | with the signs of a formula  |
        | item_description | with a web address           |
        | item_description | in quotes                    |
        | item_description | with words of SQL            |
        | item_description | with rare characters         |
        | item_description | with a carriage return       |
        | item_brand       | with two spaces in a row     |
        | item_brand       | with spaces around it        |
        | item_brand       | that reads null              |
        | item_brand       | that reads true              |
        | item_brand       | that reads as a date         |
        | item_brand       | that is a word of JavaScript |
        | item_brand       | that reads as a number       |
        | item_brand       | of 60 characters             |
        | item_brand       | of 300 characters            |
        | item_code        | of 100 characters            |
        | item_code        | that can be read as a number |
        | item_code        | with URL characters          |

    Scenario: An item with a long item_code
      Given a purchase whose "item_code" is "SKU/2024-01:7+é"
      When the purchase is fetched
      Then "data" is the record that create purchases returned

    Scenario Outline: An item worth <price>
      Given a purchase worth <price>
      When the purchase is fetched
      Then "data" is the record that create purchases returned

      Examples:
        | price                    |
        | 1                        |
        | nine tenths of the limit |

    @completing
    Scenario: An item worth far more than the limit, if the service accepts it
      When the item of an order worth far more than the limit is fetched, if the service accepts it
      Then "data" is the record that create purchases returned

    Scenario: Ten fetches
      Given a purchase
      When the purchase is fetched 10 times
      Then "data" is the record that create purchases returned

    Scenario: Two orders of one customer that arrived in parallel
      Given two purchases that one customer made in parallel
      When each item of both purchases is fetched
      Then "data" is the record that create purchases returned

  @GET-09 @implied @section-4.7 @section-4.6
  Rule: Get purchase must return the order_id of the order that created the item
    The item belongs to the order of the request that created it.

    Scenario Outline: An order_id of <size>
      Given a purchase whose order_id has <size>
      When the purchase is fetched
      Then each order_id is the order_id of the item's order

      Examples:
        | size              |
        | five digits       |
        | nine digits       |
        | more than 32 bits |

    @completing
    Scenario: An order_id of seventeen digits, if the service accepts it
      When the item of an order whose order_id has seventeen digits is fetched, if the service accepts it
      Then each order_id is the order_id of the item's order

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was fetched
      When all responses of the run to "get-purchase" are read
      Then each order_id is the order_id of the item's order

  @GET-10 @implied @section-2.1 @section-4.7 @owns-own-purchases
  Rule: Get purchase must not return values of another customer's purchase
    A purchase belongs to the customer whose customer_id created it.

    Scenario: Two customers buy alternately
      Given a purchase of 2 items that no check updates or cancels
      And another customer's purchase of 2 items
      When each item of both purchases is fetched
      Then "data" is the record that create purchases returned

  @GET-11 @implied @section-4.7
  Rule: Get purchase with an unknown id must not return another item
    The path names the item. The service may refuse an unknown id in any way, but must not treat it as the id of another item.
    The service must serve a known id afterwards as before.

    Scenario: Ids that are similar to a known id, and an id that is not
      Given a purchase of one item
      When items with unknown ids are fetched
      Then no data of another item is returned

  @GET-12 @implied @section-4.7 @section-3
  Rule: An item must stay as it is while no call names it
    Section 3 lists what changes an item. Time is not in the list, and a call about another item is not either.
    The service may change the status of an item by itself, but only to a status that section 3 does not name,
    and with a later updated_at.

    Scenario: One of two items, after the other item was collected
      Given a purchase of 2 items
      And the first item of the purchase was updated to "collected_by_agent"
      When the second item of the purchase is fetched
      Then each item is as it was after the last call that created or changed it

    @completing
    Scenario: Ten items of the run that no call has changed
      Given at least one purchase was made
      When 10 items that no call has changed are fetched
      Then each item is as it was after the last call that created or changed it

    @completing
    Scenario: The first four items that were updated
      Given at least one purchase was updated
      When the first 4 items that were updated are fetched
      Then each item is as it was after the last call that created or changed it
