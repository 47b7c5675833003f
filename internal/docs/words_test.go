package docs_test

import (
	"context"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// unwanted is a word that our texts do not use.
type unwanted struct {
	word, instead string
	pattern       *regexp.Regexp
	exceptions    map[string]string // file: a piece of the line that may use it
}

func unwantedWords(t *testing.T, file string) []*unwanted {
	t.Helper()
	list, err := os.ReadFile(filepath.Join("testdata", file))
	require.NoError(t, err)
	var all []*unwanted
	for line := range strings.Lines(string(list)) {
		line = strings.TrimSpace(line)
		exception, isException := strings.CutPrefix(line, "! ")
		before, after, ok := strings.Cut(strings.TrimPrefix(exception, "! "), ": ")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case isException:
			all[len(all)-1].exceptions[before] = after
		default:
			require.True(t, ok, "%q has no other word", line)
			all = append(all, &unwanted{before, after, regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(before) + `\b`), make(map[string]string)})
		}
	}
	require.NotEmpty(t, all)
	return all
}

// texts are what people read who use assay, or change it: pages, features, the help
// of every command, and the templates of the report.
func texts(t *testing.T) map[string]string {
	t.Helper()
	all := make(map[string]string)
	add := func(name, path string) {
		content, err := os.ReadFile(path)
		require.NoError(t, err)
		all[name] = string(content)
	}
	for _, pattern := range []string{"*.md", "docs/*.md", "bench/*.md", "features/*/*.feature", "reports/html/templates/*", "internal/config/assay.yaml.tmpl", "schemas/tolerances.yaml", "examples/ci/*"} {
		paths, err := filepath.Glob(filepath.Join("..", "..", pattern))
		require.NoError(t, err)
		require.NotEmpty(t, paths, pattern)
		for _, path := range paths {
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				add(strings.TrimPrefix(filepath.ToSlash(path), "../../"), path)
			}
		}
	}
	manual := t.TempDir()
	require.Zero(t, cli.Run(context.Background(), []string{"man", "--dir", manual}, nil, os.Stderr, os.Stderr))
	pages, err := filepath.Glob(filepath.Join(manual, "*"))
	require.NoError(t, err)
	require.Greater(t, len(pages), 20, "the help of every command")
	for _, page := range pages {
		add("help of "+filepath.Base(page), page)
	}
	return all
}

// before is a row of the style guide that shows how not to write.
var before = regexp.MustCompile(`(?m)^\| .* \| .* \|$`)

func TestOurTextsUseCommonWords(t *testing.T) {
	testsize.SkipIfShort(t)
	words := unwantedWords(t, "words.txt")
	require.Greater(t, len(words), 30)
	for name, text := range texts(t) {
		if name == "CONTRIBUTING.md" {
			guide := regexp.MustCompile(`(?s)## How to write.*?\n## `).FindString(text)
			require.NotEmpty(t, guide)
			text = strings.Replace(text, guide, before.ReplaceAllString(guide, ""), 1)
		}
		number := 0
		for line := range strings.Lines(text) {
			number++
			for _, w := range words {
				excepted := w.exceptions[name]
				if w.pattern.MatchString(line) && (excepted == "" || !strings.Contains(line, excepted)) {
					t.Errorf("%s:%d: write %q in place of %q: %s", name, number, w.instead, w.word, strings.TrimSpace(line))
				}
			}
		}
	}
}

// TestARuleIsExplainedInAFewLines holds that who reads a feature or a failure is done with the rule at
// one look. Long lists of cases are on pages such as comparisons.md.
func TestARuleIsExplainedInAFewLines(t *testing.T) {
	for _, side := range []result.Side{result.ServerSide, result.PartnerSide} {
		ledger, err := certify.Ledger(side)
		require.NoError(t, err)
		for _, q := range ledger.Requirements {
			require.LessOrEqual(t, len(q.Why), 500, "%s: move the cases to a page", q.ID)
		}
	}
}

// TestOurCommentsUseCommonWords reads the comments of our Go files, without tests.
func TestOurCommentsUseCommonWords(t *testing.T) {
	testsize.SkipIfShort(t) // one goroutine, and much work
	words := unwantedWords(t, "comment-words.txt")
	root := filepath.Join("..", "..")
	comments := 0
	require.NoError(t, filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && path != root):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		require.NoError(t, err)
		for _, group := range file.Comments {
			for _, c := range group.List {
				comments++
				for _, w := range words {
					if w.pattern.MatchString(c.Text) {
						t.Errorf("%s: write %q in place of %q: %s", files.Position(c.Pos()), w.instead, w.word, c.Text)
					}
				}
			}
		}
		return nil
	}))
	require.Greater(t, comments, 5000)
}
