Feature: What a partner sends that is not documented
  Content of requests that the specification does not describe. The report notes it. No verdict depends on it.

  @POB-01 @observation @otp @section-4.1 @section-4.2
  Rule: What do the OTP requests contain that the specification does not document?

    Scenario: Every request
      Given the requests of the partner build
      When every request to an OTP endpoint is read
      Then the report notes what is not documented

  @POB-02 @observation @limits @section-4.3 @section-4.4
  Rule: What do the limit requests contain that the specification does not document?

    Scenario: Every request
      Given the requests of the partner build
      When every request to a limits endpoint is read
      Then the report notes what is not documented

  @POB-03 @observation @purchases @section-4.6 @section-4.8 @section-3
  Rule: What do the purchases requests contain that the specification does not document?

    Scenario: Every request
      Given the requests of the partner build
      When every request to a purchases endpoint is read
      Then the report notes what is not documented

  @POB-04 @observation @purchases @section-2.1
  Rule: Does the build send the same order_id again?

    Scenario: Every order
      Given the requests of the partner build
      When every request to a purchases endpoint is read
      Then the report notes whether an order_id is repeated

  @POB-05 @observation @lookup @section-4.5
  Rule: What do the lookups contain that the specification does not document?

    Scenario: Every request
      Given the requests of the partner build
      When every request to the lookup is read
      Then the report notes what is not documented
