Feature: A journey through all nine endpoints

  Scenario: send an OTP to a customer
    When the store makes the call "send an OTP to a customer"
    Then the answer is as documented

  Scenario: verify it
    When the store makes the call "verify it"
    Then the answer is as documented

  Scenario: send an OTP to a newcomer
    When the store makes the call "send an OTP to a newcomer"
    Then the answer is as documented

  Scenario: verify the newcomer
    When the store makes the call "verify the newcomer"
    Then the answer is as documented

  Scenario: a limit for an employee
    When the store makes the call "a limit for an employee"
    Then the answer is as documented

  Scenario: a limit for an officer
    When the store makes the call "a limit for an officer"
    Then the answer is as documented

  Scenario: a limit for a shopkeeper
    When the store makes the call "a limit for a shopkeeper"
    Then the answer is as documented

  Scenario: fetch a limit
    When the store makes the call "fetch a limit"
    Then the answer is as documented

  Scenario: look up by mobile
    When the store makes the call "look up by mobile"
    Then the answer is as documented

  Scenario: look up by id number
    When the store makes the call "look up by id number"
    Then the answer is as documented

  Scenario: look up somebody without a limit
    When the store makes the call "look up somebody without a limit"
    Then the answer is as documented

  Scenario: look up with a wrong token
    When the store makes the call "look up with a wrong token"
    Then the answer is as documented

  Scenario: buy one item
    When the store makes the call "buy one item"
    Then the answer is as documented

  Scenario: buy three items
    When the store makes the call "buy three items"
    Then the answer is as documented

  Scenario: get an item
    When the store makes the call "get an item"
    Then the answer is as documented

  Scenario: collect an item
    When the store makes the call "collect an item"
    Then the answer is as documented

  Scenario: collect two items
    When the store makes the call "collect two items"
    Then the answer is as documented

  Scenario: get a collected item
    When the store makes the call "get a collected item"
    Then the answer is as documented

  Scenario: cancel an item
    When the store makes the call "cancel an item"
    Then the answer is as documented

  Scenario: fetch the limit again
    When the store makes the call "fetch the limit again"
    Then the answer is as documented
