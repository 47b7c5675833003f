package certify_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
)

// Whatever two results say, they make one run that nobody passes by accident,
// or none.
func FuzzRuns(f *testing.F) {
	first, second := parts()
	for _, run := range []*result.Run{first, second} {
		text, err := json.Marshal(run)
		require.NoError(f, err)
		f.Add(text, text)
	}
	a, err := json.Marshal(first)
	require.NoError(f, err)
	b, err := json.Marshal(second)
	require.NoError(f, err)
	f.Add(a, b)
	f.Add(b, []byte(`{"shard":{"index":1,"of":2}}`))
	f.Add([]byte(`{"shard":{"index":-1,"of":9223372036854775807}}`), []byte("{}"))
	f.Fuzz(func(t *testing.T, one, two []byte) {
		var runs [2]result.Run
		if json.Unmarshal(one, &runs[0]) != nil || json.Unmarshal(two, &runs[1]) != nil {
			return
		}
		merged, err := certify.Merge([]certify.Part{{Name: "one", Run: &runs[0]}, {Name: "two", Run: &runs[1]}}, ledger(t), digest)
		if err != nil {
			require.Nil(t, merged)
			return
		}
		require.Nil(t, merged.Run.Shard)
		if merged.Run.Verdict == result.Conformant {
			for _, r := range merged.Run.Requirements {
				require.True(t, r.Outcome.Good(), r.ID)
			}
		}
	})
}
