package identity_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/identity"
)

func TestSamePhone(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"+254712345678", "254712345678", true}, {"+254712345678", "0712345678", true},
		{"+254 712 345 678", "254712345678", true}, {"+254712345678", "+254712345679", false},
		{"+254712345678", "0812345678", false}, {"+254712345678", "", false}, {"", "", false}, {"0", "254712345670", false},
	} {
		require.Equal(t, c.same, identity.SamePhone(c.a, c.b), "%q and %q", c.a, c.b)
		require.Equal(t, c.same, identity.SamePhone(c.b, c.a), "%q and %q", c.b, c.a)
	}
}
