package comparison

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNewCustomersAreComparedAlone holds that the branch of a program for new customers is judged,
// though customers who come back have right values.
func TestNewCustomersAreComparedAlone(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		newcomers int
		limits    bool // whether they get a limit
		verified  func(price int) string
		want      map[string]int
	}{
		"in cents":                   {5, true, func(price int) string { return fmt.Sprint(price * 100) }, map[string]int{"v": 5}},
		"in cents, of few":           {4, true, func(price int) string { return fmt.Sprint(price * 100) }, map[string]int{}},
		"in cents, none of them new": {5, false, func(price int) string { return fmt.Sprint(price * 100) }, map[string]int{}},
		"one value":                  {5, true, func(int) string { return "9999" }, map[string]int{"other": 5}},
		"right":                      {5, true, func(price int) string { return fmt.Sprint(price) }, map[string]int{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			steps := []step{{"v", "back", "700"}, {"o", "back", "700/1"}, {"v", "again", "800"}, {"o", "again", "800/1"}}
			for n := range tt.newcomers {
				who, price := fmt.Sprint("c", n), 1000+n*37
				steps = append(steps, step{"v", who, tt.verified(price)})
				if tt.limits {
					steps = append(steps, step{"l", who, fmt.Sprint(price)})
				}
				steps = append(steps, step{"o", who, fmt.Sprintf("%d/1", price)})
			}
			require.Equal(t, tt.want, failures(steps...))
		})
	}
}

// TestTheThirdIsWrong holds that an order is blamed whose prices are in another unit than both the
// verified cart value and the loan, of all customers or of new ones.
func TestTheThirdIsWrong(t *testing.T) {
	t.Parallel()
	var all []step
	for n := range 5 {
		who, price := fmt.Sprint("c", n), 1000+n*37
		all = append(all, step{"v", who, fmt.Sprint(price)}, step{"l", who, fmt.Sprint(price)}, step{"o", who, fmt.Sprintf("%d/1", price*100)})
	}
	require.Equal(t, map[string]int{"prices": 5}, failures(all...))
	back := []step{{"v", "back", "700"}, {"o", "back", "700/1"}}
	require.Equal(t, map[string]int{"prices": 5}, failures(append(back, all...)...), "customers who come back are right")
}
