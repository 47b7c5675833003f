package partner

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
)

// otherIDs are the ids that the service returned, each with the member that it was first
// returned as. A build that sends the wrong one of them finds it in an answer: the report
// says which member it took.
type otherIDs map[string]string

// These bound what is kept and read: an answer may be of any size and depth.
const (
	maxOtherIDs = 20_000
	maxDepth    = 6 // more than any answer of section 2 has
)

// collect takes in every UUID of an answer. The name of a member goes with the object that
// it is in, where that is no list and not data: credit_limit_details.id.
func (o otherIDs) collect(q *request, within string, value gjson.Result, depth int) {
	if depth == maxDepth {
		return
	}
	value.ForEach(func(name, member gjson.Result) bool {
		path := strings.Trim(within+"."+name.Str, ".")
		switch {
		case value.IsArray() || name.Str == "data" && within == "":
			o.collect(q, within, member, depth+1)
		case member.IsObject() || member.IsArray():
			o.collect(q, name.Str, member, depth+1)
		case member.Type == gjson.String && judgement.IsUUID(member.Str) && !q.cut(member.Str) && len(o) < maxOtherIDs:
			if id := strings.ToLower(member.Str); o[id] == "" {
				o[strings.Clone(id)] = strings.Clone(path)
			}
		}
		return true
	})
}

// mistaken says what an id is that is not the one of what is wanted; "" where the service
// never returned it.
func (g *issuedIDs) mistaken(id, wanted string) string {
	id = strings.ToLower(id)
	switch {
	case g.items[id]:
		return "this is the id of a purchase item, not " + wanted
	case g.customers[id]:
		return "this is the id of a customer, not " + wanted
	case g.others[id] != "":
		return "the service returned this id as " + g.others[id] + ", not as " + wanted
	}
	return ""
}
