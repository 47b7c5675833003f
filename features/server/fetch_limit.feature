@limits @endpoint-fetch-limit
Feature: Fetch credit limit
  GET /api/v2/limits/:customer_id returns the limit that a customer has.

  @FLM-01 @stated @section-4.4 @section-7 @owns-status
  Rule: Fetching the limit of a customer who has one must return HTTP status 200

    @whole-run
    Scenario: Every limit fetched in the run
      Given the credit limit of at least one customer was fetched
      When all responses of the run to "fetch-limit" are read
      Then each response has HTTP status 200

  @FLM-02 @implied @section-1 @owns-json
  Rule: Every successful response to fetch limit must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every response of the run
      Given the credit limit of at least one customer was fetched
      When all responses of the run to "fetch-limit" are read
      Then each response is JSON

  @FLM-03 @stated @section-1 @section-4.4 @section-9
  Rule: Every successful response to fetch limit must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every response of the run
      Given the credit limit of at least one customer was fetched
      When all responses of the run to "fetch-limit" are read
      Then each response matches the schema "api-version"

  @FLM-04 @stated @section-1 @section-4.4 @owns-envelope-status
  Rule: Every successful response to fetch limit must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every response of the run
      Given the credit limit of at least one customer was fetched
      When all responses of the run to "fetch-limit" are read
      Then each "status" equals the HTTP status

  @FLM-05 @stated @section-1 @section-4.4 @owns-request-id
  Rule: Every successful response to fetch limit must contain request_id, a string

    @whole-run
    Scenario: Every response of the run
      Given the credit limit of at least one customer was fetched
      When all responses of the run to "fetch-limit" are read
      Then each response matches the schema "request-id"

  @FLM-06 @stated @section-2.8 @section-4.4 @owns-data
  Rule: data of a fetched limit must contain every member of the limit record in its documented type and format

    @whole-run
    Scenario: Every response of the run
      Given the credit limit of at least one customer was fetched
      When all responses of the run to "fetch-limit" are read
      Then each response matches the schema "limit-data"

  @FLM-07 @implied @section-4.4 @section-2.8 @owns-echo
  Rule: Fetch limit must return the limit that create limit returned
    Both responses are records of the same limit, and nothing happened in between.

    Scenario Outline: For <a customer>
      Given <a customer> with a credit limit who bought nothing
      When the customer's credit limit is fetched
      Then the members "customer_details, credit_limit_details, payment_terms" of "data" equal the same members of the customer's limit record

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

    Scenario: Ten fetches
      Given a customer with a credit limit whom no other check uses
      When the customer's credit limit is fetched 10 times
      Then the members "customer_details, credit_limit_details, payment_terms" of "data" equal the same members of the customer's limit record

    Scenario: After another customer asked for a limit
      Given a customer with a credit limit whom no other check uses
      And another customer with a credit limit
      When the customer's credit limit is fetched
      Then the members "customer_details, credit_limit_details, payment_terms" of "data" equal the same members of the customer's limit record

    Scenario: After an OTP request with the details of a new customer, as a store sends it that does not know the customer
      Given a customer with a credit limit whom no other check uses
      And an OTP was requested with all details of the customer, if the service sends OTPs
      When the customer's credit limit is fetched
      Then the members "customer_details, credit_limit_details, payment_terms" of "data" equal the same members of the customer's limit record

    Scenario Outline: After a person with the same <details> asked for a limit
      Given a customer with a credit limit, and a person with the same <details>
      And the person asked for a credit limit, if the service accepts the person
      When the customer's credit limit is fetched
      Then the members "customer_details.id, customer_details.id_number, credit_limit_details" of "data" equal the same members of the customer's limit record

      Examples:
        | details                             |
        | name, date of birth and email       |
        | phone number                        |
        | id number, but another phone number |

    Scenario: A customer who spent nearly the whole limit, before and after the cancel
      When the limit of a customer who spent nearly the whole limit is fetched before and after the purchase is cancelled
      Then each limit record repeats the customer's details
      And the members "id, credit_limit" of "data.credit_limit_details" are the same in every response

    Scenario: A customer who verified no OTP, if the service gives limits without an OTP
      When the limit of a customer who verified no OTP is fetched, if the service gives limits without an OTP
      Then the members "customer_details, credit_limit_details" of "data" equal the same members of the customer's limit record

    @completing
    Scenario: The customer who bought the most items
      When the limit of the customer who bought the most items is fetched
      Then each limit record repeats the customer's details

    @alone
    Scenario: Customers of every kind in the run
      When the credit limits of 20 customers who bought nothing are fetched
      Then the members "customer_details, credit_limit_details, payment_terms" of "data" equal the same members of the customer's limit record

    @whole-run
    Scenario: Every limit fetched in the run
      Given the credit limit of at least one customer was fetched
      When all responses of the run to "fetch-limit" are read
      Then each limit record repeats the customer's details
      And "data.customer_details.id" is the customer's id
      And "updated" of each fetched limit comes from the same clock as "updated" of the new limit

    @whole-run
    Scenario: Customers who bought something
      Given the credit limit of at least one customer was fetched
      When all responses of the run to "fetch-limit" about customers who bought something are read
      Then the available_limit is not contradicted by two other endpoints

  @FLM-08 @implied @section-4.4
  Rule: Fetch limit with an unknown id must not return the limit of another customer
    The path names the customer. The service may refuse an unknown id in any way, but must not treat it as the id
    of another customer. The service must serve a known id afterwards as before.

    Scenario: Ids that are similar to a known id, and an id that is not
      Given a customer with a credit limit whom no other check uses
      When the limits of unknown customer ids are fetched
      Then no data of another customer is returned
