package docs

import (
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/cli/processes"
)

// block finds a shell block of the README, with the comment above it that says why
// the test leaves it out.
var block = regexp.MustCompile("(?s)(?:<!-- not run: ([^\n]*) -->\n)?```sh\n(.*?)```")

// TestTheReadmeWorksInAnEmptyFolder runs the shell blocks of the README one after
// the other, as a reader would: in a fresh copy of the project, with nothing
// installed but Go.
func TestTheReadmeWorksInAnEmptyFolder(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("it builds the program and runs it several times, in sh")
	}
	folder := t.TempDir()
	copyProject(t, folder)
	text, err := os.ReadFile(filepath.Join(folder, "README.md"))
	require.NoError(t, err)
	require.LessOrEqual(t, strings.Count(string(text), "\n"), 150, "a README is read in one go")

	ran, left := 0, 0
	for _, b := range block.FindAllStringSubmatch(string(text), -1) {
		if b[1] != "" {
			left++
			continue
		}
		ran++
		run(t, folder, b[2])
	}
	require.Equal(t, []int{5, 3}, []int{ran, left}, "blocks that run, and blocks that say why not")
}

// run has sh run a block, with a port that is free in place of the one it names,
// and ends all that it left running.
func run(t *testing.T, folder, script string) {
	t.Helper()
	script = strings.ReplaceAll(script, "127.0.0.1:8080", freeAddress(t))
	cmd := exec.Command("sh", "-ec", script)
	cmd.Dir = folder
	bin := filepath.Join(folder, "bin")
	cmd.Env = append(os.Environ(), "GOBIN="+bin, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "ASSAY_TOKEN=", "GITHUB_STEP_SUMMARY=", quickBuild())
	output, err := os.Create(filepath.Join(t.TempDir(), "output")) // a pipe would be waited for as long as a server holds it
	require.NoError(t, err)
	defer output.Close()
	cmd.Stdout, cmd.Stderr = output, output
	group, err := processes.NewGroup(cmd)
	require.NoError(t, err)
	require.NoError(t, group.Start())
	ended := cmd.Wait()
	_ = group.Kill() // there may be nothing left
	said, err := os.ReadFile(output.Name())
	require.NoError(t, err)
	require.NoError(t, ended, "%s\n%s", script, said)
}

// quickBuild has go leave our packages as they are written, since optimizing them takes a
// third of the time, and leave out where they stand, so that what one copy of the project
// compiled serves the next. Where paths are trimmed already, the other tests compiled it.
func quickBuild() string {
	flags := os.Getenv("GOFLAGS")
	if !strings.Contains(flags, "-trimpath") {
		flags += " -trimpath '-gcflags=github.com/credit-partner/assay/...=-N -l'"
	}
	return "GOFLAGS=" + strings.TrimSpace(flags)
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	return listener.Addr().String()
}

// copyProject copies what git knows, or would take, and nothing else.
func copyProject(t *testing.T, to string) {
	t.Helper()
	root := filepath.Join("..", "..")
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Skip("this is no checkout, so what belongs to the project is not known")
	}
	for _, name := range strings.Split(strings.Trim(string(out), "\x00"), "\x00") {
		info, err := os.Lstat(filepath.Join(root, name))
		if err != nil || !info.Mode().IsRegular() {
			continue // deleted, and not committed yet
		}
		content, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(to, name), content, info.Mode().Perm()))
	}
}
