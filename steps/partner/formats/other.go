package formats

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
)

// OtherIDs are the ids that the service returned, each with the member in which it was returned
// first. A build that sends a wrong id usually took it from an answer. The report names the member.
type OtherIDs map[string]string

// ofNoMember are members of answers whose ids identify a limit, a loan, a store or a request, and
// not a customer.
var ofNoMember = []string{
	"credit_limit_details.id", "creditLimitInfo.creditLimitNo", "creditLimitInfo.applicationNo", "loan_application_detail_id", "partner_store_id", "loan_product_id", "request_id",
}

// OfNoMember returns the member in which an id was returned, if it does not identify a customer.
func (o OtherIDs) OfNoMember(id string) string {
	if member := o[strings.ToLower(id)]; slices.Contains(ofNoMember, member) {
		return member
	}
	return ""
}

// Limits for what is kept and read, because an answer may have any size and depth.
const (
	maxOtherIDs = 20_000
	maxDepth    = 6 // more than any answer of section 2 has
)

// Collect keeps every UUID in an answer. isCut reports whether a recorder removed a value.
func (o OtherIDs) Collect(answer gjson.Result, isCut func(string) bool) {
	o.collect("", answer, isCut, 0)
}

// collect does the same below a member. The name of a member includes the object that it is in,
// unless that is a list or data: credit_limit_details.id.
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
