package bodies

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/steps/partner/formats"
)

// OtherSpellings returns the paths, at most limit of them, of members that are there in another
// spelling of a documented name only, such as deliveryOption.
func (c *Body) OtherSpellings(name string, limit int) []string {
	var all []string
	for _, o := range c.around(name) {
		if len(all) == limit {
			break
		}
		if o.value.Get(LastName(name)).Exists() {
			continue
		}
		if other := c.spellingIn(o, LastName(name)); other != "" {
			all = append(all, other)
		}
	}
	return all
}

// object is an object of a request body and its path.
type object struct {
	path  string
	value gjson.Result
}

// around returns the objects that a member belongs to.
func (c *Body) around(name string) []object {
	parent := strings.TrimSuffix(strings.TrimSuffix(name, LastName(name)), ".")
	list, isOfList := strings.CutSuffix(parent, ".#")
	switch {
	case !isOfList && parent == "":
		return []object{{"", c.JSON}}
	case !isOfList:
		return []object{{parent, c.Get(parent)}}
	}
	var all []object
	for i, value := range c.Elements(list) {
		all = append(all, object{fmt.Sprintf("%s.%d", list, i), value})
	}
	return all
}

// spellingIn returns the path of an undocumented member of an object whose name is a documented one
// in another spelling, or "".
func (c *Body) spellingIn(o object, documented string) (path string) {
	if !o.value.IsObject() {
		return ""
	}
	o.value.ForEach(func(key, _ gjson.Result) bool {
		at := strings.TrimPrefix(o.path+"."+key.Str, ".")
		if formats.IsMisspelt(key.Str, documented) && !IsMember(c.Endpoint, General(at)) {
			path = at
		}
		return path == ""
	})
	return path
}
