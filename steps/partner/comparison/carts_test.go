package comparison

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// step is a verified cart value (v), a loan (l), that of a customer employed by a government (g), or an order (o).
// The customers a and a' have one id number.
type step struct{ kind, customer, amount string }

func failures(steps ...step) map[string]int { return failuresIf(false, steps) }

// failuresIf returns the failures if the orders have the items of other customers, or not.
func failuresIf(areItemsWrong bool, steps []step) map[string]int {
	failed := make(map[string]int)
	c := NewCarts(func(string, string) {})
	for _, s := range steps {
		fails := func() func() { return func() { failed[s.kind]++ } }
		number := "n" + strings.TrimSuffix(s.customer, "'")
		switch s.kind {
		case "v":
			other := func(kind string) DeferredFailure { return func() func() { return func() { failed[kind]++ } } }
			c.Verified(s.customer, number, s.amount, CartFailures{Unit: fails, Carried: other("carried"), Other: other("other")})
		case "m": // a cart value that is another member
			c.Verified("", "", s.amount, CartFailures{Member: fails})
		case "n": // a cart value that is none
			c.Verified("", "", s.amount, CartFailures{})
		case "l":
			c.Asked(s.customer, number, s.amount, Occupation{}, nil, fails)
		case "g":
			c.Asked(s.customer, number, s.amount, Occupation{Kind: "employed", Sector: "government"}, nil, fails)
		case "o":
			amount, items, _ := strings.Cut(s.amount, "/")
			items, kind, _ := strings.Cut(items, " ")
			n, _ := strconv.Atoi(items)
			c.Ordered(s.customer, amount, slices.Repeat([]string{kind}, n), OrderFailures{Customer: fails, Prices: func() func() { return func() { failed["prices"]++ } }})
		}
	}
	c.End(false, areItemsWrong)
	return failed
}

