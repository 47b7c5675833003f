package judgement

import (
	"math/big"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// Equal compares two JSON values by what they mean: numbers by their value in
// whatever notation, UUIDs in either case, everything else to the letter.
func Equal(a, b gjson.Result) bool {
	if a.Type != b.Type {
		return false
	}
	switch a.Type {
	case gjson.Number:
		return SameNumber(a.Raw, b.Raw)
	case gjson.String:
		return a.Str == b.Str || (IsUUID(a.Str) && strings.EqualFold(a.Str, b.Str))
	case gjson.JSON:
		return sameTree(a, b)
	}
	return true
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

// SameNumber compares without rounding: 45000, 45000.00 and 4.5e4 are one.
// Bodies with absurd exponents never get here, the guard of schemas stops them.
func SameNumber(a, b string) bool {
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	return okX && okY && x.Cmp(y) == 0
}
