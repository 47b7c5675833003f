package partner

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/comparison"
)

// Some failures are known only after all requests are read. One difference may be a customer who
// changed the cart or corrected a name; the same difference in all requests is a fault of the
// program.

// deferFailure keeps a failure that only the whole recording can prove. The returned function
// reports it. It keeps nothing of the request but the evidence.
func deferFailure(q *request, name string, f result.Failure) func() {
	found := q.run.findings.at(obligation{q.Endpoint, name})
	f = found.deferred(q, f)
	return func() { found.fail(f) }
}

// maxDeferred is how many deferred failures of one obligation keep their exchange. The recording may
// be large, and most failures that are kept never come true. A branch of the program may come late in it.
const maxDeferred = 200

// deferred places a failure in the request, and keeps the exchange of the first ones.
func (e *finding) deferred(q *request, f result.Failure) result.Failure {
	if e.kept++; e.kept <= maxDeferred {
		return placed(q, f)
	}
	f.Endpoint = spec.Line(q.Endpoint)
	if f.Kind == "" {
		f.Kind = kindOf(q, f)
	}
	return f
}

// keepFor keeps the exchange of one of the first requests in which an obligation hides others.
func keepFor(q *request, o obligation) string {
	found := q.run.findings.at(o)
	if found.kept++; found.kept > maxDeferred {
		return ""
	}
	return q.keep()
}

// deferMember is deferFailure for a member at a path, with the value that the recording shows.
func deferMember(q *request, path, expected, message string) func() {
	report := deferMessage(q, path, expected)
	return func() { report(message) }
}

// deferMessage is deferMember for a message that is known only in the end. The path may be that of a
// header, whose value is not shown.
func deferMessage(q *request, path, expected string) func(message string) {
	name := bodies.General(path)
	f := result.Failure{Path: path, Section: bodies.SectionOf(q.Endpoint, name), Expected: expected, Actual: strings.Clone(judgement.Show(q.Get(path)))}
	if strings.HasPrefix(path, headerObligation) {
		f.Section, f.Actual = "5", "another value"
	}
	found := q.run.findings.at(obligation{q.Endpoint, name})
	f = found.deferred(q, f)
	return func(message string) {
		f.Message = message
		found.fail(f)
	}
}

// hiddenMember says which obligation hides a member of a request from a comparison with other
// requests. It returns nil if none does: the member is readable, or a recorder cut it away.
func hiddenMember(q *request, name string) *comparison.Hidden {
	owner := ownerOf(q, name)
	if owner == "" {
		return nil
	}
	return hiddenBehind(q, owner)
}

// hiddenBehind says that an obligation hides a part of a request from a comparison.
func hiddenBehind(q *request, owner string) *comparison.Hidden {
	return &comparison.Hidden{Owner: owner, Prepare: func() func(endpoint, obligation string) {
		run, by, f := q.run, judgement.Aspect{Endpoint: q.Endpoint, Name: aspectOf(owner)}, hiding(q, q.Endpoint, owner)
		self := obligation{q.Endpoint, owner}
		return func(endpoint, name string) {
			if at := (obligation{endpoint, name}); at != self {
				run.findings.at(at).hideEvidence(by, f)
			}
		}
	}}
}

// doubt prepares the function that blocks an obligation if another one of this request has failed, and
// the obligation itself has not.
func doubt(q *request, owner string) func(endpoint, obligation string) {
	block, found, all := hiddenBehind(q, owner).Prepare(), q.run.findings.at(obligation{q.Endpoint, owner}), q.run.findings
	return func(endpoint, name string) {
		if found.failed > 0 && all.at(obligation{endpoint, name}).failed == 0 {
			block(endpoint, name)
		}
	}
}

// ownerOf returns the obligation whose fault hides a member, or "".
func ownerOf(q *request, name string) string {
	switch {
	case q.hiddenAs != "" || !q.IsRead:
		return q.hiddenAs
	case q.IsKnown && slices.Contains(bodies.NewCustomer, name): // nothing about them is judged
		return ""
	case hiddenBy(&q.Body, name) != "":
		return hiddenBy(&q.Body, name)
	case q.HasFault(name):
		return name
	case isBlank(q.Get(name)):
		return blankObligation
	}
	return ""
}

// addCodes adds a fault for each item_code that another item of the order already has (section 2.2).
// An item of an earlier order with the code is kept until all orders are read.
func addCodes(q *request) {
	const code = "items.#.item_code"
	if q.Endpoint != spec.CreatePurchases || hiddenBy(&q.Body, code) != "" {
		return
	}
	order := make(map[string]comparison.Item)
	for path, value := range q.Each(code) {
		item := strings.TrimSuffix(path, ".item_code")
		of := comparison.Item{Type: q.Get(item + ".item_type").String(), Brand: q.Get(item + ".item_brand").String(), Description: q.Get(item + ".item_description").String()}
		if q.IsCut(of.Description) {
			of.Description = ""
		}
		if value.Type != gjson.String || isBlank(value) || q.IsFaulty(code, path) || q.IsCut(value.Str+of.Type+of.Brand) ||
			q.IsFaulty("items.#.item_type", item+".item_type") || q.IsFaulty("items.#.item_brand", item+".item_brand") {
			continue
		}
		if before, isOfOrder := order[value.Str]; !isOfOrder {
			order[value.Str] = of
			q.run.undocumented.Codes.Sold(value.Str, of, func(what string) func() {
				return deferFailure(q, code, codeOf(path, "an item of an earlier order", what))
			})
		} else if what := before.Differs(of); what != "" && len(q.Faulty[code]) < maxFailures {
			f := codeOf(path, "another item of the order", what)
			addFault(q, code, path, f.Expected, f.Actual)
		}
	}
}

// codeOf returns the failure of an item with the code of another one, which differs in what.
func codeOf(path, other, what string) result.Failure {
	actual := "the code of " + other + ", with " + what + " other than this item's"
	return result.Failure{Path: path, Section: "2.2", Expected: "a code that identifies one item", Actual: actual, Message: path + " is " + actual}
}