func TestAmountsInAnotherUnit(t *testing.T) {
	for name, c := range map[string]struct {
		steps  []step
		failed map[string]int
	}{
		"all in cents":           {[]step{{"v", "a", "1500"}, {"o", "a", "15"}, {"v", "b", "2000"}, {"o", "b", "20"}}, map[string]int{"v": 2}},
		"all a hundredth":        {[]step{{"v", "a", "15"}, {"o", "a", "1500"}, {"v", "a", "20"}, {"o", "a", "2000"}}, map[string]int{"v": 2}},
		"one only":               {[]step{{"v", "a", "1500"}, {"o", "a", "15"}}, nil},
		"all but the first":      {[]step{{"v", "z", "9"}, {"o", "z", "9"}, {"v", "a", "1500"}, {"o", "a", "15"}, {"v", "b", "2000"}, {"o", "b", "20"}, {"v", "c", "2100"}, {"o", "c", "21"}, {"v", "d", "2200"}, {"o", "d", "22"}}, map[string]int{"v": 4}},
		"orders of others":       {[]step{{"v", "a", "1500"}, {"l", "a", "15"}, {"o", "x", "15"}, {"v", "b", "2000"}, {"l", "b", "20"}, {"o", "y", "20"}}, map[string]int{"v": 2}},
		"loans of others":        {[]step{{"v", "a", "15"}, {"l", "a", "1500"}, {"o", "x", "15"}, {"v", "b", "20"}, {"l", "b", "2000"}, {"o", "y", "20"}}, map[string]int{"l": 2, "o": 2}},
		"one right":              {[]step{{"v", "a", "1500"}, {"o", "a", "15"}, {"v", "b", "2000"}, {"o", "b", "20"}, {"v", "c", "7"}, {"o", "c", "7"}}, nil},
		"both directions":        {[]step{{"v", "a", "1500"}, {"o", "a", "15"}, {"v", "b", "20"}, {"o", "b", "2000"}}, nil},
		"nothing for nothing":    {[]step{{"v", "a", "0"}, {"o", "a", "0"}, {"v", "b", "0"}, {"o", "b", "0"}}, nil},
		"loans in cents":         {[]step{{"v", "a", "15"}, {"l", "a", "1500"}, {"o", "a", "15"}, {"v", "b", "20"}, {"l", "b", "2000"}}, map[string]int{"l": 2}},
		"the carts are in cents": {[]step{{"v", "a", "1500"}, {"l", "a", "15"}, {"o", "a", "15"}, {"v", "b", "2000"}, {"l", "b", "20"}, {"o", "b", "20"}}, map[string]int{"v": 2}},
		"of the order before":    {[]step{{"v", "a", "1"}, {"o", "a", "15"}, {"v", "b", "15"}, {"o", "b", "20"}, {"v", "c", "20"}, {"o", "c", "7"}}, map[string]int{"carried": 2}},
		"in turn":                {[]step{{"v", "a", "1"}, {"o", "a", "15"}, {"v", "b", "15"}, {"o", "b", "20"}, {"v", "a", "20"}, {"o", "a", "7"}, {"v", "b", "7"}, {"o", "b", "9"}}, map[string]int{"carried": 3}},
		"once of the one before": {[]step{{"v", "a", "1"}, {"o", "a", "15"}, {"v", "b", "15"}, {"o", "b", "20"}, {"v", "c", "7"}, {"o", "c", "7"}}, nil},
		"the same thing for all": {[]step{{"v", "a", "15"}, {"o", "a", "15"}, {"v", "b", "15"}, {"o", "b", "15"}, {"v", "c", "15"}, {"o", "c", "15"}}, nil},
		"all another member":     {[]step{{"m", "", ""}, {"m", "", ""}}, map[string]int{"m": 2}},
		"one another member":     {[]step{{"m", "", ""}, {"n", "", ""}, {"m", "", ""}}, nil},
		"one value for five":     {[]step{{"v", "a", "1"}, {"o", "a", "15"}, {"v", "b", "1"}, {"o", "b", "20"}, {"v", "c", "1"}, {"o", "c", "7"}, {"v", "d", "1"}, {"o", "d", "8"}, {"v", "e", "1"}, {"o", "e", "9"}}, map[string]int{"other": 5}},
		"one value for four":     {[]step{{"v", "a", "1"}, {"o", "a", "15"}, {"v", "b", "1"}, {"o", "b", "20"}, {"v", "c", "1"}, {"o", "c", "7"}, {"v", "d", "1"}, {"o", "d", "8"}}, nil},
		"right for one of five":  {[]step{{"v", "a", "7"}, {"o", "a", "15"}, {"v", "b", "7"}, {"o", "b", "20"}, {"v", "c", "7"}, {"o", "c", "7"}, {"v", "d", "7"}, {"o", "d", "8"}, {"v", "e", "7"}, {"o", "e", "9"}}, nil},
		"right for one of six":   {[]step{{"v", "a", "7"}, {"o", "a", "15"}, {"v", "b", "7"}, {"o", "b", "20"}, {"v", "c", "7"}, {"o", "c", "7"}, {"v", "d", "7"}, {"o", "d", "8"}, {"v", "e", "7"}, {"o", "e", "9"}, {"v", "f", "7"}, {"o", "f", "11"}}, map[string]int{"other": 5}},
		"the number of items":    {[]step{{"v", "a", "1"}, {"o", "a", "15/1"}, {"v", "b", "2"}, {"o", "b", "20/2"}, {"v", "c", "3"}, {"o", "c", "70/3"}}, map[string]int{"other": 3}},
		"once of three":          {[]step{{"v", "a", "1"}, {"o", "a", "15/1"}, {"v", "b", "22"}, {"o", "b", "20/2"}, {"v", "c", "3"}, {"o", "c", "70/3"}}, nil},
		"one loan is right":      {[]step{{"v", "a", "15"}, {"l", "a", "1500"}, {"v", "b", "20"}, {"l", "b", "20"}}, nil},
	} {
		if c.failed == nil {
			c.failed = map[string]int{}
		}
		require.Equal(t, c.failed, failures(c.steps...), name)
	}
}

