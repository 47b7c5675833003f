package driver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/spec"
)

func TestAWrongOTPIsNeverTheRightOne(t *testing.T) {
	for _, how := range []string{"with one digit changed", "with its first digit changed", "with its third digit changed", "with its fifth digit changed", "that differs from the sent OTP in every digit"} {
		for _, otp := range []string{"000000", "999999", "123456", "909090"} {
			got := payload.WrongOTP(otp, how)
			require.NotEqual(t, otp, got)
			require.True(t, spec.IsOTP(got), got)
		}
	}
}

func TestDatesCannotBeMistaken(t *testing.T) {
	r := New(Config{Seed: 3})
	for range 200 {
		who := r.someone(r.Rand("dates"))
		require.Greater(t, who.Birth.Day, 12)
		require.LessOrEqual(t, who.Birth.Month, 12)
	}
}

func TestCandidatesTryTheDocumentedFormsFirst(t *testing.T) {
	r := New(Config{})
	forms := payload.Candidates(payload.OrderTolerances, r.PermittedReadings)
	require.Equal(t, "integer", forms[0].Readings[payload.OrderID], "the table's form first")
	require.Equal(t, "string", forms[1].Readings[payload.OrderID], "then the samples'")
	require.Equal(t, "item_description", forms[1].Readings[payload.ItemDescription], "the samples spell it so")
	seen := make(map[string]bool)
	for _, f := range forms[:min(len(forms), mostAttempts)] {
		seen[f.Readings[payload.OrderID]+" "+f.Readings[payload.ItemValue]] = true
	}
	require.Len(t, seen, 4, "every mixture of the two numbers is among those that are tried")
}

func TestPinnedReadingsAreTheOnlyOnesSpoken(t *testing.T) {
	r := New(Config{Settings: map[string]string{payload.OrderID: "string"}})
	for _, f := range payload.Candidates(payload.OrderTolerances, r.PermittedReadings) {
		require.Equal(t, "string", f.Readings[payload.OrderID])
	}
}
