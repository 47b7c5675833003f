@lookup @endpoint-customer-lookup
Feature: Customer detail lookup
  POST /open/op/customer/detail returns a customer's limit and profile, or a sign-up address.

  @LKP-01 @stated @section-4.5 @section-7 @owns-status
  Rule: A lookup with the bearer token, Noncestr, Sign and Timestamp must return HTTP status 200
    The suite sends new values of these three headers with every call.

    @whole-run
    Scenario: Every lookup of the run
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" are read
      Then each request had the headers "Noncestr, Sign, Timestamp"
      And each response has HTTP status 200

  @LKP-02 @implied @section-1 @owns-json
  Rule: Every successful response to a lookup must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every response of the run
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" are read
      Then each response is JSON

  @LKP-03 @stated @section-2.10 @section-1 @owns-envelope
  Rule: Every successful response to a lookup must have the lookup envelope: code, msg, data and success

    @whole-run
    Scenario: Every response of the run
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" are read
      Then each response matches the schema "lookup-envelope"

  @LKP-04 @stated @section-4.5 @owns-success
  Rule: A successful lookup must return code 200 and success true

    @whole-run
    Scenario: Every response of the run
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" are read
      Then each response matches the schema "lookup-success"

  @LKP-05 @stated @section-4.5 @section-2.10 @owns-data
  Rule: For a customer with a limit, redirectUrl must be null and both objects must contain every member in its documented type

    Scenario Outline: For <a customer>
      Given <a customer> with a credit limit
      When the customer is looked up
      Then each response matches the schema "lookup-with-limit"

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

    Scenario: A customer who spent nearly the whole limit, before and after the cancel
      When a customer who spent nearly the whole limit is looked up before and after the purchase is cancelled
      Then each response matches the schema "lookup-with-limit"

    @completing
    Scenario: The customer who bought the most items
      When the customer who bought the most items is looked up
      Then each response matches the schema "lookup-with-limit"

    @alone
    Scenario: Customers of every kind in the run
      When 16 customers of every kind are looked up
      Then each response matches the schema "lookup-with-limit"

    @whole-run
    Scenario: Every customer with a limit looked up in the run
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" for "with-limit" are read
      Then each response matches the schema "lookup-with-limit"

  @LKP-06 @stated @section-4.5 @section-2.10 @owns-status @owns-success @owns-data @case-without-limit
  Rule: For a customer without a limit, redirectUrl must be a non-empty string, and baseInfo and creditLimitInfo must be null

    Scenario: A customer who has not asked for a limit
      Given a customer without a credit limit
      When the customer is looked up
      Then the call is accepted
      And each response matches the schema "lookup-without-limit"

    Scenario: A customer who has not asked for a limit, by NATIONAL_ID
      Given a customer without a credit limit
      When the customer is looked up by "NATIONAL_ID"
      Then the call is accepted
      And each response matches the schema "lookup-without-limit"

    Scenario: A customer who has not asked for a limit, by an email that the service does not have
      When a person without a credit limit is looked up by email, if the service finds no other customer by it
      Then each response matches the schema "lookup-without-limit"

    Scenario: A person who verified an OTP, but asked for no limit
      When a person who verified an OTP, but has no credit limit, is looked up
      Then the call is accepted
      And each response matches the schema "lookup-without-limit"

    Scenario: A person who verified an OTP, but asked for no limit, by the id that verify returned
      When a person who verified an OTP, but has no credit limit, is looked up by the id that verify returned, if the service finds the person by it
      Then each response matches the schema "lookup-without-limit"

    @whole-run
    Scenario: Every customer without a limit looked up in the run
      Given at least one customer without a credit limit was looked up
      When all responses of the run to "customer-lookup" for "without-limit" are read
      Then each response matches the schema "lookup-without-limit"

  @LKP-07 @stated @section-4.5 @owns-query-field
  Rule: A lookup must find a customer by every documented query field

    Scenario Outline: A lookup by <field>
      Given a customer with a credit limit
      When the customer is looked up by "<field>"
      Then the customer is found

      Examples:
        | field       |
        | mobile      |
        | memberId    |
        | phoneNumber |
        | NATIONAL_ID |
        | email       |

    Scenario Outline: A self-employed customer, by <field>
      Given a self-employed customer with a credit limit
      When the customer is looked up by "<field>"
      Then the customer is found

      Examples:
        | field       |
        | memberId    |
        | phoneNumber |
        | NATIONAL_ID |
        | email       |

    Scenario Outline: A government employee, by <field>
      Given a government employee with a credit limit
      When the customer is looked up by "<field>"
      Then the customer is found

      Examples:
        | field       |
        | memberId    |
        | NATIONAL_ID |
        | email       |

    @completing
    Scenario Outline: The customer who bought the most items, by <field>
      When the customer who bought the most items is looked up by "<field>"
      Then the customer is found

      Examples:
        | field       |
        | memberId    |
        | phoneNumber |
        | NATIONAL_ID |
        | email       |

    Scenario: A lookup by PASSPORT, if the customer has a passport
      Given a customer with a credit limit
      When the customer is looked up by "PASSPORT"
      Then the customer is found, or the lookup is not refused because of the field

    Scenario: A customer who verified no OTP, if the service gives limits without an OTP
      When a customer who verified no OTP is looked up, if the service gives limits without an OTP
      Then the customer is found

    Scenario: A customer whose email has capital letters, if the service accepts it
      When a customer whose email has capital letters is looked up by this email, if the service accepts it
      Then the customer is found

    Scenario: A customer whose id number has letters, if the service accepts it
      When a customer whose id number has letters is looked up by this id number, if the service accepts it
      Then the customer is found

    Scenario: A customer from another country than the other customers, if the service accepts it
      When a customer from another country is looked up, if the service accepts the customer
      Then the customer is found

    Scenario: A customer who was looked up before the limit existed
      Given a customer with a credit limit who was looked up before the limit existed
      When the customer is looked up again
      Then the customer is found

  @LKP-08 @implied @section-4.5 @section-2.10
  Rule: The profile of a lookup must agree with the details that the customer gave
    The profile describes the customer that the request asks for.

    Scenario Outline: For <a customer>
      Given <a customer> with a credit limit
      When the customer is looked up
      Then "data.baseInfo" repeats the customer's name, email, phone and id number

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

    Scenario: After another customer was looked up
      Given a customer with a credit limit
      And another customer was looked up
      When the customer is looked up again
      Then "data.baseInfo" repeats the customer's name, email, phone and id number

    Scenario: After a person with the same phone number asked for a limit
      Given a customer with a credit limit, and a person with the same phone number
      And the person asked for a credit limit, if the service accepts the person
      When the customer is looked up by "NATIONAL_ID"
      Then "data.baseInfo" repeats the customer's name, email, phone and id number

    Scenario: A customer whose id number has letters, if the service accepts it
      When a customer whose id number has letters is looked up by this id number, if the service accepts it
      Then "data.baseInfo" repeats the customer's name, email, phone and id number

    Scenario: Ten lookups
      Given a customer with a credit limit
      When the customer is looked up 10 times
      Then "data.baseInfo" repeats the customer's name, email, phone and id number
      And the members "countryId, memberId, gender, maritalStatus, birthday, registerTime, createTime" of "data.baseInfo" are the same in every response
      And the members "creditLimitNo, memberId, currency" of "data.creditLimitInfo" are the same in every response

    @whole-run
    Scenario: Every customer with a limit looked up in the run
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" for "with-limit" are read
      Then "data.baseInfo" repeats the customer's name, email, phone and id number

    @whole-run
    Scenario: The birthday of every customer with a limit looked up in the run
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" for "with-limit" are read
      Then each birthday is the customer's date_of_birth, in one unit for all customers

  @LKP-09 @implied @section-4.5 @section-2.10 @section-2.8
  Rule: The limit of a lookup must agree with the customer's limit
    Both describe the credit limit of the same customer.

    Scenario Outline: For <a customer>
      Given <a customer> with a credit limit who bought nothing
      When the customer is looked up
      Then "data.creditLimitInfo" has the customer's credit limit and available limit

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

    Scenario Outline: A lookup by <field>
      Given an employed customer with a credit limit who bought nothing
      When the customer is looked up by "<field>"
      Then "data.creditLimitInfo" has the customer's credit limit and available limit

      Examples:
        | field       |
        | memberId    |
        | phoneNumber |
        | NATIONAL_ID |
        | email       |

    Scenario: Two customers with the same phone number
      Given a customer with a credit limit, and a person with the same phone number
      And the person asked for a credit limit, if the service accepts the person
      When each of the two is looked up by their id number
      Then "data.creditLimitInfo" has the customer's credit limit and available limit

    @whole-run
    Scenario: Every customer with a limit looked up in the run
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" for "with-limit" are read
      Then each "data.creditLimitInfo.creditLimit" is a credit limit that the service returned for the customer

    @whole-run
    Scenario: Customers who bought something
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" about customers who bought something are read
      Then "data.creditLimitInfo.availableLimit" equals the available_limit of fetch limit
      And "data.creditLimitInfo.creditLimit" equals the credit_limit of fetch limit

  @LKP-10 @implied @section-2.10
  Rule: memberId of baseInfo and memberId of creditLimitInfo must be equal
    creditLimitInfo and baseInfo describe the customer that the request asks for. Each has a memberId.

    Scenario: One customer with a limit
      Given a customer with a credit limit
      When the customer is looked up
      Then "data.creditLimitInfo.memberId" equals "data.baseInfo.memberId"

    @whole-run
    Scenario: Every customer with a limit looked up in the run
      Given at least one customer was looked up
      When all responses of the run to "customer-lookup" for "with-limit" are read
      Then "data.creditLimitInfo.memberId" equals "data.baseInfo.memberId"

  @LKP-11 @stated @section-7 @section-5
  Rule: A lookup with an invalid token must return code 500, a message, data null and success false

    Scenario Outline: <token>
      When "customer-lookup" is called with <token>
      Then each response matches the schema "lookup-invalid-token"
      And no "msg" is that of a served lookup
      And each HTTP status is one that the tolerance "invalid-token-status" permits

      Examples:
        | token                             |
        | a wrong token                     |
        | the token with its middle changed |
        | the word undefined as a token     |

  @LKP-12 @implied @section-5
  Rule: The lookup must not serve a call without the valid token
    Every endpoint requires a bearer token. If the token does not have to be valid, it protects nothing.

    Scenario Outline: A lookup with <credentials>
      When "customer-lookup" is called with <credentials>
      Then the call is not served

      Examples:
        | credentials                   |
        | no Authorization header       |
        | an empty Authorization header |
        | a scheme without a token      |
        | the token with another scheme |

      Examples: requests that a middleware for JSON may not see
        | credentials                                 |
        | no Authorization header and no Content-Type |

      Examples: wrong tokens that a weak check accepts
        | credentials                                      |
        | the token with every character changed           |
        | the token without its last character             |
        | the token with characters added after it         |
        | the token with its last character changed        |
        | the token without its first character            |
        | the token with characters added before it        |
        | the token with its beginning changed             |
        | the token with its middle changed                |
        | the token with upper and lower case swapped      |
        | the token as an unsigned JWT                     |
        | the token in the query                           |
        | the token in other headers                       |
        | the headers of a proxy alone                     |
        | the token with its halves swapped                |
        | the word null as a token                         |
        | a token of 1,500 characters                      |
        | a wrong token with its scheme in small letters   |
        | a wrong token with its scheme in capital letters |
        | a wrong token after two spaces                   |
        | two wrong tokens in one header                   |
        | an SQL wildcard as a token                       |
        | a regular expression as a token                  |
        | the word undefined as a token                    |
        | an SQL condition as a token                      |
        | the token with its punctuation changed           |
        | the token in the body                            |

    Scenario Outline: <endpoint>, its path <spelling>
      When "<endpoint>" is called at its path <spelling>, with no Authorization header
      Then the call is not served

      Examples: paths that a router may accept although the token check does not cover them
        | endpoint        | spelling                    |
        | customer-lookup | with a slash at the end     |
        | customer-lookup | with a parameter at the end |

    Scenario: A lookup twice with the same wrong token
      When "customer-lookup" is called twice with the token cut to its first half
      Then no call is served

    Scenario Outline: A lookup of <whom> with <credentials>
      When "customer-lookup" is called for <whom>, with <credentials>
      Then the call is not served

      Examples:
        | whom                                      | credentials             |
        | a customer by email                       | no Authorization header |
        | a customer by NATIONAL_ID                 | no Authorization header |
        | a customer by phoneNumber                 | a wrong token           |
        | a customer by memberId                    | no Authorization header |
        | a customer by PASSPORT                    | a wrong token           |
        | a looked-up self-employed customer        | no Authorization header |
        | a looked-up government employee           | a wrong token           |
        | a looked-up customer who bought something | no Authorization header |

    Scenario: A lookup without Noncestr, Sign and Timestamp
      When "customer-lookup" is called for a customer, without Noncestr, Sign and Timestamp, with no Authorization header
      Then the call is not served

    Scenario: A lookup with the Noncestr, Sign and Timestamp of an earlier one
      When "customer-lookup" is called for a customer, with the Noncestr, Sign and Timestamp of an earlier lookup, with a wrong token
      Then the call is not served

    Scenario: A lookup of an unknown person
      When an unknown person is looked up with a wrong token
      Then the call is not served

  @LKP-13 @implied @section-4.5
  Rule: A lookup must not return a customer whom the request does not ask for
    value is the value of the chosen field. A lookup may show only a customer who has this value.

    Scenario: Unknown people, and parts of a customer's values
      Given a customer with a credit limit
      When unknown people are looked up
      Then no profile of another customer is returned
