package comparison

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/spec"
)

// TestOneSectorIsComparedAlone holds that the names in the limits of employees of one sector are judged by
// themselves, and only where the limits of all employees do not show the same.
func TestOneSectorIsComparedAlone(t *testing.T) {
	t.Parallel()
	government, private, self := Occupation{"employed", "government"}, Occupation{"employed", "private"}, Occupation{Kind: "self-employed"}
	for name, tt := range map[string]struct {
		wrong map[Occupation]int // how many limits have another name than the OTP request
		want  map[Difference]int
	}{
		"all of one sector":      {map[Occupation]int{government: 3}, map[Difference]int{OfSector: 3}},
		"two of one sector":      {map[Occupation]int{government: 2}, map[Difference]int{}},
		"all employees":          {map[Occupation]int{government: 3, private: 3}, map[Difference]int{OfKind: 6}},
		"all of another kind":    {map[Occupation]int{self: 3}, map[Difference]int{OfKind: 3}},
		"right for all of these": {nil, map[Difference]int{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			failed, k := make(map[Difference]int), NewCustomers(func(string, string) {})
			describe := func(endpoint, id, last string, of Occupation) {
				k.Describe(Claim{Endpoint: endpoint, ID: id, Last: last, Occupation: of}, readable, func(string) func(Difference) {
					return func(how Difference) { failed[how]++ }
				})
			}
			for _, of := range []Occupation{government, private, self} {
				limits := 3
				if tt.wrong[of] > 0 {
					limits = tt.wrong[of]
				}
				for n := range limits {
					id, name := of.Kind+of.Sector+fmt.Sprint(n), fmt.Sprintf("Mwangi%c", 'a'+n)
					describe(spec.SendOTP, id, name, Occupation{})
					if tt.wrong[of] > 0 {
						name = fmt.Sprintf("Odhiambo%c", 'k'+n)
					}
					describe(spec.CreateLimit, id, name, of)
				}
			}
			k.End()
			require.Equal(t, tt.want, failed)
		})
	}
}

// TestMostOfOneSectorHaveTheNamesOfOthers holds that a few right ones do not hide them.
func TestMostOfOneSectorHaveTheNamesOfOthers(t *testing.T) {
	t.Parallel()
	for right, want := range map[int]int{0: 3, 1: 3, 3: 3, 4: 0} {
		failed, k := 0, NewCustomers(func(string, string) {})
		describe := func(n int, of, sent, asked string) {
			id := of + fmt.Sprint(n)
			for i, endpoint := range []string{spec.SendOTP, spec.CreateLimit} {
				k.Describe(Claim{Endpoint: endpoint, ID: id, Last: []string{sent, asked}[i], Occupation: Occupation{"employed", of}}, readable, func(string) func(Difference) {
					return func(how Difference) {
						require.Equal(t, OfSector, how)
						failed++
					}
				})
			}
		}
		for n := range 9 {
			own := fmt.Sprintf("Mwangi%c", 'a'+n)
			describe(n, "private", own, own)
		}
		for n := range 3 + right {
			own := fmt.Sprintf("Odhiambo%c", 'k'+n)
			if n < 3 {
				describe(n, "government", own, fmt.Sprintf("Mwangi%c", 'a'+n))
			} else {
				describe(n, "government", own, own)
			}
		}
		k.End()
		require.Equal(t, want, failed, right)
	}
}
