package partner

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/schemas"
)

// judgeAsJSON takes in what is wrong with a body as JSON (section 1). RFC 8259, section 4
// only advises that the names of an object are unique: one that no table has is noted.
func judgeAsJSON(q *request, v schemas.Violation) {
	if v.Want == namesOnce && q.obligationOf(v.Path) == bodyObligation {
		noteOf(q, "member "+general(v.Path)+" more than once in its object")
		return
	}
	if v.Want == namesOnce {
		if q.doubled == nil {
			q.doubled = make(map[string]bool)
		}
		q.doubled[general(v.Path)] = true
	}
	f := failureOf(v, "1")
	if coding := packedAs(q); v.Path == "" && coding != "" {
		f.Expected, f.Actual = "JSON as it is", "a body that is compressed ("+coding+")"
		f.Message = "the body is compressed (" + coding + "), and the specification shows no compression: switch it off in the HTTP client"
	}
	q.fail(bodyObligation, f)
}

// namesOnce is what a schema wants of a member whose name is there again.
const namesOnce = "names-once"

// packedAs says how a body is compressed, where that is by a known coding; "" where not.
func packedAs(q *request) string {
	coding := recording.Compression(q.exchange.Request.Body, q.exchange.Request.Header)
	if slices.Contains([]string{"gzip", "deflate", "br", "zstd", "compress"}, coding) {
		return coding
	}
	return ""
}

// documentedPart is a body without the members that no table names: what they hold is not
// judged, and so must not keep the others from it. What is no object stays as it is.
func documentedPart(endpoint string, body []byte) []byte {
	if !gjson.ValidBytes(body) {
		return body
	}
	var part strings.Builder
	writeDocumented(&part, endpoint, "", gjson.ParseBytes(body))
	return []byte(part.String())
}

func writeDocumented(out *strings.Builder, endpoint, path string, value gjson.Result) {
	c := content{endpoint: endpoint}
	isDocumented := path == "" || c.obligationOf(path) != bodyObligation
	switch {
	case value.IsObject() && isDocumented && !isMemberWithin(endpoint, path):
		out.WriteByte('{')
		written := 0
		value.ForEach(func(name, member gjson.Result) bool {
			inside := strings.TrimPrefix(path+"."+name.Str, ".")
			if c.obligationOf(inside) == bodyObligation {
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

// isMemberWithin tells a member that is no object in any table, whatever a build sends.
func isMemberWithin(endpoint, path string) bool {
	return path != "items" && isMember(endpoint, general(path))
}
