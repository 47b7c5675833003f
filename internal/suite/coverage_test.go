package suite_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTheWholeSpecificationIsCovered reads the list of everything that the
// specification lays down, row by row: each is named by a requirement that
// cites its section, or says why it cannot be tested from outside.
func TestTheWholeSpecificationIsCovered(t *testing.T) {
	list, err := os.ReadFile("testdata/coverage.tsv")
	require.NoError(t, err)
	l := ledger(t)
	covered, named := make(map[string]bool), make(map[string]bool)
	for _, line := range strings.Split(strings.TrimSpace(string(list)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		require.Len(t, cells, 3, line)
		section, row, by := cells[0], cells[1], cells[2]
		covered[section] = true
		if reason, ok := strings.CutPrefix(by, "- "); ok {
			require.NotEmpty(t, reason, line)
		}
		ids := regexp.MustCompile(`[A-Z]{3}-[0-9]{2}`).FindAllString(by, -1)
		for _, id := range ids {
			require.NotNil(t, l.Find(id), "%s %s names %s, which there is not", section, row, id)
			named[id] = true
		}
		require.True(t, len(ids) > 0 || strings.HasPrefix(by, "- "), line)
	}
	for _, section := range strings.Fields("1 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 3 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 5 6 7 8 9") {
		require.True(t, covered[section], "nothing is said of section %s", section)
	}
}
