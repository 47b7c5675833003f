package schemas

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// Whatever bytes come, judging them ends without a panic, and what it says
// holds: no fault is without words, and no text that is not JSON passes.
func FuzzValidate(f *testing.F) {
	set := compileForTest(f, nil)
	names := set.Names()
	for i, name := range names {
		for _, body := range valid[name] {
			f.Add(uint8(i), []byte(body))
		}
	}
	for _, hostile := range []string{"", "[", `{"data":1e999}`, `{"code":1e999999999}`, `{"a":1,"a":2}`, "\xef\xbb\xbf{}", "\"\xff\"", `{"":{"":[]}}`,
		strings.Repeat(`{"a":`, 300), `{"status":-0e-0}`, `{"data":{"\u0000":1}}`} {
		f.Add(uint8(3), []byte(hostile))
	}
	f.Fuzz(func(t *testing.T, which uint8, body []byte) {
		report := set.Validate(names[int(which)%len(names)], body)
		for _, v := range report.Violations {
			require.NotEmpty(t, v.Message)
			require.NotEmpty(t, v.Expected)
			require.NotEmpty(t, v.Actual)
			if v.Actual != "absent" && !report.Unjudged && reachable(v.Path) && json.Valid(body) {
				require.True(t, gjson.GetBytes(body, v.Path).Exists(), "%q does not lead anywhere in %s", v.Path, body)
			}
		}
		if !json.Valid(body) {
			require.False(t, report.OK())
		}
		require.Equal(t, report, set.Validate(names[int(which)%len(names)], body), "the same body, the same report")
	})
}

// reachable tells whether gjson can follow a path: it has no way to say an
// empty member name.
func reachable(path string) bool {
	return path != "" && !strings.Contains("."+path+".", "..")
}
