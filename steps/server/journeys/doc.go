// Package journeys implements the sentences that go through a whole order: from the OTP to a
// collected and a cancelled item, and the random walk through the states of section 3.
package journeys
