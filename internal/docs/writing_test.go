package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// quoted finds each block of the page on writing a check, and the file that is
// named above it.
var quoted = regexp.MustCompile("(?s)\n`([a-z][^`\n]+)`\n\n```[a-z]*\n(.*?)```\n")

// TestTheWorkedExampleIsTheSuite holds that the page quotes what is there.
func TestTheWorkedExampleIsTheSuite(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "writing-a-check.md"))
	require.NoError(t, err)
	blocks := quoted.FindAllStringSubmatch(string(page), -1)
	require.Len(t, blocks, strings.Count(string(page), "```")/2, "each block has the name of its file above it")
	for _, b := range blocks {
		file, err := os.ReadFile(filepath.Join("..", "..", b[1]))
		require.NoError(t, err)
		require.Contains(t, string(file), b[2], "%s holds no longer what the page quotes", b[1])
	}
}

// link finds where a page leads within the project.
var link = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)

func TestPagesLeadSomewhere(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	require.NoError(t, err)
	for _, name := range []string{"README.md", "CONTRIBUTING.md", filepath.Join("bench", "README.md")} {
		pages = append(pages, filepath.Join("..", "..", name))
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, to := range link.FindAllStringSubmatch(string(text), -1) {
			_, err := os.Stat(filepath.Join(filepath.Dir(page), to[1]))
			require.NoError(t, err, "%s leads to %s", page, to[1])
		}
	}
}
