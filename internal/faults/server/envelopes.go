package server

import (
	"encoding/json"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
)

// envelopeFaults derives the faults of the envelopes of sections 1 and 4: the members that an
// answer must have, and the members that it must not have.
func envelopeFaults() []faults.Fault {
	var all []faults.Fault
	for _, e := range endpointOwners {
		if e.apiVersion == "" {
			continue
		}
		all = append(all, spoiledMember(e.endpoint, e.apiVersion, member{"apiVersion", aText},
			spoiling{"outdates", "is 1.0", faults.Constant("1.0")},
			spoiling{"advances", "is 2.1", faults.Constant("2.1")},
			spoiling{"truncates", "is 2", faults.Constant("2")},
			spoiling{"numbers", "is the number 2.0", faults.Constant(json.Number("2.0"))})...)
		all = append(all, spoiledMember(e.endpoint, e.member, member{"status", anInteger},
			spoiling{"zeroes", "is 0", faults.Constant(json.Number("0"))},
			spoiling{"shifts", "is 202, whatever the HTTP status", faults.Constant(json.Number("202"))})...)
		if e.requestID != "" {
			all = append(all, spoiledMember(e.endpoint, e.requestID, member{"request_id", aText})...)
		}
		if e.orderID != "" {
			is := aText
			if e.endpoint == faults.GetItem { // section 4.7 gives no type
				is = aTextOrInteger
			}
			all = append(all, spoiledMember(e.endpoint, e.orderID, member{"order_id", is})...)
		}
	}
	return append(append(all, strayMembers()...), lookupEnvelopeFaults()...)
}

func spoiledMember(endpoint, breaks string, m member, more ...spoiling) []faults.Fault {
	var all []faults.Fault
	for _, way := range append(spoilings(m.kind), more...) {
		all = append(all, shape{endpoint: endpoint, breaks: breaks}.fault(m, way))
	}
	return all
}

// strayMembers add a member to an answer that must not have it according to the specification.
func strayMembers() []faults.Fault {
	var all []faults.Fault
	for _, e := range endpointOwners {
		if e.noRequestID == "" {
			continue
		}
		all = append(all, faults.Fault{
			ID: e.endpoint + "-adds-request-id", Breaks: e.noRequestID, Why: "a purchases answer carries request_id",
			Mutator: faults.On(e.endpoint, func(_ *faults.Call, a *faults.Answer) {
				a.Touch().Body()["request_id"] = "5f0c1c1e-0000-4000-8000-0000000000ff"
			}),
		})
	}
	return append(all, faults.Fault{
		ID: "update-purchases-adds-order-id", Breaks: "UPD-06", Why: "the answer to an update carries order_id",
		Mutator: faults.On(faults.UpdateItems, func(_ *faults.Call, a *faults.Answer) { a.Touch().Body()["order_id"] = "1001" }),
	})
}

// lookupEnvelopeFaults damage the values that sections 4.5 and 7 prescribe.
func lookupEnvelopeFaults() []faults.Fault {
	all := []faults.Fault{
		{ID: "customer-lookup-zero-code", Breaks: "LKP-04", Why: "a lookup that succeeds has code 0",
			Mutator: faults.On(faults.Lookup, func(_ *faults.Call, a *faults.Answer) { a.Touch().Body()["code"] = json.Number("0") })},
		{ID: "customer-lookup-created-code", Breaks: "LKP-04", Why: "a lookup that succeeds has code 201",
			Mutator: faults.On(faults.Lookup, func(_ *faults.Call, a *faults.Answer) { a.Touch().Body()["code"] = json.Number("201") })},
		{ID: "customer-lookup-success-false", Breaks: "LKP-04", Why: "a lookup that succeeds has success false",
			Mutator: faults.On(faults.Lookup, func(_ *faults.Call, a *faults.Answer) { a.Touch().Body()["success"] = false })},
		{ID: "customer-lookup-empty-msg", Breaks: "LKP-04", Why: "a lookup that succeeds has no message",
			Mutator: faults.On(faults.Lookup, func(_ *faults.Call, a *faults.Answer) { a.Touch().Body()["msg"] = "" })},
		{ID: "customer-lookup-not-found-code", Breaks: "LKP-04", Why: "a lookup of somebody without a limit succeeds with code 404",
			Mutator: onStrangers(func(body faults.Object) { body["code"] = json.Number("404") })},
		{ID: "customer-lookup-not-found-no-msg", Breaks: "LKP-04", Why: "a lookup of somebody without a limit succeeds with no message",
			Mutator: onStrangers(func(body faults.Object) { body["msg"] = "" })},
	}
	return append(all, invalidTokenFaults()...)
}

// onStrangers edits the answers to lookups that succeed without finding a limit (section 4.5).
func onStrangers(edit func(body faults.Object)) faults.Mutator {
	return faults.On(faults.Lookup, func(c *faults.Call, a *faults.Answer) {
		if faults.NotFound(c, a) {
			edit(a.Touch().Body())
		}
	})
}

// invalidTokenFaults damage the only error body that is documented.
func invalidTokenFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, why string, edit func(body faults.Object)) {
		all = append(all, faults.Fault{ID: "invalid-token-" + id, Breaks: "LKP-11", Why: why, Mutator: faults.OnInvalidToken(edit)})
	}
	for _, m := range []member{{"code", anInteger}, {"msg", aText}, {"success", aBoolean}, {"data", aNull}} {
		for _, way := range spoilings(m.kind) {
			add(faults.Kebab(way.verb+"-"+m.name), m.name+" of the invalid-token answer "+way.why, func(body faults.Object) {
				spoil(&faults.Answer{Tree: body}, m.name, way)
			})
		}
	}
	add("code-401", "the invalid-token answer has code 401", func(b faults.Object) { b["code"] = json.Number("401") })
	add("empty-msg", "the invalid-token answer has no message", func(b faults.Object) { b["msg"] = "" })
	add("success-msg", "the message of the invalid-token answer is that of a success", func(b faults.Object) { b["msg"] = "success" })
	add("other-envelope", "the invalid-token answer wears the envelope of the main endpoints", func(b faults.Object) {
		clear(b)
		b["apiVersion"], b["status"], b["message"] = "2.0", json.Number("500"), "invalid token"
	})
	all = append(all, faults.Fault{ID: "invalid-token-short-code-401", Breaks: "LKP-11", Why: "a token of fewer than twelve characters is refused with code 401",
		Mutator: func(next faults.Responder) faults.Responder {
			return func(c *faults.Call) *faults.Answer {
				a := next(c)
				if _, token, _ := strings.Cut(c.Request.Header.Get("Authorization"), " "); c.Endpoint == faults.Lookup && token != "" && len(token) < 12 && !c.Authorized() {
					a.Touch().Body()["code"] = json.Number("401")
				}
				return a
			}
		}})
	return append(all, faults.Fault{ID: "invalid-token-text", Breaks: "LKP-11", Why: "the invalid-token answer is plain text",
		Mutator: faults.OnRefusedLookup(func(a *faults.Answer) { a.SetRaw([]byte("invalid token")) })})
}
