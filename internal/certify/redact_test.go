package certify_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/faults"
	serverfaults "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

const everywhere = "canary-everywhere-0123456789"

// ours are the members that hold no words of a target or of a partner build:
// those of the ledger, of the specification, of the settings, and what is redacted
// when it is made. A member that is not among them is redacted.
var ours = []string{
	"Run.Schema", "Run.Scope", "Run.Only", "Run.Suite", "Run.Settings", "Run.Traffic", "Run.Tolerances", "Run.Dialect", "Run.FullDialect", "Run.Combinations",
	"Run.Deviations", "Run.Report", "Run.Exchanges", "Run.Soak", "Run.Verdict", "Run.Side", "Run.Coverage", "Target.Build", "Target.Digest", "Setup.Cause", "Endpoint.Endpoint",
	"Requirement.ID", "Requirement.Scope", "Requirement.Sections", "Requirement.Grade", "Requirement.Endpoint", "Requirement.Statement",
	"Requirement.Why", "Requirement.Feature", "Requirement.Outcome", "Requirement.BlockedBy", "Requirement.Readings", "Requirement.Faults", "Requirement.Rounds", "Requirement.Owns", "Requirement.Pack",
	"Check.Name", "Check.Location", "Check.Steps", "Check.Outcome", "Check.BlockedBy", "Check.Exchanges", "Check.Rounds",
	"Failure.Section", "Failure.Exchange", "Failure.Endpoint", "Failure.TraceID", "Failure.Curl", "Failure.Kind", "Failure.Want", "Failure.Other", "Failure.Credentials",
	"Observation.ID", "Observation.Scope", "Observation.Sections", "Observation.Question", "Observation.Exchanges",
	"Shard.Run", "Shard.Planned", "Finding.Check", "Finding.Readings", "Finding.Exchanges", "Break.Endpoint", "Break.Variant", "Break.Aspect",
}

// TestEveryMemberOfAResultIsRedacted puts a secret into every text of a result,
// and holds that it is left in those alone that are none of a target's.
func TestEveryMemberOfAResultIsRedacted(t *testing.T) {
	t.Parallel()
	var run result.Run
	fill(reflect.ValueOf(&run).Elem())
	certify.Redact(&run, redact.New(redact.Options{Secrets: []string{everywhere}}))
	seen := map[string]bool{}
	find(t, reflect.ValueOf(run), "", seen)
	for _, member := range ours {
		require.True(t, seen[member], "%s is redacted, or not there: it needs no exception", member)
	}
}

// TestWhatWasWantedIsMaskedAtItsPlace holds that a personal detail is no more shown as
// data than it is in words.
func TestWhatWasWantedIsMaskedAtItsPlace(t *testing.T) {
	t.Parallel()
	run := result.Run{Requirements: []result.Requirement{{Checks: []result.Check{{Failures: []result.Failure{
		{Path: "data.customer_details.mobile_number", Expected: "+254715550199", Want: result.ExpectEqual, Wanted: `"+254715550199"`},
		{Path: "data.facility_status", Want: result.ExpectEqual, Wanted: `"rejected"`},
		{Path: "data.customer_details.email", Want: result.ExpectMatch, Wanted: ".@."},
	}}}}}}
	certify.Redact(&run, redact.New(redact.Options{}))
	failures := run.Requirements[0].Checks[0].Failures
	require.Equal(t, failures[0].Expected, strings.Trim(failures[0].Wanted, `"`), "masked alike")
	require.NotContains(t, failures[0].Wanted, "254715550199")
	require.Equal(t, `"rejected"`, failures[1].Wanted)
	require.Equal(t, ".@.", failures[2].Wanted)
}

// fill puts the secret into every text.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(everywhere)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i))
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	}
}

// find fails on a text with the secret in a member that is not ours.
func find(t *testing.T, v reflect.Value, member string, seen map[string]bool) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		require.NotContains(t, v.String(), everywhere, member)
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Name() + "." + v.Type().Field(i).Name
			if slices.Contains(ours, name) {
				seen[name] = true
				continue
			}
			if v.Type().Field(i).IsExported() {
				find(t, v.Field(i), name, seen)
			}
		}
	case reflect.Pointer:
		find(t, v.Elem(), member, seen)
	case reflect.Slice:
		for i := range v.Len() {
			find(t, v.Index(i), member, seen)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			find(t, key, member, seen)
			find(t, v.MapIndex(key), member, seen)
		}
	}
}

// TestATokenThatIsAWordLeavesOurSentences certifies a faulty build whose token is a word of
// assay, and holds that what assay says of it can be read, though a build that echoes the
// token has it cut.
func TestATokenThatIsAWordLeavesOurSentences(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	ledger, err := certify.Ledger(result.ServerSide)
	require.NoError(t, err)
	plan, err := ledger.Plan(nil, []string{"GET-08"})
	require.NoError(t, err)
	var fault faults.Fault
	for _, f := range serverfaults.Catalogue() {
		if f.ID == "get-purchase-other-accepted-terms" {
			fault = f
		}
	}
	require.NotEmpty(t, fault.ID)
	said := func(token string) []string {
		o := inProcess(fault.Handler(reference.Options{Token: token}))
		o.Token, o.Secrets, o.Uncombined, o.Concurrency = client.StaticToken(token), []string{token}, true, 1
		e, err := certify.Server(t.Context(), plan, o)
		require.NoError(t, err)
		require.NotEmpty(t, e.Run.Causes)
		all := []string{e.Run.Causes[0].Title, e.Run.Causes[0].Example.Failure.Message, e.Run.Causes[0].Example.Failure.Path}
		for _, q := range e.Run.Requirements {
			if q.Outcome == result.Failed {
				all = append(all, q.Reason, q.Pack.Message, q.Pack.Check, q.Pack.Calls[0].Title)
			}
		}
		return all
	}
	plain := said("nothing-like-a-word-0815")
	require.NotContains(t, strings.Join(plain, " "), redact.Marker)
	for _, token := range []string{"answers", "data", "what", "should", "items"} {
		require.Equal(t, plain, said(token), token)
	}
}
