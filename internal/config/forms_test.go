package config

import (
	"reflect"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// A form that nobody knows would be read as any text.
func TestEveryFormIsKnown(t *testing.T) {
	known := regexp.MustCompile(`^(|one|place|true|command|existing|new|[0-9]+-[0-9]+)$`)
	seen := 0
	var walk func(of reflect.Type)
	walk = func(of reflect.Type) {
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice {
			of = of.Elem()
		}
		if of.Kind() != reflect.Struct || of.PkgPath() != reflect.TypeFor[Config]().PkgPath() {
			return
		}
		for i := range of.NumField() {
			f := of.Field(i)
			if f.Tag.Get("yaml") == "" {
				continue // a value of its own, such as a Rate
			}
			form := f.Tag.Get("form")
			require.True(t, forms()[form] != nil || known.MatchString(form), "%s.%s has the form %q", of, f.Name, form)
			seen++
			walk(f.Type)
		}
	}
	walk(reflect.TypeFor[Config]())
	require.Greater(t, seen, 50)
}
