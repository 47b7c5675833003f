package cause

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// The kinds that only this package uses.
const (
	person result.FailureKind = "person" // the lookup finds a customer where it must find none, or the reverse
	wholly result.FailureKind = "reason" // a requirement that failed without a failure: only its reason is known
)

// index matches only the indexes in a path. result.WithoutIndexes, in contrast, also matches
// numbers in texts.
var index = regexp.MustCompile(`(^|\.)[0-9]+(\.|$)`)

// place returns a path without array indexes: "data.#.id".
func place(path string) string {
	for {
		next := index.ReplaceAllString(path, "${1}#${2}")
		if next == path {
			return path
		}
		path = next
	}
}

// member returns the last name of a path. Some names need the name before them too: an id means
// nothing without its object, and some names in payment terms also occur in records.
func member(path string) string {
	parts := strings.Split(place(path), ".")
	last := parts[len(parts)-1]
	if len(parts) > 1 && (last == "id" || last == "#" || parts[len(parts)-2] == "payment_terms") {
		return strings.Join(parts[len(parts)-2:], ".")
	}
	last = capital.ReplaceAllStringFunc(last, func(letter string) string { return "_" + strings.ToLower(letter) })
	return cmp.Or(alsoCalled[last], last)
}

// The second lookup uses camel case, and other names for some members (section 2.10).
var (
	capital    = regexp.MustCompile(`[A-Z]`)
	alsoCalled = map[string]string{"mobile": "mobile_number", "national_id_no": "id_number"}
)

// stamps are the members with a time of a record.
var stamps = map[string]bool{"created_at": true, "updated_at": true, "updated": true}

// amounts are the members with an amount of money.
var amounts = map[string]bool{
	"item_value": true, "item_topup": true, "upfront_fees": true, "interest_rate": true,
	"credit_limit": true, "available_limit": true, "used_limit": true, "frozen_limit": true,
	"payment_terms.principal_amount": true, "payment_terms.upfront_fees": true, "payment_terms.first_installment": true, "payment_terms.minimum_payment": true,
}

// kindOf returns the kind of a failure. sections are the sections of its requirement.
func kindOf(f result.Failure, sections []string, side result.Side) result.FailureKind {
	switch {
	case result.IsOfOtherItems(f.Message):
		return result.WrongValue
	case f.Kind == result.NotRefused:
		return f.Kind
	case isAccess(sections) && side == result.ServerSide && !isRefusedChange(f):
		return result.Effect
	case saysRefused(f):
		return result.NotServed
	case isPerson(f):
		return person
	case f.Kind == result.WrongValue && stamps[member(f.Path)]:
		return result.WrongTime
	case f.Kind == "":
		return ofVersionsBefore(f)
	}
	return f.Kind
}

// isRefusedChange reports whether a valid call that should change something was not served. Such
// a call prepares a check, so its failure is not an effect of what the check did. A get that
// finds nothing may be an effect.
func isRefusedChange(f result.Failure) bool {
	return f.Kind == result.NotServed && slices.Contains([]string{"4.1", "4.2", "4.3", "4.6", "4.8", "4.9"}, f.Section)
}

// ofVersionsBefore returns the kind of a failure in a result of an older version, which does not
// have kinds.
func ofVersionsBefore(f result.Failure) result.FailureKind {
	switch f.Actual {
	case "absent":
		return result.Missing
	case "null":
		return result.IsNull
	}
	return result.WrongValue
}

// saysRefused reports whether an envelope says no where it must say yes. The answer to an invalid
// token must say no (section 7), so there a wrong value is a wrong form.
func saysRefused(f result.Failure) bool {
	switch f.Path {
	case "success":
		return f.Wanted != "false"
	case "code":
		return f.Wanted != "500"
	}
	return false
}

// isAccess reports whether a requirement is about access: a call without the valid token must not
// be served. Such a requirement has section 5 and no other section.
func isAccess(sections []string) bool { return len(sections) == 1 && sections[0] == "5" }

// isPerson reports whether the failure is about one of the three members by which a lookup says
// whether it found a customer with a limit: the member is null where it must not be, or the
// reverse (section 4.5).
func isPerson(f result.Failure) bool {
	switch f.Path {
	case "data.redirectUrl", "data.baseInfo", "data.creditLimitInfo":
		return f.Kind == result.IsNull || f.Wanted == "null" && f.Kind != result.Missing
	}
	return false
}
