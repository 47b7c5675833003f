package schemas

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// chunkSize is how many elements of a long array are judged at a time. The
// library tells every fault of every element, which for four million octets of
// "{}," takes gigabytes: so judging stops after the first chunk with faults.
const chunkSize = 200

// chunk is a part of the one array that a body has at its first level.
type chunk struct {
	member string
	start  int
	value  any // the body with that array cut to the chunk
}

// chunks cuts a body whose array is long; one that is not stays whole.
func (c compiled) chunks(value any) []chunk {
	body, _ := value.(object)
	for member, schema := range c.root.properties {
		elements, _ := body[member].([]any)
		if schema.items == nil || len(elements) <= chunkSize {
			continue
		}
		var all []chunk
		for start := 0; start < len(elements); start += chunkSize {
			part := maps.Clone(body)
			part[member] = elements[start:min(start+chunkSize, len(elements))]
			all = append(all, chunk{member: member, start: start, value: part})
		}
		return all
	}
	return []chunk{{value: value}}
}

// shift gives a path within the chunk as one within the whole body.
func (c chunk) shift(path []string) []string {
	if c.start == 0 || len(path) < 2 || path[0] != c.member {
		return path
	}
	index, err := strconv.Atoi(path[1])
	if err != nil {
		return path
	}
	shifted := slices.Clone(path)
	shifted[1] = strconv.Itoa(index + c.start)
	return shifted
}

// shiftFault moves a fault, and the words about it, to the whole body.
func (c chunk) shiftFault(f *fault) {
	f.path = c.shift(f.path)
	path := join(f.path)
	f.Message = path + strings.TrimPrefix(f.Message, f.Path)
	f.Path = path
}
