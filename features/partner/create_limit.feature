@limits @endpoint-create-limit
Feature: What a partner sends to create a credit limit
  POST /api/v2/limits scores a customer by personal and occupational details.

  @PCL-01 @stated @section-4.3 @owns-address
  Rule: A create limit request must use a documented method and path

    Scenario: Every request
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each request uses a documented method and path

  @PCL-02 @stated @section-5 @owns-authorization
  Rule: A create limit request must carry the access token as a bearer token

    Scenario: Every request
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each request carries the access token as a bearer token

  @PCL-03 @stated @section-1 @owns-content-type
  Rule: A create limit request must declare its body as JSON

    Scenario: Every request
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each request declares its body as JSON

  @PCL-04 @stated @section-1 @section-4.3 @owns-body
  Rule: The body of a create limit request must be one JSON object

    Scenario: Every request
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each body is one JSON object

  @PCL-05 @implied @section-5 @section-2.4 @owns-secret
  Rule: The URL of a create limit request must not contain a secret
    Section 5 puts the token in a header, and section 2.4 puts a password in a body.
    Every server on the way may log a URL.

    Scenario: Every request
      Given the requests of the partner build
      When every "create-limit" request is read
      Then no URL contains a secret

  @PCL-06 @stated @section-2.4
  @owns-first-name @owns-last-name @owns-id-number
  Rule: A create limit request must name the customer by first_name, last_name and id_number
    Each must be a value, not a placeholder such as "{{name}}", a damaged text, or another detail of the customer.
    The person must be the one of the OTP request for the same id number. docs/comparisons.md lists the cases, and
    how many requests a fault needs.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member     |
        | first_name |
        | last_name  |
        | id_number  |

  @PCL-07 @stated @section-2.4 @owns-phone-number @owns-email
  Rule: A create limit request must contain phone_number and email
    A phone number has six to fifteen digits, in international or national form, and usual separators. An email
    must not have a domain with an empty part. Both must be those of the customer. One email for all customers that
    has no customer's name may be that of a tester: the report notes it. docs/comparisons.md lists the cases, and
    how many requests a fault needs.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member       |
        | phone_number |
        | email        |

  @PCL-08 @stated @section-2.4 @owns-country-code
  Rule: country_code must be an ISO 3166-1 country code of two or three letters
    The country must be the one of the OTP request for the same id number. It is a failure if it differs for at least
    three customers, and for all of them. If all OTP requests have one country, and all limits another one, the report
    notes it: the first may be the country of the ID, and the second that of the home.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member       |
        | country_code |

  @PCL-09 @stated @section-2.4 @owns-gender @owns-marital-status
  Rule: gender and marital_status must have documented values

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member         |
        | gender         |
        | marital_status |

  @PCL-10 @stated @section-2.4 @owns-date-of-birth
  Rule: date_of_birth must be a date in the form mm/dd/yyyy
    It is the date on the customer's ID, so it is at least a year before the day of the request and not before 1900.
    It must be the date of the OTP request for the same id number. docs/comparisons.md lists the cases, and how many
    requests a fault needs.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member        |
        | date_of_birth |

  @PCL-11 @stated @section-2.4 @owns-loan-amount
  Rule: loan_amount must state the amount that the customer needs
    The amount may differ from the verified cart value. It must not be in another unit, another value of the request
    or of the order, or one amount for every customer. docs/comparisons.md lists the cases, and how many requests a
    fault needs.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member      |
        | loan_amount |

  @PCL-12 @stated @section-2.4 @owns-referral-source
  Rule: referral_source must be the store key of the partner

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member          |
        | referral_source |

  @PCL-13 @optional @stated @section-2.4 @owns-password
  Rule: A password must be a string, if the request contains one

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member   |
        | password |

  @PCL-14 @stated @section-2.4 @owns-employed
  Rule: employed must state whether the customer is employed or self-employed

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member   |
        | employed |

  @PCL-15 @stated @section-4.3 @section-2.4 @owns-occupation
  Rule: A create limit request must contain exactly one occupational member, the one that matches employed

    Scenario: Every request
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each request has exactly one occupational member, which matches "employed"

  @PCL-16 @stated @section-2.5
  @owns-employer @owns-net-income @owns-expenses
  Rule: An employed customer must have an employer, an income and expenses
    A placeholder such as "{{name}}", "[object Object]", "undefined" or "undefined Ltd" is not a value.
    The access token and an id that the service returned are not a value. It is a failure if all values of at least three
    customers are their email, phone number or id number, the value of their employer_sector, or have a word for no value;
    or if the expenses of all customers are their net_income, with at least three values.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                  |
        | employed_occupational_detail.employer   |
        | employed_occupational_detail.net_income |
        | employed_occupational_detail.expenses   |

  @PCL-17 @stated @section-2.5 @owns-job-level
  Rule: job_level must be one of the six documented values

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                 |
        | employed_occupational_detail.job_level |

  @PCL-18 @stated @section-2.5 @section-2.7 @owns-job-function
  Rule: job_function must be one of the thirty documented industries

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                    |
        | employed_occupational_detail.job_function |

  @PCL-19 @stated @section-2.5 @owns-employer-sector @owns-payment-type
  Rule: employer_sector and payment_type must have documented values

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                       |
        | employed_occupational_detail.employer_sector |
        | employed_occupational_detail.payment_type    |

  @PCL-20 @stated @section-2.5 @section-8 @owns-job-group
  Rule: A government employee must have a job_group, and every job_group must be a letter from A to T

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                 |
        | employed_occupational_detail.job_group |

  @PCL-21 @stated @section-2.6
  @owns-business-name @owns-business-location @owns-gross-monthly-revenue @owns-average-monthly-expenses @owns-average-monthly-personal-expense
  Rule: A self-employed customer must have a business with name, location, revenue and expenses
    Each must be a value, not a placeholder such as "{{name}}" or "undefined, Kenya", or another detail of the
    customer. docs/comparisons.md lists the cases, and how many requests a fault needs.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                                             |
        | self_employed_occupational_detail.business_name                    |
        | self_employed_occupational_detail.business_location                |
        | self_employed_occupational_detail.gross_monthly_revenue            |
        | self_employed_occupational_detail.average_monthly_expenses         |
        | self_employed_occupational_detail.average_monthly_personal_expense |

  @PCL-22 @stated @section-2.6 @owns-business-type
  Rule: business_type must be one of the five documented values

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                          |
        | self_employed_occupational_detail.business_type |

  @PCL-23 @stated @section-2.6 @owns-business-payment-type
  Rule: business_payment_type must have a documented value

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                                  |
        | self_employed_occupational_detail.business_payment_type |

  @PCL-24 @stated @section-2.6 @section-2.7 @owns-business-industry
  Rule: business_industry must name the industry
    A placeholder such as "{{name}}" or "[object Object]" is not a value.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                              |
        | self_employed_occupational_detail.business_industry |

  @PCL-25 @stated @section-2.6 @owns-business-registered
  Rule: business_registered must state whether the business is registered

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                                |
        | self_employed_occupational_detail.business_registered |

  @PCL-26 @implied @section-2.4 @section-2.5 @section-2.6 @owns-blank
  Rule: No required text of a create limit request may be blank
    The tables require the text for its content. A blank text has no content.

    Scenario: Every request
      Given the requests of the partner build
      When every "create-limit" request is read
      Then no required text is blank

  @PCL-27 @implied @section-2.4 @section-2.5 @section-2.6 @owns-negative
  Rule: No amount, income or expense may be negative
    Nobody needs, earns or spends less than zero. Zero is possible and is not a failure.

    Scenario: Every request
      Given the requests of the partner build
      When every "create-limit" request is read
      Then no amount is negative
