@purchases @endpoint-create-purchases
Feature: What a partner sends to create purchases
  POST /api/v2/purchases finances the items of an order.

  @PCP-01 @stated @section-4.6 @owns-address
  Rule: A create purchases request must use a documented method and path

    Scenario: Every request
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each request uses a documented method and path

  @PCP-02 @stated @section-5 @owns-authorization
  Rule: A create purchases request must carry the access token as a bearer token

    Scenario: Every request
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each request carries the access token as a bearer token

  @PCP-03 @stated @section-1 @owns-content-type
  Rule: A create purchases request must declare its body as JSON

    Scenario: Every request
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each request declares its body as JSON

  @PCP-04 @stated @section-1 @section-4.6 @owns-body
  Rule: The body of a create purchases request must be one JSON object

    Scenario: Every request
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each body is one JSON object

  @PCP-05 @implied @section-5 @section-2.4 @owns-secret
  Rule: The URL of a create purchases request must not contain a secret
    Section 5 puts the token in a header, and section 2.4 puts a password in a body.
    Every server on the way may log a URL.

    Scenario: Every request
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then no URL contains a secret

  @PCP-06 @stated @section-2.1 @owns-customer-id
  Rule: customer_id must be the id of a customer, a UUID
    It is the customer who verified the cart. A single order for another customer may be intended.
    docs/comparisons.md lists the cases, and how many requests a fault needs.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member      |
        | customer_id |

  @PCP-07 @stated @section-2.1 @owns-order-id
  Rule: order_id must identify the order
    It must not be another value of the requests: the total, or the phone number, the id number or the OTP of the
    customer, in all of at least three orders. One number of three digits or more, but no date, must not be that of
    all orders of at least five customers. A store may count the orders of each customer from 1 on; so a shorter
    number counts only if at least three customers have it for several carts.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member   |
        | order_id |

  @PCP-08 @stated @section-2.1 @owns-items
  Rule: items must be an array of items
    They are the cart of the customer who verified it: not that of another customer, nor one that is never emptied.
    docs/comparisons.md lists the cases, and how many requests a fault needs.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member |
        | items  |

  @PCP-09 @stated @section-2.2 @owns-item-type
  Rule: Every item must have one of the nine documented types

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member            |
        | items.#.item_type |

  @PCP-10 @stated @section-2.2
  @owns-item-brand @owns-item-description @owns-item-code
  Rule: Every item must have a brand, a description and a code
    Each must be a value, not a placeholder such as "{{name}}", a damaged text, or a value of another member. If an
    item has both spellings of the description, each must be a string. A code identifies one item: two items with
    the same item_code have the same item_type and item_brand. docs/comparisons.md lists the cases, and how many
    requests a fault needs.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member                   |
        | items.#.item_brand       |
        | items.#.item_description |
        | items.#.item_code        |

  @PCP-11 @stated @section-2.2 @owns-item-store-key
  Rule: Every item must have the store key of the partner

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member            |
        | items.#.store_key |

  @PCP-12 @stated @section-2.2 @owns-item-delivery-option
  Rule: Every delivery_option must be one of the five documented values

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member                  |
        | items.#.delivery_option |

  @PCP-13 @stated @section-2.2 @owns-item-preferred-option
  Rule: Every preferred_option must be one of the two documented values

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member                   |
        | items.#.preferred_option |

  @PCP-14 @stated @section-2.2 @owns-item-facility-plan
  Rule: facility_plan of every item must be provider_regular_plan

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member                |
        | items.#.facility_plan |

  @PCP-15 @stated @section-2.2 @owns-item-value
  Rule: Every item must have a price
    It is a failure if all prices of at least three orders, and of all, are the order_id. It is also a failure if, for at
    least three customers and all orders of several articles, all prices of an order are the same, and their total is not
    the verified cart value.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member             |
        | items.#.item_value |

  @PCP-16 @optional @stated @section-2.2 @owns-item-topup @owns-item-topup-ref
  Rule: item_topup and topup_ref must be strings, if an item contains them

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member             |
        | items.#.item_topup |
        | items.#.topup_ref  |

  @PCP-17 @implied @section-2.1 @section-2.8 @section-2.9 @owns-customer
  Rule: A create purchases request must name a customer whose id the service returned
    The id identifies a customer of the service. Only the service creates such ids.

    Scenario: Every request
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each customer id is one that the service returned

  @PCP-18 @implied @section-2.2 @owns-blank
  Rule: The brand, description and code of an item must not be blank
    The tables require the text for its content. A blank text has no content.

    Scenario: Every request
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then no required text is blank

  @PCP-19 @implied @section-2.2 @owns-negative
  Rule: The price of an item must not be negative
    A price below zero cannot be financed. An item with a price of zero is possible and is not a failure.

    Scenario: Every request
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then no amount is negative

  @PCP-20 @implied @section-2.1 @section-4.6 @owns-items-count
  Rule: An order must contain an item
    Purchases are the items of an order. An order without items creates nothing.

    Scenario: Every request
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each request has at least one item
