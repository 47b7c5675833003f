package certificate

import (
	"bytes"
	"encoding/json"
	"strings"
)

// repeatedMember returns the name of a member that some object in the JSON text
// has more than once, or "" if there is none. Names that differ in case only
// count as the same: Go's reader takes either for the field, others do not.
// The text must be valid JSON.
func repeatedMember(text []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // a number too large for a float is no reason to stop looking
	var open []container
	for {
		token, err := decoder.Token()
		if err != nil {
			return "" // the end: the text was found valid before
		}
		switch token {
		case json.Delim('{'):
			open = append(open, container{names: make(map[string]bool), nameNext: true})
			continue
		case json.Delim('['):
			open = append(open, container{})
			continue
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			if name := open[len(open)-1].take(token); name != "" {
				return name
			}
		}
	}
}

// container is an object or an array that is being read. An array has no names.
type container struct {
	names    map[string]bool
	nameNext bool // the next string is a member's name
}

// take notes one token, or the end of a value, inside the container and returns
// a name that it has taken before.
func (c *container) take(token json.Token) string {
	if c.names == nil {
		return ""
	}
	isName := c.nameNext
	c.nameNext = !c.nameNext
	name, ok := token.(string)
	if !isName || !ok {
		return ""
	}
	folded := strings.ToLower(strings.ToUpper(name))
	if c.names[folded] {
		return name
	}
	c.names[folded] = true
	return ""
}
