package schemas

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// chunkSize is the number of elements of a long array that are judged at a time. The library
// reports every fault of every element. For a body of four million octets of "{}," this takes
// gigabytes, so judging stops after the first chunk with faults.
const chunkSize = 200

// chunk is a part of the body: one array at the first level is cut to some of its elements.
type chunk struct {
	member string
	start  int
	value  any // the body, with only the elements of this chunk in the array
}

// chunks splits a body that has a long array. A body without a long array becomes one chunk.
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

// shift turns a path within the chunk into a path within the whole body.
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

// shiftFault changes the path of a fault, and its message, to the place in the whole body.
func (c chunk) shiftFault(f *fault) {
	f.path = c.shift(f.path)
	path := join(f.path)
	f.Message = path + strings.TrimPrefix(f.Message, f.Path)
	f.Path = path
}
