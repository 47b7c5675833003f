@limits @endpoint-create-limit
Feature: Create credit limit
  POST /api/v2/limits scores a customer by personal and occupational details and opens a credit limit.

  @LIM-01 @stated @section-4.3 @section-2.4 @section-2.5 @section-7 @owns-status
  Rule: A limit request for an employed customer must return HTTP status 201

    @whole-run
    Scenario: Every employed customer of the run
      Given at least one employed customer with a credit limit
      When all responses of the run to "create-limit" are read
      Then each response has HTTP status 201

  @LIM-02 @stated @section-4.3 @section-2.5 @section-7 @owns-status @case-government
  Rule: A limit request for a government employee must return HTTP status 201

    @whole-run
    Scenario: Every government employee of the run
      Given at least one government employee with a credit limit
      When all responses of the run to "create-limit" for "government" are read
      Then each response has HTTP status 201

  @LIM-03 @stated @section-4.3 @section-2.4 @section-2.6 @section-7 @owns-status @case-self-employed
  Rule: A limit request for a self-employed customer must return HTTP status 201

    @whole-run
    Scenario: Every self-employed customer of the run
      Given at least one self-employed customer with a credit limit
      When all responses of the run to "create-limit" for "self-employed" are read
      Then each response has HTTP status 201

  @LIM-04 @implied @section-1 @owns-json
  Rule: Every successful response to create limit must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every response of the run
      Given at least one customer with a credit limit
      When all responses of the run to "create-limit" are read
      Then each response is JSON

  @LIM-05 @stated @section-1 @section-4.3 @section-9
  Rule: Every successful response to create limit must contain apiVersion with the string value 2.0

    @whole-run
    Scenario: Every response of the run
      Given at least one customer with a credit limit
      When all responses of the run to "create-limit" are read
      Then each response matches the schema "api-version"

  @LIM-06 @stated @section-1 @section-4.3 @owns-envelope-status
  Rule: Every successful response to create limit must contain status, an integer equal to the HTTP status

    @whole-run
    Scenario: Every response of the run
      Given at least one customer with a credit limit
      When all responses of the run to "create-limit" are read
      Then each "status" equals the HTTP status

  @LIM-07 @stated @section-1 @section-4.3 @owns-request-id
  Rule: Every successful response to create limit must contain request_id, a string

    @whole-run
    Scenario: Every response of the run
      Given at least one customer with a credit limit
      When all responses of the run to "create-limit" are read
      Then each response matches the schema "request-id"

  @LIM-08 @stated @section-2.8 @section-4.3 @owns-data
  Rule: data of a created limit must contain every member of the limit record in its documented type and format

    @whole-run
    Scenario: Every response of the run
      Given at least one customer with a credit limit
      When all responses of the run to "create-limit" are read
      Then each response matches the schema "limit-data"

  @LIM-09 @implied @section-2.8 @section-2.4 @owns-echo
  Rule: The limit record must repeat the customer's details as the request sent them
    The members of the record have the names of the members of the request and describe the same customer.

    Scenario Outline: A customer named <first_name> <last_name>
      Given a new customer with the names "<first_name>" and "<last_name>"
      When the customer asks for a credit limit
      Then the call is accepted
      And the limit record repeats the customer's details

      Examples: plain names, short names, other scripts, and characters that often cause errors
        | first_name  | last_name        |
        | Jennifer    | Null             |
        | O           | Ng               |
        | Zoë         | D’Ångström-Čapek |
        | Nguyễn      | 王小𠮷           |
        | Mary Jane   | St. John         |
        | Seán Işıl   | O'Brien          |
        | Anne-Marie  | a long name      |
        | a long name | Mutua            |

      Examples: random values, which the seed determines
        | first_name    | last_name     |
        | a random name | a random name |

    Scenario: An email of more than fifty characters, if the service accepts it
      Given a new customer whose email has more than fifty characters
      When the customer asks for a credit limit, if the service accepts the email
      Then the limit record repeats the customer's details

    Scenario: An id number with letters, if the service accepts it
      Given a new customer whose id number has letters
      When the customer asks for a credit limit, if the service accepts the id number
      Then the limit record repeats the customer's details

    @whole-run
    Scenario: Every customer of the run
      Given at least one customer with a credit limit
      When all responses of the run to "create-limit" are read
      Then each limit record repeats the customer's details

  @LIM-10 @stated @section-2.4 @owns-status @case-personal
  Rule: The service must accept every documented value of a personal detail

    Scenario Outline: <member> <value>
      Given a new customer whose "<member>" is "<value>"
      When the customer asks for a credit limit
      Then the call is accepted

      Examples:
        | member         | value   |
        | gender         | male    |
        | gender         | female  |
        | marital_status | single  |
        | marital_status | married |

      Examples: ambiguous days and last days of a leap year: 4 July, 31 December, 29 February
        | member        | value |
        | date_of_birth | 07/04 |
        | date_of_birth | 12/31 |
        | date_of_birth | 02/29 |

  @LIM-11 @stated @section-2.5 @owns-status @case-occupation
  Rule: The service must accept every documented value of an occupational detail of an employee

    Scenario Outline: <member> <value>
      Given a new customer whose "<member>" is "<value>"
      When the customer asks for a credit limit
      Then the call is accepted

      Examples:
        | member          | value             |
        | job_level       | Intern            |
        | job_level       | Associate         |
        | job_level       | Junior Manager    |
        | job_level       | Mid level manager |
        | job_level       | Senior Manager    |
        | job_level       | Executive Manager |
        | employer_sector | private_sector    |
        | payment_type    | bank              |
        | payment_type    | mpesa             |
        | payment_type    | cash              |

  @LIM-12 @stated @section-2.5 @section-8 @owns-status @case-job-group
  Rule: The service must accept every job group from A to T for a government employee

    Scenario Outline: job_group <job_group>
      Given a new government employee whose "job_group" is "<job_group>"
      When the customer asks for a credit limit
      Then the call is accepted

      Examples:
        | job_group |
        | A         |
        | B         |
        | C         |
        | D         |
        | E         |
        | F         |
        | G         |
        | H         |
        | I         |
        | J         |
        | K         |
        | L         |
        | M         |
        | N         |
        | O         |
        | P         |
        | Q         |
        | R         |
        | S         |
        | T         |

  @LIM-13 @stated @section-2.5 @section-2.7 @owns-status @case-job-function
  Rule: The service must accept every documented industry as the job_function of an employee

    Scenario Outline: job_function <industry>
      Given a new customer whose "job_function" is "<industry>"
      When the customer asks for a credit limit
      Then the call is accepted

      Examples:
        | industry                          |
        | Accounting Auditing & Finance     |
        | Administrative & Office           |
        | Agriculture &Farming              |
        | Building & Architecture           |
        | Community & Social Services       |
        | Consulting and Strategy           |
        | Creative & Design                 |
        | Customer service & Support        |
        | Employability & Soft Skills       |
        | Engineering                       |
        | Food sciences & catering          |
        | Health & Safety                   |
        | Hospitality/Leisure & Travel      |
        | Human Resources                   |
        | IT & Software                     |
        | Legal Services                    |
        | Management & Business Development |
        | Marketing & Communication         |
        | Medical & Pharmaceutical          |
        | Natural sciences                  |
        | Project & Product management      |
        | Quality Control & Assurance       |
        | Real estate & Property Management |
        | Research/Teaching/Training        |
        | Sales                             |
        | Security                          |
        | Supply Chain & Development        |
        | Trade & Services                  |
        | Transport & Logistics             |
        | Other                             |

  @LIM-14 @stated @section-2.6 @section-2.7 @owns-status @case-business-industry
  Rule: The service must accept every documented industry as the business_industry of a self-employed customer

    Scenario Outline: business_industry <industry>
      Given a new self-employed customer whose "business_industry" is "<industry>"
      When the customer asks for a credit limit
      Then the call is accepted

      Examples:
        | industry                          |
        | Accounting Auditing & Finance     |
        | Administrative & Office           |
        | Agriculture &Farming              |
        | Building & Architecture           |
        | Community & Social Services       |
        | Consulting and Strategy           |
        | Creative & Design                 |
        | Customer service & Support        |
        | Employability & Soft Skills       |
        | Engineering                       |
        | Food sciences & catering          |
        | Health & Safety                   |
        | Hospitality/Leisure & Travel      |
        | Human Resources                   |
        | IT & Software                     |
        | Legal Services                    |
        | Management & Business Development |
        | Marketing & Communication         |
        | Medical & Pharmaceutical          |
        | Natural sciences                  |
        | Project & Product management      |
        | Quality Control & Assurance       |
        | Real estate & Property Management |
        | Research/Teaching/Training        |
        | Sales                             |
        | Security                          |
        | Supply Chain & Development        |
        | Trade & Services                  |
        | Transport & Logistics             |
        | Other                             |

  @LIM-15 @stated @section-2.6 @owns-status @case-business
  Rule: The service must accept every documented value of an occupational detail of a self-employed customer

    Scenario Outline: <member> <value>
      Given a new self-employed customer whose "<member>" is "<value>"
      When the customer asks for a credit limit
      Then the call is accepted

      Examples:
        | member                | value               |
        | business_type         | student             |
        | business_type         | freelancer          |
        | business_type         | sole_proprietorship |
        | business_type         | partnership         |
        | business_type         | limited_company     |
        | business_payment_type | mpesa               |
        | business_payment_type | bank                |
        | business_payment_type | cash                |
        | business_registered   | true                |
        | business_registered   | false               |

  @LIM-16 @implied @section-2.4 @section-2.5 @section-2.6 @owns-amounts
  Rule: The service must accept small and large amounts; it may set a minimum and a maximum
    The tables define integers and set no maximum. If the service refuses an amount for its size, the suite tries a smaller one.
    If it refuses a small loan_amount, the suite tries a larger one.

    Scenario Outline: <kind>, <member> <value>
      Given a new <kind> whose "<member>" is "<value>"
      When the customer asks for a credit limit
      Then the call is accepted

      Examples:
        | kind                   | member                           | value      |
        | employed customer      | net_income                       | 1250000    |
        | employed customer      | net_income                       | 3210987654 |
        | employed customer      | expenses                         | 0          |
        | employed customer      | expenses                         | 1          |
        | employed customer      | loan_amount                      | 1000       |
        | employed customer      | loan_amount                      | 3210987654 |
        | self-employed customer | gross_monthly_revenue            | 3210987654 |
        | self-employed customer | average_monthly_expenses         | 0          |
        | self-employed customer | average_monthly_personal_expense | 0          |
        | self-employed customer | loan_amount                      | 1000       |

      Examples: random values, which the seed determines
        | kind                   | member                | value           |
        | employed customer      | net_income            | a random amount |
        | self-employed customer | gross_monthly_revenue | a random amount |

    @whole-run
    Scenario: Every amount that the run sent
      Given at least one customer with a credit limit
      When all responses of the run to "create-limit" are read
      Then "create-limit" accepts every "net_income, gross_monthly_revenue" between the smallest and the largest accepted value

  @LIM-17 @stated @section-2.4
  Rule: The service must accept at least one form of each personal detail that the table and the samples show in two forms

    Scenario Outline: The forms of <tolerance>
      When "create-limit" is called in every documented form of "<tolerance>"
      Then at least one form is accepted

      Examples:
        | tolerance    |
        | phone-number |
        | employed     |
        | loan-amount  |
        | password     |

  @LIM-18 @stated @section-2.5 @section-2.6
  Rule: The service must accept at least one form of each occupational detail that the table and the samples show in two forms

    Scenario Outline: The forms of <tolerance>
      When "create-limit" is called in every documented form of "<tolerance>"
      Then at least one form is accepted

      Examples:
        | tolerance             |
        | business-registered   |
        | business-payment-type |
        | business-industry     |

  @LIM-23 @stated @section-2.4
  Rule: The service must accept a country code of two letters and one of three letters

    Scenario: The two lengths of a country code
      When "create-limit" is called in every documented form of "country-code"
      Then the forms "two-letters, three-letters" are accepted

  @LIM-24 @stated @section-2.5
  Rule: The service must accept an employee of the private sector without job_group

    Scenario: Without job_group, and with job_group
      When "create-limit" is called in every documented form of "job-group"
      Then the form "government-only" is accepted

  @LIM-19 @stated @section-1
  Rule: An existing customer who asks again must receive the existing limit

    Scenario Outline: <a customer> asks twice
      Given <a customer> with a credit limit who bought nothing
      When the customer asks for a credit limit again
      Then the call is accepted
      And the members "customer_details.id, credit_limit_details" of "data" equal the same members of the customer's limit record

      Examples:
        | a customer            |
        | an employed customer  |
        | a government employee |

    Scenario: A self-employed customer asks four times
      Given a self-employed customer with a credit limit who bought nothing
      When the customer asks for a credit limit again 3 times
      Then each call is accepted
      And the members "customer_details.id, credit_limit_details" of "data" equal the same members of the customer's limit record

    Scenario Outline: <a customer> who asks for a larger amount
      Given <a customer> with a credit limit whom no other check uses
      When the customer asks for a credit limit again, with larger amounts
      Then the call is accepted
      And the members "customer_details.id, credit_limit_details.id, credit_limit_details.credit_limit" of "data" equal the same members of the customer's limit record

      Examples:
        | a customer               |
        | an employed customer     |
        | a self-employed customer |

    Scenario: A customer whose occupation has changed
      Given a customer with a credit limit whom no other check uses
      When the customer asks for a credit limit again, with another occupation
      Then the call is accepted
      And the members "customer_details.id, credit_limit_details.id, credit_limit_details.credit_limit" of "data" equal the same members of the customer's limit record

    Scenario: A customer whose email has changed
      Given a customer with a credit limit whom no other check uses
      When the customer asks for a credit limit again, with another email, if the service accepts it
      Then the members "customer_details.id, credit_limit_details.id, credit_limit_details.credit_limit" of "data" equal the same members of the customer's limit record

    Scenario: A customer who writes the phone number in the other form
      Given a customer with a credit limit whom no other check uses
      When the customer asks for a credit limit again, with the other form of the phone number, if the service accepts it
      Then the members "customer_details.id, credit_limit_details.id, credit_limit_details.credit_limit" of "data" equal the same members of the customer's limit record

    Scenario: A new customer who asks twice in parallel
      When a new customer asks for a credit limit twice in parallel
      Then all accepted requests return the same "customer_details.id, credit_limit_details.id"

    @whole-run
    Scenario: Every customer who asked again in the run, also after purchases
      Given at least one customer with a credit limit
      When all responses of the run to customers who asked for a limit again are read
      Then each call is accepted
      And the members "customer_details.id, credit_limit_details.id" of "data" equal the same members of the customer's limit record

    @whole-run
    Scenario: Customers who bought something
      Given at least one customer with a credit limit
      When all responses of the run to "create-limit" about customers who bought something are read
      Then "data.credit_limit_details.available_limit" equals the available_limit of fetch limit

  @LIM-20 @implied @section-1 @section-2.8 @owns-own-ids
  Rule: No two customers may share a customer id or a credit limit id
    An id that two customers share identifies neither of them.

    @whole-run
    Scenario: Every new customer of the run
      Given at least one customer with a credit limit
      And another customer with a credit limit
      When all responses of the run to "create-limit" are read
      Then no two customers have the same "data.customer_details.id"
      And no two customers have the same "data.credit_limit_details.id"

    Scenario Outline: Two people with the same <details>, if the service accepts them
      Given a customer with a credit limit, and a person with the same <details>
      When the person asks for a credit limit
      Then "data.customer_details.id, data.credit_limit_details.id" differ from the customer's

      Examples:
        | details                                                           |
        | name, date of birth and email                                     |
        | phone number                                                      |
        | last digits of the id number                                      |
        | id number, plus a digit at the end                                |
        | id number, plus a zero at the front                               |
        | last six digits of the phone number, and email in capital letters |

  @LIM-21 @stated @section-1
  Rule: request_id must be unique: a response of a limit endpoint must not repeat one

    @whole-run
    Scenario: Every response of the run
      Given the credit limit of at least one customer was fetched
      When all responses of the run to "create-limit, fetch-limit" are read
      Then no two responses have the same "request_id"

    @whole-run
    Scenario: request_id in limit responses and in OTP responses
      Given the credit limit of at least one customer was fetched
      When all responses of the run to "create-limit, fetch-limit" are read
      Then no response has the same "request_id" as a response to "send-otp, verify-otp"

  @LIM-22 @implied @section-5
  Rule: No limit endpoint may serve a call without the valid token
    Every endpoint requires a bearer token. If the token does not have to be valid, it protects nothing.

    Scenario Outline: <endpoint> with <credentials>
      When "<endpoint>" is called with <credentials>
      Then the call is not served

      Examples:
        | endpoint     | credentials                   |
        | create-limit | no Authorization header       |
        | create-limit | an empty Authorization header |
        | create-limit | a scheme without a token      |
        | create-limit | the token with another scheme |
        | create-limit | a wrong token                 |
        | fetch-limit  | no Authorization header       |
        | fetch-limit  | an empty Authorization header |
        | fetch-limit  | a scheme without a token      |
        | fetch-limit  | the token with another scheme |
        | fetch-limit  | a wrong token                 |

      Examples: wrong tokens that a weak check accepts
        | endpoint     | credentials                                      |
        | create-limit | the token with every character changed           |
        | create-limit | the token without its last character             |
        | create-limit | the token with characters added after it         |
        | create-limit | the token with its last character changed        |
        | create-limit | the token without its first character            |
        | create-limit | the token with characters added before it        |
        | create-limit | the token with its beginning changed             |
        | create-limit | the token with its middle changed                |
        | create-limit | the token with upper and lower case swapped      |
        | create-limit | the token as an unsigned JWT                     |
        | create-limit | the token in the query                           |
        | create-limit | the token in other headers                       |
        | create-limit | the headers of a proxy alone                     |
        | create-limit | a wrong token after two spaces                   |
        | create-limit | a wrong token with its scheme in capital letters |
        | create-limit | the word undefined as a token                    |
        | create-limit | an SQL wildcard as a token                       |
        | create-limit | an SQL condition as a token                      |
        | create-limit | a regular expression as a token                  |
        | create-limit | the token with its punctuation changed           |
        | create-limit | the token in the body                            |
        | fetch-limit  | the token with every character changed           |
        | fetch-limit  | the token without its last character             |
        | fetch-limit  | the token with characters added after it         |
        | fetch-limit  | the token with its last character changed        |
        | fetch-limit  | the token without its first character            |
        | fetch-limit  | the token with characters added before it        |
        | fetch-limit  | the token with its beginning changed             |
        | fetch-limit  | the token with its middle changed                |
        | fetch-limit  | the token with upper and lower case swapped      |
        | fetch-limit  | the token as an unsigned JWT                     |
        | fetch-limit  | the token in the query                           |
        | fetch-limit  | the token in other headers                       |
        | fetch-limit  | the token with its halves swapped                |
        | fetch-limit  | the word undefined as a token                    |
        | fetch-limit  | a token of 1,500 characters                      |
        | fetch-limit  | a wrong token with its scheme in small letters   |
        | fetch-limit  | a wrong token after two spaces                   |
        | fetch-limit  | two wrong tokens in one header                   |
        | fetch-limit  | an SQL wildcard as a token                       |
        | fetch-limit  | an SQL condition as a token                      |
        | fetch-limit  | a regular expression as a token                  |
        | fetch-limit  | the token with its punctuation changed           |
        | fetch-limit  | the headers of a proxy alone                     |

    Scenario Outline: <endpoint> with no Authorization header and no Content-Type
      When "<endpoint>" is called with no Authorization header and no Content-Type
      Then the call is not served

      Examples: requests that a middleware for JSON may not see
        | endpoint     |
        | create-limit |
        | fetch-limit  |

    Scenario Outline: create-limit for <whom> with <credentials>
      When "create-limit" is called for <whom>, with <credentials>
      Then the call is not served

      Examples:
        | whom                     | credentials             |
        | a self-employed customer | no Authorization header |
        | a government employee    | a wrong token           |

    Scenario: create-limit for a customer with a limit, with other details, changes nothing
      When "create-limit" is called for a customer with a limit, with no Authorization header
      Then the call is not served
      And the customer's limit is unchanged

    Scenario Outline: fetch-limit for <what> with <credentials>
      When "fetch-limit" is called for <what>, with <credentials>
      Then the call is not served

      Examples:
        | what                                         | credentials             |
        | the limit of a government employee           | no Authorization header |
        | the limit of a self-employed customer        | a wrong token           |
        | the limit of a customer who bought something | no Authorization header |

    Scenario Outline: <endpoint>, its path <spelling>
      When "<endpoint>" is called at its path <spelling>, with no Authorization header
      Then the call is not served

      Examples: paths that a router may accept although the token check does not cover them
        | endpoint     | spelling                       |
        | create-limit | with a slash at the end        |
        | create-limit | with a double slash            |
        | fetch-limit  | with a slash at the end        |
        | fetch-limit  | with a parameter at the end    |
        | fetch-limit  | with its id in capital letters |
        | fetch-limit  | in capital letters             |

    Scenario: Fetch limit twice with the same wrong token
      When "fetch-limit" is called twice with the token cut to its first half
      Then no call is served

    Scenario Outline: <endpoint> with <credentials> changes nothing
      When "<endpoint>" is called once with <credentials>
      Then the call is not served
      And the call had no effect

      Examples:
        | endpoint     | credentials                            |
        | create-limit | the token with every character changed |

  @LIM-25 @stated @section-2.4 @section-2.5
  Rule: The service must accept every combination of the documented values of an employed customer
    The tables list the values of each member and set no condition between members, except for job_group and employer_sector.

    @completing
    Scenario: Combinations of an employed customer's values
      When the combinations of documented values of a "limit request of an employed customer" that --strength selects are sent
      Then each combination is accepted

  @LIM-26 @stated @section-2.4 @section-2.6
  Rule: The service must accept every combination of the documented values of a self-employed customer
    The tables list the values of each member and set no condition between members.

    @completing
    Scenario: Combinations of a self-employed customer's values
      When the combinations of documented values of a "limit request of a self-employed customer" that --strength selects are sent
      Then each combination is accepted

  @LIM-27 @implied @section-2.8
  Rule: The timestamp of a new limit must be in UTC, by the clock of the service
    Section 2.8 defines updated in UTC. The Date header of the response shows the clock of the service.
    Without that header, one limit is compared with the others.

    @whole-run
    Scenario: Every new limit of the run
      Given at least one customer with a credit limit
      When all responses of the run to "create-limit" are read
      Then each timestamp of a new limit is in UTC
