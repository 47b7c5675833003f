package tables

import (
	"strings"

	"github.com/tidwall/gjson"
)

// DocumentedPart is a body without the members that no table names: what they hold is not
// judged, and so must not keep the others from it. What is no object stays as it is.
func DocumentedPart(endpoint string, body []byte) []byte {
	if !gjson.ValidBytes(body) {
		return body
	}
	var part strings.Builder
	writeDocumented(&part, endpoint, "", gjson.ParseBytes(body))
	return []byte(part.String())
}

func writeDocumented(out *strings.Builder, endpoint, path string, value gjson.Result) {
	isDocumented := path == "" || ObligationOf(endpoint, path) != Body
	switch {
	case value.IsObject() && isDocumented && !isLeaf(endpoint, path):
		out.WriteByte('{')
		written := 0
		value.ForEach(func(name, member gjson.Result) bool {
			inside := strings.TrimPrefix(path+"."+name.Str, ".")
			if ObligationOf(endpoint, inside) == Body {
				return true
			}
			if written++; written > 1 {
				out.WriteByte(',')
			}
			out.WriteString(name.Raw + ":")
			writeDocumented(out, endpoint, inside, member)
			return true
		})
		out.WriteByte('}')
	case value.IsArray() && path == "items":
		out.WriteByte('[')
		for i, element := range value.Array() {
			if i > 0 {
				out.WriteByte(',')
			}
			writeDocumented(out, endpoint, "items.0", element)
		}
		out.WriteByte(']')
	default:
		out.WriteString(value.Raw)
	}
}

// isLeaf tells a member that is no object in any table, whatever a build sends.
func isLeaf(endpoint, path string) bool {
	return path != "items" && IsMember(endpoint, General(path))
}
