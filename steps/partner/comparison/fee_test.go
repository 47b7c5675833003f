package comparison

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAFeeThatAllCartsHave holds that one amount is a fee, also if two customers verified the same
// cart, and that several amounts, few totals or a verified total show none.
func TestAFeeThatAllCartsHave(t *testing.T) {
	for name, test := range map[string]struct{ values, totals, with []string }{
		"one fee":              {[]string{"450", "850", "1350"}, []string{"100", "500", "1000"}, []string{"450", "850", "1350"}},
		"the same cart twice":  {[]string{"450", "450", "850", "1350"}, []string{"100", "100", "500", "1000"}, []string{"450", "450", "850", "1350"}},
		"two totals":           {[]string{"450", "850"}, []string{"100", "500"}, nil},
		"several fees":         {[]string{"450", "850", "1351"}, []string{"100", "500", "1000"}, nil},
		"a total was verified": {[]string{"450", "850", "1000"}, []string{"100", "500", "1000"}, nil},
		"a total is no number": {[]string{"450", "850", "1350"}, []string{"100", "500", ""}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			by := OneFee(test.values, test.totals)
			if test.with == nil {
				require.Nil(t, by)
				return
			}
			for n, total := range test.totals {
				require.Equal(t, test.with[n], by(total))
			}
		})
	}
}
