package judgement

import (
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// Show formats a JSON value for a failure.
func Show(v gjson.Result) string {
	if !v.Exists() {
		return "absent"
	}
	return Excerpt([]byte(v.Raw))
}

// Excerpt shortens a body so that it fits into a line.
func Excerpt(body []byte) string {
	const most = 160
	if len(body) == 0 {
		return "an empty body"
	}
	// A body may have megabytes, so only the part that the excerpt needs is decoded.
	start := body[:min(len(body), most*utf8.UTFMax+utf8.UTFMax)]
	runes := []rune(strings.ToValidUTF8(string(start), "\uFFFD"))
	if len(runes) <= most && len(start) == len(body) {
		return strings.TrimRight(string(runes), "\r\n") // many servers end a body with a line feed
	}
	return string(runes[:min(len(runes), most)]) + "…"
}

var uuidPattern = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// IsUUID reports whether a text has the form of a UUID, in upper or lower case.
func IsUUID(text string) bool { return uuidPattern.MatchString(text) }

// Digits returns the digits of a text.
func Digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// Quoted returns a text as a JSON string.
func Quoted(text string) string { return string(gjson.AppendJSONString(nil, text)) }

// Equal compares two JSON values by their meaning: numbers by value in any notation, UUIDs without
// regard to case, timestamps by the instant, and everything else exactly.
func Equal(a, b gjson.Result) bool {
	if a.Type != b.Type {
		return false
	}
	switch a.Type {
	case gjson.Number:
		return SameNumber(a.Raw, b.Raw)
	case gjson.String:
		return a.Str == b.Str || (IsUUID(a.Str) && strings.EqualFold(a.Str, b.Str)) || sameInstant(a.Str, b.Str)
	case gjson.JSON:
		return sameTree(a, b)
	}
	return true
}

// sameInstant reports whether two texts are timestamps of one instant. UTC may be written as Z or as +00:00.
// Which notations are permitted is a matter of the schemas.
func sameInstant(a, b string) bool {
	at, err := time.Parse(time.RFC3339Nano, a)
	if err != nil {
		return false
	}
	then, err := time.Parse(time.RFC3339Nano, b)
	return err == nil && at.Equal(then)
}

func sameTree(a, b gjson.Result) bool {
	if a.IsArray() != b.IsArray() {
		return false
	}
	same := true
	a.ForEach(func(name, value gjson.Result) bool {
		if a.IsObject() {
			same = Equal(value, b.Get(gjson.Escape(name.String())))
		}
		return same
	})
	if a.IsArray() {
		return slices.EqualFunc(a.Array(), b.Array(), Equal)
	}
	return same
}

// SameNumber compares without rounding: 45000, 45000.00 and 4.5e4 are equal. Bodies with extreme
// exponents never get here, because package schemas rejects them.
func SameNumber(a, b string) bool {
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	return okX && okY && x.Cmp(y) == 0
}

// IsOneSlip reports whether two numbers differ as a person mistypes one: in one digit, or in the order
// of two neighbouring digits.
func IsOneSlip(typed, right string) bool {
	if len(typed) != len(right) {
		return false
	}
	var at []int
	for i := range len(typed) {
		if typed[i] != right[i] {
			at = append(at, i)
		}
	}
	isSwapped := len(at) == 2 && at[1] == at[0]+1 && typed[at[0]] == right[at[1]] && typed[at[1]] == right[at[0]]
	return len(at) == 1 || isSwapped
}
