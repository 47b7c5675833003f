package steps

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
)

func TestSizesFallFromTheExample(t *testing.T) {
	require.Equal(t, []int64{98_765_432, 1_250_000, 250_000, 90_000}, sizes(98_765_432, smallerIncomes))
	require.Equal(t, []int64{7}, sizes(7, smallerPrices), "what is small already is not tried smaller")
	require.Equal(t, []int64{255, 100, 50}, sizes(255, shorterTexts))
}

func TestCutToEndsWithAWord(t *testing.T) {
	require.Equal(t, "van der Berg", cutTo("van der Berg - Wolfe", 15))
	require.Equal(t, "王小𠮷", cutTo("王小𠮷", 3))
	require.Equal(t, "王小", cutTo("王小𠮷", 2))
}

func TestBoundsTellGapsFromBounds(t *testing.T) {
	for name, c := range map[string]struct {
		taken, refused int64
		failures       int
	}{
		"a bound":          {250_000, 1_250_000, 0},
		"a gap":            {98_765_432, 1_250_000, 1},
		"nothing refused":  {98_765_432, 0, 0},
		"nothing is taken": {0, 250_000, 0},
	} {
		s := (&Run{}).NewScenario()
		refused := &call{endpoint: createLimit, Exchange: &recording.Exchange{ID: "x1", Response: &recording.Response{Status: 422}}}
		if c.refused > 0 {
			s.run.bounds.refuse(createLimit+" net_income", c.refused, refused)
		}
		if c.taken > 0 {
			s.run.bounds.take(createLimit+" net_income", c.taken)
		}
		require.NoError(t, s.noGaps(createLimit, "gross_monthly_revenue, net_income"))
		require.Len(t, s.report.Failures, c.failures, name)
		require.NoError(t, s.noGaps(createLimit, "loan_amount"), "of another amount nothing is said")
		require.NoError(t, s.noGaps(fetchLimit, "net_income"), "of another endpoint nothing is said")
		require.NoError(t, s.boundsAreNoted(createLimit))
		require.Len(t, s.report.Notes, 1, name)
	}
}

func TestARefusalIsForCertainWhereNothingElseExplainsIt(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		again  recording.Again
		want   bool
	}{
		"refused":                       {422, "", true},
		"refused with a new token":      {422, recording.AfterToken, true},
		"a proxy answers":               {503, "", false},
		"too many":                      {429, "", false},
		"the first answer was lost":     {422, recording.AfterNoAnswer, false},
		"a proxy answered the first":    {422, recording.AfterUnavailable, false},
		"no connection at first, a 422": {422, recording.AfterConnection, true},
	} {
		answer := &call{Exchange: &recording.Exchange{Again: c.again, Response: &recording.Response{Status: c.status}}}
		require.Equal(t, c.want, answer.refusedForCertain(), name)
	}
}
