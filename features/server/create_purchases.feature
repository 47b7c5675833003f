@purchases @endpoint-create-purchases
Feature: Create purchases
  POST /api/v2/purchases finances the items of an order.

  @PUR-01 @stated @section-4.6 @section-7 @owns-status
  Rule: A valid order must return HTTP status 201

    @whole-run
    Scenario: Every order of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then each response has HTTP status 201

  @PUR-02 @implied @section-1 @owns-json
  Rule: Every successful response to create purchases must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then each response is JSON

  @PUR-03 @stated @section-1 @section-4.6 @section-9
  Rule: Every successful response to create purchases must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then each response matches the schema "api-version"

  @PUR-04 @stated @section-1 @section-4.6 @owns-envelope-status
  Rule: Every successful response to create purchases must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then each "status" equals the HTTP status

  @PUR-05 @stated @section-1
  Rule: A successful response to create purchases must not contain request_id

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then each response matches the schema "no-request-id"

  @PUR-06 @stated @section-4.6 @owns-order-id
  Rule: The response must contain order_id, a string, beside data

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then each response matches the schema "order-id"

  @PUR-07 @stated @section-2.3 @section-4.6 @owns-data
  Rule: data must be an array of purchase item records, each with every member in its documented type and format

    @whole-run
    Scenario: Every record of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then each response matches the schema "create-purchases-data"

  @PUR-08 @stated @section-4.6 @owns-count @owns-status @case-several-items
  Rule: The response must contain one record for every item of the request

    Scenario Outline: An order of <items>
      Given a customer with a credit limit
      When the customer buys <items>
      Then the call is accepted
      And "data" contains one record for each item

      Examples: one item, several items, many items
        | items    |
        | one item |
        | 2 items  |
        | 3 items  |
        | 12 items |

      Examples: random values, which the seed determines
        | items                    |
        | a random number of items |

    Scenario Outline: An order <which>, if the service accepts it
      When a "create-purchases" request <which> is sent
      Then each item of an accepted order has a record

      Examples: orders that the service may refuse, but must carry out if it returns 201
        | which                         |
        | with forty items              |
        | with a price of zero          |
        | that exceeds the limit        |
        | with an order_id used before  |
        | with an item_code used before |

    Scenario: Two identical items with the same item_code, if the service accepts them
      Given a customer with a credit limit
      When the customer buys two identical items with the same item_code
      Then each item has a record with its item_code

  @PUR-09 @stated @section-4.6 @section-2.3 @owns-id
  Rule: Every record must have its own id

    Scenario: Items of one order that differ only in item_code
      Given a customer with a credit limit
      When the customer buys 5 identical items
      Then the call is accepted
      And no two records have the same "id"

    Scenario: Two identical items with the same item_code, if the service accepts them
      Given a customer with a credit limit
      When the customer buys two identical items with the same item_code
      Then no two records have the same "id"

    Scenario: The same cart ten times with other item_codes
      Given a customer with a credit limit
      When the customer buys the same cart 10 times
      Then each call is accepted
      And no two records have the same "id"

    Scenario: The same cart four times in parallel
      Given a customer with a credit limit
      When the customer buys the same cart 4 times in parallel
      Then each call is accepted
      And no two records have the same "id"

    @whole-run
    Scenario: Every record of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then no two records have the same "id"

  @PUR-10 @implied @section-4.6 @section-2.1 @owns-status @case-order-id
  Rule: order_id of the response must repeat order_id of the request
    order_id identifies the customer's order, which the request named.

    Scenario Outline: An order_id of <size>
      Given a customer with a credit limit
      When the customer places an order whose order_id has <size>
      Then the call is accepted
      And each order_id repeats the order_id of the request

      Examples:
        | size              |
        | five digits       |
        | nine digits       |
        | more than 32 bits |

    @completing
    Scenario: An order_id of seventeen digits, if the service accepts it
      When an order whose order_id has seventeen digits is placed, if the service accepts it
      Then each order_id repeats the order_id of the request

    Scenario: Orders that arrive in parallel
      Given a customer with a credit limit
      When the customer buys the same cart 4 times in parallel
      Then each call is accepted
      And each order_id repeats the order_id of the request

    @whole-run
    Scenario: Every order of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then each order_id repeats the order_id of the request

  @PUR-11 @stated @section-2.2 @owns-status @case-item-type
  Rule: The service must accept every documented item_type

    Scenario Outline: item_type <item_type>
      Given a customer with a credit limit
      When the customer buys an item whose "item_type" is "<item_type>"
      Then the call is accepted

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

    Scenario Outline: delivery_option <delivery_option> with preferred_option <preferred_option>
      Given a customer with a credit limit
      When the customer buys an item with delivery_option "<delivery_option>" and preferred_option "<preferred_option>"
      Then the call is accepted

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
      When "create-purchases" is called in every documented form of "<tolerance>"
      Then at least one form is accepted

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
      When "create-purchases" is called in every documented form of "<tolerance>"
      Then the forms "absent, string" are accepted

      Examples:
        | tolerance  |
        | item-topup |
        | topup-ref  |

    Scenario: item_topup and topup_ref both empty, as in the examples
      When the customer buys an item whose item_topup and topup_ref are empty
      Then the call is accepted
      And "data" contains one record for each item

  @PUR-19 @stated @section-2.2 @section-2.3
  Rule: A record must show the option that its item was sent with, or the default if none was sent

    Scenario Outline: <member> and its default
      When "create-purchases" is called in every documented form of "<tolerance>"
      Then each record has the "<member>" that was sent, or "<default>" if none was sent

      Examples:
        | tolerance        | member           | default        |
        | delivery-option  | delivery_option  | store_delivery |
        | preferred-option | preferred_option | delivery       |

    Scenario Outline: An item without <member>, after an item with both options, if the service accepts it
      When the customer buys an item without "<member>" after an item with both options, in one order, if the service accepts it
      Then each record has the "<member>" that was sent, or "<default>" if none was sent

      Examples:
        | member           | default        |
        | delivery_option  | store_delivery |
        | preferred_option | delivery       |

    Scenario: An item with neither option, after an item with both, if the service accepts it
      When the customer buys an item with neither option after an item with both, in one order, if the service accepts it
      Then each record has the "delivery_option" that was sent, or "store_delivery" if none was sent
      And each record has the "preferred_option" that was sent, or "delivery" if none was sent

  @PUR-14 @stated @section-2.3 @owns-status @case-text @owns-echo
  Rule: Every record must repeat the texts and options of its item exactly

    Scenario Outline: <member>: <text>
      Given a customer with a credit limit
      When the customer buys an item whose "<member>" is "<text>"
      Then the call is accepted
      And each record repeats "<member>" of its item

      Examples: short texts, other scripts, and characters that often cause errors
        | member           | text                                   |
        | item_brand       | x                                      |
        | item_brand       | Bäng & Olufsen                         |
        | item_brand       | 小米                                     |
        | item_description | 55" Fernseher, grau/weiß – «neu» 100 % |
        | item_description | تلفاز ذكي                              |
        | item_description | โทรทัศน์ टीवी טלוויזיה テレビ 电视 텔레비전     |
        | item_description | it's <b>5 < 6</b> & "7 > 6" \\ %20 + 1 |
        | item_description | 📺 with a  “remote”, it’s 👩‍🔧-made      |
        | item_description | a long text                            |
        | item_code        | SKU/2024-01:7+é.A_1                    |
        | item_code        | 00501                                  |
        | item_code        | 1.10                                   |

      Examples: random values, which the seed determines
        | member           | text          |
        | item_brand       | a random name |
        | item_description | a random text |

    Scenario Outline: <member> <how>, if the service accepts it
      When the customer buys an item whose "<member>" is a text <how>, if the service accepts it
      Then each record repeats "<member>" of its item

      Examples: texts that a program changes if it trims, cuts, normalises, unescapes or converts them
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
        | item_description | that reads true              |
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

    Scenario: Two items with different types and options
      Given a customer with a credit limit
      When the customer buys two items of different types
      Then the call is accepted
      And each record repeats "item_type" of its item
      And each record repeats "delivery_option" of its item
      And each record repeats "preferred_option" of its item

    @whole-run
    Scenario Outline: <member> of every record of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
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
      Then the call is accepted
      And each record repeats the price of its item

      Examples:
        | price                    |
        | 1                        |
        | 7                        |
        | 255                      |
        | 256                      |
        | 999                      |
        | 65536                    |
        | a random amount          |
        | half the limit           |
        | nine tenths of the limit |

    @completing
    Scenario: An item worth far more than the limit, if the service accepts it
      When an order worth far more than the limit is placed, if the service accepts it
      Then each record repeats the price of its item

    @whole-run
    Scenario: Every price that the run sent
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then "create-purchases" accepts every "item_value" between the smallest and the largest accepted value

    @whole-run
    Scenario: Every record of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then each record repeats the price of its item

  @PUR-16 @implied @section-2.3 @section-2.2
  Rule: All records with the same store_key must have the same store_name
    store_name is derived from store_key.

    @whole-run
    Scenario: Every record of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then all records have the same "store_name"

  @PUR-17 @implied @section-5
  Rule: No purchase endpoint may serve a call without the valid token
    Every endpoint requires a bearer token. If the token does not have to be valid, it protects nothing.

    Scenario Outline: <endpoint> with <credentials>
      When "<endpoint>" is called with <credentials>
      Then the call is not served

      Examples:
        | endpoint         | credentials                   |
        | create-purchases | no Authorization header       |
        | create-purchases | an empty Authorization header |
        | create-purchases | a scheme without a token      |
        | create-purchases | the token with another scheme |
        | create-purchases | a wrong token                 |
        | get-purchase     | no Authorization header       |
        | get-purchase     | an empty Authorization header |
        | get-purchase     | a scheme without a token      |
        | get-purchase     | the token with another scheme |
        | get-purchase     | a wrong token                 |
        | update-purchases | no Authorization header       |
        | update-purchases | an empty Authorization header |
        | update-purchases | a scheme without a token      |
        | update-purchases | the token with another scheme |
        | update-purchases | a wrong token                 |
        | cancel-purchase  | no Authorization header       |
        | cancel-purchase  | an empty Authorization header |
        | cancel-purchase  | a scheme without a token      |
        | cancel-purchase  | the token with another scheme |
        | cancel-purchase  | a wrong token                 |

      Examples: wrong tokens that a weak check accepts
        | endpoint         | credentials                                      |
        | create-purchases | the token with every character changed           |
        | create-purchases | the token without its last character             |
        | create-purchases | the token with characters added after it         |
        | create-purchases | the token with its last character changed        |
        | create-purchases | the token without its first character            |
        | create-purchases | the token with characters added before it        |
        | create-purchases | the token with its beginning changed             |
        | create-purchases | the token with its middle changed                |
        | create-purchases | the token with upper and lower case swapped      |
        | create-purchases | the token as an unsigned JWT                     |
        | create-purchases | the token in the query                           |
        | create-purchases | the token in other headers                       |
        | create-purchases | a wrong token with its scheme in small letters   |
        | create-purchases | the word undefined as a token                    |
        | create-purchases | an SQL wildcard as a token                       |
        | create-purchases | an SQL condition as a token                      |
        | create-purchases | a regular expression as a token                  |
        | create-purchases | the token with its punctuation changed           |
        | create-purchases | the token in the body                            |
        | create-purchases | the headers of a proxy alone                     |
        | get-purchase     | the token with every character changed           |
        | get-purchase     | the token without its last character             |
        | get-purchase     | the token with characters added after it         |
        | get-purchase     | the token with its last character changed        |
        | get-purchase     | the token without its first character            |
        | get-purchase     | the token with characters added before it        |
        | get-purchase     | the token with its beginning changed             |
        | get-purchase     | the token with its middle changed                |
        | get-purchase     | the token with upper and lower case swapped      |
        | get-purchase     | the token as an unsigned JWT                     |
        | get-purchase     | the token in the query                           |
        | get-purchase     | the token in other headers                       |
        | get-purchase     | the headers of a proxy alone                     |
        | get-purchase     | an SQL condition as a token                      |
        | get-purchase     | a token of 1,500 characters                      |
        | get-purchase     | a wrong token with its scheme in small letters   |
        | get-purchase     | a wrong token after two spaces                   |
        | get-purchase     | the word undefined as a token                    |
        | get-purchase     | an SQL wildcard as a token                       |
        | get-purchase     | a regular expression as a token                  |
        | get-purchase     | the token with its punctuation changed           |
        | update-purchases | the token with every character changed           |
        | update-purchases | the token without its last character             |
        | update-purchases | the token with characters added after it         |
        | update-purchases | the token with its last character changed        |
        | update-purchases | the token without its first character            |
        | update-purchases | the token with characters added before it        |
        | update-purchases | the token with its beginning changed             |
        | update-purchases | the token with its middle changed                |
        | update-purchases | the token with upper and lower case swapped      |
        | update-purchases | the token as an unsigned JWT                     |
        | update-purchases | the token in the query                           |
        | update-purchases | the token in other headers                       |
        | update-purchases | the word undefined as a token                    |
        | update-purchases | a wrong token with its scheme in capital letters |
        | update-purchases | an SQL wildcard as a token                       |
        | update-purchases | an SQL condition as a token                      |
        | update-purchases | a regular expression as a token                  |
        | update-purchases | the token with its punctuation changed           |
        | update-purchases | the token in the body                            |
        | update-purchases | the headers of a proxy alone                     |
        | cancel-purchase  | the token with every character changed           |
        | cancel-purchase  | the token without its last character             |
        | cancel-purchase  | the token with characters added after it         |
        | cancel-purchase  | the token with its last character changed        |
        | cancel-purchase  | the token without its first character            |
        | cancel-purchase  | the token with characters added before it        |
        | cancel-purchase  | the token with its beginning changed             |
        | cancel-purchase  | the token with its middle changed                |
        | cancel-purchase  | the token with upper and lower case swapped      |
        | cancel-purchase  | the token as an unsigned JWT                     |
        | cancel-purchase  | the token in the query                           |
        | cancel-purchase  | the token in other headers                       |
        | cancel-purchase  | the token with its halves swapped                |
        | cancel-purchase  | two wrong tokens in one header                   |
        | cancel-purchase  | a wrong token after two spaces                   |
        | cancel-purchase  | the word undefined as a token                    |
        | cancel-purchase  | an SQL wildcard as a token                       |
        | cancel-purchase  | an SQL condition as a token                      |
        | cancel-purchase  | a regular expression as a token                  |
        | cancel-purchase  | the token with its punctuation changed           |
        | cancel-purchase  | the headers of a proxy alone                     |

    Scenario Outline: <endpoint> with no Authorization header and no Content-Type
      When "<endpoint>" is called with no Authorization header and no Content-Type
      Then the call is not served

      Examples: requests that a middleware for JSON may not see
        | endpoint         |
        | create-purchases |
        | get-purchase     |
        | update-purchases |
        | cancel-purchase  |

    Scenario Outline: An update at the other form of its path with <credentials>
      When "update-purchases" is called at the other form of its path with <credentials>
      Then the call is not served

      Examples:
        | credentials                              |
        | a wrong token                            |
        | no Authorization header                  |
        | the token with characters added after it |

    Scenario Outline: <endpoint> for <what> with <credentials>
      When "<endpoint>" is called for <what>, with <credentials>
      Then the call is not served

      Examples:
        | endpoint         | what                                     | credentials             |
        | create-purchases | an order of several items                | no Authorization header |
        | create-purchases | an order for delivery                    | a wrong token           |
        | create-purchases | an order with the other form of order_id | no Authorization header |
        | create-purchases | an order of a self-employed customer     | a wrong token           |
        | get-purchase     | a cancelled item                         | no Authorization header |
        | get-purchase     | an item after its collection             | no Authorization header |
        | cancel-purchase  | an item that is cancelled                | no Authorization header |
        | update-purchases | an item that is collected                | a wrong token           |
        | get-purchase     | an item for delivery                     | no Authorization header |
        | get-purchase     | an item of a self-employed customer      | a wrong token           |

    Scenario Outline: <endpoint> for <what> with <credentials> changes nothing
      When "<endpoint>" is called for <what>, with <credentials>
      Then the call is not served
      And the item is unchanged

      Examples:
        | endpoint         | what                                  | credentials             |
        | update-purchases | several items                         | a wrong token           |
        | update-purchases | an item at the other form of the path | a wrong token           |
        | update-purchases | an item for delivery                  | no Authorization header |
        | update-purchases | an item of a self-employed customer   | a wrong token           |
        | cancel-purchase  | the second item of an order           | a wrong token           |
        | cancel-purchase  | a collected item                      | no Authorization header |
        | cancel-purchase  | an item for delivery                  | no Authorization header |
        | cancel-purchase  | an item of a self-employed customer   | a wrong token           |

    Scenario Outline: <endpoint>, its path <spelling>
      When "<endpoint>" is called at its path <spelling>, with no Authorization header
      Then the call is not served

      Examples: paths that a router may accept although the token check does not cover them
        | endpoint         | spelling                         |
        | create-purchases | with a slash at the end          |
        | get-purchase     | with a slash at the end          |
        | get-purchase     | with .json at the end            |
        | get-purchase     | with a segment that ".." removes |
        | get-purchase     | with an escaped letter           |
        | update-purchases | with a slash at the end          |
        | update-purchases | in capital letters               |
        | cancel-purchase  | with a slash at the end          |
        | cancel-purchase  | with a double slash              |

    Scenario: Get purchase twice with the same wrong token
      When "get-purchase" is called twice with the token cut to its first half
      Then no call is served

    Scenario Outline: <endpoint> with <credentials> changes nothing
      When "<endpoint>" is called once with <credentials>
      Then the call is not served
      And the call had no effect

      Examples:
        | endpoint         | credentials                            |
        | create-purchases | the token with every character changed |

    Scenario Outline: <endpoint> with <credentials> leaves the item unchanged
      When "<endpoint>" is called once with <credentials>
      Then the call is not served
      And the item is unchanged

      Examples:
        | endpoint         | credentials             |
        | update-purchases | no Authorization header |
        | cancel-purchase  | no Authorization header |

  @PUR-20 @stated @section-2.2
  Rule: The service must accept every combination of the documented values of an item
    The table lists the values of each member and sets no condition between members.

    @completing
    Scenario: Combinations of the values of a purchase item
      When the combinations of documented values of a "purchase item" that --strength selects are sent
      Then each combination is accepted

  @PUR-21 @implied @section-2.1 @section-2.2 @section-4.6 @owns-independent
  Rule: An order that repeats a value of an earlier order must be independent of it, if the service accepts it
    The specification does not say that order_id or item_code is unique. The service may refuse a repeated value.
    An order that it accepts must have its own records and must not change the earlier order.

    Scenario Outline: The same <what>, by <who>
      Given a purchase, and a later order with the same <what> by <who>
      When both orders are fetched
      Then each order has its own records

      Examples:
        | what                       | who               |
        | order_id                   | the same customer |
        | order_id                   | another customer  |
        | item_code                  | the same customer |
        | item_code                  | another customer  |
        | item details               | the same customer |
        | item details and item_code | the same customer |

    Scenario Outline: The same <what> as a cancelled item
      Given a cancelled purchase, and a later order with the same <what> by the same customer
      When both orders are fetched
      Then each order has its own records

      Examples:
        | what      |
        | order_id  |
        | item_code |

    Scenario: The same item_code as a collected item
      When a collected item is fetched after a later order with its item_code, if the service accepts it
      Then each item is as it was after the last call that created or changed it

    Scenario: Two items whose item_codes differ only in upper and lower case
      Given a customer with a credit limit
      When the customer buys two items whose item_codes differ only in upper and lower case
      Then each item has a record with its item_code

  @PUR-22 @implied @section-2.3
  Rule: The timestamps of a new record must be in UTC, by the clock of the service
    Section 2.3 defines timestamps in UTC. The Date header of the response shows the clock of the service.
    Without that header, one record is compared with the others.

    @whole-run
    Scenario: Every record of the run
      Given at least one purchase was made
      When all responses of the run to "create-purchases" are read
      Then each timestamp of a new record is in UTC
