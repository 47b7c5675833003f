package bodies

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// Index holds the values that were looked up in a body. A body may be long and have many values to
// judge, so each member and each element of an array is searched for only once.
type Index struct {
	members  map[string]gjson.Result // the members that the tables name
	elements map[string][]gjson.Result
}

// Get returns the value at a path of the body.
func (x *Index) Get(body gjson.Result, path string) gjson.Result {
	name, rest, nested := strings.Cut(path, ".")
	if !IsTop(name) || !body.IsObject() {
		return body.Get(path)
	}
	switch value := x.member(body, name); {
	case !nested:
		return value
	case value.IsArray():
		return x.within(body, name, value, rest)
	default:
		return value.Get(rest)
	}
}

func (x *Index) member(body gjson.Result, name string) gjson.Result {
	if x.members == nil {
		x.members = make(map[string]gjson.Result)
		body.ForEach(func(key, value gjson.Result) bool {
			if name := key.Str; IsTop(name) && !x.members[name].Exists() {
				x.members[name] = value
			}
			return true
		})
	}
	return x.members[name]
}

// within returns the value at a path in an array.
func (x *Index) within(body gjson.Result, name string, array gjson.Result, path string) gjson.Result {
	number, rest, nested := strings.Cut(path, ".")
	n, err := strconv.ParseUint(number, 10, 31)
	if err != nil {
		return array.Get(path)
	}
	all := x.Elements(body, name)
	switch {
	case n >= uint64(len(all)):
		return gjson.Result{}
	case !nested:
		return all[n]
	}
	return all[n].Get(rest)
}

// Elements returns the elements of an array. For any other value it returns what gjson makes an
// array of.
func (x *Index) Elements(body gjson.Result, name string) []gjson.Result {
	all, known := x.elements[name]
	if !known {
		all = x.Get(body, name).Array()
		if x.elements == nil {
			x.elements = make(map[string][]gjson.Result)
		}
		x.elements[name] = all
	}
	return all
}
