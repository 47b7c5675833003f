package driver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
)

func TestSizesFallFromTheExample(t *testing.T) {
	require.Equal(t, []int64{98_765_432, 1_250_000, 250_000, 90_000}, Sizes(98_765_432, SmallerIncomes))
	require.Equal(t, []int64{7}, Sizes(7, SmallerPrices), "what is small already is not tried smaller")
	require.Equal(t, []int64{255, 100, 50}, Sizes(255, ShorterTexts))
}

func TestCutToEndsWithAWord(t *testing.T) {
	require.Equal(t, "van der Berg", CutTo("van der Berg - Wolfe", 15))
	require.Equal(t, "王小𠮷", CutTo("王小𠮷", 3))
	require.Equal(t, "王小", CutTo("王小𠮷", 2))
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
		answer := &Call{Exchange: &recording.Exchange{Again: c.again, Response: &recording.Response{Status: c.status}}}
		require.Equal(t, c.want, answer.RefusedForCertain(), name)
	}
}
