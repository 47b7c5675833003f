package call

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// Malformed tells whether a value of the answer, or what holds it, is not of the
// documented type and form. The rule of its schema fails for it.
func (a *Answer) Malformed(path string) bool {
	return slices.ContainsFunc(a.malformedPaths(), func(at string) bool {
		return path == at || at == "" || strings.HasPrefix(path, at+".")
	})
}

// MalformedBelow lists the values at or below a path that are malformed.
func (a *Answer) MalformedBelow(path string) []string {
	var all []string
	for _, at := range a.malformedPaths() {
		if strings.HasPrefix(at, path+".") {
			all = append(all, at)
		}
	}
	return all
}

// malformedPaths are the paths below which the body is not as its schemas ask; none where
// the call was not answered.
func (a *Answer) malformedPaths() []string {
	a.faults.once.Do(func() {
		if a.Doc == nil {
			return
		}
		for _, name := range a.memberSchemas() {
			for _, v := range a.Doc.Validate(name).Violations {
				a.faults.paths = append(a.faults.paths, v.Path)
			}
		}
	})
	return a.faults.paths
}

// memberSchemas are the schemas of the members that other rules compare.
func (a *Answer) memberSchemas() []string {
	switch {
	case a.Endpoint == spec.CustomerLookup && a.Variant == WithoutLimit:
		return []string{"lookup-without-limit"}
	case a.Endpoint == spec.CreatePurchases || a.Endpoint == spec.GetPurchase:
		return []string{spec.Of(a.Endpoint).DataSchema(), "order-id"}
	case a.Endpoint == spec.UpdatePurchases || a.Endpoint == spec.CancelPurchase || a.Endpoint == spec.CustomerLookup:
		return []string{spec.Of(a.Endpoint).DataSchema()}
	}
	return []string{spec.Of(a.Endpoint).DataSchema(), "request-id"}
}

// FormAspect names the aspect that the form of a value belongs to.
func (a *Answer) FormAspect(path string) judgement.Aspect {
	switch path {
	case "order_id":
		return a.Aspect(judgement.OrderIDAspect)
	case "request_id":
		return a.Aspect(judgement.RequestIDAspect)
	}
	return a.Aspect(judgement.DataAspect)
}

// IsSimilarTo tells whether a new limit is of the sort that another one is: given with
// the same status, in the same state, and to be spent.
func (a *Answer) IsSimilarTo(other *Answer) bool {
	const state, available = "data.credit_limit_details.credit_limit_status", "data.credit_limit_details.available_limit"
	return a.OK() && a.Status() == other.Status() && a.Body.Get(state).Raw == other.Body.Get(state).Raw &&
		(a.Body.Get(available).Num > 0) == (other.Body.Get(available).Num > 0)
}

// Contradicts tells whether a lookup of a customer without a limit gives the
// profile and the limit of one who has it, whole.
func (a *Answer) Contradicts() bool {
	return a.Variant == WithoutLimit && a.OK() && a.Body.Get("data.creditLimitInfo").IsObject() &&
		a.Doc.Validate("lookup-with-limit").OK()
}

// Read parses the answer once. gjson validates nothing, so what is no sound
// JSON is never handed to it.
func (a *Answer) Read(set *schemas.Set) {
	if a.Response == nil {
		return
	}
	a.Doc, a.Sound = set.Parse(a.Response.Body)
	if !a.Sound.OK() {
		return
	}
	// Nobody writes to the body of an answer, and a copy of each would double what a
	// run holds of a target that sends megabytes.
	a.Body = gjson.Parse(unsafe.String(unsafe.SliceData(a.Response.Body), len(a.Response.Body)))
	a.Data = a.Body.Get("data")
	a.IsJSON = a.Body.IsObject()
	a.Refused = a.RefusesInBody()
}

// HasLookupEnvelope tells whether an answer can be read as a lookup's at all;
// the rule of the envelope judges it in full (section 2.10).
func (a *Answer) HasLookupEnvelope() bool {
	return a.Body.Get("success").IsBool() && a.Data.Exists()
}
