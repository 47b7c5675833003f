@limits @endpoint-fetch-limit
Feature: Fetch credit limit
  GET /api/v2/limits/:customer_id returns the limit that a customer has.

  @FLM-01 @stated @section-4.4 @section-7 @owns-status
  Rule: Fetching the limit of a customer who has one is answered with 200

    @whole-run
    Scenario: Every limit fetched in the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each call is answered with 200

  @FLM-02 @implied @section-1 @owns-json
  Rule: Every answer to fetch limit is JSON, and says so
    The specification has JSON bodies; a client can only know one by its Content-Type.

    @whole-run
    Scenario: Every answer of the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each answer is JSON

  @FLM-03 @stated @section-1 @section-4.4 @section-9
  Rule: Every answer to fetch limit carries apiVersion, the string 2.0

    @whole-run
    Scenario: Every answer of the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each answer matches "api-version"

  @FLM-04 @stated @section-1 @section-4.4 @owns-envelope-status
  Rule: Every answer to fetch limit carries status, the integer of its HTTP status

    @whole-run
    Scenario: Every answer of the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each "status" repeats the HTTP status

  @FLM-05 @stated @section-1 @section-4.4 @owns-request-id
  Rule: Every answer to fetch limit carries request_id, a string

    @whole-run
    Scenario: Every answer of the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each answer matches "request-id"

  @FLM-06 @stated @section-2.8 @section-4.4 @owns-data
  Rule: data of a fetched limit holds every member of the limit record, by type and format

    @whole-run
    Scenario: Every answer of the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each answer matches "limit-data"

  @FLM-07 @implied @section-4.4 @section-2.8 @owns-echo
  Rule: Fetch gives back the limit that create gave
    Both answers are records of the same limit, and nothing happened in between.

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
      Given a customer of their own with a credit limit
      When the customer's credit limit is fetched 10 times
      Then "data" is the customer's limit in "customer_details, credit_limit_details, payment_terms"

    Scenario: After another customer came
      Given a customer of their own with a credit limit
      And another customer with a credit limit
      When the customer's credit limit is fetched
      Then "data" is the customer's limit in "customer_details, credit_limit_details, payment_terms"

    @whole-run
    Scenario: Customers of every kind who came in the run
      Given the credit limits of 12 customers who bought nothing were fetched
      When every answer to "fetch-limit" for "nothing-bought" is gathered
      Then "data" is the customer's limit in "customer_details, credit_limit_details, payment_terms"

    @whole-run
    Scenario: Every limit fetched in the run
      Given the credit limit of a customer was fetched
      When every answer to "fetch-limit" is gathered
      Then each limit record repeats the customer's details

  @FLM-08 @implied @section-4.4
  Rule: An id that nobody gave has nobody's limit
    The path names the customer. Who is unknown may be refused in any way, but is not somebody else; a known one is
    served after it as before.

    Scenario: Ids that are like that of a customer, and one that is like none
      Given a customer with a credit limit
      When limits that nobody has are fetched
      Then nobody's data is given
