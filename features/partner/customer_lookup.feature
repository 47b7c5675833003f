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
    Its format is not shown. It must be a value, not a placeholder such as "{{name}}", and not a text that is no
    time in any format. docs/comparisons.md lists the cases, and how many requests a fault needs.

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
    The value is that of the chosen query field: an email address for email, a phone number for mobile and
    phoneNumber. The specification shows no form of member ids, national ids and passports. They must not be another
    detail of a customer, or what identifies something else. docs/comparisons.md lists the cases, and how many
    requests a fault needs.

    Scenario: Every request
      Given the requests of the partner build
      When every "customer-lookup" request is read
      Then each value is possible for its query field
