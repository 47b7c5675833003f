@limits @endpoint-fetch-limit
Feature: Fetch credit limit
  GET /api/v2/limits/:customer_id returns the limit that a customer has.

  @FLM-01 @stated @section-4.4 @section-7 @owns-status
  Rule: Fetching the limit of a customer who has one must return HTTP status 200

    @whole-run
    Scenario: Every limit fetched in the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each call is answered with 200

  @FLM-02 @implied @section-1 @owns-json
  Rule: Every successful response to fetch limit must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every answer of the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each answer is JSON

  @FLM-03 @stated @section-1 @section-4.4 @section-9
  Rule: Every successful response to fetch limit must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every answer of the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each answer matches "api-version"

  @FLM-04 @stated @section-1 @section-4.4 @owns-envelope-status
  Rule: Every successful response to fetch limit must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every answer of the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each "status" repeats the HTTP status

  @FLM-05 @stated @section-1 @section-4.4 @owns-request-id
  Rule: Every successful response to fetch limit must contain request_id, a string

    @whole-run
    Scenario: Every answer of the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each answer matches "request-id"

  @FLM-06 @stated @section-2.8 @section-4.4 @owns-data
  Rule: data of a fetched limit must contain every member of the limit record in its documented type and format

    @whole-run
    Scenario: Every answer of the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each answer matches "limit-data"

  @FLM-07 @implied @section-4.4 @section-2.8 @owns-echo
  Rule: Fetch limit must return the limit that create limit returned
    Both responses are records of the same limit, and nothing happened in between.

    Scenario Outline: <a customer>
      Given <a customer> with a credit limit who bought nothing
      When the customer's credit limit is fetched
      Then "data" is the customer's limit in "customer_details, credit_limit_details, payment_terms"

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

    Scenario: For the tenth time
      Given a customer with a credit limit for this check only
      When the customer's credit limit is fetched 10 times
      Then "data" is the customer's limit in "customer_details, credit_limit_details, payment_terms"

    Scenario: After another customer asked for a limit
      Given a customer with a credit limit for this check only
      And another customer with a credit limit
      When the customer's credit limit is fetched
      Then "data" is the customer's limit in "customer_details, credit_limit_details, payment_terms"

    Scenario Outline: After a person with the same <details> asked for a limit
      Given a customer with a credit limit, and a person with the same <details>
      And the person asked for a credit limit, if the service accepts them
      When the customer's credit limit is fetched
      Then "data" is the customer's limit in "customer_details.id, customer_details.id_number, credit_limit_details"

      Examples:
        | details                       |
        | name, date of birth and email |
        | phone number                  |

    Scenario: A customer who spent nearly all of it, and then cancelled what they bought
      When the limit of a customer who spent nearly all of it is fetched, and again once the purchase is cancelled
      Then each limit record repeats the customer's details
      And "data.credit_limit_details" is the same each time in "id, credit_limit"

    Scenario: A customer who verified no OTP, if the service gives them a limit
      When the limit of a customer who verified no OTP is fetched, if the service gives one
      Then "data" is the customer's limit in "customer_details, credit_limit_details"

    @whole-run
    Scenario: Customers of every kind in the run
      Given the credit limits of 8 customers who bought nothing were fetched
      When every answer to "fetch-limit" for "nothing-bought" is gathered
      Then "data" is the customer's limit in "customer_details, credit_limit_details, payment_terms"

    @whole-run
    Scenario: Every limit fetched in the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each limit record repeats the customer's details
      And each timestamp of a fetched limit is of the same clock as that of the new limit

  @FLM-08 @implied @section-4.4
  Rule: Fetch limit with an unknown id must not return the limit of another customer
    The path names the customer. The service may refuse an unknown id in any way, but must not take it for another
    customer. It must serve a known id afterwards as before.

    Scenario: Ids similar to that of a customer, and one similar to none
      Given a customer with a credit limit for this check only
      When unknown limits are fetched
      Then no data of another is returned