// TestItemsOfAnotherCustomer holds that an order directly after the verify of its customer has the right
// customer if the items are wrong, and that other orders still show a wrong customer.
func TestItemsOfAnotherCustomer(t *testing.T) {
	direct := []step{{"v", "a", "10"}, {"o", "a", "5"}, {"v", "b", "20"}, {"o", "b", "10"}, {"v", "c", "30"}, {"o", "c", "20"}, {"v", "d", "40"}, {"o", "d", "30"}}
	require.Equal(t, 3, failuresIf(false, direct)["o"])
	require.Zero(t, failuresIf(true, direct)["o"])
	atOnce := []step{{"v", "a", "10"}, {"v", "b", "20"}, {"v", "c", "30"}, {"v", "d", "40"}, {"o", "a", "10"}, {"o", "a", "20"}, {"o", "a", "30"}, {"o", "a", "40"}}
	require.Equal(t, 3, failuresIf(true, atOnce)["o"])
}

func TestOrdersForAnotherCustomer(t *testing.T) {
	for name, c := range map[string]struct {
		steps  []step
		failed int
	}{
		"always the first":        {[]step{{"v", "a", "10"}, {"o", "a", "10"}, {"v", "b", "20"}, {"o", "a", "20"}, {"v", "c", "30"}, {"o", "a", "30"}}, 2},
		"the one before":          {[]step{{"v", "a", "10"}, {"v", "b", "20"}, {"o", "a", "20"}, {"v", "c", "30"}, {"o", "b", "30"}}, 2},
		"only once":               {[]step{{"v", "b", "20"}, {"o", "a", "20"}}, 0},
		"the same article":        {[]step{{"v", "b", "20"}, {"o", "a", "20"}, {"v", "c", "20"}, {"o", "a", "20"}}, 0},
		"both bought it":          {[]step{{"v", "b", "20"}, {"o", "a", "20"}, {"o", "b", "20"}, {"v", "c", "30"}, {"o", "a", "30"}, {"o", "c", "30"}}, 0},
		"both verified it":        {[]step{{"v", "a", "20"}, {"v", "a", "30"}, {"v", "b", "20"}, {"o", "a", "20"}, {"v", "c", "30"}, {"o", "a", "30"}}, 0},
		"one customer has two":    {[]step{{"v", "b", "20"}, {"o", "a", "20"}, {"v", "b", "30"}, {"o", "a", "30"}}, 0},
		"with another total":      {[]step{{"v", "b", "20"}, {"o", "a", "21"}, {"v", "c", "30"}, {"o", "a", "31"}}, 0},
		"by another id since":     {[]step{{"v", "b", "20"}, {"l", "x", "20"}, {"o", "x", "20"}, {"v", "c", "30"}, {"l", "y", "30"}, {"o", "y", "30"}}, 0},
		"swapped after limits":    {[]step{{"v", "a", "10"}, {"v", "b", "20"}, {"l", "a", "10"}, {"l", "b", "20"}, {"o", "b", "10"}, {"o", "a", "20"}}, 2},
		"not swapped, but late":   {[]step{{"v", "a", "10"}, {"v", "b", "20"}, {"l", "a", "10"}, {"l", "b", "20"}, {"o", "b", "20"}, {"o", "a", "10"}}, 0},
		"ordered, and once more":  {[]step{{"v", "a", "10"}, {"o", "a", "10"}, {"v", "b", "20"}, {"o", "b", "20"}, {"o", "a", "20"}, {"o", "b", "10"}}, 0},
		"only one of them":        {[]step{{"v", "a", "10"}, {"v", "b", "20"}, {"l", "a", "10"}, {"l", "b", "20"}, {"o", "b", "10"}, {"o", "a", "11"}}, 0},
		"sessions at one time":    {[]step{{"v", "a", "10"}, {"v", "b", "20"}, {"v", "c", "30"}, {"v", "d", "40"}, {"o", "a", "10"}, {"o", "a", "20"}, {"o", "a", "30"}, {"o", "a", "40"}}, 3},
		"the one before, at once": {[]step{{"v", "a", "10"}, {"v", "b", "20"}, {"v", "c", "30"}, {"v", "d", "40"}, {"o", "z", "10"}, {"o", "a", "20"}, {"o", "b", "30"}, {"o", "c", "40"}}, 4},
		"two at one time":         {[]step{{"v", "a", "10"}, {"v", "b", "20"}, {"v", "c", "30"}, {"o", "a", "10"}, {"o", "a", "20"}, {"o", "a", "30"}}, 0},
		"in pairs, and right later": {[]step{
			{"v", "a", "10"}, {"v", "b", "20"}, {"o", "b", "10"}, {"o", "b", "20"}, {"v", "c", "30"}, {"v", "d", "40"}, {"o", "d", "30"}, {"o", "d", "40"},
			{"v", "e", "50"}, {"v", "f", "60"}, {"o", "f", "50"}, {"o", "f", "60"}, {"v", "g", "70"}, {"o", "g", "70"},
		}, 3},
		"in pairs, of one buyer": {[]step{
			{"v", "a", "10"}, {"v", "b", "20"}, {"o", "b", "10"}, {"o", "b", "20"}, {"v", "c", "30"}, {"v", "b", "40"}, {"o", "b", "30"}, {"o", "b", "40"},
			{"v", "e", "50"}, {"v", "b", "60"}, {"o", "b", "50"}, {"o", "b", "60"}, {"v", "g", "70"}, {"o", "g", "70"},
		}, 0},
		"most are right":          {[]step{{"v", "a", "10"}, {"v", "b", "20"}, {"v", "c", "30"}, {"v", "d", "40"}, {"o", "a", "10"}, {"o", "a", "10"}, {"o", "a", "10"}, {"o", "a", "10"}, {"o", "a", "20"}, {"o", "a", "30"}, {"o", "a", "40"}}, 0},
		"their loans say it":      {[]step{{"v", "a", "5"}, {"v", "b", "10"}, {"v", "c", "20"}, {"v", "d", "30"}, {"l", "a", "10"}, {"l", "b", "20"}, {"l", "c", "30"}, {"l", "d", "40"}, {"o", "a", "10"}, {"o", "b", "20"}, {"o", "c", "30"}, {"o", "d", "40"}}, 0},
		"bought by all":           {[]step{{"v", "a", "10"}, {"v", "b", "20"}, {"v", "c", "30"}, {"v", "d", "40"}, {"o", "a", "20"}, {"o", "b", "20"}, {"o", "a", "30"}, {"o", "c", "30"}, {"o", "a", "40"}, {"o", "d", "40"}}, 0},
		"somebody came meanwhile": {[]step{{"v", "b", "20"}, {"v", "d", "5"}, {"o", "a", "20"}, {"v", "c", "30"}, {"v", "d", "5"}, {"o", "a", "30"}}, 0},
	} {
		require.Equal(t, c.failed, failures(c.steps...)["o"], name)
	}
}

