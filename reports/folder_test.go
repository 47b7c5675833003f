package reports

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
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
	require.Equal(t, []string{"badge.svg", "ctrf.json", "exchanges.har", "index.html", "junit.xml", "messages.ndjson", "results.json", "summary.md"}, names(t, dir))
	for _, name := range names(t, dir) {
		info, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Equal(t, fs.FileMode(0o644), info.Mode().Perm(), "the next step reads %s", name)
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
	require.Len(t, names(t, dir), 8, "nothing half-written is left behind")
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

	foreign := filepath.Join(root, "foreign")
	require.NoError(t, os.Mkdir(foreign, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(foreign, "thesis.txt"), nil, 0o600))
	require.ErrorContains(t, WriteFolder(foreign, conformantRun(), nil), "contains thesis.txt, and no report of assay")
	require.ErrorContains(t, Begin(foreign), "thesis.txt")
	require.NoError(t, os.WriteFile(filepath.Join(foreign, "results.json"), []byte(`{"schema":"other/v1"}`), 0o600))
	require.ErrorContains(t, Begin(foreign), "no report of assay")
	require.Equal(t, []string{"results.json", "thesis.txt"}, names(t, foreign))

	taken := filepath.Join(root, "taken")
	require.NoError(t, os.MkdirAll(filepath.Join(taken, "index.html"), 0o755))
	require.ErrorContains(t, WriteFolder(taken, conformantRun(), nil), "move the folder")
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

func TestTheFolderThatOneIsInIsRefused(t *testing.T) {
	root := t.TempDir()
	here := filepath.Join(root, "a", "b")
	require.NoError(t, os.MkdirAll(here, 0o755))
	require.NoError(t, os.Symlink(here, filepath.Join(root, "link")))
	t.Chdir(here)
	for _, dir := range []string{".", "./", "..", "../..", here, "/", filepath.Join(root, "link"), "../b"} {
		require.ErrorContains(t, CheckFolder(dir), "choose another with --out", dir)
	}
	for _, dir := range []string{"report", "../report", filepath.Join(root, "..b")} {
		require.NoError(t, CheckFolder(dir), dir)
	}
	require.Equal(t, []string{"report"}, names(t, here))
}

// TestARunThatDiesLeavesNoEarlierReport holds that nobody can take what lies in
// the folder for the report of the run that died.
func TestARunThatDiesLeavesNoEarlierReport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "report")
	require.NoError(t, WriteFolder(dir, conformantRun(), har("evidence")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "certificate.json"), []byte("{}"), 0o600))
	require.NoError(t, Finished(dir))
	require.NoError(t, Begin(dir))
	require.Equal(t, []string{"UNFINISHED.txt"}, names(t, dir))
	require.ErrorIs(t, Finished(dir), ErrUnfinished)
	require.NoError(t, Begin(dir), "the next run takes the folder")

	require.NoError(t, WriteFolder(dir, conformantRun(), har("evidence")))
	require.NoError(t, Finished(dir))
	require.Len(t, names(t, dir), 8)
}

// TestAFileThatCannotTakeItsPlaceLeavesAllOfTheEarlierReport makes the third
// rename fail: all files are the earlier ones, and none is left behind.
func TestAFileThatCannotTakeItsPlaceLeavesAllOfTheEarlierReport(t *testing.T) {
	for _, begun := range []bool{false, true} {
		dir := t.TempDir()
		require.NoError(t, WriteFolder(dir, conformantRun(), har("first")))
		before := contents(t, dir)
		if begun {
			require.NoError(t, Begin(dir))
			before = contents(t, dir)
		}
		all, err := stage(dir, artefacts(failingRun("x", "x"), har("second")))
		require.NoError(t, err)
		require.NoError(t, os.Remove(all[2].temporary))
		require.Error(t, all.replace(dir))
		require.NoError(t, all.discard())
		require.Equal(t, before, contents(t, dir))
	}
}

// TestAProcessThatEndsWhileFilesTakeTheirPlacesLeavesAMark stops after every
// rename in turn.
func TestAProcessThatEndsWhileFilesTakeTheirPlacesLeavesAMark(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, WriteFolder(dir, conformantRun(), har("first")))
	all, err := stage(dir, artefacts(failingRun("x", "x"), har("second")))
	require.NoError(t, err)
	require.NoError(t, mark(dir))
	for n := range all {
		require.NoError(t, all[n].put(dir))
		require.ErrorIs(t, Finished(dir), ErrUnfinished)
	}
}

func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for _, name := range names(t, dir) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		all[name] = string(text)
	}
	return all
}

// packed is a failing run with a pack.
func packed() *result.Run {
	run := failingRun("x", "x")
	requirement(run, "PUR-07").Pack = &result.Pack{
		Check: "c", Section: "2.3", Message: "m", Expected: "e", Actual: "a",
		Calls:  []result.PackCall{{Title: "Get purchase", Exchange: "x0001", Method: "GET", Path: "/x"}},
		Expect: []result.Expect{{Kind: result.ExpectStatus, Value: "200", Text: "HTTP status 200"}},
	}
	return run
}

func TestPacksComeAndGoWithTheirReport(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, WriteFolder(dir, packed(), har("{}")))
	script, err := os.Stat(filepath.Join(dir, "repro", "PUR-07", "run.sh"))
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o755), script.Mode().Perm(), "it can be run")
	folder, err := os.Stat(filepath.Join(dir, "repro", "PUR-07"))
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o755), folder.Mode().Perm())

	digests, err := Digests(packed())
	require.NoError(t, err)
	signed := map[string]string{}
	require.NoError(t, WriteSigned(dir, packed(), har("{}"), func(all map[string]string) (map[string][]byte, error) {
		signed = all
		return nil, nil
	}))
	delete(signed, "exchanges.har")
	require.Equal(t, digests, signed, "every file of a pack is bound")
	require.Contains(t, signed, "repro/PUR-07/run.sh")

	broken := errors.New("no")
	require.ErrorIs(t, WriteFolder(dir, conformantRun(), func(io.Writer) error { return broken }), broken)
	require.FileExists(t, filepath.Join(dir, "repro", "PUR-07", "run.sh"))
	require.NoError(t, WriteFolder(dir, conformantRun(), nil))
	require.NoDirExists(t, filepath.Join(dir, "repro"))
	require.NoError(t, WriteFolder(dir, packed(), nil))
	require.NoError(t, Begin(dir))
	require.Equal(t, []string{"UNFINISHED.txt"}, names(t, dir))
}
