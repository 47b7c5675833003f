package credentials_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/credentials"
)

// scripted gives the OTPs of a list, and fails where one is empty.
type scripted struct {
	otps  []string
	asked int
}

func (s *scripted) Read(context.Context, string, string) (string, error) {
	otp := s.otps[min(s.asked, len(s.otps)-1)]
	s.asked++
	if otp == "" {
		return "", errors.New("no inbox")
	}
	return otp, nil
}

func TestASourceThatNeverGaveAnOTPIsAskedThreeTimes(t *testing.T) {
	for name, c := range map[string]struct {
		otps  []string
		asked int
	}{
		"never":             {[]string{""}, 3},
		"at the third time": {[]string{"", "", "123456", ""}, 8},
		"at first":          {[]string{"123456", ""}, 8},
	} {
		t.Run(name, func(t *testing.T) {
			inner := &scripted{otps: c.otps}
			source := credentials.StopAsking(inner)
			for range 7 {
				_, _ = source.Read(t.Context(), "1", "1")
			}
			_, err := source.Read(t.Context(), "1", "1")
			require.EqualError(t, err, "no inbox")
			require.Equal(t, c.asked, inner.asked)
		})
	}
	require.Nil(t, credentials.StopAsking(nil))
}

func TestAnInterruptedReadIsNoFailureOfTheSource(t *testing.T) {
	inner := &scripted{otps: []string{""}}
	source := credentials.StopAsking(inner)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for range 5 {
		_, _ = source.Read(stopped, "1", "1")
	}
	require.Equal(t, 5, inner.asked)
}
