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
    A placeholder such as "{{name}}" or "[object Object]" is not a value.
    These are not a name: the word "undefined", an email address, and the date of birth, the id number or the phone
    number of the customer. A name must not contain U+FFFD, which stands for a lost letter, letters of another encoding,
    an escape for HTML, JSON or a URL, or hidden letters. It is a failure if at least three customers, and all, have a
    word for no value, a number of six digits or more, or a gender as a name.
    These are not the id number: an email address, a phone number with its +, a number with a hidden part ("****4321"),
    a number with commas or an exponent, an id that the service returned, and a name, the date of birth or the phone
    number of the customer. It is a failure if at least three customers, and all, have their gender, marital_status or
    country_code as their id number.
    The person must be the one of the OTP request for the same id number. It is a failure if the person differs for at
    least two customers, and for all of them. An initial is not the name that the OTP request has in full.

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
    A phone number has seven to fifteen digits, in international or national form, and usual separators.
    The phone number must not be the id number of the customer. It is a failure if at least three customers, and all, have
    their date of birth as the phone number. An email must not have a domain with an empty part.
    It is a failure if at least two customers, and half of all, have the phone number of another customer, and had
    another one in the OTP request. It is also a failure if at least five customers, and all, have one phone number and
    had different ones in the OTP requests, or if they have different names and the email of one of them, or if at least
    three emails have the name of another customer, and none has the name of the customer. One email for all customers
    that has no customer's name may be that of a tester: the report notes it.

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
    It is the date on the customer's ID, so it is at least a year before the day of the request and not before 1900. It
    is a failure if at least three customers, and all, are born on 01/01/1970, the date that programs have for no date.
    The date must be the one of the OTP request for the same id number. It is a failure if the date differs for at least
    two customers, and for all of them.

    Scenario Outline: <member> is as documented
      Given the requests of the partner build
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member        |
        | date_of_birth |

  @PCL-11 @stated @section-2.4 @owns-loan-amount
  Rule: loan_amount must state the amount that the customer needs
    The amount may differ from the verified cart value. It is a failure if the amounts of at least two customers, and of
    all customers of a run, are 100 times the cart value, or a hundredth of it: they are in another unit. The same holds
    for 10 or 1000 times the cart value, for at least five customers. It is a failure if the amounts of at least three
    customers, and all, are the id number, the phone number, the OTP, the order_id of the order that follows, the time, or
    the cart value of the customer before. The same holds for an income or an expense in the same request, if it is not the
    verified cart value. It is a failure if all limits of a run have one amount, for at least five customers whose carts
    all differ, one of them by a factor of at least two from another.

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
    customers are their email, phone number or id number, the value of their employer_sector, or have a word for no value.

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
    A placeholder such as "{{name}}", "[object Object]", "undefined" or "undefined, Kenya" is not a value.
    The access token and an id that the service returned are not a value. It is a failure if all values of at least three
    customers are their email, phone number or id number or have a word for no value, or if they are their business_type or
    business_payment_type and have an underscore ("sole_proprietorship").

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
