package reports

import (
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/reports/html"
)

// Whatever a results.json says that can be read, every report can be made of it.
func FuzzRender(f *testing.F) {
	for _, run := range fixtures() {
		var b bytes.Buffer
		require.NoError(f, WriteJSON(&b, run))
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		run, err := ReadJSON(bytes.NewReader(raw))
		if err != nil {
			return
		}
		require.NoError(t, html.Write(io.Discard, run))
		require.NoError(t, WriteJUnit(io.Discard, run))
		require.NoError(t, WriteMarkdown(io.Discard, run))
		require.NoError(t, WriteGitHub(io.Discard, run))
		require.NoError(t, WriteJSON(io.Discard, run))
		require.NoError(t, Terminal{}.Write(io.Discard, run))
	})
}
