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

// Malformed reports whether a value of the answer, or a value that contains it, breaks its
// schema. The rule of the schema fails in that case.
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

// malformedPaths returns the paths at which the body breaks its schemas. It returns none if the
// call got no answer.
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
	case a.Endpoint == spec.CreatePurchases:
		return []string{spec.Of(a.Endpoint).DataSchema(), "order-id"}
	case a.Endpoint == spec.GetPurchase:
		return []string{spec.Of(a.Endpoint).DataSchema(), "get-order-id"}
	case a.Endpoint == spec.UpdatePurchases || a.Endpoint == spec.CancelPurchase || a.Endpoint == spec.CustomerLookup:
		return []string{spec.Of(a.Endpoint).DataSchema()}
	}
	return []string{spec.Of(a.Endpoint).DataSchema(), "request-id"}
}

// FormAspect returns the aspect that owns the form of the value at a path.
func (a *Answer) FormAspect(path string) judgement.Aspect {
	switch path {
	case "order_id":
		return a.Aspect(judgement.OrderIDAspect)
	case "request_id":
		return a.Aspect(judgement.RequestIDAspect)
	}
	return a.Aspect(judgement.DataAspect)
}

// IsSimilarTo reports whether two answers give a new limit of the same sort: the same HTTP
// status, the same credit_limit_status, and an available limit above 0 in both or in neither.
func (a *Answer) IsSimilarTo(other *Answer) bool {
	const state, available = "data.credit_limit_details.credit_limit_status", "data.credit_limit_details.available_limit"
	return a.OK() && a.Status() == other.Status() && a.Body.Get(state).Raw == other.Body.Get(state).Raw &&
		(a.Body.Get(available).Num > 0) == (other.Body.Get(available).Num > 0)
}

// Contradicts reports whether a lookup of a customer without a limit returns the complete
// profile and limit of a customer that has one.
func (a *Answer) Contradicts() bool {
	return a.Variant == WithoutLimit && a.OK() && a.Body.Get("data.creditLimitInfo").IsObject() &&
		a.Doc.Validate("lookup-with-limit").OK()
}

// Read parses the answer once. It passes only valid JSON to gjson, because gjson does not
// validate.
func (a *Answer) Read(set *schemas.Set) {
	if a.Response == nil {
		return
	}
	a.Doc, a.Sound = set.Parse(a.Response.Body)
	if !a.Sound.OK() {
		return
	}
	// Nothing changes the body of an answer. A copy would double the memory of a run against a
	// target that sends megabytes.
	a.Body = gjson.Parse(unsafe.String(unsafe.SliceData(a.Response.Body), len(a.Response.Body)))
	a.Data = a.Body.Get("data")
	a.IsJSON = a.Body.IsObject()
	a.Refused = a.RefusesInBody()
}

// HasLookupEnvelope reports whether the answer has the members of a lookup that later calls
// need. The rule of the envelope judges it completely (section 2.10).
func (a *Answer) HasLookupEnvelope() bool {
	return a.Body.Get("success").IsBool() && a.Data.Exists()
}
