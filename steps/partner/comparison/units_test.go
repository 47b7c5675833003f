package comparison

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestATenthMayBeMeant holds that a store may finance a tenth of each cart (section 2.4), while a cart
// value that is a tenth of the order is in another unit.
func TestATenthMayBeMeant(t *testing.T) {
	for name, c := range map[string]struct {
		amount, should string
		isMeant        bool
		isOther        bool
	}{
		"a tenth of the order":        {"450", "4500", false, true},
		"a tenth of the cart":         {"450", "4500", true, false},
		"ten times the cart":          {"45000", "4500", true, true},
		"a hundredth of the cart":     {"45", "4500", true, true},
		"the cart":                    {"4500", "4500", true, false},
		"a tenth, but for a fraction": {"451", "4500", false, false},
		"a hundredth, rounded down":   {"45", "4599", true, true},
		"a thousandth, rounded up":    {"46", "45001", true, true},
		"one thing for one":           {"1", "1", true, false},
		"nearly ten times a few":      {"41", "5", true, false},
	} {
		u := units{aTenthIsMeant: c.isMeant}
		for range minOfConstant {
			u.see(c.amount, c.should, func() func() { return func() {} })
		}
		require.Equal(t, c.isOther, u.isOther(), name)
	}
}
