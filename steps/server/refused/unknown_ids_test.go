package refused

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
)

func TestStrangeIDsAreLikeTheKnownOneAndNeverIt(t *testing.T) {
	for _, known := range []string{"5f0c1c1e-0000-4000-8000-00000000000d", "7f0c1c1e-0000-4000-8000-000000000007"} {
		ids := strangeIDs(known)
		require.Len(t, ids, 7)
		for n, id := range ids {
			require.Equal(t, n < 3, judgement.IsUUID(id), id)
			require.NotEqual(t, known, id)
		}
		require.Equal(t, known[:35], ids[1][:35])
		require.Equal(t, known[1:], ids[2][1:])
	}
}

func TestTheEndOfAPhone(t *testing.T) {
	for phone, end := range map[string]string{"": "", "12": "", "1234": "", "12345": "2345", "254712345678": "5678"} {
		require.Equal(t, end, endOf(phone), phone)
	}
}

func TestWhatHoldsSomebodysData(t *testing.T) {
	const asked = "5f0c1c1e-0000-4000-8000-00000000000d"
	for _, test := range []struct {
		name, record string
		invented     bool
		want         bool
	}{
		{"nothing", `null`, true, false},
		{"all empty", `{"id":"00000000-0000-0000-0000-000000000000","item_code":""}`, true, false},
		{"somebody else's", `{"id":"5f0c1c1e-0000-4000-8000-00000000000a","item_code":"A"}`, false, true},
		{"one of this id, which is made up", `{"id":"` + asked + `","item_code":"A"}`, true, true},
		{"one of this id, which may be somebody's", `{"id":"` + asked + `","item_code":"A"}`, false, false},
	} {
		require.Equal(t, test.want, hasData(gjson.Parse(test.record), asked, test.invented, "item_code"), test.name)
	}
}

// TestAMessageMayRepeatTheIDThatWasAskedFor holds that the id of a call is not taken for
// that of an item whose id is the beginning of it.
func TestAMessageMayRepeatTheIDThatWasAskedFor(t *testing.T) {
	const known, other = "5f0c1c1e-0000-4000-8000-00000000000d", "7f0c1c1e-0000-4000-8000-000000000007"
	r := new(driver.Run)
	r.ItemIDs.Store(known, true)
	require.False(t, namesAnother(r, "Item "+known+"0 was cancelled", known+"0"))
	require.False(t, namesAnother(r, "Item "+strings.ToUpper(other)+" was cancelled", other))
	require.False(t, namesAnother(r, "Item "+other+" was cancelled", known+"0"), "nobody knows it")
	require.True(t, namesAnother(r, "Item "+strings.ToUpper(known)+" was cancelled", known+"0"))
	require.True(t, namesAnother(r, "Item "+known+"0: "+known+" was cancelled", known+"0"))
}
