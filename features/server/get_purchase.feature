@purchases @endpoint-get-purchase
Feature: Get purchase
  GET /api/v2/purchases/:purchases_id returns one purchase item.

  @GET-01 @stated @section-4.7 @section-7 @owns-status
  Rule: Getting a purchase item is answered with 200

    @whole-run
    Scenario: Every purchase item fetched in the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each call is answered with 200

  @GET-02 @implied @section-1 @owns-json
  Rule: Every answer to get purchase is JSON, and says so
    The specification has JSON bodies; a client can only know one by its Content-Type.

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each answer is JSON

  @GET-03 @stated @section-1 @section-4.7 @section-9
  Rule: Every answer to get purchase carries apiVersion, the string 2.0

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each answer matches "api-version"

  @GET-04 @stated @section-1 @section-4.7 @owns-envelope-status
  Rule: Every answer to get purchase carries status, the integer of its HTTP status

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each "status" repeats the HTTP status

  @GET-05 @stated @section-1
  Rule: No answer to get purchase carries request_id

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each answer matches "no-request-id"

  @GET-06 @implied @section-4.7 @section-4.6 @owns-order-id
  Rule: order_id stands beside data, as a string
    Section 4.7 lists the member; its type is the one that 4.6 gives it.

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each answer matches "order-id"

  @GET-07 @stated @section-2.3 @section-4.7 @owns-data
  Rule: data is one purchase item record, with every member, by type and format

    @whole-run
    Scenario: Every record of the run
      Given a purchase was fetched
      When every answer to "get-purchase" is gathered
      Then each answer matches "get-purchase-data"

  @GET-08 @implied @section-4.7 @section-2.3 @owns-echo
  Rule: Get gives back the record that create gave
    Both answers are records of the same item, and nothing happened in between.

    Scenario Outline: An item of <item_type>
      Given a purchase whose "item_type" is "<item_type>"
      When the purchase is fetched
      Then "data" is the record that create gave

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
      Then "data" is the record that create gave

      Examples:
        | delivery_option          | preferred_option |
        | customer_store_pickup    | pick_up          |
        | customer_provider_pickup | delivery         |
        | store_delivery           | delivery         |
        | provider_delivery        | pick_up          |
        | agent_delivery           | delivery         |

    Scenario Outline: Each of <count> items
      Given a purchase of <count> items that nothing changes
      When each of its items is fetched
      Then "data" is the record that create gave

      Examples:
        | count |
        | 2     |
        | 12    |

    Scenario Outline: An item described as <text>
      Given a purchase whose "item_description" is "<text>"
      When the purchase is fetched
      Then "data" is the record that create gave

      Examples:
        | text                                   |
        | 55" Fernseher, grau/weiß – «neu» 100 % |
        | 📺 with a remote                       |
        | a long text                            |
        | a drawn text                           |

    Scenario Outline: An item worth <price>
      Given a purchase worth <price>
      When the purchase is fetched
      Then "data" is the record that create gave

      Examples:
        | price                    |
        | 1                        |
        | nine tenths of the limit |

    Scenario: For the tenth time
      Given a purchase
      When the purchase is fetched 10 times
      Then "data" is the record that create gave

    Scenario: Two orders of one customer that arrived at once
      Given two purchases of one customer at once
      When each item of both is fetched
      Then "data" is the record that create gave

  @GET-09 @implied @section-4.7 @section-4.6
  Rule: Get gives back the order_id that the item was bought under
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

  @GET-10 @implied @section-2.1 @section-4.7
  Rule: The work of one customer never shows in another's
    A purchase belongs to the customer whose customer_id created it.

    Scenario: Two customers buy in turns
      Given a purchase of 2 items that nothing changes
      And another customer's purchase of 2 items
      When each item of both is fetched
      Then "data" is the record that create gave

  @GET-11 @implied @section-4.7
  Rule: An id that nobody gave has nobody's record
    The path names the item. What is unknown may be refused in any way, but is not another item; a known one is served
    after it as before.

    Scenario: Ids that are like that of an item, and one that is like none
      Given a purchase
      When items that nobody bought are fetched
      Then nobody's data is given
