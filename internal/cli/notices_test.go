package cli

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var (
	title   = regexp.MustCompile(`(?m)^={80}\n(.+)\n`)
	licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright|patents)`)
)

// goRoot is where Go itself lies.
func goRoot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}

// linked are the folders of all modules that are linked into the program on a
// system that is released for, by path and version.
func linked(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{"Go": goRoot(t)}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "github.com/credit-partner/assay/cmd/assay")
		list.Env = append(os.Environ(), "GOOS="+system)
		out, err := list.Output()
		require.NoError(t, err)
		for line := range strings.Lines(string(out)) {
			if name, folder, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				all[name] = folder
			}
		}
	}
	require.Greater(t, len(all), 20)
	return all
}

// TestNoticesAreComplete holds that every module that is linked stands in the
// notices, and no other, each with all that its licence files say.
func TestNoticesAreComplete(t *testing.T) {
	modules := linked(t)
	var titles []string
	for _, found := range title.FindAllStringSubmatch(noticesText, -1) {
		titles = append(titles, found[1])
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(modules)), titles, "run .ci/notices")
	for name, folder := range modules {
		_, section, _ := strings.Cut(noticesText, strings.Repeat("=", 80)+"\n"+name+"\n")
		section, _, _ = strings.Cut(section, strings.Repeat("=", 80))
		files, err := os.ReadDir(folder)
		require.NoError(t, err)
		held := 0
		for _, file := range files {
			if file.IsDir() || !licence.MatchString(file.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(folder, file.Name()))
			require.NoError(t, err)
			require.Contains(t, section, strings.ReplaceAll(string(text), "\r", ""), "%s of %s: run .ci/notices", file.Name(), name)
			held++
		}
		require.Positive(t, held, name)
	}
}
