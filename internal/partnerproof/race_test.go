//go:build race

package partnerproof_test

const raceEnabled = true
