package probes

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPathsAreSpeltOtherwise(t *testing.T) {
	const lists, one = "/api/v2/limits", "/api/v2/limits/5f0c1c1e-0000-4000-8000-00000000000d"
	for spelling, want := range map[string][2]string{
		"with a slash at the end":          {lists + "/", one + "/"},
		"with a double slash":              {"/" + lists, "/" + one},
		"with .json at the end":            {lists + ".json", one + ".json"},
		"with a parameter at the end":      {lists + ";v=2", one + ";v=2"},
		"with an escaped letter":           {"/api/%762/limits", "/api/%762/limits/5f0c1c1e-0000-4000-8000-00000000000d"},
		"in capital letters":               {"/API/V2/LIMITS", "/API/V2/LIMITS/5f0c1c1e-0000-4000-8000-00000000000d"},
		"with its id in capital letters":   {"/api/v2/LIMITS", "/api/v2/limits/5F0C1C1E-0000-4000-8000-00000000000D"},
		`with a segment that ".." removes`: {"/api/.." + lists, "/api/.." + one},
	} {
		spell := spellings[spelling]
		require.NotNil(t, spell, spelling)
		require.Equal(t, want, [2]string{spell(lists), spell(one)}, spelling)
	}
	require.Len(t, spellings, 8)
}
