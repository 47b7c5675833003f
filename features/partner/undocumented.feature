Feature: What a partner sends that is documented nowhere
  What stands in its requests beyond the specification: noted for its readers, never judged.

  @POB-01 @observation @otp @section-4.1 @section-4.2
  Rule: What do its OTP requests hold that is documented nowhere?

    Scenario: Every request
      Given what the partner sent
      When every request to an OTP endpoint is read
      Then it is noted what is documented nowhere

  @POB-02 @observation @limits @section-4.3 @section-4.4
  Rule: What do its limit requests hold that is documented nowhere?

    Scenario: Every request
      Given what the partner sent
      When every request to a limits endpoint is read
      Then it is noted what is documented nowhere

  @POB-03 @observation @purchases @section-4.6 @section-4.8 @section-3
  Rule: What do its purchases requests hold that is documented nowhere?

    Scenario: Every request
      Given what the partner sent
      When every request to a purchases endpoint is read
      Then it is noted what is documented nowhere

  @POB-04 @observation @purchases @section-2.1
  Rule: Does an order_id come again?

    Scenario: Every order
      Given what the partner sent
      When every request to a purchases endpoint is read
      Then it is noted whether an order_id comes again

  @POB-05 @observation @lookup @section-4.5
  Rule: What do its lookups hold that is documented nowhere?

    Scenario: Every request
      Given what the partner sent
      When every request to the lookup is read
      Then it is noted what is documented nowhere
