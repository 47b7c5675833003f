package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/releases"
	"github.com/credit-partner/assay/internal/result"
)

var (
	versionTitle = regexp.MustCompile(`(?m)^## \[([0-9]+\.[0-9]+)\.[0-9]+\] - (\S+)$`)
	listedIDs    = regexp.MustCompile(`^(Added|Removed|Reworded) (.+)$`)
)

// notReleased stands in CHANGELOG.md where a version gets its date.
const notReleased = "unreleased"

// TestTheChangelogTellsWhatChangedInTheLedger holds the newest ledger against the
// features. While its version is prepared it is written from them; once the changelog
// gives the version a date, each later change must be listed below Unreleased.
func TestTheChangelogTellsWhatChangedInTheLedger(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	require.NoError(t, err)
	titles := versionTitle.FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, titles, "a version stands as `## [1.0.0] - 2026-11-30`, or - unreleased")
	version, date := titles[0][1], strings.TrimPrefix(titles[0][2], notReleased)
	now := releases.Of(version, date, ledger(t, result.ServerSide), ledger(t, result.PartnerSide))

	path := filepath.Join("..", "..", "features", "ledgers", version+".txt")
	old, err := releases.At(version)
	if *update && (err != nil || old.Released == "") {
		require.NoError(t, os.WriteFile(path, []byte(now.String()), 0o644))
		return
	}
	require.NoError(t, err)
	if old.Released == "" {
		require.Equal(t, now.String(), old.String(), "features/ledgers/%s.txt is stale: go generate ./internal/docs", version)
	}
	require.Equal(t, date, old.Released, "a ledger keeps the date of its release")
	want := []string{}
	for _, change := range releases.Compare(old, now) {
		want = append(want, change.String())
	}
	require.ElementsMatch(t, want, unreleasedChanges(string(text)), "CHANGELOG.md lists each of them below Unreleased, Requirements")
}

// unreleasedChanges reads the list of the section Requirements below Unreleased.
// "Added LIM-30, LIM-31" stands for two changes.
func unreleasedChanges(changelog string) []string {
	_, section, _ := strings.Cut(changelog, "\n## [Unreleased]\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, section, _ = strings.Cut(section, "\n### Requirements\n")
	section, _, _ = strings.Cut(section, "\n### ")
	all := []string{}
	for line := range strings.Lines(section) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
		if !ok {
			continue
		}
		words := listedIDs.FindStringSubmatch(text)
		if words == nil {
			all = append(all, text)
			continue
		}
		for _, id := range strings.Split(words[2], ", ") {
			all = append(all, words[1]+" "+id)
		}
	}
	return all
}

func TestUnreleasedChangesAreRead(t *testing.T) {
	changelog := "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- a flag\n\n### Requirements\n\n- Added LIM-30, LIM-31\n- Regraded PUR-07: stated → implied\n\n### Fixed\n\n- a bug\n\n## [1.0.0] - 2026-11-30\n\n### Requirements\n\n- Removed X\n"
	require.Equal(t, []string{"Added LIM-30", "Added LIM-31", "Regraded PUR-07: stated → implied"}, unreleasedChanges(changelog))
}
