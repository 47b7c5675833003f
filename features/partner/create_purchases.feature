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
    customer_id must be the id of the customer who verified the cart. A single order for another customer may be
    intended. It is a failure if the orders of at least two customers, with different totals, name another
    customer. An order does so if its own customer has just verified its total but never orders it, and the customer that
    it names has never verified this total. If sessions run at the same time, it is a failure if most orders, of at least
    three customers, have such a total. It is also a failure, whatever the totals are, if at least three customers
    verified their OTP or got their limit just before an order, and all these orders name another customer: one customer
    for all orders, or the customer before. If the one customer did neither in the run, at least five customers must have.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member      |
        | customer_id |

  @PCP-07 @stated @section-2.1 @owns-order-id
  Rule: order_id must identify the order
    It is a failure if it is the total of the order, or the phone number, the id number or the OTP of a customer, in all
    of at least three orders, with different values.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-purchases" request is read
      Then each "<member>" is as documented

      Examples:
        | member   |
        | order_id |

  @PCP-08 @stated @section-2.1 @owns-items
  Rule: items must be an array of items
    They are the cart of the customer. It is a failure if the orders of at least three customers, and all, have the total
    of the cart of the customer before or of the first customer, alone or with the customer's own, or one item several
    times, with another total than the customer verified. Without the totals, it is a failure if at least four orders in a
    row, of at least three customers, each have all items of the order before and more, and the verified values do not
    grow with them. It is a failure if all orders have the same items, and at least five customers verified different
    values, one of them at least twice another one.

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
    A placeholder such as "{{name}}" or "[object Object]" is not a value.
    If an item has both spellings of the description, each must be a string.
    The access token and an id that the service returned are not a text of an item. It is a failure if all brands, or all
    descriptions, of the recording are the email, the phone number or the id number of customers, with at least three
    values, or the store key, for at least three items. The same holds for texts with lost letters or letters of another
    encoding, words for no value, keys of translations, a delivery_option, a facility_plan or the preferred_option
    "pick_up", and for codes that are the item_type. A brand may be the store key if the key has no digit.
    A code identifies one item. Two items of one order with the same item_code must have the same item_type and the same
    item_brand. An item of a later order with this item_code must have at least one of the two. A store may correct the
    entry of an article between two orders. So it is a failure if at least two codes, or three items with one code, differ.

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
