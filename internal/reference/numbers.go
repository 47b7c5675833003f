package reference

import (
	"strconv"
	"strings"
)

const (
	maxAmountDigits = 15 // of whole units in a request
	maxOrderDigits  = 40
	// mostCents is the largest permitted sum. It is far below the range of int64, so that adding
	// one more amount cannot overflow.
	mostCents cents = 1_000_000_000_000_000_000
)

// cents is an exact amount in hundredths of the currency unit.
type cents int64

// MarshalJSON writes the amount as the shortest JSON number with the same value.
func (c cents) MarshalJSON() ([]byte, error) {
	text := c.fixed()
	text = strings.TrimRight(text, "0")
	return []byte(strings.TrimSuffix(text, ".")), nil
}

// fixed writes a non-negative amount with two fraction digits (2.8).
func (c cents) fixed() string {
	digits := strconv.FormatInt(int64(c), 10)
	if len(digits) < 3 {
		digits = strings.Repeat("0", 3-len(digits)) + digits
	}
	return digits[:len(digits)-2] + "." + digits[len(digits)-2:]
}

// percent returns this percentage of the amount. It first rounds a hundredth of the amount down.
func (c cents) percent(rate int64) cents { return c / 100 * cents(rate) }

// amountOf converts decimal digits, which are whole units, to an amount.
func amountOf(digits string) (cents, bool) {
	digits = strings.TrimLeft(digits, "0")
	if len(digits) > maxAmountDigits {
		return 0, false
	}
	if digits == "" {
		return 0, true
	}
	units, err := strconv.ParseInt(digits, 10, 64)
	return cents(units) * 100, err == nil
}

// decimalOf converts a text with up to two fraction digits to an amount.
func decimalOf(text string) (cents, bool) {
	whole, fraction, _ := strings.Cut(text, ".")
	if !isDigits(whole) || len(fraction) > 2 || (fraction != "" && !isDigits(fraction)) {
		return 0, false
	}
	units, ok := amountOf(whole)
	if !ok {
		return 0, false
	}
	part, _ := strconv.Atoi((fraction + "00")[:2])
	return units + cents(part), true
}

// wholeNumber writes a JSON number in plain digits: 100000, 100000.0 and 1e5 are the same
// integer. It returns false if the number is negative, has a fraction, or needs more than limit
// digits. A very large exponent costs no time or memory.
func wholeNumber(number string, limit int) (string, bool) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimRight(whole+fraction, "0")
	if strings.Trim(digits, "-0") == "" {
		return "0", true // with any sign and exponent
	}
	shift, ok := exponentOf(exponent, len(number)+limit)
	point := len(whole) + shift
	if !ok || len(digits) > point || strings.HasPrefix(digits, "-") {
		return "", false
	}
	plain := strings.TrimLeft(digits+strings.Repeat("0", point-len(digits)), "0")
	return plain, len(plain) <= limit
}

// exponentOf reads an exponent. It returns false if its absolute value is above most.
func exponentOf(text string, most int) (int, bool) {
	if text == "" {
		return 0, true
	}
	value, err := strconv.Atoi(text)
	return value, err == nil && -most <= value && value <= most
}

func isDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}
