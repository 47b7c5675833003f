@lookup @endpoint-customer-lookup
Feature: Customer detail lookup
  POST /open/op/customer/detail returns a customer's limit and profile, or a sign-up address.

  @LKP-01 @stated @section-4.5 @section-7 @owns-status
  Rule: A lookup with the bearer token, Noncestr, Sign and Timestamp must return HTTP status 200
    The suite sends new values of these three headers with every call.

    @whole-run
    Scenario: Every lookup of the run
      Given a customer was looked up
      When every answer to "customer-lookup" is gathered
      Then each call carried "Noncestr, Sign, Timestamp"
      And each call is answered with 200

  @LKP-02 @implied @section-1 @owns-json
  Rule: Every successful response to a lookup must be JSON and declare it in Content-Type
    The specification defines JSON bodies. A client can recognise one only by its Content-Type.

    @whole-run
    Scenario: Every answer of the run
      Given a customer was looked up
      When every answer to "customer-lookup" is gathered
      Then each answer is JSON

  @LKP-03 @stated @section-2.10 @section-1 @owns-envelope
  Rule: Every successful response to a lookup must have the lookup envelope: code, msg, data and success

    @whole-run
    Scenario: Every answer of the run
      Given a customer was looked up
      When every answer to "customer-lookup" is gathered
      Then each answer matches "lookup-envelope"

  @LKP-04 @stated @section-4.5 @owns-success
  Rule: A successful lookup must return code 200 and success true

    @whole-run
    Scenario: Every answer of the run
      Given a customer was looked up
      When every answer to "customer-lookup" is gathered
      Then each answer matches "lookup-success"

  @LKP-05 @stated @section-4.5 @section-2.10 @owns-data
  Rule: For a customer with a limit, redirectUrl must be null and both objects must contain every member in its documented type

    Scenario Outline: <a customer>
      Given <a customer> with a credit limit
      When the customer is looked up
      Then each answer matches "lookup-with-limit"

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

    Scenario: A customer who spent nearly all of it, and then cancelled what they bought
      When a customer who spent nearly the whole limit is looked up, and again once the purchase is cancelled
      Then each answer matches "lookup-with-limit"

    @whole-run
    Scenario: Every customer with a limit looked up in the run
      Given a customer was looked up
      When every answer to "customer-lookup" for "with-limit" is gathered
      Then each answer matches "lookup-with-limit"

  @LKP-06 @stated @section-4.5 @section-2.10 @owns-status @owns-success @owns-data @case-without-limit
  Rule: For a customer without a limit, redirectUrl must be filled and both objects must be null

    Scenario: A customer who has not asked for a limit
      Given a customer without a credit limit
      When the customer is looked up
      Then it is accepted
      And each answer matches "lookup-without-limit"

    Scenario: The same customer, by NATIONAL_ID
      Given a customer without a credit limit
      When the customer is looked up by "NATIONAL_ID"
      Then it is accepted
      And each answer matches "lookup-without-limit"

    Scenario: The same customer, by an email that the service does not have
      When a person without a credit limit is looked up by an email, if the service answers
      Then each answer matches "lookup-without-limit"

    Scenario: A person who verified an OTP, and asked for no limit
      When a person who verified an OTP, and has no limit all the same, is looked up
      Then it is accepted
      And each answer matches "lookup-without-limit"

    @whole-run
    Scenario: Every customer without a limit looked up in the run
      Given a customer without a credit limit was looked up
      When every answer to "customer-lookup" for "without-limit" is gathered
      Then each answer matches "lookup-without-limit"

  @LKP-07 @stated @section-4.5 @owns-query-field
  Rule: A lookup must find a customer by every documented query field

    Scenario Outline: By <field>
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

    Scenario: By PASSPORT, where the customer has one
      Given a customer with a credit limit
      When the customer is looked up by "PASSPORT"
      Then the customer is found, or the field is treated as "NATIONAL_ID" is for an unknown person

    Scenario: A customer who verified no OTP, if the service gives them a limit
      When a customer who verified no OTP is looked up, if the service gives them a limit
      Then the customer is found

    Scenario: A customer who was looked up before they had a limit
      Given a customer with a credit limit who was looked up before they had one
      When the customer is looked up again
      Then the customer is found

  @LKP-08 @implied @section-4.5 @section-2.10
  Rule: The profile of a lookup must agree with the details that the customer gave
    It is the profile of the customer that the request asks for.

    Scenario Outline: <a customer>
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

    Scenario: For the tenth time
      Given a customer with a credit limit
      When the customer is looked up 10 times
      Then "data.baseInfo" repeats the customer's name, email, phone and id number
      And "data.baseInfo" is the same each time in "countryId, memberId, gender, maritalStatus, birthday"
      And "data.creditLimitInfo" is the same each time in "creditLimitNo, memberId, currency"

    @whole-run
    Scenario: Every customer with a limit looked up in the run
      Given a customer was looked up
      When every answer to "customer-lookup" for "with-limit" is gathered
      Then "data.baseInfo" repeats the customer's name, email, phone and id number

  @LKP-09 @implied @section-4.5 @section-2.10 @section-2.8
  Rule: The limit of a lookup must agree with the customer's limit
    Both are the credit limit of the same customer.

    Scenario Outline: <a customer>
      Given <a customer> with a credit limit who bought nothing
      When the customer is looked up
      Then "data.creditLimitInfo" reports the customer's credit limit and what is available of it

      Examples:
        | a customer               |
        | an employed customer     |
        | a government employee    |
        | a self-employed customer |

    Scenario Outline: By <field>
      Given an employed customer with a credit limit who bought nothing
      When the customer is looked up by "<field>"
      Then "data.creditLimitInfo" reports the customer's credit limit and what is available of it

      Examples:
        | field       |
        | memberId    |
        | phoneNumber |
        | NATIONAL_ID |
        | email       |

    @whole-run
    Scenario: Customers who bought something
      Given a customer was looked up
      When every answer to "customer-lookup" about a customer who bought something is gathered
      Then "data.creditLimitInfo.availableLimit" is what fetch limit says is available
      And "data.creditLimitInfo.creditLimit" is what fetch limit says is the credit limit

  @LKP-10 @implied @section-2.10
  Rule: Both objects of a lookup must name the same member
    creditLimitInfo and baseInfo describe the customer that the request asks for. Each has a memberId.

    Scenario: One customer
      Given a customer with a credit limit
      When the customer is looked up
      Then "data.creditLimitInfo.memberId" equals "data.baseInfo.memberId"

    @whole-run
    Scenario: Every customer with a limit looked up in the run
      Given a customer was looked up
      When every answer to "customer-lookup" for "with-limit" is gathered
      Then "data.creditLimitInfo.memberId" equals "data.baseInfo.memberId"

  @LKP-11 @stated @section-7 @section-5
  Rule: A lookup with an invalid token must return code 500, a message, data null and success false

    Scenario: A wrong token
      When "customer-lookup" is called with a wrong token
      Then each answer matches "lookup-invalid-token"
      And each HTTP status is one that "invalid-token-status" permits

  @LKP-12 @implied @section-5
  Rule: The lookup must not serve a call without the valid token
    Every endpoint requires a bearer token. A token that need not be valid would protect nothing.

    Scenario Outline: A lookup with <credentials>
      When "customer-lookup" is called with <credentials>
      Then it is not served

      Examples:
        | credentials                      |
        | no Authorization header          |
        | an empty Authorization header    |
        | a scheme without a token         |
        | the token under a foreign scheme |

      Examples: near misses that a weak check accepts as the token
        | credentials                              |
        | the token with every character changed   |
        | the token without its last character     |
        | the token with more characters behind it |
        | the token with its end changed           |
        | the token without its first character    |
        | the token with more characters before it |
        | the token with its beginning changed     |
        | the token with its middle changed        |
        | the token in the other letter case       |
        | the token in the query                   |
        | the token in other headers               |
        | the word null as a token                 |
        | the wildcard of SQL as a token           |
        | a pattern as a token                     |

    Scenario Outline: <endpoint> at its path <spelling>
      When "<endpoint>" is called at its path <spelling>, with no Authorization header
      Then it is not served

      Examples: a router may know such a path, and the check of the token may not
        | endpoint        | spelling               |
        | customer-lookup | with a slash behind it |
        | customer-lookup | with a parameter in it |

    Scenario: The same wrong token twice
      When "customer-lookup" is called twice with the token cut to its first half
      Then it is not served

    Scenario Outline: A lookup by <field>
      When "customer-lookup" is called for <field>, with <credentials>
      Then it is not served

      Examples:
        | field         | credentials             |
        | an email      | no Authorization header |
        | a NATIONAL_ID | no Authorization header |
        | a phoneNumber | a wrong token           |
        | a memberId    | no Authorization header |
        | a PASSPORT    | a wrong token           |

    Scenario: A lookup without a Sign
      When "customer-lookup" is called for a customer without a Sign, with no Authorization header
      Then it is not served

    Scenario: A lookup of an unknown person
      When an unknown person is looked up with a wrong token
      Then it is not served

  @LKP-13 @implied @section-4.5
  Rule: A lookup must not return a customer whom the request does not ask for
    value is the value of the chosen field. A lookup may show only a customer who has this value.

    Scenario: An unknown person, and values that are a part of a customer's value
      Given a customer with a credit limit
      When unknown people are looked up
      Then no profile of another is returned
