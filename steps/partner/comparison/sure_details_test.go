package comparison

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/spec"
)

// TestDifferencesThatAreNoCorrection holds that a few limits with the same difference are a fault though the
// others are right, and that as many corrections are none.
func TestDifferencesThatAreNoCorrection(t *testing.T) {
	person := func(n int) Claim {
		letters := strings.Repeat(string(rune('a'+n)), 3+n)
		c := Claim{ID: fmt.Sprint("ID", n), First: "First" + letters, Last: "Last" + letters, Birth: fmt.Sprintf("03/%02d/19%02d", 13+n, 60+n)}
		if n > 0 && n%4 == 0 {
			c.Last += "ï"
		}
		return c
	}
	for name, c := range map[string]struct {
		every int // which of 15 customers differ
		limit func(own, before Claim) Claim
		how   map[Difference]int
	}{
		"the birth of the customer before": {4, func(own, before Claim) Claim { own.Birth = before.Birth; return own }, map[Difference]int{Carried: 3}},
		"the name of the customer before":  {4, func(own, before Claim) Claim { own.First = before.First; return own }, map[Difference]int{Carried: 3}},
		"so for two":                       {7, func(own, before Claim) Claim { own.First = before.First; return own }, map[Difference]int{}},
		"names in each other's place": {4, func(own, _ Claim) Claim {
			own.First, own.Last = own.Last, own.First
			return own
		}, map[Difference]int{Swapped: 6}},
		"the next day": {4, func(own, _ Claim) Claim {
			var month, day, year int
			_, err := fmt.Sscanf(own.Birth, "%d/%d/%d", &month, &day, &year)
			require.NoError(t, err)
			own.Birth = fmt.Sprintf("%02d/%02d/%d", month, day+1, year)
			return own
		}, map[Difference]int{Shifted: 3}},
		"another name":  {4, func(own, _ Claim) Claim { own.First = "Other" + own.First[5:]; return own }, map[Difference]int{}},
		"another birth": {4, func(own, _ Claim) Claim { own.Birth = own.Birth[:6] + "1940"; return own }, map[Difference]int{}},
		"a lost letter": {4, func(own, _ Claim) Claim { own.Last = strings.ReplaceAll(own.Last, "ï", ""); return own }, map[Difference]int{Damaged: 3}},
		"a lost accent": {4, func(own, _ Claim) Claim { own.Last = strings.ReplaceAll(own.Last, "ï", "i"); return own }, map[Difference]int{Damaged: 3}},
		"so for some":   {8, func(own, _ Claim) Claim { own.Last = strings.ReplaceAll(own.Last, "ï", ""); return own }, map[Difference]int{}},
	} {
		t.Run(name, func(t *testing.T) {
			how, k := make(map[Difference]int), NewCustomers(func(string, string) {})
			before := person(25)
			for n := range 15 {
				sent, asked := person(n), person(n)
				if n > 0 && n%c.every == 0 {
					asked = c.limit(asked, before)
				}
				sent.Endpoint, asked.Endpoint = spec.SendOTP, spec.CreateLimit
				k.Describe(sent, readable, func(string) func(Difference) { return func(Difference) { t.Error("the OTP request is right") } })
				k.Describe(asked, readable, func(string) func(Difference) { return func(as Difference) { how[as]++ } })
				before = person(n)
			}
			k.End()
			require.Equal(t, c.how, how)
		})
	}
}
