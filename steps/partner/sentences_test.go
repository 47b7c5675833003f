package partner

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/vocabulary"
)

func TestEveryRemedyHelps(t *testing.T) {
	for state, remedy := range remedies {
		all := append([]sentence{says("what needs it", func(*Scenario) any { return nil }, vocabulary.Needs(state))}, sentences...)
		require.NotEmpty(t, vocabulary.Read(all, judgement.Check{Steps: []string{"what needs it"}}).Lacks(remedies), state)
		_, text, _ := strings.Cut(remedy, " ")
		require.Empty(t, vocabulary.Read(all, judgement.Check{Steps: []string{text, "what needs it"}}).Lacks(remedies), state)
	}
}

// TestACheckIsToldWhatItLacks holds that a check of what is judged nowhere says
// so: it would find nothing, and look as if nothing had occurred.
func TestACheckIsToldWhatItLacks(t *testing.T) {
	const read = `every "fetch-limit" request is read`
	for _, c := range []struct {
		steps []string
		lack  string
	}{
		{[]string{"the requests of the partner build", read, "no request has a body"}, ""},
		{[]string{"the requests of the partner build", "no request has a body"}, "needs the requests to an endpoint"},
		{[]string{read, "an OTP was sent before each request"}, "needs requests of which the obligation otp-sent is judged"},
		{[]string{read, `each "items" is as documented`}, "needs requests of which the obligation items is judged"},
		{[]string{read, "the build completes its run"}, "needs a run with answers of another form"},
	} {
		lack := Unmet(judgement.Check{Location: "partner/fetch_limit.feature:9", Steps: c.steps})
		require.Contains(t, lack, c.lack)
		require.Equal(t, c.lack == "", lack == "")
	}
}
