package comparison

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOrdersForTheWrongCustomer holds which orders show, without any amount, that they are for the wrong
// customer. A lower-case letter is a customer who verifies an OTP, after a slash one whose limit is fetched,
// and an upper-case letter an order for this customer. A question mark is an unknown customer.
func TestOrdersForTheWrongCustomer(t *testing.T) {
	for _, c := range []struct {
		name, run string
		failed    int
	}{
		{"the first one", "aA bA cA dA", 3},
		{"the first one, who returns", "aA bA cA aA dA", 3},
		{"the first one, with further orders", "aAA bAA cA dA", 3},
		{"too few", "aA bA cA", 0},
		{"one for the right customer", "aA bA cA dA eE", 0},
		{"one customer for everything", "aA aA aA aA", 0},
		{"a customer known to the test", "aX bX cX dX", 0},
		{"a customer known to the test, for all", "aX bX cX dX eX", 5},
		{"all begin first", "abcdA bA", 0},
		{"a fetched limit of another one between", "aA b/cA c/dA d/eA", 0},
		{"an unknown customer between", "aA b?A c?A d?A", 0},
		{"an unknown order", "aA bA cA ? dA b ?", 0},
		{"the one before", "aA bA cB dC", 3},
		{"the one before, who bought twice", "aAA bA cB bC dB", 4},
		{"two sessions in turn", "ab A c B d C e D E", 0},
		{"two sessions in turn, and one without an order", "ab A c B d C e D", 0},
		{"two sessions that begin later", "aA b c B d C e D E", 0},
		{"a session that ends with two orders", "aA b A c B d C D", 0},
		{"two customers in turn", "aA bA aB bA aB", 0},
		{"right in between", "aA bA cB dD eD fE", 0},
		{"a clerk", "aA bB cC dD", 0},
	} {
		require.Equal(t, c.failed, wrongBuyers(c.run), c.name)
	}
}

func wrongBuyers(run string) (failed int) {
	var s served
	fetched := false
	for _, r := range strings.ReplaceAll(run, " ", "") {
		letter := string(r)
		switch {
		case letter == "/":
			fetched = true
		case letter == "?":
			s.noteCustomer("", true)
		case letter == strings.ToLower(letter):
			s.noteCustomer(letter, !fetched)
			fetched = false
		default:
			s.order(strings.ToLower(letter), func() func() { return func() { failed++ } })
		}
	}
	s.end()
	return failed
}
