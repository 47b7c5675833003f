package certificate

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/credit-partner/assay/internal/result"
)

// checkResults judges the run in results.json once more, and holds against it
// what the statement says of it.
func (r *Report) checkResults(text []byte) {
	run, err := parseResults(text)
	if err != nil {
		r.find(NotGood, resultsFile, "%s", err)
		return
	}
	for _, b := range conditions(run) {
		r.find(NotGood, resultsFile, "%s (%s)", b.Detail, b.Condition)
	}
	said, shown := r.Statement.Predicate, predicateOf(run, r.Statement.Claims().Format)
	said.Configuration, said.URL = nil, ""
	r.compare("predicate", said, shown)
	claims, made := *r.Statement.Claims(), claimsOf(run, r.Statement.Claims().Format)
	made.Issued, made.Expires, made.Witness, made.Program = claims.Issued, claims.Expires, claims.Witness, claims.Program
	r.compareSubject(run)
	r.compare("claims", claims, *made)
}

// compare finds every member in which two values of one type differ once they
// are written.
func (r *Report) compare(where string, said, shown any) {
	left, err := members(said)
	right, errRight := members(shown)
	if err = errors.Join(err, errRight); err != nil {
		r.find(Contradicted, where, "the certificate and %s cannot be compared: %s", resultsFile, err)
		return
	}
	all := maps.Clone(left)
	maps.Copy(all, right)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !bytes.Equal(left[name], right[name]) {
			r.find(Contradicted, where+"."+name, "the certificate says %s, and %s shows %s", brief(left[name]), resultsFile, brief(right[name]))
		}
	}
}

// members are those of a value written as a JSON object.
func members(value any) (map[string]json.RawMessage, error) {
	text, err := compact(value)
	if err != nil {
		return nil, err
	}
	all := make(map[string]json.RawMessage)
	return all, json.Unmarshal(text, &all)
}

// brief shows a value, the beginning of it if it is long.
func brief(value json.RawMessage) string {
	const most = 200
	switch {
	case value == nil:
		return "nothing"
	case len(value) > most:
		return string(bytes.ToValidUTF8(value[:most], nil)) + "…"
	}
	return string(value)
}

// compareSubject holds the tested thing against what results.json says of it.
func (r *Report) compareSubject(run *result.Run) {
	if r.Statement.Claims().Format == ClaimsFormat1 {
		return
	}
	shown, err := subjectOf(run)
	if err != nil {
		r.find(Contradicted, "subject", "%s", err)
		return
	}
	if said := r.Statement.Subject; len(said) != 1 || said[0].Name != shown.Name || !maps.Equal(said[0].Digest, shown.Digest) {
		r.find(Contradicted, "subject", "the certificate is about another build than %s shows: %q", resultsFile, shown.Name)
	}
}
