package redact

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/testsize"
)

var update = flag.Bool("update", false, "write words.txt anew")

// TestOurOwnWordsStay holds that a token which is an English word makes no sentence
// unreadable, and is cut out of what comes from outside.
func TestOurOwnWordsStay(t *testing.T) {
	r := New(Options{Secrets: []string{"wrong", "token", "status", "refused", "zanzibar", "a-real-secret"}})
	for _, sentence := range []string{
		"the set-up is wrong: every endpoint refuses the access token",
		"set a token that this service accepts, in ASSAY_TOKEN or auth.token of the config",
		"it is wrong. Wrong, too; a valid call is refused",
		"HTTP status 201",
		"no-token (token)",
		"data.0.status is refused; data.status: wrong",
	} {
		require.Equal(t, sentence, r.Prose(sentence))
	}
	for text, want := range map[string]string{
		`the string "wrong"`:                    `the string "«cut»"`,
		`it says “wrong” to a wrong call`:       `it says “«cut»” to a wrong call`,
		`HTTP status 401, {"said":"x wrong y"}`: `HTTP status 401, {"said":"x «cut» y"}`,
		"dial tcp: lookup wrong.example":        "dial tcp: lookup «cut».example",
		"https://h/wrong/x":                     "https://h/«cut»/x",
		"key=wrong":                             "key=«cut»",
		"data.wrongly.wrong@x is here":          "data.«cut»ly.«cut»@x is here",
		"it is zanzibar":                        "it is «cut»", // no word of ours
		"it is a-real-secret":                   "it is «cut»",
	} {
		require.Equal(t, want, r.Prose(text))
	}
	mask := New(Options{})
	mask.Mask("wrong")
	require.NotContains(t, mask.Prose("it is wrong"), "wrong", "a personal detail is masked")
}

// TestTheWordsAreThoseOfOurTexts holds words.txt against the sentences in the code.
func TestTheWordsAreThoseOfOurTexts(t *testing.T) {
	testsize.SkipIfShort(t) // one goroutine, and much work
	words := make(map[string]bool)
	for _, folder := range []string{"../../internal", "../../steps", "../../reports", "../../schemas", "../../assaytest"} {
		require.NoError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "internal/faults/") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err == nil {
				ast.Inspect(file, func(n ast.Node) bool { addWords(words, n); return true })
			}
			return err
		}))
	}
	all := strings.Join(slices.Sorted(maps.Keys(words)), "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile("words.txt", []byte(all), 0o644))
	}
	if *update {
		return // what is embedded is from before
	}
	var missing []string
	for word := range words {
		if !ownWords()[word] {
			missing = append(missing, word)
		}
	}
	require.Empty(t, missing, "go test ./internal/redact -run Words -update")
}

var word = regexp.MustCompile(`[A-Za-z]+`)

// addWords adds the words of a text that is a sentence, or a part of one.
func addWords(words map[string]bool, n ast.Node) {
	literal, ok := n.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return
	}
	text, err := strconv.Unquote(literal.Value)
	if err != nil || !strings.Contains(text, " ") {
		return
	}
	for _, w := range word.FindAllString(text, -1) {
		if len(w) >= minPattern {
			words[strings.ToLower(w)] = true
		}
	}
}
