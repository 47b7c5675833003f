package reports

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func har(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestTheFolderHoldsTheWholeReport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "report")
	require.NoError(t, WriteFolder(dir, conformantRun(), har(`{"log":{}}`)))
	require.Equal(t, []string{"badge.svg", "exchanges.har", "index.html", "junit.xml", "results.json", "summary.md"}, names(t, dir))
	for _, name := range names(t, dir) {
		info, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o600), info.Mode().Perm(), "%s holds evidence", name)
		require.NotZero(t, info.Size())
	}
}

func TestAFailureOnTheWayLeavesTheEarlierReport(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, WriteFolder(dir, conformantRun(), har("first")))
	before, err := os.ReadFile(filepath.Join(dir, "results.json"))
	require.NoError(t, err)

	broken := errors.New("the recording is gone")
	err = WriteFolder(dir, failingRun("x", "x"), func(io.Writer) error { return broken })
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "exchanges.har")
	after, err := os.ReadFile(filepath.Join(dir, "results.json"))
	require.NoError(t, err)
	require.Equal(t, string(before), string(after))
	require.Len(t, names(t, dir), 6, "nothing half-written is left behind")
}

func TestRenderingAgainKeepsTheRecording(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, WriteFolder(dir, conformantRun(), har("evidence")))
	require.NoError(t, WriteFolder(dir, conformantRun(), nil))
	kept, err := os.ReadFile(filepath.Join(dir, "exchanges.har"))
	require.NoError(t, err)
	require.Equal(t, "evidence", string(kept))
}

func TestAFolderThatCannotHoldAReportIsAnErrorBeforeAnythingIsWritten(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.ErrorContains(t, CheckFolder(file), "--out")
	require.ErrorContains(t, CheckFolder(filepath.Join(file, "below")), "--out")

	taken := filepath.Join(root, "taken")
	require.NoError(t, os.MkdirAll(filepath.Join(taken, "index.html"), 0o755))
	require.ErrorContains(t, WriteFolder(taken, conformantRun(), nil), "move it away")
	require.Equal(t, []string{"index.html"}, names(t, taken))
}

func TestCheckingLeavesNothingBehind(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	require.NoError(t, CheckFolder(dir))
	require.Empty(t, names(t, dir))
}

func TestAReadOnlyFolderIsRefused(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser may write anywhere")
	}
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o500))
	require.Error(t, CheckFolder(dir))
}