// A service may call a customer by another id in verify OTP than in create limit.
func TestCustomersWithAnotherIDInVerify(t *testing.T) {
	verify := []step{{"v", "a'", "10"}, {"v", "b'", "20"}, {"v", "c'", "30"}, {"v", "d'", "40"}}
	limit := []step{{"l", "a", "10"}, {"l", "b", "20"}, {"l", "c", "30"}, {"l", "d", "40"}}
	inTurn := func(orders ...step) (all []step) {
		all = slices.Clone(limit)
		for n, o := range orders {
			all = append(all, verify[n], o)
		}
		return all
	}
	own := []step{{"o", "a", "10"}, {"o", "b", "20"}, {"o", "c", "30"}, {"o", "d", "40"}}
	before := []step{{"o", "z", "10"}, {"o", "a", "20"}, {"o", "b", "30"}, {"o", "c", "40"}}
	require.Zero(t, failures(slices.Concat(verify, limit, own)...)["o"])
	require.Zero(t, failures(slices.Concat(limit, verify, own)...)["o"])
	require.Zero(t, failures(inTurn(own...)...)["o"])
	other := []step{{"o", "a'", "10"}, {"o", "b'", "20"}, {"o", "c'", "30"}, {"o", "d'", "40"}}
	require.Zero(t, failures(slices.Concat(verify, limit, other)...)["o"], "with the id of verify")
	require.Zero(t, failures(inTurn(other...)...)["o"], "with the id of verify")
	both := slices.Concat(limit, []step{{"v", "a'", "10"}, {"o", "a'", "10"}, {"v", "b'", "20"}, {"o", "b", "20"}, {"v", "b'", "21"}, {"o", "b'", "21"}})
	require.Zero(t, failures(both...)["o"], "with either id")
	require.Equal(t, 4, failures(slices.Concat(verify, limit, before)...)["o"])
	require.Equal(t, 4, failures(inTurn(before...)...)["o"])
}

