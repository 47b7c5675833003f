package reference_test

import (
	"math/big"
	"regexp"
	"strconv"
)

var exponent = regexp.MustCompile(`[eE]([+-]?[0-9]+)$`)

// wholeByRat reads a number the slow and plain way: its digits, when it is
// whole, not negative and of at most 40 digits.
func wholeByRat(number string) (string, bool) {
	if found := exponent.FindStringSubmatch(number); found != nil {
		power, err := strconv.Atoi(found[1])
		if err != nil || power > 100 || power < -100 {
			zero, ok := new(big.Rat).SetString(number[:len(number)-len(found[0])])
			return "0", ok && zero.Sign() == 0
		}
	}
	value, ok := new(big.Rat).SetString(number)
	if !ok || !value.IsInt() || value.Sign() < 0 {
		return "", false
	}
	digits := value.Num().String()
	return digits, len(digits) <= 40
}
