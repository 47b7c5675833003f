package reports

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/html"
)

var update = flag.Bool("update", false, "write the golden files anew")

// writers are all renderings, by the file that a golden run of them is kept in.
func writers() map[string]func(io.Writer, *result.Run) error {
	return map[string]func(io.Writer, *result.Run) error{
		"index.html":   html.Write,
		"results.json": WriteJSON,
		"junit.xml":    WriteJUnit,
		"summary.md":   WriteMarkdown,
		"badge.svg":    WriteBadge,
		"ctrf.json":    WriteCTRF,
		fileMessages:   WriteMessages,
		"github.txt":   WriteGitHub,
		"terminal.txt": Terminal{Width: 100}.Write,
	}
}

func TestEveryWriterMatchesItsGoldenFile(t *testing.T) {
	for run, fixture := range fixtures() {
		for file, write := range writers() {
			t.Run(run+"/"+file, func(t *testing.T) {
				var got bytes.Buffer
				require.NoError(t, write(&got, fixture))
				if slices.Contains(bulky[file], run) {
					return // rendered, but too long to keep for what it would add
				}
				text := got.String()
				if file == "index.html" {
					text = withoutAssets(text)
				}
				compareGolden(t, filepath.Join("testdata", run, file), text)
			})
		}
	}
}

// bulky are the runs of which no golden file is kept.
var bulky = map[string][]string{
	"index.html":   {"accepted", "conformant", "inconclusive", "hostile", "partial"},
	"results.json": {"accepted", "non-conformant", "inconclusive", "partner", "partial"},
	"junit.xml":    {"conformant", "partial"},
	"ctrf.json":    {"conformant", "partial", "hostile", "inconclusive", "non-conformant", "partner", "set-up", "empty"},
	fileMessages:   {"conformant", "partial", "hostile", "inconclusive", "non-conformant", "partner", "set-up", "empty", "accepted"},
}

// withoutAssets takes style, script and their digests out of a page: a change
// of a colour is no change of what is said.
func withoutAssets(text string) string {
	for _, asset := range assets {
		text = asset.ReplaceAllString(text, "$1$2")
	}
	return text
}

var assets = []*regexp.Regexp{
	regexp.MustCompile(`(http-equiv="Content-Security-Policy" content=")[^"]*(")`),
	regexp.MustCompile(`(?s)(<style>).*?(</style>)`),
	regexp.MustCompile(`(?s)(<script>).*?(</script>)`),
}

func compareGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run with -update to make it")
	require.Equal(t, string(want), got, "run with -update if the change is meant")
}

func TestWritersLeaveTheRunAlone(t *testing.T) {
	for file, write := range writers() {
		t.Run(file, func(t *testing.T) {
			run := failingRun(hostile, hostile)
			require.NoError(t, write(io.Discard, run))
			require.Equal(t, failingRun(hostile, hostile), run)
		})
	}
}

func TestWritersSayTheSameTwice(t *testing.T) {
	for file, write := range writers() {
		t.Run(file, func(t *testing.T) {
			var first, second bytes.Buffer
			require.NoError(t, write(&first, failingRun(hostile, hostile)))
			require.NoError(t, write(&second, failingRun(hostile, hostile)))
			require.Equal(t, first.String(), second.String())
		})
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestWritersHandOnTheErrorsOfTheirOutput(t *testing.T) {
	for file, write := range writers() {
		t.Run(file, func(t *testing.T) {
			require.ErrorIs(t, write(full{}, conformantRun()), os.ErrClosed)
		})
	}
}
