package cause

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// kind says in which way something deviates.
type kind string

const (
	served     kind = "served"     // what must be refused is served
	effect     kind = "effect"     // what must be refused has an effect
	refused    kind = "refused"    // what must be served is refused
	unanswered kind = "unanswered" // what must be served is not answered
	unreadable kind = "unreadable" // an answer of a success status that cannot be taken as one
	notJSON    kind = "not JSON"
	absent     kind = "absent"
	null       kind = "null"
	form       kind = "form"   // of another type or form
	value      kind = "value"  // of the documented form, and another than it should be
	stamp      kind = "stamp"  // a wrong time
	count      kind = "count"  // another number of records than items
	person     kind = "person" // the lookup finds somebody, or nobody, where it must be the other way round
	wholly     kind = "reason" // known only by the reason of its requirement
)

// index finds where in an array something stands.
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

// isTyped tells whether a failure quotes what it found with its JSON type: "the
// string "12"". A quote may be long, and a run may have thousands: it is not searched.
func isTyped(actual string) bool {
	article, rest, _ := strings.Cut(actual[:min(len(actual), len("the boolean "))], " ")
	name, _, _ := strings.Cut(rest, " ")
	return article == "the" && slices.Contains(jsonTypes, name) || actual == "true" || actual == "false"
}

var jsonTypes = []string{"string", "number", "array", "object"}

// refusals are how what a failure expects begins, where a call must not be served, or
// must give nobody's data. The last two are of results of versions before.
var refusals = []string{"a refusal", "no data: ", "no customer, or ", "nobody's data", "nobody, or"}

// kindOf tells the kind of a failure of a requirement about some sections.
func kindOf(f result.Failure, sections []string) kind {
	mustRefuse := slices.ContainsFunc(refusals, func(words string) bool { return strings.HasPrefix(f.Expected, words) })
	mustServe := strings.HasPrefix(f.Expected, "HTTP status") || strings.HasPrefix(f.Expected, "a success")
	switch {
	case mustRefuse:
		return served
	case isAccess(sections):
		return effect
	case mustServe && strings.HasPrefix(f.Actual, "no answer"):
		return unanswered
	case mustServe && strings.HasPrefix(f.Actual, "HTTP status 2") && !strings.HasPrefix(f.Expected, "HTTP status"):
		return unreadable
	case mustServe, saysRefused(f):
		return refused
	case f.Expected == "a JSON object", f.Path == "header Content-Type":
		return notJSON
	case isPerson(f):
		return person
	case f.Actual == "absent":
		return absent
	case f.Actual == "null":
		return null
	case isTyped(f.Actual):
		return form
	case stamps[member(f.Path)]:
		return stamp
	case strings.HasSuffix(f.Actual, " records"):
		return count
	}
	return value
}

// saysRefused tells of an envelope that says no where it must say yes. The answer to an
// invalid token has to say no (section 7): what is wrong there is its form.
func saysRefused(f result.Failure) bool {
	switch f.Path {
	case "success":
		return f.Expected != "false"
	case "code":
		return !strings.HasSuffix(f.Expected, "500")
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
		return f.Actual == "null" || f.Expected == "null"
	}
	return false
}
