package observed

import (
	"testing"

	"github.com/stretchr/testify/require"
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
