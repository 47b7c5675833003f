package partner

import (
	"slices"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner/tables"
)

// judgeAsJSON takes in what is wrong with a body as JSON (section 1). RFC 8259, section 4
// only advises that the names of an object are unique: one that no table has is noted.
func judgeAsJSON(q *request, v schemas.Violation) {
	if v.Want == namesOnce && tables.ObligationOf(q.endpoint, v.Path) == bodyObligation {
		noteOf(q, "member "+tables.General(v.Path)+" more than once in its object")
		return
	}
	if v.Want == namesOnce {
		if q.doubled == nil {
			q.doubled = make(map[string]bool)
		}
		q.doubled[tables.General(v.Path)] = true
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
