@limits @endpoint-create-limit
Feature: What a partner sends to create a credit limit
  POST /api/v2/limits scores a customer by personal and occupational details.

  @PCL-01 @stated @section-4.3 @owns-address
  Rule: A create limit request goes to a documented path, by its method

    Scenario: Every request
      Given what the partner sent
      When every "create-limit" request is read
      Then each goes to a documented path, by its method

  @PCL-02 @stated @section-5 @owns-authorization
  Rule: A create limit request carries the access token as a bearer token

    Scenario: Every request
      Given what the partner sent
      When every "create-limit" request is read
      Then each carries the access token as a bearer token

  @PCL-03 @stated @section-1 @owns-content-type
  Rule: A create limit request says that its body is JSON

    Scenario: Every request
      Given what the partner sent
      When every "create-limit" request is read
      Then each says that its body is JSON

  @PCL-04 @stated @section-1 @section-4.3 @owns-body
  Rule: The body of a create limit request is one JSON object

    Scenario: Every request
      Given what the partner sent
      When every "create-limit" request is read
      Then each body is one JSON object

  @PCL-05 @implied @section-5 @section-2.4 @owns-secret
  Rule: The address of a create limit request gives no secret away
    Section 5 gives the token a header of its own, and 2.4 a password its place in a body; an
    address is written into the logs of everybody on the way.

    Scenario: Every request
      Given what the partner sent
      When every "create-limit" request is read
      Then none gives a secret away in its address

  @PCL-06 @stated @section-2.4
  @owns-first-name @owns-last-name @owns-id-number
  Rule: It names the customer by first_name, last_name and id_number

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member     |
        | first_name |
        | last_name  |
        | id_number  |

  @PCL-07 @stated @section-2.4 @owns-phone-number @owns-email
  Rule: It says how the customer is reached, by phone_number and email

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member       |
        | phone_number |
        | email        |

  @PCL-08 @stated @section-2.4 @owns-country-code
  Rule: country_code is a country code of two or three letters

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member       |
        | country_code |

  @PCL-09 @stated @section-2.4 @owns-gender @owns-marital-status
  Rule: gender and marital_status are of the documented values

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member         |
        | gender         |
        | marital_status |

  @PCL-10 @stated @section-2.4 @owns-date-of-birth
  Rule: date_of_birth is a date in the form mm/dd/yyyy

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member        |
        | date_of_birth |

  @PCL-11 @stated @section-2.4 @owns-loan-amount
  Rule: loan_amount is what the customer needs

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member      |
        | loan_amount |

  @PCL-12 @stated @section-2.4 @owns-referral-source
  Rule: referral_source is the store key that the partner was given

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member          |
        | referral_source |

  @PCL-13 @optional @stated @section-2.4 @owns-password
  Rule: A password, where there is one, is a string

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member   |
        | password |

  @PCL-14 @stated @section-2.4 @owns-employed
  Rule: employed tells the employed from the self-employed

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member   |
        | employed |

  @PCL-15 @stated @section-4.3 @section-2.4 @owns-occupation
  Rule: It has exactly one occupational member, the one that employed calls for

    Scenario: Every request
      Given what the partner sent
      When every "create-limit" request is read
      Then each has the one occupational member that "employed" calls for

  @PCL-16 @stated @section-2.5
  @owns-employer @owns-net-income @owns-expenses
  Rule: An employed customer has an employer, income and expenses

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                  |
        | employed_occupational_detail.employer   |
        | employed_occupational_detail.net_income |
        | employed_occupational_detail.expenses   |

  @PCL-17 @stated @section-2.5 @owns-job-level
  Rule: job_level is one of the six

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                 |
        | employed_occupational_detail.job_level |

  @PCL-18 @stated @section-2.5 @section-2.7 @owns-job-function
  Rule: job_function is one of the thirty industries

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                    |
        | employed_occupational_detail.job_function |

  @PCL-19 @stated @section-2.5 @owns-employer-sector @owns-payment-type
  Rule: employer_sector and payment_type are of the documented values

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                       |
        | employed_occupational_detail.employer_sector |
        | employed_occupational_detail.payment_type    |

  @PCL-20 @stated @section-2.5 @section-8 @owns-job-group
  Rule: A government employee has a job_group, and every job_group is a letter from A to T

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                 |
        | employed_occupational_detail.job_group |

  @PCL-21 @stated @section-2.6
  @owns-business-name @owns-business-location @owns-gross-monthly-revenue @owns-average-monthly-expenses @owns-average-monthly-personal-expense
  Rule: A self-employed customer has a business with name, place, revenue and expenses

    Scenario Outline: <member>
      Given what the partner sent
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
  Rule: business_type is one of the five

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                          |
        | self_employed_occupational_detail.business_type |

  @PCL-23 @stated @section-2.6 @owns-business-payment-type
  Rule: business_payment_type is one of the documented values

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                                  |
        | self_employed_occupational_detail.business_payment_type |

  @PCL-24 @stated @section-2.6 @section-2.7 @owns-business-industry
  Rule: business_industry names the industry

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                              |
        | self_employed_occupational_detail.business_industry |

  @PCL-25 @stated @section-2.6 @owns-business-registered
  Rule: business_registered says whether the business is registered

    Scenario Outline: <member>
      Given what the partner sent
      When every "create-limit" request is read
      Then each "<member>" is as documented

      Examples:
        | member                                                |
        | self_employed_occupational_detail.business_registered |

  @PCL-26 @implied @section-2.4 @section-2.5 @section-2.6 @owns-blank
  Rule: No required text of a create limit request is blank
    The tables require the text for what it says, and a blank one says nothing.

    Scenario: Every request
      Given what the partner sent
      When every "create-limit" request is read
      Then none of its required texts is blank

  @PCL-27 @implied @section-2.4 @section-2.5 @section-2.6 @owns-negative
  Rule: No amount, income or expense is negative
    Nobody needs, earns or spends less than nothing. Nothing at all is possible, and is no fault.

    Scenario: Every request
      Given what the partner sent
      When every "create-limit" request is read
      Then no amount is negative
