package formats

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Patterns are compiled at their first use, so this test compiles the text of each.
func TestEveryPatternCompiles(t *testing.T) {
	files, err := fs.Glob(os.DirFS("."), "*.go")
	require.NoError(t, err)
	found := 0
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "lazily" {
				found++
				text := literal(t, call.Args[0])
				_, err := regexp.Compile(text)
				require.NoError(t, err, "%s: %s", name, text)
			}
			return true
		})
	}
	require.Greater(t, found, 50)
}

// literal returns the value of a string literal, or of several that are added.
func literal(t *testing.T, e ast.Expr) string {
	t.Helper()
	if sum, ok := e.(*ast.BinaryExpr); ok {
		return literal(t, sum.X) + literal(t, sum.Y)
	}
	one, ok := e.(*ast.BasicLit)
	require.True(t, ok, "the argument of lazily is no literal")
	text, err := strconv.Unquote(one.Value)
	require.NoError(t, err)
	return text
}
