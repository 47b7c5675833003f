package ids

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
)

// OtherIDs are the ids that the service returned, each with the member that it was first
// returned as. A build that sends the wrong one of them finds it in an answer: the report
// says which member it took.
type OtherIDs map[string]string

// ofNoMember are members of answers that tell of no customer, but of a limit, a loan, a
// store or a request.
var ofNoMember = []string{
	"credit_limit_details.id", "creditLimitInfo.creditLimitNo", "creditLimitInfo.applicationNo", "loan_application_detail_id", "partner_store_id", "loan_product_id", "request_id",
}

// OfNoMember names the member that an id was returned as, if that tells of no customer.
func (o OtherIDs) OfNoMember(id string) string {
	if member := o[strings.ToLower(id)]; slices.Contains(ofNoMember, member) {
		return member
	}
	return ""
}

// These bound what is kept and read: an answer may be of any size and depth.
const (
	maxOtherIDs = 20_000
	maxDepth    = 6 // more than any answer of section 2 has
)

// Collect takes in every UUID of an answer. isCut tells what a recorder removed.
func (o OtherIDs) Collect(answer gjson.Result, isCut func(string) bool) {
	o.collect("", answer, isCut, 0)
}

// collect is Collect below a member. The name of a member goes with the object that
// it is in, where that is no list and not data: credit_limit_details.id.
func (o OtherIDs) collect(within string, value gjson.Result, isCut func(string) bool, depth int) {
	if depth == maxDepth {
		return
	}
	value.ForEach(func(name, member gjson.Result) bool {
		path := strings.Trim(within+"."+name.Str, ".")
		switch {
		case value.IsArray() || name.Str == "data" && within == "":
			o.collect(within, member, isCut, depth+1)
		case member.IsObject() || member.IsArray():
			o.collect(name.Str, member, isCut, depth+1)
		case member.Type == gjson.String && judgement.IsUUID(member.Str) && !isCut(member.Str) && len(o) < maxOtherIDs:
			if id := strings.ToLower(member.Str); o[id] == "" {
				o[strings.Clone(id)] = strings.Clone(path)
			}
		}
		return true
	})
}