func TestAnOrderOfAnotherCustomerIsNoWrongCart(t *testing.T) {
	require.Equal(t, map[string]int{"o": 3}, failures([]step{
		{"v", "a", "10"}, {"o", "z", "10"}, {"v", "b", "20"}, {"o", "a", "20"}, {"v", "c", "30"}, {"o", "b", "30"},
	}...))
}

func TestWhichItemsMayHaveOneCode(t *testing.T) {
	type sold struct{ code, kind, brand, description string }
	for name, c := range map[string]struct {
		orders       [][]sold
		wrong, noted int
	}{
		"one of each":            {[][]sold{{{"1", "tv", "A", "x"}, {"2", "phone", "A", "x"}}}, 0, 0},
		"a type that was mended": {[][]sold{{{"1", "other", "A", "x"}}, {{"1", "tv", "A", "x"}}}, 0, 0},
		"one entry mended":       {[][]sold{{{"1", "other", "No brand", "x"}}, {{"1", "phone", "B", "x"}}, {{"1", "phone", "B", "x"}}}, 0, 1},
		"two codes":              {[][]sold{{{"1", "tv", "A", "x"}, {"2", "phone", "B", "x"}}, {{"1", "phone", "B", "x"}, {"2", "tv", "A", "x"}}}, 2, 0},
		"one code, three items":  {[][]sold{{{"1", "tv", "A", "x"}}, {{"1", "phone", "B", "x"}}, {{"1", "fridge", "C", "x"}}}, 2, 0},
		"two articles renamed":   {[][]sold{{{"1", "tv", "A", "x"}, {"2", "phone", "A", "y"}}, {{"1", "tv", "B", "z"}, {"2", "phone", "B", "z"}}}, 0, 0},
		"codes of categories":    {[][]sold{{{"1", "tv", "A", "x"}, {"2", "phone", "A", "y"}, {"3", "other", "A", "y"}}, {{"1", "tv", "B", "z"}, {"2", "phone", "B", "z"}, {"3", "other", "B", "z"}}}, 3, 0},
		"no description known":   {[][]sold{{{"1", "tv", "A", ""}, {"2", "phone", "A", ""}, {"3", "other", "A", ""}}, {{"1", "tv", "B", "z"}, {"2", "phone", "B", "z"}, {"3", "other", "B", "z"}}}, 0, 0},
		"other descriptions":     {[][]sold{{{"1", "tv", "A", "x"}, {"2", "phone", "A", "y"}, {"3", "other", "A", "y"}}, {{"1", "tv", "A", "z"}, {"2", "phone", "A", "z"}, {"3", "other", "A", "z"}}}, 0, 0},
	} {
		codes, wrong, noted := NewCodes(), 0, 0
		for _, order := range c.orders {
			for _, item := range order {
				codes.Sold(item.code, Item{item.kind, item.brand, item.description}, func(string) func() { return func() { wrong++ } })
			}
		}
		codes.End(func(string, string) { noted++ })
		require.Equal(t, []int{c.wrong, c.noted}, []int{wrong, noted}, name)
	}
}

func TestInWhatTwoItemsOfAnOrderDiffer(t *testing.T) {
	for other, what := range map[Item]string{
		{"tv", " a", "x"}: "", {"phone", "A", "x"}: "an item_type", {"tv", "B", "x"}: "an item_brand", {"phone", "B", "x"}: "an item_type and an item_brand",
	} {
		require.Equal(t, what, Item{"tv", "A", "x"}.Differs(other))
	}
}
