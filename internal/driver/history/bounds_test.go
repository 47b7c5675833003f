package history

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSizesFallFromTheExample(t *testing.T) {
	require.Equal(t, []int64{98_765_432, 1_250_000, 250_000, 90_000}, Sizes(98_765_432, SmallerIncomes))
	require.Equal(t, []int64{7}, Sizes(7, SmallerPrices), "what is small already is not tried smaller")
	require.Equal(t, []int64{255, 100, 50, 20}, Sizes(255, ShorterTexts))
	require.Equal(t, int64(2_000), Sizes(5_000, ShorterTexts)[1])
}

func TestCutToEndsWithAWord(t *testing.T) {
	require.Equal(t, "van der Berg", CutTo("van der Berg - Wolfe", 15))
	require.Equal(t, "王小𠮷", CutTo("王小𠮷", 3))
	require.Equal(t, "王小", CutTo("王小𠮷", 2))
}

func TestSmallSizesRiseFromTheExample(t *testing.T) {
	require.Equal(t, []int64{1, 10, 100, 1_000}, AndLarger([]int64{1}, LargerPrices, 5_000), "up to what can be paid")
	require.Equal(t, []int64{999, 1_000, 10_000}, AndLarger(Sizes(999, SmallerPrices), LargerPrices, 20_000), "what is small is not tried smaller")
	require.Equal(t, []int64{45_000, 10_000, 1_000, 100}, AndLarger(Sizes(45_000, SmallerPrices), LargerPrices, 1_000_000), "what is large is")
}

func TestABoundIsToldFromAGap(t *testing.T) {
	for name, c := range map[string]struct {
		taken, refused []int64
		want           Bound
	}{
		"a maximum":        {[]int64{100}, []int64{5_000, 1_000}, Bound{Taken: 100, Refused: 1_000}},
		"a minimum":        {[]int64{100, 45_000}, []int64{1, 10}, Bound{Taken: 45_000, Small: 10}},
		"both":             {[]int64{100}, []int64{1, 1_000}, Bound{Taken: 100, Refused: 1_000, Small: 1}},
		"between two":      {[]int64{1, 100}, []int64{7}, Bound{Taken: 100, Gap: 7}},
		"large, below all": {[]int64{900_000}, []int64{250_000}, Bound{Taken: 900_000, Gap: 250_000}},
		"also taken":       {[]int64{1, 100}, []int64{1}, Bound{Taken: 100}},
		"nothing taken":    {nil, []int64{7}, Bound{Refused: 7}},
		"nothing refused":  {[]int64{7}, nil, Bound{Taken: 7}},
	} {
		var b Bounds
		for _, size := range c.taken {
			b.Take("create-purchases item_value", size)
		}
		for _, size := range c.refused {
			b.Refuse("create-purchases item_value", size, nil)
		}
		_, all := b.Of("create-purchases")
		require.Equal(t, c.want, all["item_value"], name)
	}
}

func TestALowerBoundReplacesAHigherOne(t *testing.T) {
	var b Bounds
	b.Set("create-purchases orders", 5, nil)
	b.Set("create-purchases orders", 3, nil)
	_, all := b.Of("create-purchases")
	require.Equal(t, Bound{Taken: 3, Refused: 4}, all["orders"])
}
