package certify_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// TestValuesThatAreRefusedTogetherAreNamed runs the whole suite against builds
// that refuse two values together, some of them by themselves.
func TestValuesThatAreRefusedTogetherAreNamed(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	for _, tt := range []struct{ fault, breaks, body, message string }{
		{"create-limit-refuses-together-female-self-employed", "LIM-26", "limit request of a self-employed customer", "refused with gender female and employed false; each alone is served"},
		{"create-limit-refuses-together-natural-sciences-government", "LIM-25", "limit request of an employed customer", "refused with job_function \"Natural sciences\" and employer_sector government_sector; each alone is served"},
		{"create-limit-refuses-together-bank-group-c", "LIM-25", "limit request of an employed customer", "refused with payment_type bank and job_group C; each alone is served"},
		{"create-purchases-refuses-together-fridge-agent-delivery", "PUR-20", "purchase item", "refused with item_type fridge and delivery_option agent_delivery; each alone is served"},
	} {
		t.Run(tt.fault, func(t *testing.T) {
			t.Parallel()
			run := judgeFaulty(t, tt.fault)
			require.Equal(t, []string{tt.breaks}, failedOf(run))
			found := messagesOf(run, tt.breaks)
			require.Equal(t, []string{tt.message}, found)
			for _, c := range run.Combinations {
				if c.Body == tt.body {
					require.Len(t, c.Refused, 1)
					require.Len(t, c.Refused[0].Values, 2)
					require.Less(t, c.Served, c.Tuples)
				} else {
					require.Empty(t, c.Refused)
					require.Equal(t, c.Tuples, c.Served)
				}
				require.Equal(t, c.Tuples, c.Sent)
			}
		})
	}
}

// TestAValueThatIsRefusedAloneIsLeftToItsRule holds who is to blame where a value
// is refused whatever stands beside it.
func TestAValueThatIsRefusedAloneIsLeftToItsRule(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	tests := map[string]struct{ fails, blocked string }{
		"create-limit-refuses-job-function-sales":                    {"LIM-13", "LIM-25"},
		"create-limit-refuses-job-group-c":                           {"LIM-12", "LIM-25"},
		"create-limit-refuses-business-type-student":                 {"LIM-15", "LIM-26"},
		"create-purchases-refuses-item-type-tablet":                  {"PUR-11", "PUR-20"},
		"create-purchases-refuses-delivery-option-provider-delivery": {"PUR-12", "PUR-20"},
	}
	for _, fault := range atMostOf(tests, 2) {
		want := tests[fault]
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			run := judgeFaulty(t, fault)
			require.Equal(t, []string{want.fails}, failedOf(run))
			for _, q := range run.Requirements {
				if q.ID == want.blocked {
					require.Equal(t, result.Blocked, q.Outcome, q.Reason)
					require.Equal(t, []string{want.fails}, q.BlockedBy)
				}
			}
		})
	}
}

func judgeFaulty(t *testing.T, id string) *result.Run {
	t.Helper()
	f, ok := server.Find(id)
	require.True(t, ok, id)
	return certifyWith(context.Background(), t, inProcess(f.Handler(reference.Options{})))
}

func messagesOf(run *result.Run, id string) []string {
	var all []string
	for _, q := range run.Requirements {
		for _, c := range q.Checks {
			for _, f := range c.Failures {
				if q.ID == id {
					all = append(all, f.Message)
				}
			}
		}
	}
	return all
}
