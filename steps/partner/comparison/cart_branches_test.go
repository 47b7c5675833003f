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

// TestOneBranchIsComparedAlone holds that a fault is found that all orders of one branch show, and no other.
func TestOneBranchIsComparedAlone(t *testing.T) {
	t.Parallel()
	cents := func(price int) string { return fmt.Sprint(price * 100) }
	zero := func(int) string { return "0" }
	for name, tt := range map[string]struct {
		wrong    int    // how many orders have a wrong value
		size     string // the number of their items
		verified func(price int) string
		loan     string // the kind of step, "" for no loan
		isRight  bool   // whether an order of this size has the right value
		want     map[string]int
	}{
		"several items in cents":         {5, "/3", cents, "", false, map[string]int{"v": 5}},
		"several items, one value":       {5, "/3", zero, "", false, map[string]int{"other": 5}},
		"several items, one of them not": {5, "/3", cents, "l", true, map[string]int{}},
		"several items, of few":          {4, "/3", cents, "", false, map[string]int{}},
		"one item, as the right orders":  {5, "/1", cents, "l", true, map[string]int{}},
		"of one type, in cents":          {5, "/1 phone", cents, "", false, map[string]int{"v": 5}},
		"of one type, one of them not":   {5, "/1 phone", cents, "l", true, map[string]int{}},
		"of a government, in cents":      {5, "/1", cents, "g", true, map[string]int{"v": 5}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var steps []step
			for n := range 3 {
				who, price := fmt.Sprint("right", n), fmt.Sprint(700+n)
				steps = append(steps, step{"v", who, price}, step{"l", who, price}, step{"o", who, price + "/1"})
			}
			for n := range tt.wrong {
				who, price := fmt.Sprint("c", n), 1000+n*37
				steps = append(steps, step{"v", who, tt.verified(price)})
				if tt.loan != "" {
					steps = append(steps, step{tt.loan, who, fmt.Sprint(price)})
				}
				steps = append(steps, step{"o", who, fmt.Sprint(price) + tt.size})
			}
			if tt.isRight {
				steps = append(steps, step{"v", "same", "900"}, step{"l", "same", "900"}, step{"o", "same", "900" + tt.size})
			}
			require.Equal(t, tt.want, failures(steps...))
		})
	}
}

// TestLoansOfOneSectorAreComparedAlone holds that loans in another unit are found if only the form for one
// sector of employers is wrong.
func TestLoansOfOneSectorAreComparedAlone(t *testing.T) {
	t.Parallel()
	var steps []step
	for n := range 3 {
		right, wrong, price := fmt.Sprint("right", n), fmt.Sprint("g", n), fmt.Sprint(700+n*31)
		steps = append(steps, step{"v", right, price}, step{"l", right, price}, step{"v", wrong, price}, step{"g", wrong, price + "00"})
	}
	require.Equal(t, map[string]int{"g": 3}, failures(steps...))
	require.Empty(t, failures(steps[:len(steps)-1]...), "two are too few")
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
