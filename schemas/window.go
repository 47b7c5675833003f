package schemas

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// windowSize is how many elements of a long array are judged at a time. The
// library tells every fault of every element, which for four million octets of
// "{}," takes gigabytes: so judging stops after the first window with faults.
const windowSize = 200

// window is a part of the one array that a body has at its first level.
type window struct {
	member string
	start  int
	value  any // the body with that array cut to the window
}

// windows cuts a body whose array is long; one that is not stays whole.
func (c compiled) windows(value any) []window {
	body, _ := value.(object)
	for member, schema := range c.root.properties {
		elements, _ := body[member].([]any)
		if schema.items == nil || len(elements) <= windowSize {
			continue
		}
		var all []window
		for start := 0; start < len(elements); start += windowSize {
			part := maps.Clone(body)
			part[member] = elements[start:min(start+windowSize, len(elements))]
			all = append(all, window{member: member, start: start, value: part})
		}
		return all
	}
	return []window{{value: value}}
}

// shift gives a path within the window as one within the whole body.
func (w window) shift(path []string) []string {
	if w.start == 0 || len(path) < 2 || path[0] != w.member {
		return path
	}
	index, err := strconv.Atoi(path[1])
	if err != nil {
		return path
	}
	shifted := slices.Clone(path)
	shifted[1] = strconv.Itoa(index + w.start)
	return shifted
}

// shiftFault moves a fault, and the words about it, to the whole body.
func (w window) shiftFault(f *fault) {
	f.path = w.shift(f.path)
	path := join(f.path)
	f.Message = path + strings.TrimPrefix(f.Message, f.Path)
	f.Path = path
}
