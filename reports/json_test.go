package reports

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

func TestWhatIsWrittenCanBeReadAndWrittenTheSame(t *testing.T) {
	for name, run := range fixtures() {
		t.Run(name, func(t *testing.T) {
			var first, second bytes.Buffer
			require.NoError(t, WriteJSON(&first, run))
			read, err := ReadJSON(bytes.NewReader(first.Bytes()))
			require.NoError(t, err)
			require.NoError(t, WriteJSON(&second, read))
			require.True(t, first.String() == second.String())
			require.NotContains(t, first.String(), ": null", "lists that are empty are [], never null")
		})
	}
}

func TestAnOldResultIsShownAsItWasThen(t *testing.T) {
	for file, write := range writers() {
		t.Run(file, func(t *testing.T) {
			var kept, then, now bytes.Buffer
			require.NoError(t, WriteJSON(&kept, failingRun(hostile, hostile)))
			read, err := ReadJSON(&kept)
			require.NoError(t, err)
			require.NoError(t, write(&then, failingRun(hostile, hostile)))
			require.NoError(t, write(&now, read))
			require.True(t, then.String() == now.String())
		})
	}
}

// The promise of v1: what a later version adds does not stop this reader.
func TestAddedMembersArePassedOver(t *testing.T) {
	run, err := ReadJSON(strings.NewReader(`{"schema":"assay.results/v1","verdict":"conformant","later":{"x":[1]},
		"requirements":[{"id":"PUR-07","outcome":"passed","mood":"fine","checks":[]}]}`))
	require.NoError(t, err)
	require.Equal(t, "PUR-07", run.Requirements[0].ID)
}

func TestWhatIsNotAResultIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"nothing":                 {``, "unexpected end"},
		"another document":        {`{"log":{}}`, `no "schema" member`},
		"another version":         {`{"schema":"assay.results/v2","verdict":"conformant"}`, `reads "assay.results/v1"`},
		"a list":                  {`[]`, "cannot unmarshal array"},
		"a broken line, numbered": {"{\"schema\":\"assay.results/v1\",\n\"seed\":x}", "line 2"},
		"a wrong kind, numbered":  {"{\"schema\":\"assay.results/v1\",\n\"verdict\":\"conformant\",\n\"seed\":\"x\"}", "line 3"},
		"trailing data":           {`{"schema":"assay.results/v1","verdict":"inconclusive"} {}`, "after top-level value"},
		"an unknown verdict":      {`{"schema":"assay.results/v1","verdict":"great"}`, `"great" is unknown`},
		"no verdict":              {`{"schema":"assay.results/v1"}`, `"" is unknown`},
		"a verdict out of thin air": {`{"schema":"assay.results/v1","verdict":"conformant","requirements":[]}`,
			"its requirements say inconclusive"},
		"a verdict better than its requirements": {`{"schema":"assay.results/v1","verdict":"conformant","requirements":[{"id":"A","outcome":"failed"}]}`,
			"its requirements say non-conformant"},
		"an outcome nobody knows": {`{"schema":"assay.results/v1","verdict":"conformant","requirements":[{"id":"A","outcome":"super"}]}`,
			"its requirements say inconclusive"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadJSON(strings.NewReader(c.text))
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestARunOfAnotherVersionIsNotWritten(t *testing.T) {
	require.ErrorContains(t, WriteJSON(&bytes.Buffer{}, &result.Run{Schema: "assay.results/v9"}), "assay.results/v9")
}

func FuzzReadJSON(f *testing.F) {
	var b bytes.Buffer
	require.NoError(f, WriteJSON(&b, failingRun(hostile, hostile)))
	f.Add(b.Bytes())
	f.Add([]byte(`{"schema":"assay.results/v1","verdict":"inconclusive"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		run, err := ReadJSON(bytes.NewReader(raw))
		if err != nil {
			return
		}
		for _, write := range writers() {
			require.NoError(t, write(&bytes.Buffer{}, run))
		}
	})
}
