@lookup @endpoint-customer-lookup
Feature: What a partner sends to look a customer up
  POST /open/op/customer/detail finds a customer by a chosen identifier.

  @PLK-01 @stated @section-4.5 @owns-address
  Rule: A customer lookup goes to a documented path, by its method

    Scenario: Every request
      Given what the partner sent
      When every "customer-lookup" request is read
      Then each goes to a documented path, by its method

  @PLK-02 @stated @section-5 @owns-authorization
  Rule: A customer lookup carries the access token as a bearer token

    Scenario: Every request
      Given what the partner sent
      When every "customer-lookup" request is read
      Then each carries the access token as a bearer token

  @PLK-03 @stated @section-1 @owns-content-type
  Rule: A customer lookup says that its body is JSON

    Scenario: Every request
      Given what the partner sent
      When every "customer-lookup" request is read
      Then each says that its body is JSON

  @PLK-04 @stated @section-1 @section-4.5 @owns-body
  Rule: The body of a customer lookup is one JSON object

    Scenario: Every request
      Given what the partner sent
      When every "customer-lookup" request is read
      Then each body is one JSON object

  @PLK-05 @implied @section-5 @section-2.4 @owns-secret
  Rule: The address of a customer lookup gives no secret away
    Section 5 gives the token a header of its own, and 2.4 a password its place in a body; an
    address is written into the logs of everybody on the way.

    Scenario: Every request
      Given what the partner sent
      When every "customer-lookup" request is read
      Then none gives a secret away in its address

  @PLK-06 @stated @section-4.5 @owns-queryFieldEnum
  Rule: queryFieldEnum is one of the six

    Scenario Outline: <member>
      Given what the partner sent
      When every "customer-lookup" request is read
      Then each "<member>" is as documented

      Examples:
        | member         |
        | queryFieldEnum |

  @PLK-07 @stated @section-4.5 @owns-value
  Rule: value is the value of the query field, a string

    Scenario Outline: <member>
      Given what the partner sent
      When every "customer-lookup" request is read
      Then each "<member>" is as documented

      Examples:
        | member |
        | value  |

  @PLK-08 @stated @section-5 @section-4.5 @owns-header-Noncestr
  Rule: It carries the header Noncestr

    Scenario: Every request
      Given what the partner sent
      When every "customer-lookup" request is read
      Then each carries one "Noncestr"

  @PLK-09 @stated @section-5 @section-4.5 @owns-header-Sign
  Rule: It carries the header Sign

    Scenario: Every request
      Given what the partner sent
      When every "customer-lookup" request is read
      Then each carries one "Sign"

  @PLK-10 @stated @section-5 @section-4.5 @owns-header-Timestamp
  Rule: It carries the header Timestamp

    Scenario: Every request
      Given what the partner sent
      When every "customer-lookup" request is read
      Then each carries one "Timestamp"

  @PLK-11 @implied @section-5 @owns-nonce
  Rule: No two lookups carry the same Noncestr
    A nonce is a value that is used once.

    Scenario: Every request
      Given what the partner sent
      When every "customer-lookup" request is read
      Then no two share a "Noncestr"

  @PLK-12 @implied @section-4.5 @owns-blank
  Rule: The value of a lookup is not blank
    Nobody is found by a blank value.

    Scenario: Every request
      Given what the partner sent
      When every "customer-lookup" request is read
      Then none of its required texts is blank

  @PLK-13 @implied @section-4.5
  Rule: The value of a lookup is one that its queryFieldEnum can have
    It is "the value of the chosen query field": an email address for email, a phone number for mobile and
    phoneNumber. Of member ids, national ids and passports no form is shown.

    Scenario: Every request
      Given what the partner sent
      When every "customer-lookup" request is read
      Then each value is one that its query field can have
