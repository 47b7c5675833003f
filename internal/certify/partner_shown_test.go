package certify_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// notShown are the ids of requirements that a run does not hold to be shown.
func notShown(run *result.Run) []string {
	var ids []string
	for _, r := range run.Requirements {
		if !r.Outcome.Good() {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// changed is a recording of a whole day, read as from a file, with some exchanges
// changed.
func changed(t *testing.T, change func(*recording.Exchange)) *result.Run {
	t.Helper()
	log := &recording.Log{}
	for _, x := range mustDay(t).All() {
		copied := *x
		copied.Request.Body = bytes.Clone(x.Request.Body)
		change(&copied)
		log.Add(&copied)
	}
	return judge(t, certify.PartnerOptions{Cut: true, Traffic: certify.Recorded(log)})
}

// TestWhatIsMarkedIsNotShown holds that exchanges that a recording marks as made to
// be refused exercise nothing.
func TestWhatIsMarkedIsNotShown(t *testing.T) {
	t.Parallel()
	isCreate := func(x *recording.Exchange) bool {
		return x.Request.Method == "POST" && strings.HasSuffix(x.Request.URL, "/purchases")
	}
	whole := notShown(changed(t, func(*recording.Exchange) {}))
	run := changed(t, func(x *recording.Exchange) { x.Negative = isCreate(x) })
	require.Equal(t, result.Partial, run.Verdict, run.Reason)
	marked := notShown(run)
	for _, r := range run.Requirements {
		if r.Endpoint == "POST /api/v2/purchases" {
			require.Contains(t, marked, r.ID)
			require.True(t, r.Unexercised, r.ID)
		}
	}
	require.Greater(t, len(marked), len(whole)+10)
	all := changed(t, func(x *recording.Exchange) { x.Negative = true })
	require.Equal(t, result.Inconclusive, all.Verdict, all.Reason)
}

// TestWhatIsMaskedIsNotShown holds that a member whose values were all cut or masked
// was not shown to be as documented; where some were, the others show it.
func TestWhatIsMaskedIsNotShown(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	whole := changed(t, func(*recording.Exchange) {})
	for _, mask := range []string{"«cut»", "before «cut»", "********", "***42"} {
		for _, member := range []string{"id_number", "phone_number", "otp", "first_name", "date_of_birth", "email"} {
			value := regexp.MustCompile(`"` + member + `":\s*"[^"]*"`)
			masked := func(x *recording.Exchange) {
				x.Request.Body = value.ReplaceAll(x.Request.Body, []byte(`"`+member+`":"`+mask+`"`))
			}
			run := changed(t, masked)
			require.Empty(t, failedIn(run), "%s %s", member, mask)
			require.Equal(t, result.Partial, run.Verdict, "%s %s: %s", member, mask, run.Reason)
			hidden := notShown(run)
			require.True(t, slices.ContainsFunc(hidden, func(id string) bool { return !slices.Contains(notShown(whole), id) }), "%s %s", member, mask)
		}
	}
}
