package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The limits of a package, a type and a struct. What has to be above them gets an
// exception, with the size that it may not exceed. Nothing is above them today.
const (
	maxPackageLines = 4000
	maxMethods      = 40
	maxFields       = 12
	minFileLines    = 80 // below and above it is told, and does not fail
	maxFileLines    = 400
)

// largePackages are above the limit.
var largePackages = map[string]int{}

// wideTypes have more methods than the limit.
var wideTypes = map[string]int{}

// wideStructs have more fields than the limit. Plain data and options, all of
// whose fields are exported, are no state, and are not counted.
var wideStructs = map[string]int{}

// source is what the limits are compared with, without tests.
type source struct {
	lines   map[string]int // by package
	files   map[string]int
	methods map[string]int // by package and type
	fields  map[string]int // by package and struct
}

func TestNothingGrowsTooLarge(t *testing.T) {
	s := readSource(t)
	within(t, "lines", s.lines, largePackages, maxPackageLines)
	within(t, "methods", s.methods, wideTypes, maxMethods)
	within(t, "fields", s.fields, wideStructs, maxFields)
	for name, lines := range s.files {
		if lines < minFileLines || lines > maxFileLines {
			t.Logf("%s has %d lines: a file holds one idea in %d to %d", name, lines, minFileLines, maxFileLines)
		}
	}
}

// within holds sizes against a limit, and exceptions against what needs them.
func within(t *testing.T, what string, sizes, exceptions map[string]int, limit int) {
	t.Helper()
	for name, size := range sizes {
		allowed, excepted := exceptions[name]
		if !excepted {
			allowed = limit
		}
		if size > allowed {
			t.Errorf("%s has %d %s, and may have %d: split it (or, if it was moved, move its exception)", name, size, what, allowed)
		}
		if excepted && size <= limit {
			t.Errorf("%s has %d %s: it needs no exception any more, remove it", name, size, what)
		}
	}
	for name := range exceptions {
		require.Contains(t, sizes, name, "an exception for what is not there")
	}
}

// TestTheRootHoldsNoGoFile holds that the top level is for reading.
func TestTheRootHoldsNoGoFile(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "*.go"))
	require.NoError(t, err)
	require.Empty(t, files)
}

const root = "../.."

func readSource(t *testing.T) source {
	t.Helper()
	s := source{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}}
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && path != root):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		name, err := filepath.Rel(root, path)
		require.NoError(t, err)
		return s.read(path, filepath.ToSlash(name))
	})
	require.NoError(t, err)
	return s
}

// read counts one file.
func (s source) read(path, name string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, text, 0)
	if err != nil {
		return err
	}
	lines := strings.Count(string(text), "\n")
	folder := filepath.ToSlash(filepath.Dir(name))
	s.lines[folder] += lines
	s.files[name] = lines
	for _, declared := range file.Decls {
		switch d := declared.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				s.methods[folder+"."+receiver(d.Recv.List[0].Type)]++
			}
		case *ast.GenDecl:
			s.structs(folder, d)
		}
	}
	return nil
}

// structs counts the fields of those that hold state.
func (s source) structs(folder string, d *ast.GenDecl) {
	for _, spec := range d.Specs {
		named, ok := spec.(*ast.TypeSpec)
		if !ok {
			continue
		}
		if body, ok := named.Type.(*ast.StructType); ok && holdsState(body) {
			s.fields[folder+"."+named.Name.Name] = body.Fields.NumFields()
		}
	}
}

// holdsState tells whether a struct has a field that no other package can set.
func holdsState(body *ast.StructType) bool {
	for _, field := range body.Fields.List {
		for _, name := range field.Names {
			if !name.IsExported() {
				return true
			}
		}
	}
	return false
}

func receiver(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.StarExpr:
		return receiver(of.X)
	case *ast.IndexExpr:
		return receiver(of.X)
	case *ast.Ident:
		return of.Name
	}
	return ""
}
