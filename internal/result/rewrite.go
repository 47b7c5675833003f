package result

import (
	"reflect"
	"time"
)

// Rewriter makes a deep copy of a result and maps its texts. It visits all members by reflection,
// so that it cannot miss members that are added later.
type Rewriter struct {
	// Keep reports whether a member, of the given struct type, is copied unchanged with
	// everything below it. If Keep is nil, nothing is kept.
	Keep func(of reflect.Type, member string) bool
	// Text maps a text. of is the struct that contains it, and member is the name of the member.
	Text func(of reflect.Value, member, text string) string
}

// Run returns the copy. Lists and maps that are nil become empty.
func (w Rewriter) Run(run *Run) *Run {
	out := reflect.New(reflect.TypeOf(*run)).Elem()
	w.rewrite(out, reflect.ValueOf(*run), reflect.Value{}, "")
	copied := out.Interface().(Run)
	return &copied
}

var timeType = reflect.TypeFor[time.Time]()

func (w Rewriter) rewrite(dst, src, of reflect.Value, member string) {
	switch {
	case src.Type() == timeType:
		dst.Set(src)
	case src.Kind() == reflect.String:
		dst.SetString(w.Text(of, member, src.String()))
	case src.Kind() == reflect.Struct:
		w.members(dst, src)
	case src.Kind() == reflect.Slice:
		dst.Set(reflect.MakeSlice(src.Type(), src.Len(), src.Len()))
		for i := range src.Len() {
			w.rewrite(dst.Index(i), src.Index(i), of, member)
		}
	case src.Kind() == reflect.Map:
		w.entries(dst, src, of, member)
	case src.Kind() == reflect.Pointer && !src.IsNil():
		dst.Set(reflect.New(src.Type().Elem()))
		w.rewrite(dst.Elem(), src.Elem(), of, member)
	default:
		dst.Set(src)
	}
}

func (w Rewriter) members(dst, src reflect.Value) {
	for i := range src.NumField() {
		name := src.Type().Field(i).Name
		if w.Keep != nil && w.Keep(src.Type(), name) {
			dst.Field(i).Set(src.Field(i))
			continue
		}
		w.rewrite(dst.Field(i), src.Field(i), src, name)
	}
}

func (w Rewriter) entries(dst, src, of reflect.Value, member string) {
	dst.Set(reflect.MakeMapWithSize(src.Type(), src.Len()))
	for _, key := range src.MapKeys() {
		k := reflect.New(key.Type()).Elem()
		w.rewrite(k, key, of, member)
		v := reflect.New(src.Type().Elem()).Elem()
		w.rewrite(v, src.MapIndex(key), of, member)
		dst.SetMapIndex(k, v)
	}
}
