package pair

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// given is an entry about responses, with the endpoints that it applies to.
type given struct {
	entry     string
	endpoints []string // empty: all endpoints
	always    bool     // every service gives it sometimes
}

// givens lists the forms of responses that a partner must be able to process. The HTTP status of
// the response to an invalid token is not in the list, because a partner with a valid token never
// gets it.
var givens = []given{
	{entry: dialect.OTPData, endpoints: []string{spec.SendOTP}},
	{entry: dialect.Updated, endpoints: []string{spec.CreateLimit, spec.FetchLimit}},
	{entry: dialect.NoLimit, endpoints: []string{spec.CustomerLookup}, always: true},
	{entry: dialect.OtherNumbers},
	{entry: dialect.MoreMembers},
}

// oddities are forms of responses that every service may use at any time, and that no report on a
// server shows. A partner fails because of one only if it was seen to stop at it.
var oddities = []string{dialect.OtherOrder, dialect.Slow}

// allForms is the remedy that shows how a partner continues.
const allForms = "run the partner with --response-forms all"

// answers compares the forms of responses that the server gives with those after which the partner
// continues.
func (t *comparison) answers() {
	for _, g := range givens {
		if len(g.endpoints) > 0 && !t.partner.calls(g.endpoints...) {
			continue
		}
		for _, reading := range t.given(g) {
			t.goesOn(g.entry, reading)
		}
	}
	for _, entry := range oddities {
		if t.partner.state(entry, dialect.Yes, "") == result.FormStopped {
			t.goesOn(entry, dialect.Yes)
		}
	}
	t.lookupAddress()
}

// given returns the readings of an entry that the server gives.
func (t *comparison) given(g given) []string {
	if g.always {
		return []string{dialect.Yes}
	}
	all := slices.Clone(t.server.given[g.entry])
	slices.Sort(all)
	return slices.Compact(all)
}

func (t *comparison) goesOn(entry, reading string) {
	r := Reason{Entry: entry, Title: titleOf(entry), Server: says("gives", entry, []string{reading})}
	switch t.partner.state(entry, reading, "") {
	case result.FormCoped:
		r.Answer, r.Partner = Yes, "goes on after it"
	case result.FormStopped:
		r.Answer, r.Partner = No, "stops at it"
	default:
		r.Answer, r.Partner, r.Remedy = Unknown, notShown, allForms
	}
	t.reasons = append(t.reasons, r)
}

// lookupAddress adds an unknown reason if the server serves the lookup at another address, because
// a partner uses one address for all calls.
func (t *comparison) lookupAddress() {
	if !t.partner.calls(spec.CustomerLookup) || t.server.state(dialect.LookupAddress, dialect.OtherAddress, spec.CustomerLookup) == "" {
		return
	}
	t.reasons = append(t.reasons, Reason{
		Entry: dialect.LookupAddress, Title: titleOf(dialect.LookupAddress), Endpoint: spec.Line(spec.CustomerLookup), Answer: Unknown,
		Partner: "calls one address for all", Server: "serves the lookup at an address of its own",
		Remedy: "see to it that the partner can be given a second address, for the lookup",
	})
}

const notShown = "not shown"

// says describes readings in words, after a verb.
func says(verb, entry string, readings []string) string {
	words := make([]string, len(readings))
	for i, name := range readings {
		words[i] = readingTitle(entry, name)
	}
	return verb + " " + strings.Join(words, ", ")
}
