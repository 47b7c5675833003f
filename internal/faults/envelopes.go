package faults

import "encoding/json"

// envelopeFaults derives the faults of the envelopes of sections 1 and 4: the
// members that an answer has, and those that it must not have.
func envelopeFaults() []Fault {
	var all []Fault
	for _, e := range envelopeOwners {
		all = append(all, spoiledMember(e.endpoint, e.apiVersion, member{"apiVersion", aText},
			spoiling{"outdates", "is 1.0", constant("1.0")},
			spoiling{"advances", "is 2.1", constant("2.1")},
			spoiling{"truncates", "is 2", constant("2")},
			spoiling{"numbers", "is the number 2.0", constant(json.Number("2.0"))})...)
		all = append(all, spoiledMember(e.endpoint, e.status, member{"status", anInteger},
			spoiling{"zeroes", "is 0", constant(json.Number("0"))},
			spoiling{"shifts", "is 202, whatever the HTTP status", constant(json.Number("202"))})...)
		if e.requestID != "" {
			all = append(all, spoiledMember(e.endpoint, e.requestID, member{"request_id", aText})...)
		}
		if e.orderID != "" {
			all = append(all, spoiledMember(e.endpoint, e.orderID, member{"order_id", aText})...)
		}
	}
	return append(append(all, strayMembers()...), lookupEnvelopeFaults()...)
}

func spoiledMember(endpoint, breaks string, m member, more ...spoiling) []Fault {
	var all []Fault
	for _, way := range append(spoilings(m.kind), more...) {
		all = append(all, shape{endpoint: endpoint, breaks: breaks}.fault(m, way))
	}
	return all
}

// strayMembers put a member where the specification says that it is not.
func strayMembers() []Fault {
	var all []Fault
	for endpoint, breaks := range map[string]string{
		createOrder: "PUR-05", getItem: "GET-05", updateItems: "UPD-05", cancelItem: "CAN-05",
	} {
		all = append(all, Fault{
			ID: endpoint + "-adds-request-id", Breaks: breaks, Why: "a purchases answer carries request_id",
			plant: on(endpoint, func(_ *call, a *answer) {
				a.touch().body()["request_id"] = "5f0c1c1e-0000-4000-8000-0000000000ff"
			}),
		})
	}
	return append(all, Fault{
		ID: "update-purchases-adds-order-id", Breaks: "UPD-06", Why: "the answer to an update carries order_id",
		plant: on(updateItems, func(_ *call, a *answer) { a.touch().body()["order_id"] = "1001" }),
	})
}

// lookupEnvelopeFaults spoil the values that section 4.5 and 7 fix.
func lookupEnvelopeFaults() []Fault {
	all := []Fault{
		{ID: "customer-lookup-zero-code", Breaks: "LKP-04", Why: "a lookup that succeeds has code 0",
			plant: on(lookup, func(_ *call, a *answer) { a.touch().body()["code"] = json.Number("0") })},
		{ID: "customer-lookup-created-code", Breaks: "LKP-04", Why: "a lookup that succeeds has code 201",
			plant: on(lookup, func(_ *call, a *answer) { a.touch().body()["code"] = json.Number("201") })},
		{ID: "customer-lookup-success-false", Breaks: "LKP-04", Why: "a lookup that succeeds has success false",
			plant: on(lookup, func(_ *call, a *answer) { a.touch().body()["success"] = false })},
		{ID: "customer-lookup-empty-msg", Breaks: "LKP-04", Why: "a lookup that succeeds has no message",
			plant: on(lookup, func(_ *call, a *answer) { a.touch().body()["msg"] = "" })},
	}
	return append(all, invalidTokenFaults()...)
}

// invalidTokenFaults spoil the one error body that is documented.
func invalidTokenFaults() []Fault {
	var all []Fault
	add := func(id, why string, edit func(body object)) {
		all = append(all, Fault{ID: "invalid-token-" + id, Breaks: "LKP-11", Why: why, plant: onInvalidToken(edit)})
	}
	for _, m := range []member{{"code", anInteger}, {"msg", aText}, {"success", aBoolean}, {"data", aNull}} {
		for _, way := range spoilings(m.kind) {
			add(kebab(way.verb+"-"+m.name), m.name+" of the invalid-token answer "+way.why, func(body object) {
				spoil(&answer{tree: body}, m.name, way)
			})
		}
	}
	add("code-401", "the invalid-token answer has code 401", func(b object) { b["code"] = json.Number("401") })
	add("empty-msg", "the invalid-token answer has no message", func(b object) { b["msg"] = "" })
	add("other-envelope", "the invalid-token answer wears the envelope of the main endpoints", func(b object) {
		clear(b)
		b["apiVersion"], b["status"], b["message"] = "2.0", json.Number("500"), "invalid token"
	})
	return append(all, Fault{ID: "invalid-token-text", Breaks: "LKP-11", Why: "the invalid-token answer is plain text",
		plant: onRefusedLookup(func(a *answer) { a.say([]byte("invalid token")) })})
}

func onInvalidToken(edit func(body object)) plant {
	return onRefusedLookup(func(a *answer) { edit(a.touch().body()) })
}

func onRefusedLookup(edit func(*answer)) plant {
	return func(next server) server {
		return func(c *call) *answer {
			a := next(c)
			if c.endpoint == lookup && !c.authorized() {
				edit(a)
			}
			return a
		}
	}
}
