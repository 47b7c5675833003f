package schemas

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestALargeBodyIsJudgedAsASmallOne holds that it makes no difference that a large
// body is not kept decoded.
func TestALargeBodyIsJudgedAsASmallOne(t *testing.T) {
	set, err := Compile(nil)
	require.NoError(t, err)
	for _, body := range []string{`{"status":200}`, `{"status":"200"}`, `{}`, `{"status":1,"status":200}`} {
		padded := `{"padding":"` + strings.Repeat("x", keptDecoded) + `"` + strings.Replace(strings.Replace(body, "{", ",", 1), ",}", "}", 1)
		small, guard := set.Parse([]byte(body))
		large, large2 := set.Parse([]byte(padded))
		require.Nil(t, large.value)
		require.Equal(t, guard, large2, body)
		require.Equal(t, small.Validate("status-member"), large.Validate("status-member"), body)
	}
}
