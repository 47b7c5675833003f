package history

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhatIsRefusedIsPutIntoWords(t *testing.T) {
	for want, values := range map[string][]string{
		"refused with gender male": {"gender male"},
		"refused with gender female and employed false; each alone is served":                                   {"gender female", "employed false"},
		"refused with gender female, marital_status single and employed false; with fewer of them it is served": {"gender female", "marital_status single", "employed false"},
	} {
		require.Equal(t, want, (&Cause{Values: values}).Sentence())
	}
}
