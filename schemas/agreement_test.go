package schemas

import (
	"fmt"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/testsize"
)

// other compiles the same schemas with a library that is maintained.
func other(t *testing.T, settings Settings) map[string]*jsonschema.Schema {
	t.Helper()
	entries, err := register()
	require.NoError(t, err)
	lib, err := assemble(entries, settings)
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft7)
	compiler.AssertFormat()
	for name, check := range formats {
		compiler.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(value any) error {
			if !format(check).IsFormat(value) {
				return fmt.Errorf("is not %s", name)
			}
			return nil
		}})
	}
	for file, doc := range lib {
		require.NoError(t, compiler.AddResource(base+file, any(doc)))
	}
	all := make(map[string]*jsonschema.Schema)
	for _, name := range lib.roots() {
		all[name], err = compiler.Compile(base + name + ".json")
		require.NoError(t, err, name)
	}
	return all
}

// Our library has been without a maintainer since 2019: over all schemas and a
// systematic corpus its verdict must be that of another one.
func TestTwoLibrariesAgree(t *testing.T) {
	testsize.SkipIfShort(t)
	set, second := compileForTest(t, nil), other(t, nil)
	judged, refused := 0, 0
	for name, bodies := range valid {
		for _, body := range bodies {
			for _, m := range mutants(t, decodeForTest(t, body)) {
				report := set.Validate(name, []byte(raw(m.value)))
				require.False(t, report.Unjudged)
				err := second[name].Validate(m.value)
				require.Equal(t, err == nil, report.OK(), "%s: %s\n%v\n%v", name, raw(m.value), err, report.Violations)
				judged++
				if err != nil {
					refused++
				}
			}
		}
	}
	t.Logf("%d bodies, %d refused", judged, refused)
	require.Greater(t, refused, 1000)
}

// Every reading of every tolerance, pinned: the two libraries agree on every
// sample, and on samples that lack a member.
func TestTwoLibrariesAgreeUnderEveryPin(t *testing.T) {
	testsize.SkipIfShort(t)
	for _, tolerance := range Register() {
		if tolerance.Place != "body" {
			continue
		}
		for _, reading := range tolerance.Readings {
			settings := Settings{tolerance.ID: reading.Name}
			set, second := compileForTest(t, settings), other(t, settings)
			for name, bodies := range valid {
				if !set.schemas[name].root.tolerates {
					continue // no setting can change it
				}
				for _, body := range bodies {
					value := decodeForTest(t, body)
					changed := slices.DeleteFunc(mutants(t, value), func(m mutant) bool { return !m.dropped })
					for _, m := range append([]mutant{{value: value}}, testsize.First(changed, 1+len(changed)/4)...) {
						report := set.Validate(name, []byte(raw(m.value)))
						require.Equal(t, second[name].Validate(m.value) == nil, report.OK(), "%v %s: %s", settings, name, raw(m.value))
					}
				}
			}
		}
	}
}

// Whatever is refused is refused in words: a path, an expectation that shows
// no regular expression, what stands there, a sentence and a section.
func TestEveryRefusalIsInWords(t *testing.T) {
	testsize.SkipIfShort(t)
	set := compileForTest(t, nil)
	for name, bodies := range valid {
		for _, m := range mutants(t, decodeForTest(t, bodies[0])) {
			for _, v := range set.Validate(name, []byte(raw(m.value))).Violations {
				require.NotContains(t, v.Expected, "^", name)
				require.NotContains(t, v.Message, "does not fit the schema")
				require.NotEmpty(t, v.Expected)
				require.NotEmpty(t, v.Actual)
				require.Contains(t, v.Message, v.Expected)
				if v.Path != "" {
					require.NotEmpty(t, v.Section, "%s %s", name, v.Path)
				}
			}
		}
	}
}
