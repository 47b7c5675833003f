package cli_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/cli"
	serverfaults "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/reference"
)

// packTools are what packs are run by, each with the variable that makes a test fail
// where it is missing.
func packTools(t *testing.T) (newman string) {
	t.Helper()
	for _, tool := range []string{"bash", "curl", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			require.Empty(t, os.Getenv("ASSAY_REQUIRE_CURL"), tool)
			t.Skipf("%s is not installed", tool)
		}
	}
	newman, err := exec.LookPath("newman")
	if err != nil {
		require.Empty(t, os.Getenv("ASSAY_REQUIRE_NEWMAN"), "newman")
		return ""
	}
	return newman
}

// TestPacksFailOnTheFaultyBuildAndPassOnASoundOne certifies builds of a sample of the
// catalogue with --packs, and runs what is written by curl, and by newman where it is
// installed. ASSAY_PACKS_EVERY says of how many faults one is taken.
func TestPacksFailOnTheFaultyBuildAndPassOnASoundOne(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	newman := packTools(t)
	every, err := strconv.Atoi(os.Getenv("ASSAY_PACKS_EVERY"))
	if err != nil {
		every = 180
	}
	t.Setenv("ASSAY_TOKEN", reference.DefaultToken)
	sound := httptest.NewServer(reference.New(reference.Options{}))
	defer sound.Close()
	all := serverfaults.Catalogue()
	tried, good, hurl := 0, 0, findHurl(t)
	for i := 0; i < len(all); i += every {
		faulty := httptest.NewServer(all[i].Handler(reference.Options{}))
		report := filepath.Join(t.TempDir(), "report")
		printed, code := assayPrints("server", "--base-url", faulty.URL, "--only", all[i].Breaks, "--packs", "--seed", "7", "--strength", "1", "--out", report)
		pack := filepath.Join(report, "repro", all[i].Breaks, "run.sh")
		if _, err := os.Stat(pack); code != cli.ExitNonConformant || err != nil {
			faulty.Close() // it takes more than the requirement alone to see it
			continue
		}
		tried++
		shown := packExit(t, faulty.URL, pack)
		passed := packExit(t, sound.URL, pack)
		if newman != "" {
			collection := filepath.Join(report, "repro", "postman_collection.json")
			run := []string{newman, "run", collection, "--folder", all[i].Breaks, "--silent", "--env-var", "ASSAY_TOKEN=" + reference.DefaultToken}
			shown = max(shown*packExit(t, faulty.URL, append(run, "--env-var", "base_url="+faulty.URL, "--env-var", "lookup_base_url="+faulty.URL)...), 0)
			passed += packExit(t, sound.URL, append(run, "--env-var", "base_url="+sound.URL, "--env-var", "lookup_base_url="+sound.URL)...)
		}
		hurl.read(t, filepath.Join(report, "repro", all[i].Breaks, "requests.hurl"), faulty.URL)
		if shown == 1 && passed == 0 {
			good++
		} else {
			script, _ := os.ReadFile(pack)
			t.Logf("%s (%s): on the faulty build %d, on the sound one %d\n%s\n%s", all[i].ID, all[i].Breaks, shown, passed, printed, script)
		}
		faulty.Close()
	}
	t.Logf("%d of %d", good, tried)
	t.Logf("%d of %d .hurl files were run, and %d showed the failure", hurl.run, tried, hurl.shown)
	require.Greater(t, tried, 8)
	require.GreaterOrEqual(t, good*20, tried*19, "19 of 20: see the log for the others")
}

// hurlFiles counts what Hurl makes of the files that are written for it.
type hurlFiles struct {
	tool       string
	run, shown int
}

func findHurl(t *testing.T) *hurlFiles {
	t.Helper()
	tool, err := exec.LookPath("hurl")
	if err != nil {
		require.Empty(t, os.Getenv("ASSAY_REQUIRE_HURL"), "hurl")
	}
	return &hurlFiles{tool: tool}
}

// read runs a file. Hurl has no words for some expectations, so that a file need not show
// the failure; but it has to be a file of Hurl: exit code 2 says that it is none.
func (h *hurlFiles) read(t *testing.T, file, base string) {
	t.Helper()
	if h.tool == "" {
		return
	}
	code := packExit(t, base, h.tool, "--test", "--variable", "ASSAY_TOKEN="+reference.DefaultToken, "--variable", "run=54321",
		"--variable", "base_url="+base, "--variable", "lookup_base_url="+base, file)
	require.NotContains(t, []int{1, 2}, code, file)
	h.run++
	if code != 0 {
		h.shown++
	}
}

// packExit runs a command against a build, and gives its exit code.
func packExit(t *testing.T, base string, command ...string) int {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "BASE_URL="+base, "LOOKUP_BASE_URL="+base)
	output, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		require.NoError(t, err)
	}
	if code := cmd.ProcessState.ExitCode(); code > 1 {
		t.Logf("%s", output)
	}
	return cmd.ProcessState.ExitCode()
}
