@lookup @endpoint-customer-lookup
Feature: What a partner sends to look up a customer
  POST /open/op/customer/detail finds a customer by a chosen identifier.

  @PLK-01 @stated @section-4.5 @owns-address
  Rule: A customer lookup must use a documented method and path

    Scenario: Every request
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then each request uses a documented method and path

  @PLK-02 @stated @section-5 @owns-authorization
  Rule: A customer lookup must carry the access token as a bearer token

    Scenario: Every request
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then each request carries the access token as a bearer token

  @PLK-03 @stated @section-1 @owns-content-type
  Rule: A customer lookup must declare its body as JSON

    Scenario: Every request
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then each request declares its body as JSON

  @PLK-04 @stated @section-1 @section-4.5 @owns-body
  Rule: The body of a customer lookup must be one JSON object

    Scenario: Every request
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then each body is one JSON object

  @PLK-05 @implied @section-5 @section-2.4 @owns-secret
  Rule: The URL of a customer lookup must not contain a secret
    Section 5 puts the token and the Sign in headers, and section 2.4 puts a password in a body.
    Every server on the way may log a URL.

    Scenario: Every request
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then no URL contains a secret

  @PLK-06 @stated @section-4.5 @owns-queryFieldEnum
  Rule: queryFieldEnum must be one of the six documented values

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then each "<member>" is as documented

      Examples:
        | member         |
        | queryFieldEnum |

  @PLK-07 @stated @section-4.5 @owns-value
  Rule: value must be the value of the query field, a string

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then each "<member>" is as documented

      Examples:
        | member |
        | value  |

  @PLK-08 @stated @section-5 @section-4.5 @owns-header-Noncestr
  Rule: A customer lookup must carry the header Noncestr
    A placeholder such as "{{name}}" or "[object Object]" is not a value.

    Scenario: Every request
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then each request has one header "Noncestr"

  @PLK-09 @stated @section-5 @section-4.5 @owns-header-Sign
  Rule: A customer lookup must carry the header Sign
    A placeholder such as "{{name}}" or "[object Object]", or a text that a program prints by mistake such as
    "%!x(MISSING)", "[B@1b6d3586", "$(date)" or "Error: no secret", is not a value. The Noncestr, the Timestamp and the access token are not a Sign.

    Scenario: Every request
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then each request has one header "Sign"

  @PLK-10 @stated @section-5 @section-4.5 @owns-header-Timestamp
  Rule: A customer lookup must carry the header Timestamp
    A placeholder such as "{{name}}" or "[object Object]" is not a value. A text that is not a time in any format,
    such as "Invalid Date", "today", "yyyy-MM-dd" or the 45th day of a month, is not a value either. Nor is the Noncestr
    of the lookup, or a hash, if it mixes letters and digits as a random text does. Else the two may be the same.
    It is a failure if all of at least three Timestamps are dates of birth of customers.

    Scenario: Every request
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then each request has one header "Timestamp"

  @PLK-11 @implied @section-5 @owns-nonce
  Rule: No two lookups may carry the same Noncestr
    A nonce is a value that is used once. A run with other response forms calls a new service, which has received none.
    A client may send a lookup again as it was, if the service may not have processed the first one.

    Scenario: Every request
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then no two requests have the same "Noncestr"

  @PLK-12 @implied @section-4.5 @owns-blank
  Rule: The value of a lookup must not be blank
    A blank value identifies nobody.

    Scenario: Every request
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then no required text is blank

  @PLK-13 @implied @section-4.5
  Rule: The value of a lookup must be possible for its queryFieldEnum
    The value is "the value of the chosen query field": an email address for email, a phone number for mobile and
    phoneNumber. The specification shows no form of member ids, national ids and passports.
    (1) An email address, a URL, a placeholder, a number with a hidden part, the id of a purchase item and a text with
    blanks around it are none of these three. The access token, the store key, the Timestamp of the lookup, the date of
    birth of a customer, and a word that the tables give for another member, such as a gender, are no value of any field.
    (2) A value is wrong if earlier or later requests of the recording show that it is another detail of a customer: a
    name is not an id, an id_number is not a phone number, and a phone_number or the id of a customer is not a national
    id or a passport. A phone number with its + is not a national id or a passport either.
    (3) A phone_number, an id_number or the id of a customer is not a memberId if the service returned another memberId
    for this customer. They are none either if a new service returned no such memberId, and all lookups by memberId have
    them, for at least two customers.
    (4) The id of a limit, a loan, a store or a request is not the id of a customer.
    (5) It is a failure if all of at least three different values with one queryFieldEnum are what other requests have as
    order_id, item_code, item_value, loan_amount, otp or the name of an employer or a business.
    A person may type a detail into the wrong field. So the report only notes a single wrong value, if the build also
    sends right values with the same queryFieldEnum.

    Scenario: Every request
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then each value is possible for its query field
