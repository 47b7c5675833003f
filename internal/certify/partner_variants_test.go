package certify_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/faults"
	catalogue "github.com/credit-partner/assay/internal/faults/partner"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/testsize"
	"github.com/credit-partner/assay/steps/partner"
	"github.com/credit-partner/assay/steps/partner/bodies"
)

// TestEveryLegalVariantPasses holds that no documented reading and no freedom is
// taken for a fault, alone or with others.
func TestEveryLegalVariantPasses(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	variants := catalogue.Variants()
	for _, v := range faults.Sample(variants, testsize.Of(12, 60), faults.VariantID) { // `assay prove --side partner --variants` judges them all
		run := judge(t, closed(dayOf(v)))
		require.Empty(t, failedIn(run), v.ID)
		require.Equal(t, result.Conformant, run.Verdict, v.ID)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range testsize.Of(8, 40) {
		some := []faults.Variant{variants[rng.IntN(len(variants))], variants[rng.IntN(len(variants))], variants[rng.IntN(len(variants))]}
		require.Empty(t, failedIn(judge(t, closed(dayOf(some...)))), "%s, %s, %s", some[0].ID, some[1].ID, some[2].ID)
	}
}

// dayOf records a day at a store that does several things in its own way.
func dayOf(all ...faults.Variant) *recording.Log {
	log := &recording.Log{}
	store := samplepartner.Store{EditRequest: func(q *samplepartner.Request) {
		for _, v := range all {
			if v.EditRequest != nil {
				v.EditRequest(q)
			}
		}
	}}
	for _, v := range all {
		if v.Configure != nil {
			v.Configure(&store)
		}
	}
	_ = dayAt(sandbox.New(sandbox.Options{Log: log}), store) // what it sent is judged, not how it ended
	return log
}

// TestTheReadingsOfAPartnerAreSeen holds that every documented reading of what a
// partner may send is met, and can be pinned.
func TestTheReadingsOfAPartnerAreSeen(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	log, err := aDay(t, nil)
	require.NoError(t, err)
	o := closed(log)
	run := judge(t, o)
	require.Equal(t, []string{"integer"}, run.Dialect["order-id"])
	require.Equal(t, []string{"api-first"}, run.Dialect["otp-path"])
	require.Equal(t, []string{"not-sent"}, run.Dialect["bodiless-content-type"])
	require.ElementsMatch(t, []string{"with-id", "without-id"}, run.Dialect["update-path"])
	for pin, owner := range map[[2]string]string{
		{"order-id", "string"}: "PCP-07", {"item-value", "string"}: "PCP-15", {"otp-path", "otp-first"}: "PSO-01",
		{"update-path", "without-id"}: "PUP-01", {"bodiless-content-type", "sent"}: "PGP-03", {"password", "string"}: "PCL-13",
	} {
		o.Settings = map[string]string{pin[0]: pin[1]}
		require.Contains(t, failedIn(judge(t, o)), owner, "%v", pin)
	}
}

// TestThePartnersLedgerIsWhole holds the features of the partner's side against
// the tables of requests and against its own vocabulary.
func TestThePartnersLedgerIsWhole(t *testing.T) {
	t.Parallel()
	ledger, err := certify.Ledger(result.PartnerSide)
	require.NoError(t, err)
	owned, used := map[string]string{}, map[string]bool{}
	for _, r := range ledger.Requirements {
		if r.Grade == result.Implied {
			require.NotEmpty(t, r.Why, "%s is implied, and does not say from what", r.ID)
		}
		for _, c := range r.Checks {
			for _, line := range c.Steps {
				meanings := 0
				for _, p := range partner.Patterns() {
					m := p.FindStringSubmatch(line.Text)
					if m == nil {
						continue
					}
					meanings++
					used[p.String()] = true
					if p.String() == `^each "([^"]*)" is as documented$` {
						require.Empty(t, owned[r.Endpoint+" "+m[1]], "%s has two owners", m[1])
						owned[r.Endpoint+" "+m[1]] = r.ID
					}
				}
				require.Equal(t, 1, meanings, "%s: %q must have one meaning", c.Location, line.Text)
			}
		}
	}
	for _, p := range partner.Patterns() {
		require.True(t, used[p.String()], "no feature uses the sentence %s", p)
	}
	for _, endpoint := range spec.Names() {
		for _, name := range bodies.Members(endpoint) {
			require.NotEmpty(t, owned[endpoint+" "+name], "no rule owns %s of %s", name, endpoint)
		}
	}
}

// TestServerAndPartnerShareNoID holds that an id names one requirement.
func TestServerAndPartnerShareNoID(t *testing.T) {
	t.Parallel()
	server, err := certify.Ledger(result.ServerSide)
	require.NoError(t, err)
	partner, err := certify.Ledger(result.PartnerSide)
	require.NoError(t, err)
	var ids []string
	for _, r := range server.Requirements {
		ids = append(ids, r.ID)
	}
	for _, r := range partner.Requirements {
		require.False(t, slices.Contains(ids, r.ID), r.ID)
	}
}

// TestThePartnersIDsAreForGood holds every id that was ever given out against
// the ledger: certificates name them, so none may vanish or be used again.
func TestThePartnersIDsAreForGood(t *testing.T) {
	t.Parallel()
	given, err := os.ReadFile("testdata/partner_ids.txt")
	require.NoError(t, err)
	ledger, err := certify.Ledger(result.PartnerSide)
	require.NoError(t, err)
	var now []string
	for _, r := range ledger.Requirements {
		now = append(now, r.ID)
	}
	require.ElementsMatch(t, strings.Fields(string(given)), now, "retire an id by a rule that says so; add a new one to testdata/partner_ids.txt")
}
