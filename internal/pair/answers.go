package pair

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// given is an entry of the answers, and which endpoints give it.
type given struct {
	entry     string
	endpoints []string // none: all
	always    bool     // every service gives it now and then
}

// givens are what a partner must go on after. The HTTP status of the answer to an
// invalid token is none: who has a token never meets it.
var givens = []given{
	{entry: dialect.OTPData, endpoints: []string{spec.SendOTP}},
	{entry: dialect.Updated, endpoints: []string{spec.CreateLimit, spec.FetchLimit}},
	{entry: dialect.NoLimit, endpoints: []string{spec.CustomerLookup}, always: true},
	{entry: dialect.OtherNumbers},
	{entry: dialect.MoreMembers},
}

// oddities are what any service may do at any time, and what no report shows of it:
// only a partner that was seen to stop at one is said to fail.
var oddities = []string{dialect.OtherOrder, dialect.Slow}

// allDialects is what shows how a partner goes on.
const allDialects = "run the partner with --dialects all"

// answers hold what the server gives against what the partner goes on after.
func (t *talk) answers() {
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

// given are the readings of an entry that the server gives.
func (t *talk) given(g given) []string {
	if g.always {
		return []string{dialect.Yes}
	}
	all := slices.Clone(t.server.given[g.entry])
	slices.Sort(all)
	return slices.Compact(all)
}

func (t *talk) goesOn(entry, reading string) {
	r := Reason{Entry: entry, Title: titleOf(entry), Server: says("gives", entry, []string{reading})}
	switch t.partner.state(entry, reading, "") {
	case result.FormCoped:
		r.Answer, r.Partner = Yes, "goes on after it"
	case result.FormStopped:
		r.Answer, r.Partner = No, "stops at it"
	default:
		r.Answer, r.Partner, r.Remedy = Unknown, notShown, allDialects
	}
	t.reasons = append(t.reasons, r)
}

// lookupAddress asks whether the lookup is served where the partner calls it.
func (t *talk) lookupAddress() {
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

// says puts readings into words.
func says(verb, entry string, readings []string) string {
	words := make([]string, len(readings))
	for i, name := range readings {
		words[i] = readingTitle(entry, name)
	}
	return verb + " " + strings.Join(words, ", ")
}
