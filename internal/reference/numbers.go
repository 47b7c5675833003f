package reference

import (
	"strconv"
	"strings"
)

const (
	maxAmountDigits = 15 // of whole units in a request
	maxOrderDigits  = 40
	// mostCents is the largest sum kept; far below what int64 holds, so that
	// adding one more amount to a sum cannot wrap round.
	mostCents cents = 1_000_000_000_000_000_000
)

// cents is an exact amount in hundredths of the currency's unit.
type cents int64

// MarshalJSON writes the amount as the shortest JSON number that equals it.
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

// percent is the hundredth part of the amount, times rate, rounded down.
func (c cents) percent(rate int64) cents { return c / 100 * cents(rate) }

// amountOf reads whole units from decimal digits.
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

// decimalOf reads an amount with up to two fraction digits.
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

// wholeNumber writes a JSON number in plain digits: 100000, 100000.0 and 1e5
// are the same integer. False when it is negative, has a fraction, or needs
// more than limit digits; a hostile exponent costs nothing.
func wholeNumber(number string, limit int) (string, bool) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimRight(whole+fraction, "0")
	if strings.Trim(digits, "-0") == "" {
		return "0", true // whatever its sign and exponent
	}
	shift, ok := exponentOf(exponent, len(number)+limit)
	point := len(whole) + shift
	if !ok || len(digits) > point || strings.HasPrefix(digits, "-") {
		return "", false
	}
	plain := strings.TrimLeft(digits+strings.Repeat("0", point-len(digits)), "0")
	return plain, len(plain) <= limit
}

// exponentOf reads an exponent whose size is at most the given one.
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
