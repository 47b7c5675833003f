@purchases @endpoint-cancel-purchase
Feature: Cancel purchase
  DELETE /api/v2/purchases/:purchases_id cancels one purchase item.

  @CAN-01 @stated @section-4.9 @section-7 @owns-status
  Rule: Cancelling a purchase item is answered with 200

    @whole-run
    Scenario: Every cancel of the run
      Given a purchase was cancelled
      When every answer to "cancel-purchase" is gathered
      Then each call is answered with 200

  @CAN-02 @implied @section-1 @owns-json
  Rule: Every answer to cancel purchase is JSON, and says so
    The specification has JSON bodies; a client can only know one by its Content-Type.

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was cancelled
      When every answer to "cancel-purchase" is gathered
      Then each answer is JSON

  @CAN-03 @stated @section-1 @section-4.9 @section-9
  Rule: Every answer to cancel purchase carries apiVersion, the string 2.0

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was cancelled
      When every answer to "cancel-purchase" is gathered
      Then each answer matches "api-version"

  @CAN-04 @stated @section-1 @section-4.9 @owns-envelope-status
  Rule: Every answer to cancel purchase carries status, the integer of its HTTP status

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was cancelled
      When every answer to "cancel-purchase" is gathered
      Then each "status" repeats the HTTP status

  @CAN-05 @stated @section-1
  Rule: No answer to cancel purchase carries request_id

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was cancelled
      When every answer to "cancel-purchase" is gathered
      Then each answer matches "no-request-id"

  @CAN-06 @stated @section-4.9 @owns-data
  Rule: data is an object with a message, a string

    @whole-run
    Scenario: Every answer of the run
      Given a purchase was cancelled
      When every answer to "cancel-purchase" is gathered
      Then each answer matches "cancel-purchase-data"

  @CAN-07 @stated @section-4.9 @section-3
  Rule: The message names the item that was cancelled, by its id

    @whole-run
    Scenario: Every cancel of the run
      Given a purchase was cancelled
      When every answer to "cancel-purchase" is gathered
      Then each message names the item's id

  @CAN-08 @implied @section-4.9
  Rule: A cancel of an id that nobody gave cancels nobody's item
    The path names the item. How an unknown one is answered is open; a known one is served after it
    as before.

    Scenario: An id that is like that of an item, and one that is like none
      Given a purchase of one item
      When items that nobody bought are cancelled
      Then nobody's data is given
      And the item that somebody bought is as it was
