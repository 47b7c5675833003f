@purchases @endpoint-create-purchases
Feature: What a partner sends to create purchases
  POST /api/v2/purchases finances the items of an order.

  @PCP-01 @stated @section-4.6 @owns-address
  Rule: A create purchases request goes to a documented path, by its method

    Scenario: Every request
      Given what the partner sent
      When every "create-purchases" request is read
      Then each goes to a documented path, by its method

  @PCP-02 @stated @section-5 @owns-authorization
  Rule: A create purchases request carries the access token as a bearer token

    Scenario: Every request
      Given what the partner sent
      When every "create-purchases" request is read
      Then each carries the access token as a bearer token

  @PCP-03 @stated @section-1 @owns-content-type
  Rule: A create purchases request says that its body is JSON

    Scenario: Every request
      Given what the partner sent
      When every "create-purchases" request is read
      Then each says that its body is JSON

  @PCP-04 @stated @section-1 @section-4.6 @owns-body
  Rule: The body of a create purchases request is one JSON object

    Scenario: Every request
      Given what the partner sent
      When every "create-purchases" request is read
      Then each body is one JSON object

  @PCP-05 @implied @section-5 @section-2.4 @owns-secret
  Rule: The address of a create purchases request gives no secret away
    Section 5 gives the token a header of its own, and 2.4 a password its place in a body; an
    address is written into the logs of everybody on the way.

    Scenario: Every request
      Given what the partner sent
      When every "create-purchases" request is read
      Then none gives a secret away in its address

  @PCP-06 @stated @section-2.1 @owns-customer-id
  Rule: customer_id is the id of a customer, a UUID

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member      |
        | customer_id |

  @PCP-07 @stated @section-2.1 @owns-order-id
  Rule: order_id identifies the order

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member   |
        | order_id |

  @PCP-08 @stated @section-2.1 @owns-items
  Rule: items is an array of items

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member |
        | items  |

  @PCP-09 @stated @section-2.2 @owns-item-type
  Rule: Every item is of one of the nine types

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member            |
        | items.#.item_type |

  @PCP-10 @stated @section-2.2
  @owns-item-brand @owns-item-description @owns-item-code
  Rule: Every item has brand, description and code

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member                   |
        | items.#.item_brand       |
        | items.#.item_description |
        | items.#.item_code        |

  @PCP-11 @stated @section-2.2 @owns-item-store-key
  Rule: Every item carries the store key that the partner was given

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member            |
        | items.#.store_key |

  @PCP-12 @stated @section-2.2 @owns-item-delivery-option
  Rule: Every delivery_option is one of the five

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member                  |
        | items.#.delivery_option |

  @PCP-13 @stated @section-2.2 @owns-item-preferred-option
  Rule: Every preferred_option is one of the two

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member                   |
        | items.#.preferred_option |

  @PCP-14 @stated @section-2.2 @owns-item-facility-plan
  Rule: facility_plan of every item is provider_regular_plan

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member                |
        | items.#.facility_plan |

  @PCP-15 @stated @section-2.2 @owns-item-value
  Rule: Every item has a price

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member             |
        | items.#.item_value |

  @PCP-16 @optional @stated @section-2.2 @owns-item-topup @owns-item-topup-ref
  Rule: item_topup and topup_ref, where they are, are strings

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member             |
        | items.#.item_topup |
        | items.#.topup_ref  |

  @PCP-17 @implied @section-2.1 @section-2.8 @section-2.9 @owns-customer
  Rule: It is for a customer whom the service gave
    The id identifies a customer of the service, and only the service gives such ids.

    Scenario: Every request
      Given what the partner sent
      When every "create-purchases" request is read
      Then each customer is one whom the service gave

  @PCP-18 @implied @section-2.2 @owns-blank
  Rule: Brand, description and code of no item are blank
    The tables require the text for what it says, and a blank one says nothing.

    Scenario: Every request
      Given what the partner sent
      When every "create-purchases" request is read
      Then none of its required texts is blank

  @PCP-19 @implied @section-2.2 @owns-negative
  Rule: No item has a negative price
    A price below nothing cannot be financed. An item that is given away is possible, and is no fault.

    Scenario: Every request
      Given what the partner sent
      When every "create-purchases" request is read
      Then no amount is negative

  @PCP-20 @implied @section-2.1 @section-4.6 @owns-items-count
  Rule: An order has an item
    Purchases are the items of an order: one without any creates nothing.

    Scenario: Every request
      Given what the partner sent
      When every "create-purchases" request is read
      Then each has an item
