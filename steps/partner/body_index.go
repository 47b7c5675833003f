package partner

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/steps/partner/tables"
)

// index holds the values that were looked up in a body. A body may be long and have many values to
// judge, so each member and each element of an array is searched for only once.
type index struct {
	members  map[string]gjson.Result // the members that the tables name
	elements map[string][]gjson.Result
}

// Get returns the value at a path.
func (c *content) Get(path string) gjson.Result {
	name, rest, nested := strings.Cut(path, ".")
	if !tables.IsTop(name) || !c.body.IsObject() {
		return c.body.Get(path)
	}
	switch value := c.member(name); {
	case !nested:
		return value
	case value.IsArray():
		return c.within(name, value, rest)
	default:
		return value.Get(rest)
	}
}

func (c *content) member(name string) gjson.Result {
	if c.index.members == nil {
		c.index.members = make(map[string]gjson.Result)
		c.body.ForEach(func(key, value gjson.Result) bool {
			if name := key.Str; tables.IsTop(name) && !c.index.members[name].Exists() {
				c.index.members[name] = value
			}
			return true
		})
	}
	return c.index.members[name]
}

// within returns the value at a path in an array.
func (c *content) within(name string, array gjson.Result, path string) gjson.Result {
	number, rest, nested := strings.Cut(path, ".")
	n, err := strconv.ParseUint(number, 10, 31)
	if err != nil {
		return array.Get(path)
	}
	all := c.elements(name)
	switch {
	case n >= uint64(len(all)):
		return gjson.Result{}
	case !nested:
		return all[n]
	}
	return all[n].Get(rest)
}

// elements returns the elements of an array. For any other value it returns what gjson makes an
// array of.
func (c *content) elements(name string) []gjson.Result {
	all, known := c.index.elements[name]
	if !known {
		all = c.Get(name).Array()
		if c.index.elements == nil {
			c.index.elements = make(map[string][]gjson.Result)
		}
		c.index.elements[name] = all
	}
	return all
}
