package reference

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestOnePhoneHasTwoForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		one, other string
		same       bool
	}{
		{"+254710203040", "254710203040", true},
		{"+254710203040", "0710203040", true},
		{"0710203040", "00254710203040", true},
		{"+254710203040", "0710203041", false},
		{"+254710203040", "03040", false},
		{"0710203040", "710203040", true},
		{"+254710203040", "710203040", true},
		{"+254710203040", "710203041", false},
		{"+254710203040", "10203040", false},
	} {
		require.Equal(t, c.same, isSamePhone(c.one, c.other), c.one+" and "+c.other)
	}
}
