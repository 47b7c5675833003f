package certify

import (
	"reflect"
	"slices"

	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
)

// Redact removes secrets and masks personal details in all texts of a result. It redacts the
// values of a failure by their place in the body, and every other text by names and known
// values. It walks the type, so a member that is added later is redacted, unless it is listed as
// one that contains no text of a target.
func Redact(run *result.Run, r *redact.Redactor) {
	words := result.Rewriter{
		Keep: func(of reflect.Type, member string) bool { return slices.Contains(ownWords[of], member) },
		Text: func(of reflect.Value, member, text string) string { return redacted(r, of, member, text) },
	}
	*run = *words.Run(run)
}

func redacted(r *redact.Redactor, of reflect.Value, member, text string) string {
	switch of.Type() {
	case reflect.TypeFor[result.Target]():
		return r.URL(text)
	case reflect.TypeFor[result.Failure]():
		f := of.Interface().(result.Failure)
		q := r.Quote(redact.Quote{Place: f.Path, Expected: f.Expected, Actual: f.Actual, Message: f.Message})
		return map[string]string{"Path": q.Place, "Expected": q.Expected, "Actual": q.Actual, "Message": q.Message, "Wanted": wanted(r, f)}[member]
	}
	return r.Prose(text)
}

// wanted redacts the member Wanted of a failure. It is JSON for some kinds; otherwise it is a
// pattern or a name of assay.
func wanted(r *redact.Redactor, f result.Failure) string {
	switch f.Want {
	case result.ExpectEqual, result.ExpectNot:
		return r.Quote(redact.Quote{Place: f.Path, Expected: f.Wanted}).Expected
	}
	return r.Text(f.Wanted)
}

// ownWords are the members that contain only text of the ledger, of the specification or of the
// person that runs the suite. Exchanges and curl commands are redacted when they are made,
// because they are not prose.
var ownWords = map[reflect.Type][]string{
	reflect.TypeFor[result.Run](): {
		"Schema", "Verdict", "Side", "Scope", "Only", "Suite", "Settings", "Traffic", "Coverage", "Tolerances", "Dialect", "FullDialect",
		"Combinations", "Deviations", "Exchanges", "Soak", "Report",
	},
	reflect.TypeFor[result.Target]():   {"Build", "Digest"},
	reflect.TypeFor[result.Setup]():    {"Cause"},
	reflect.TypeFor[result.Endpoint](): {"Endpoint"},
	reflect.TypeFor[result.Requirement](): {
		"ID", "Scope", "Sections", "Grade", "Endpoint", "Statement", "Why", "Feature", "Outcome", "BlockedBy", "Readings", "Faults", "Rounds", "Owns", "Pack",
	},
	reflect.TypeFor[result.Check]():       {"Name", "Location", "Steps", "Outcome", "BlockedBy", "Exchanges", "Rounds"},
	reflect.TypeFor[result.Failure]():     {"Section", "Exchange", "Endpoint", "TraceID", "Curl", "Kind", "Want", "Other", "Credentials"},
	reflect.TypeFor[result.Observation](): {"ID", "Scope", "Sections", "Question", "Exchanges"},
	reflect.TypeFor[result.Shard]():       {"Run", "Planned"},
	reflect.TypeFor[result.Finding]():     {"Check", "Readings", "Exchanges"},
	reflect.TypeFor[result.Break]():       {"Endpoint", "Variant", "Aspect"},
}
