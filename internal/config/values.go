package config

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/credit-partner/assay/schemas"
)

// value reads the value of a key into a setting.
func (r *reader) value(to reflect.Value, form string, n *yaml.Node, at string) {
	if read, ok := forms()[form]; ok && to.Kind() != reflect.Slice {
		r.formed(to, read, n, at)
		return
	}
	switch to := to.Addr().Interface().(type) {
	case *string:
		*to, _ = r.text(n, at)
	case *bool:
		r.flag(to, form, n, at)
	case *int:
		r.whole(to, form, n, at)
	case *time.Time:
		r.day(to, n, at)
	case *[]string:
		r.texts(to, form, n, at)
	case *[]Identity:
		r.people(to, form, n, at)
	case *schemas.Settings:
		r.tolerances(to, n, at)
	default:
		r.section(reflect.ValueOf(to).Elem(), form, n, at)
	}
}

const literalSecret = "do not write a secret into this file; say where it is: {env: NAME}, {file: PATH} or {command: [PROGRAM, ARGUMENT]}"

// section reads a struct, or a pointer to a struct. With the form "one", the struct has exactly
// one key, or is left out. With the form "place", it has exactly one key, which says where a
// secret is. Any other value in that place may be the secret itself, so problems do not quote it.
func (r *reader) section(to reflect.Value, form string, n *yaml.Node, at string) {
	n = resolve(n)
	switch {
	case form == "one" && isNull(n):
		return
	case form == "place" && n.Kind != yaml.MappingNode:
		r.problem(n, at, literalSecret)
		return
	}
	if to.Kind() == reflect.Pointer {
		to.Set(reflect.New(to.Type().Elem()))
		to = to.Elem()
	}
	if form == "" {
		r.object(to, "", n, at)
		return
	}
	r.oneOf(to, n, at)
}

// text returns the text of a value. The value must be text and not empty.
func (r *reader) text(n *yaml.Node, at string) (string, bool) {
	n = resolve(n)
	switch {
	case n.Kind != yaml.ScalarNode || isNull(n):
		r.problem(n, at, "it must be text, not %s", kindOf(n))
	case n.ShortTag() != "!!str":
		r.problem(n, at, "it must be text, and YAML reads it as %s: put it in quotes", kindOf(n))
	case n.Value == "":
		r.problem(n, at, "it is empty; remove the key")
	default:
		return n.Value, true
	}
	return "", false
}

// formed reads text that must have a certain form.
func (r *reader) formed(to reflect.Value, form form, n *yaml.Node, at string) {
	text, ok := r.text(n, at)
	if !ok {
		return
	}
	value, wrong := form(r, text)
	if wrong != "" {
		r.problem(n, at, "%s", wrong)
		return
	}
	to.Set(reflect.ValueOf(value))
}

// texts reads a list of texts. A command must be a list, too: with a single string it would be
// unclear whether a shell splits it.
func (r *reader) texts(to *[]string, form string, n *yaml.Node, at string) {
	if form == "command" && resolve(n).Kind == yaml.ScalarNode {
		r.problem(n, at, "write program and arguments as a list, like [./program, --option]; there is no shell")
		return
	}
	r.list(n, at, func(item *yaml.Node, at string) {
		var text string
		r.value(reflect.ValueOf(&text).Elem(), form, item, at)
		switch {
		case form == "capability" && slices.Contains(*to, text):
			r.problem(item, at, "%s is there twice; keep one", text)
		case text != "":
			*to = append(*to, text)
		}
	})
}

// people reads a list of identities. Customers that the target knows have other keys than new
// ones. Problems do not quote the values, because they are personal details.
func (r *reader) people(to *[]Identity, list string, n *yaml.Node, at string) {
	r.list(n, at, func(item *yaml.Node, at string) {
		var i Identity
		if list == "existing" {
			i = Identity{HasLimit: true, Kind: KindEmployed}
		}
		r.object(reflect.ValueOf(&i).Elem(), list, item, at)
		*to = append(*to, i)
	})
}

// tolerances reads the settings of the tolerances in the register.
func (r *reader) tolerances(to *schemas.Settings, n *yaml.Node, at string) {
	register := schemas.Register()
	set := make([]string, len(register))
	known := make(fields)
	for i, t := range register {
		known[t.ID] = field{reflect.ValueOf(&set[i]).Elem(), "tolerance " + t.ID}
	}
	*to = schemas.Settings{}
	r.keys(known, n, at)
	for i, t := range register {
		if set[i] != "" {
			(*to)[t.ID] = set[i]
		}
	}
}

func (r *reader) flag(to *bool, form string, n *yaml.Node, at string) {
	n = resolve(n)
	isBool := n.Kind == yaml.ScalarNode && n.ShortTag() == "!!bool" && n.Decode(to) == nil
	switch {
	case form == "true" && !(isBool && *to):
		r.problem(n, at, "it can only be true; remove otp if there is no source")
	case !isBool:
		r.problem(n, at, "it must be true or false, not %s", kindOf(n))
	}
}

// whole reads a whole number. The form gives the smallest and the largest value, such as 1-64.
func (r *reader) whole(to *int, form string, n *yaml.Node, at string) {
	low, high, _ := strings.Cut(form, "-")
	least, _ := strconv.Atoi(low) // the tags are in our code, and a test reads each of them
	most, _ := strconv.Atoi(high)
	n = resolve(n)
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!int" || n.Decode(to) != nil || *to < least || *to > most {
		*to = 0
		r.problem(n, at, "it must be a whole number from %d to %d", least, most)
	}
}

// day reads a date with the year first, the order that everyone reads in the same way. The suite
// writes it in the order that a target reads. In YAML, the date needs no quotes.
func (r *reader) day(to *time.Time, n *yaml.Node, at string) {
	n = resolve(n)
	day, err := time.Parse(time.DateOnly, n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		r.problem(n, at, "it must be a date such as 1990-01-31, with the year first")
		return
	}
	*to = day
}
