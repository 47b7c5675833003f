@purchases @endpoint-create-purchases
Feature: Create purchases
  POST /api/v2/purchases finances the items of an order.

  @PUR-01 @stated @section-4.6 @section-7 @owns-status
  Rule: A valid order must return HTTP status 201

    @whole-run
    Scenario: Every order of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then each call is answered with 201

  @PUR-02 @implied @section-1 @owns-json
  Rule: Every successful response to create purchases must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then each answer is JSON

  @PUR-03 @stated @section-1 @section-4.6 @section-9
  Rule: Every successful response to create purchases must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then each answer matches "api-version"

  @PUR-04 @stated @section-1 @section-4.6 @owns-envelope-status
  Rule: Every successful response to create purchases must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then each "status" repeats the HTTP status

  @PUR-05 @stated @section-1
  Rule: A successful response to create purchases must not contain request_id

    @whole-run
    Scenario: Every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then each answer matches "no-request-id"

  @PUR-06 @stated @section-4.6 @owns-order-id
  Rule: The response must contain order_id, a string, beside data

    @whole-run
    Scenario: Every answer of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then each answer matches "order-id"

  @PUR-07 @stated @section-2.3 @section-4.6 @owns-data
  Rule: data must be an array of purchase item records, each with every member in its documented type and format

    @whole-run
    Scenario: Every record of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then each answer matches "create-purchases-data"

  @PUR-08 @stated @section-4.6 @owns-count @owns-status @case-several-items
  Rule: The response must contain one record for every item of the request

    Scenario Outline: <count> items, <count> records
      Given a customer with a credit limit
      When the customer buys <count> items
      Then it is accepted
      And "data" holds one record for each item

      Examples: a cart of one, of several, of many
        | count |
        | 1     |
        | 2     |
        | 3     |
        | 12    |

      Examples: values drawn from the seed
        | count             |
        | a drawn number of |

    Scenario Outline: An order <which>, if the service accepts it
      When "create-purchases" is tried <which>
      Then each item of an accepted order has a record

      Examples: what the service may refuse, but must carry out if it answers with 201
        | which                         |
        | with forty items              |
        | with a price of zero          |
        | beyond the limit              |
        | under an order_id used before |
        | with an item_code used before |

    Scenario: Two identical items with one item_code, if the service accepts them
      Given a customer with a credit limit
      When the customer buys two identical items with one item_code
      Then each item is recorded under its own item_code

  @PUR-09 @stated @section-4.6 @section-2.3 @owns-id
  Rule: Every record must have its own id

    Scenario: Items in one cart that differ only in item_code
      Given a customer with a credit limit
      When the customer buys 5 identical items
      Then it is accepted
      And no two records share "id"

    Scenario: Two identical items with one item_code, if the service accepts them
      Given a customer with a credit limit
      When the customer buys two identical items with one item_code
      Then no two records share "id"

    Scenario: The same cart ten times with other item_codes
      Given a customer with a credit limit
      When the customer buys the same cart 10 times
      Then it is accepted
      And no two records share "id"

    Scenario: The same cart four times at once
      Given a customer with a credit limit
      When the customer buys the same cart 4 times at once
      Then it is accepted
      And no two records share "id"

    @whole-run
    Scenario: Every record of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then no two records share "id"

  @PUR-10 @implied @section-4.6 @section-2.1
  Rule: order_id of the response must repeat order_id of the request
    order_id identifies the customer's order, which the request named.

    Scenario Outline: An order numbered <order_id>
      Given a customer with a credit limit
      When the customer places order <order_id>
      Then it is accepted
      And each order_id repeats the request's

      Examples:
        | order_id          |
        | five digits       |
        | nine digits       |
        | beyond 32 bits    |

    Scenario: Orders that arrive at once
      Given a customer with a credit limit
      When the customer buys the same cart 4 times at once
      Then it is accepted
      And each order_id repeats the request's

    @whole-run
    Scenario: Every order of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then each order_id repeats the request's

  @PUR-11 @stated @section-2.2 @owns-status @case-item-type
  Rule: The service must accept every documented item_type

    Scenario Outline: <item_type>
      Given a customer with a credit limit
      When the customer buys an item whose "item_type" is "<item_type>"
      Then it is accepted

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

  @PUR-12 @stated @section-2.2 @owns-status @case-delivery
  Rule: The service must accept every documented delivery_option with either preferred_option

    Scenario Outline: <delivery_option> with <preferred_option>
      Given a customer with a credit limit
      When the customer buys an item by "<delivery_option>" and "<preferred_option>"
      Then it is accepted

      Examples:
        | delivery_option          | preferred_option |
        | customer_store_pickup    | pick_up          |
        | customer_store_pickup    | delivery         |
        | customer_provider_pickup | pick_up          |
        | customer_provider_pickup | delivery         |
        | store_delivery           | pick_up          |
        | store_delivery           | delivery         |
        | provider_delivery        | pick_up          |
        | provider_delivery        | delivery         |
        | agent_delivery           | pick_up          |
        | agent_delivery           | delivery         |

  @PUR-13 @stated @section-2.1 @section-2.2
  Rule: The service must accept at least one form of each member that the table and the samples show in two forms

    Scenario Outline: The forms of <tolerance>
      When the readings of "<tolerance>" are tried on "create-purchases"
      Then one of them is accepted

      Examples:
        | tolerance             |
        | order-id              |
        | item-value            |
        | item-description-name |
        | delivery-option       |
        | preferred-option      |

  @PUR-18 @stated @section-2.2
  Rule: The service must accept an optional item member that is absent, and one that is empty as in the examples

    Scenario Outline: The forms of <tolerance>
      When the readings of "<tolerance>" are tried on "create-purchases"
      Then each of them that must be accepted is accepted

      Examples:
        | tolerance  |
        | item-topup |
        | topup-ref  |

    Scenario: Both empty, as the examples have them
      When the customer buys an item whose item_topup and topup_ref are empty
      Then it is accepted
      And "data" holds one record for each item

  @PUR-19 @stated @section-2.2 @section-2.3
  Rule: A record must show the option that its item was sent with, or the default if none was sent

    Scenario Outline: <member>, and its default
      When the readings of "<tolerance>" are tried on "create-purchases"
      Then each record shows the "<member>" that was sent, or else "<default>"

      Examples:
        | tolerance        | member           | default        |
        | delivery-option  | delivery_option  | store_delivery |
        | preferred-option | preferred_option | delivery       |

    Scenario Outline: No <member>, behind an item that has both options, if the service accepts it
      When an item without "<member>" is bought behind one that has both options, if the service accepts it
      Then each record shows the "<member>" that was sent, or else "<default>"

      Examples:
        | member           | default        |
        | delivery_option  | store_delivery |
        | preferred_option | delivery       |

  @PUR-14 @stated @section-2.3 @owns-status @case-text @owns-echo
  Rule: Every record must repeat the texts and options of its item exactly

    Scenario Outline: <member>: <text>
      Given a customer with a credit limit
      When the customer buys an item whose "<member>" is "<text>"
      Then it is accepted
      And each record repeats "<member>" of its item

      Examples: short texts, other scripts, and characters that often cause errors
        | member           | text                                   |
        | item_brand       | X                                      |
        | item_brand       | Bäng & Olufsen                         |
        | item_brand       | 小米                                   |
        | item_description | 55" Fernseher, grau/weiß – «neu» 100 % |
        | item_description | تلفاز ذكي                              |
        | item_description | it's <b>5 < 6</b> & "7 > 6" \\ %20 + 1  |
        | item_description | 📺 with a  “remote”, it’s 👩‍🔧-made |
        | item_description | a long text                            |
        | item_code        | SKU/2024-01:7+é                        |
        | item_code        | 00501                                  |

      Examples: values drawn from the seed
        | member           | text         |
        | item_brand       | a drawn name |
        | item_description | a drawn text |

    Scenario Outline: <member> <how>, if the service accepts it
      When the customer buys an item whose "<member>" is a text <how>, if the service accepts it
      Then each record repeats "<member>" of its item

      Examples: what is lost where a text is trimmed, cut, normalised, unescaped or read as a number
        | member           | how                          |
        | item_description | of two lines                 |
        | item_description | with spaces around it        |
        | item_description | of decomposed letters        |
        | item_description | with marks of templates      |
        | item_brand       | with two spaces in it        |
        | item_brand       | of sixty characters          |
        | item_brand       | of 250 characters            |
        | item_code        | of a hundred characters      |
        | item_code        | that reads as a number       |
        | item_code        | with characters of addresses |

    Scenario: Two items that share nothing
      Given a customer with a credit limit
      When the customer buys two items of different types
      Then it is accepted
      And each record repeats "item_type" of its item
      And each record repeats "delivery_option" of its item
      And each record repeats "preferred_option" of its item

    @whole-run
    Scenario Outline: <member> of every record of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then each record repeats "<member>" of its item

      Examples:
        | member           |
        | item_type        |
        | item_brand       |
        | item_code        |
        | item_description |
        | delivery_option  |
        | preferred_option |

  @PUR-15 @implied @section-2.3 @section-2.2 @owns-status @case-price @owns-price
  Rule: Every record must repeat the price of its item
    item_value is the price of the item in the request. The record has the same member.

    Scenario Outline: An item worth <price>
      Given a customer with a credit limit
      When the customer buys an item worth <price>
      Then it is accepted
      And each record repeats the price of its item

      Examples:
        | price                    |
        | 1                        |
        | 7                        |
        | 999                      |
        | a random amount          |
        | half the limit           |
        | nine tenths of the limit |

    @whole-run
    Scenario: Every price that was tried
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then "create-purchases" refuses no "item_value" between sizes that it accepts

    @whole-run
    Scenario: Every record of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then each record repeats the price of its item

  @PUR-16 @implied @section-2.3 @section-2.2
  Rule: One store_key must always give one store_name
    store_name is derived from store_key.

    @whole-run
    Scenario: Every record of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then all records share "store_name"

  @PUR-17 @implied @section-5
  Rule: No purchase endpoint may serve a call without the valid token
    Every endpoint requires a bearer token. A token that need not be valid would protect nothing.

    Scenario Outline: <endpoint> with <credentials>
      When "<endpoint>" is called with <credentials>
      Then it is not served

      Examples:
        | endpoint         | credentials                      |
        | create-purchases | no Authorization header          |
        | create-purchases | an empty Authorization header    |
        | create-purchases | a scheme without a token         |
        | create-purchases | the token under a foreign scheme |
        | create-purchases | a wrong token                    |
        | get-purchase     | no Authorization header          |
        | get-purchase     | an empty Authorization header    |
        | get-purchase     | a scheme without a token         |
        | get-purchase     | the token under a foreign scheme |
        | get-purchase     | a wrong token                    |
        | update-purchases | no Authorization header          |
        | update-purchases | an empty Authorization header    |
        | update-purchases | a scheme without a token         |
        | update-purchases | the token under a foreign scheme |
        | update-purchases | a wrong token                    |
        | cancel-purchase  | no Authorization header          |
        | cancel-purchase  | an empty Authorization header    |
        | cancel-purchase  | a scheme without a token         |
        | cancel-purchase  | the token under a foreign scheme |
        | cancel-purchase  | a wrong token                    |

      Examples: near misses that a weak check accepts as the token
        | endpoint         | credentials                              |
        | create-purchases | the token with every character changed   |
        | create-purchases | the token without its last character     |
        | create-purchases | the token with more characters behind it |
        | create-purchases | the token with its end changed           |
        | create-purchases | the token without its first character    |
        | create-purchases | the token with more characters before it |
        | create-purchases | the token with its beginning changed     |
        | create-purchases | the token with its middle changed        |
        | create-purchases | the token in the other letter case       |
        | create-purchases | the token in the query                   |
        | create-purchases | the token in other headers               |
        | get-purchase     | the token with every character changed   |
        | get-purchase     | the token without its last character     |
        | get-purchase     | the token with more characters behind it |
        | get-purchase     | the token with its end changed           |
        | get-purchase     | the token without its first character    |
        | get-purchase     | the token with more characters before it |
        | get-purchase     | the token with its beginning changed     |
        | get-purchase     | the token with its middle changed        |
        | get-purchase     | the token in the other letter case       |
        | get-purchase     | the token in the query                   |
        | get-purchase     | the token in other headers               |
        | update-purchases | the token with every character changed   |
        | update-purchases | the token without its last character     |
        | update-purchases | the token with more characters behind it |
        | update-purchases | the token with its end changed           |
        | update-purchases | the token without its first character    |
        | update-purchases | the token with more characters before it |
        | update-purchases | the token with its beginning changed     |
        | update-purchases | the token with its middle changed        |
        | update-purchases | the token in the other letter case       |
        | update-purchases | the token in the query                   |
        | update-purchases | the token in other headers               |
        | cancel-purchase  | the token with every character changed   |
        | cancel-purchase  | the token without its last character     |
        | cancel-purchase  | the token with more characters behind it |
        | cancel-purchase  | the token with its end changed           |
        | cancel-purchase  | the token without its first character    |
        | cancel-purchase  | the token with more characters before it |
        | cancel-purchase  | the token with its beginning changed     |
        | cancel-purchase  | the token with its middle changed        |
        | cancel-purchase  | the token in the other letter case       |
        | cancel-purchase  | the token in the query                   |
        | cancel-purchase  | the token in other headers               |

    Scenario: An update at the other form of its path
      When "update-purchases" is called at its other path with a wrong token
      Then it is not served

    Scenario Outline: <endpoint> for <what>
      When "<endpoint>" is called for <what>, with <credentials>
      Then it is not served

      Examples:
        | endpoint         | what                          | credentials             |
        | create-purchases | an order of several items     | no Authorization header |
        | create-purchases | an order for delivery         | a wrong token           |
        | create-purchases | an order_id in its other form | no Authorization header |
        | get-purchase     | a cancelled item              | no Authorization header |
        | update-purchases | an item that is collected     | a wrong token           |
        | cancel-purchase  | a collected item              | no Authorization header |

    Scenario Outline: <endpoint> for <what> does nothing
      When "<endpoint>" is called for <what>, with <credentials>
      Then it is not served
      And the item is unchanged

      Examples:
        | endpoint         | what                        | credentials   |
        | update-purchases | several items               | a wrong token |
        | cancel-purchase  | the second item of an order | a wrong token |

    Scenario Outline: <endpoint> at its path <spelling>
      When "<endpoint>" is called at its path <spelling>, with no Authorization header
      Then it is not served

      Examples: a router may know such a path, and the check of the token may not
        | endpoint         | spelling                |
        | create-purchases | with a slash behind it  |
        | get-purchase     | with .json behind it    |
        | get-purchase     | through another segment |
        | get-purchase     | with an escaped letter  |
        | update-purchases | in capital letters      |
        | cancel-purchase  | with a doubled slash    |

    Scenario: The same wrong token twice
      When "get-purchase" is called twice with the token cut to its first half
      Then it is not served

    Scenario Outline: <endpoint> with <credentials> changes nothing
      When "<endpoint>" is called once with <credentials>
      Then it is not served
      And the call had no effect

      Examples:
        | endpoint         | credentials                            |
        | create-purchases | the token with every character changed |

    Scenario Outline: <endpoint> with <credentials> does nothing
      When "<endpoint>" is called once with <credentials>
      Then it is not served
      And the item is unchanged

      Examples:
        | endpoint         | credentials             |
        | update-purchases | no Authorization header |
        | cancel-purchase  | no Authorization header |

  @PUR-20 @stated @section-2.2
  Rule: The service must accept every combination of the documented values of an item
    The table lists the values of each member and sets no condition between members.

    @completing
    Scenario: Every combination of a purchase item
      When every combination of the documented values of a "purchase item" is sent
      Then no combination is refused

  @PUR-21 @implied @section-2.1 @section-2.2 @section-4.6 @owns-independent
  Rule: An order that repeats a value of an earlier order must be independent of it, if the service accepts it
    The specification does not say that order_id or item_code is unique. The service may refuse a repeated value.
    An order that it accepts must have its own records and must not change the earlier order.

    Scenario Outline: The same <what>, by <who>
      Given a purchase, and an order with the same <what> by <who>
      When both orders are fetched
      Then each order has its own records

      Examples:
        | what      | who               |
        | order_id  | the same customer |
        | order_id  | another customer  |
        | item_code | the same customer |
        | item_code | another customer  |
        | details   | the same customer |
        | items     | the same customer |

    Scenario: Two items whose item_code differ in case only
      Given a customer with a credit limit
      When the customer buys two items whose item_code differ in case only
      Then each item is recorded under its own item_code

  @PUR-22 @implied @section-2.3
  Rule: The timestamps of a new record must be in UTC, by the clock of the service
    Section 2.3 defines timestamps in UTC. The Date header of the response shows the clock of the service.
    Without that header, one record is compared with the others.

    @whole-run
    Scenario: Every record of the run
      Given a purchase
      When every answer to "create-purchases" is gathered
      Then each timestamp of a new record is in UTC
