package wording

import (
	"reflect"
	"time"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/visible"
)

// Sanitized is a deep copy of a run whose every text is visible. It walks the type
// rather than naming members, so that a member added to the contract later
// cannot be forgotten.
func Sanitized(run *result.Run) *result.Run {
	return Rewritten(run, visible.Text)
}

// Rewritten copies a run deeply and maps each of its texts. Absent lists and
// maps come out empty instead of nil: results.json says [] where there is
// nothing, never null.
func Rewritten(run *result.Run, text func(string) string) *result.Run {
	out := reflect.New(reflect.TypeOf(*run)).Elem()
	rewrite(out, reflect.ValueOf(*run), text)
	copied := out.Interface().(result.Run)
	return &copied
}

var timeType = reflect.TypeFor[time.Time]()

func rewrite(dst, src reflect.Value, text func(string) string) {
	switch {
	case src.Type() == timeType:
		dst.Set(src)
	case src.Kind() == reflect.String:
		dst.SetString(text(src.String()))
	case src.Kind() == reflect.Struct:
		for i := range src.NumField() {
			rewrite(dst.Field(i), src.Field(i), text)
		}
	case src.Kind() == reflect.Slice:
		dst.Set(reflect.MakeSlice(src.Type(), src.Len(), src.Len()))
		for i := range src.Len() {
			rewrite(dst.Index(i), src.Index(i), text)
		}
	case src.Kind() == reflect.Map:
		rewriteMap(dst, src, text)
	case src.Kind() == reflect.Pointer && !src.IsNil():
		dst.Set(reflect.New(src.Type().Elem()))
		rewrite(dst.Elem(), src.Elem(), text)
	default:
		dst.Set(src)
	}
}

func rewriteMap(dst, src reflect.Value, text func(string) string) {
	dst.Set(reflect.MakeMapWithSize(src.Type(), src.Len()))
	for _, key := range src.MapKeys() {
		k := reflect.New(key.Type()).Elem()
		rewrite(k, key, text)
		v := reflect.New(src.Type().Elem()).Elem()
		rewrite(v, src.MapIndex(key), text)
		dst.SetMapIndex(k, v)
	}
}
