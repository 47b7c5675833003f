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
		for range minConstant {
			u.see(c.amount, c.should, func() func() { return func() {} })
		}
		require.Equal(t, c.isOther, u.isOther(), name)
	}
}

// TestAFewCartsMayHaveChanged holds that one changed cart does not hide that all others are in cents, and
// that one right cart does.
func TestAFewCartsMayHaveChanged(t *testing.T) {
	for name, c := range map[string]struct {
		inCents, changed, right int
		isOther                 bool
	}{
		"all in cents":                       {2, 0, 0, true},
		"one of six changed":                 {5, 1, 0, true},
		"one of five changed":                {4, 1, 0, false},
		"three of twelve changed":            {9, 3, 0, true},
		"four of twelve changed":             {8, 4, 0, false},
		"one of six changed and a right one": {5, 1, 1, false},
	} {
		var u units
		see := func(amount string) { u.see(amount, "4500", func() func() { return func() {} }) }
		var m mistaken
		now, before := order{"a", "4500"}, order{"b", "7000"}
		for range c.inCents {
			see("450000")
			m.seeCart(verified{value: "7000"}, before, now)
		}
		for range c.changed {
			see("5200")
			m.seeCart(verified{value: "5200"}, before, now)
		}
		for range c.right {
			see("4500")
			m.seeCart(verified{value: "4500"}, before, now)
		}
		require.Equal(t, c.isOther, u.isOther(), name)
		require.Equal(t, c.isOther, m.end(), name)
	}
}
