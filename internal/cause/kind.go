package cause

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// The kinds that only causes tell apart.
const (
	person result.FailureKind = "person" // the lookup finds somebody, or nobody, where it must be the other way round
	wholly result.FailureKind = "reason" // known only by the reason of its requirement
)

// index finds the indexes of a path only: unlike result.WithoutIndexes, it keeps numbers
// in texts.
var index = regexp.MustCompile(`(^|\.)[0-9]+(\.|$)`)

// place is a path without the places in arrays: "data.#.id".
func place(path string) string {
	for {
		next := index.ReplaceAllString(path, "${1}#${2}")
		if next == path {
			return path
		}
		path = next
	}
}

// member is the name that a path ends with. An id says nothing without the object
// that it names, and payment terms have names that records have, too.
func member(path string) string {
	parts := strings.Split(place(path), ".")
	last := parts[len(parts)-1]
	if len(parts) > 1 && (last == "id" || last == "#" || parts[len(parts)-2] == "payment_terms") {
		return strings.Join(parts[len(parts)-2:], ".")
	}
	last = capital.ReplaceAllStringFunc(last, func(letter string) string { return "_" + strings.ToLower(letter) })
	return cmp.Or(alsoCalled[last], last)
}

// The second lookup has camel case, and other names for some members (section 2.10).
var (
	capital    = regexp.MustCompile(`[A-Z]`)
	alsoCalled = map[string]string{"mobile": "mobile_number", "national_id_no": "id_number"}
)

// stamps are the members that hold the time of a record.
var stamps = map[string]bool{"created_at": true, "updated_at": true, "updated": true}

// amounts are the members that hold money.
var amounts = map[string]bool{
	"item_value": true, "item_topup": true, "upfront_fees": true, "interest_rate": true,
	"credit_limit": true, "available_limit": true, "used_limit": true, "frozen_limit": true,
	"payment_terms.principal_amount": true, "payment_terms.upfront_fees": true, "payment_terms.first_installment": true, "payment_terms.minimum_payment": true,
}

// kindOf tells the kind of a failure of a requirement about some sections.
func kindOf(f result.Failure, sections []string, side result.Side) result.FailureKind {
	switch {
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

// isRefusedChange tells of a valid call that was to change something and was not served: it
// prepares a check, and is no effect of what the check did. A get that finds nothing may be.
func isRefusedChange(f result.Failure) bool {
	return f.Kind == result.NotServed && slices.Contains([]string{"4.1", "4.2", "4.3", "4.6", "4.8", "4.9"}, f.Section)
}

// ofVersionsBefore is the kind of a failure in a result that does not tell it.
func ofVersionsBefore(f result.Failure) result.FailureKind {
	switch f.Actual {
	case "absent":
		return result.Missing
	case "null":
		return result.IsNull
	}
	return result.WrongValue
}

// saysRefused tells of an envelope that says no where it must say yes. The answer to an
// invalid token has to say no (section 7): what is wrong there is its form.
func saysRefused(f result.Failure) bool {
	switch f.Path {
	case "success":
		return f.Wanted != "false"
	case "code":
		return f.Wanted != "500"
	}
	return false
}

// isAccess tells a requirement that a call without the valid token is not served
// (section 5, and nothing else).
func isAccess(sections []string) bool { return len(sections) == 1 && sections[0] == "5" }

// isPerson tells of the three members by which a lookup says whether it found a
// customer with a limit: one of them is null where it must not be, or is not where
// it must (section 4.5).
func isPerson(f result.Failure) bool {
	switch f.Path {
	case "data.redirectUrl", "data.baseInfo", "data.creditLimitInfo":
		return f.Kind == result.IsNull || f.Wanted == "null" && f.Kind != result.Missing
	}
	return false
}
