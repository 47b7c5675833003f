@purchases @endpoint-cancel-purchase
Feature: Cancel purchase
  DELETE /api/v2/purchases/:purchases_id cancels one purchase item.

  @CAN-01 @stated @section-4.9 @section-7 @owns-status
  Rule: Cancelling a purchase item must return HTTP status 200

    @whole-run
    Scenario: Every cancel of the run
      Given at least one purchase was cancelled
      When all responses of the run to "cancel-purchase" are read
      Then each response has HTTP status 200

  @CAN-02 @implied @section-1 @owns-json
  Rule: Every successful response to cancel purchase must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was cancelled
      When all responses of the run to "cancel-purchase" are read
      Then each response is JSON

  @CAN-03 @stated @section-1 @section-4.9 @section-9
  Rule: Every successful response to cancel purchase must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was cancelled
      When all responses of the run to "cancel-purchase" are read
      Then each response matches the schema "api-version"

  @CAN-04 @stated @section-1 @section-4.9 @owns-envelope-status
  Rule: Every successful response to cancel purchase must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was cancelled
      When all responses of the run to "cancel-purchase" are read
      Then each "status" equals the HTTP status

  @CAN-05 @stated @section-1
  Rule: A successful response to cancel purchase must not contain request_id

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was cancelled
      When all responses of the run to "cancel-purchase" are read
      Then each response matches the schema "no-request-id"

  @CAN-06 @stated @section-4.9 @owns-data
  Rule: data must be an object with a message, a string

    @whole-run
    Scenario: Every response of the run
      Given at least one purchase was cancelled
      When all responses of the run to "cancel-purchase" are read
      Then each response matches the schema "cancel-purchase-data"

  @CAN-07 @stated @section-4.9 @section-3
  Rule: The message must name the cancelled item by its id

    @whole-run
    Scenario: Every cancel of the run
      Given at least one purchase was cancelled
      When all responses of the run to "cancel-purchase" are read
      Then each message contains the id of the item
      And no message denies that the item was cancelled

  @CAN-08 @implied @section-4.9 @owns-unknown-id
  Rule: A cancel with an unknown id must not cancel another item
    The path names the item. The specification does not say how the service answers an unknown id.
    The service must serve a known id afterwards as before.

    @alone
    Scenario: An id that is similar to a known id, and an id that is not
      Given a purchase of 2 items
      When items with unknown ids are cancelled
      Then no data of another item is returned
      And the known items are unchanged

  @CAN-09 @implied @section-4.9 @section-3 @section-2.3
  Rule: A cancel must not change what was bought, in which store, and when
    Section 3 says that a cancel changes the status, and names no other member. The service may no longer return the item.
    The status, updated_at and the members of the loan may change: the specification does not say how a cancel changes them.

    Scenario Outline: An item that was <moved>, then cancelled
      When an item is <moved>, then cancelled, then fetched
      Then the item is not found, or its "id, item_type, item_brand, item_code, item_description, item_value, delivery_option, preferred_option, partner_store_id, store_name, created_at" are as before

      Examples:
        | moved                 |
        | bought                |
        | collected and fetched |

    Scenario: An item worth nearly the whole limit
      When an item worth nearly the whole limit is cancelled, then fetched
      Then the item is not found, or its "id, item_type, item_brand, item_code, item_description, item_value, delivery_option, preferred_option, partner_store_id, store_name, created_at" are as before

    Scenario: The fifth of 12 items
      When the fifth of 12 items is cancelled, then fetched
      Then the item is not found, or its "id, item_type, item_brand, item_code, item_description, item_value, delivery_option, preferred_option, partner_store_id, store_name, created_at" are as before

    Scenario: An item for delivery
      When an item with delivery_option "provider_delivery" and preferred_option "delivery" is cancelled, then fetched
      Then the item is not found, or its "id, item_type, item_brand, item_code, item_description, item_value, delivery_option, preferred_option, partner_store_id, store_name, created_at" are as before
