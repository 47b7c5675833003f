package reports

import (
	"fmt"
	"slices"
	"time"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/reports/wording"
)

var noon = time.Date(2026, time.March, 4, 12, 0, 0, 0, time.UTC)

// hostile is what a target that means harm puts wherever it can: markup, ends
// of elements, quotes, controls, a direction mark, and octets that are no UTF-8.
const hostile = `</script><script>window.pwned=1</script><img src=x onerror="window.pwned=1">` +
	"'\"`--><!--]]>\x1b[31m\x00\x07\u202Eevil\u2028\xff\xfe|@everyone #1 http://evil.example %0A::error::x\r\n"

// fixtures are the runs of the golden files.
func fixtures() map[string]*result.Run {
	return map[string]*result.Run{
		"conformant":     conformantRun(),
		"non-conformant": failingRun("<b>not</b>", "quiet"),
		"hostile":        failingRun(hostile, hostile),
		"inconclusive":   inconclusiveRun(),
		"partner":        partnerRun(),
		"partial":        partialRun(),
		"set-up":         setupRun(),
		"accepted":       acceptedRun(),
		"empty":          {Verdict: result.Inconclusive, Reason: "Nothing was judged."},
	}
}

func frame() *result.Run {
	return &result.Run{
		Schema: result.Schema, Side: result.ServerSide,
		Scope:    []string{"otp", "limits", "purchases", "lookup"},
		Suite:    result.Suite{Version: "1.4.0", Commit: "9f3c1d2e4b5a69788796a5b4c3d2e1f001122334", Digest: "5b1f0c6d1e2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4"},
		Target:   result.Target{BaseURL: "https://sandbox.example/credit", Build: "payments 3.4.1"},
		Settings: result.Settings{Concurrency: 8, TimeoutMS: 10_000, DeadlineMS: 600_000, Tolerances: map[string]string{"order-id": "any", "otp-path": "api-first"}},
		Seed:     20260304, Started: noon, Finished: noon.Add(2340 * time.Millisecond),
		Traffic: result.Traffic{Requests: 214, Customers: 18, Purchases: 41},
		Report: &result.Report{
			Number: "AR-20260304-K7Q2M4XA", Issued: noon.Add(3 * time.Second),
			Laboratory: result.Party{Name: "Conformance Laboratory", Address: "1 Example Street, Nairobi", Contact: "lab@example.com"},
			Customer:   result.Party{Name: "Example Credit Ltd", Address: "2 Example Street, Nairobi", Contact: "credit@example.com"},
			Item:       result.Item{Name: "payments", Version: "3.4.1", Environment: "staging, two replicas", Condition: "as deployed, with test data", Received: "2026-03-01"},
			Place:      result.Place{Host: "runner-7", Vantage: "the public internet", Pipeline: "https://ci.example/runs/77"},
			Authorised: "Jane Doe, head of testing", Provided: "base address and token, by the customer",
		},
	}
}

// rule is one requirement of the fixtures before it is filled in.
type rule struct {
	id, scope, endpoint, feature, statement string
	grade                                   result.Grade
	sections                                []string
}

var rules = []rule{
	{"GEN-01", "purchases", "", "Envelopes", "Every answer of the main endpoints carries apiVersion 2.0 as a string", result.Stated, []string{"1", "9"}},
	{"GEN-02", "limits", "", "Envelopes", "A request_id is never given twice", result.Implied, []string{"1"}},
	{"AUT-01", "otp", "", "Authentication", "Without a bearer token no endpoint serves", result.Implied, []string{"5"}},
	{"OTP-01", "otp", "POST /api/v2/otp/send", "Sending an OTP", "An existing customer is sent an OTP", result.Stated, []string{"4.1"}},
	{"OTP-02", "otp", "POST /api/v2/otp/send", "Sending an OTP", "A new customer's identity is verified", result.Stated, []string{"4.1"}},
	{"OTP-05", "otp", "POST /api/v2/otp/verify", "Verifying an OTP", "The right OTP verifies and gives the payment terms", result.Stated, []string{"4.2", "2.9"}},
	{"OTP-06", "otp", "POST /api/v2/otp/verify", "Verifying an OTP", "A wrong OTP does not verify", result.Implied, []string{"4.2"}},
	{"LIM-01", "limits", "POST /api/v2/limits", "Creating a limit", "An employed customer is given a limit", result.Stated, []string{"4.3", "2.4", "2.5"}},
	{"LIM-02", "limits", "POST /api/v2/limits", "Creating a limit", "Every documented industry is accepted", result.Stated, []string{"2.7"}},
	{"LIM-07", "limits", "GET /api/v2/limits/:customer_id", "Fetching a limit", "Fetching gives back what creating gave", result.Implied, []string{"4.4", "2.8"}},
	{"LKP-01", "lookup", "POST /open/op/customer/detail", "Looking up a customer", "A customer with a limit is found by every query field", result.Stated, []string{"4.5", "2.10"}},
	{"LKP-04", "lookup", "POST /open/op/customer/detail", "Looking up a customer", "An invalid token is answered with code 500", result.Stated, []string{"7"}},
	{"PUR-01", "purchases", "POST /api/v2/purchases", "Creating purchases", "Purchases are created with status 201", result.Stated, []string{"4.6", "2.1", "2.2"}},
	{"PUR-07", "purchases", "POST /api/v2/purchases", "Creating purchases", "Every item of the request is answered by one record of its own", result.Stated, []string{"4.6", "2.3"}},
	{"PUR-12", "purchases", "GET /api/v2/purchases/:purchases_id", "Reading a purchase", "A purchase can be read by its id", result.Stated, []string{"4.7"}},
	{"STA-01", "purchases", "POST /api/v2/purchases", "States", "A new item is pending collection by its customer", result.Stated, []string{"3"}},
	{"STA-02", "purchases", "PUT /api/v2/purchases/:purchases_id", "States", "A pending item can be collected by the agent", result.Stated, []string{"3", "4.8"}},
	{"STA-05", "purchases", "DELETE /api/v2/purchases/:purchases_id", "States", "A pending item can be cancelled", result.Stated, []string{"3", "4.9"}},
	{"STA-08", "purchases", "DELETE /api/v2/purchases/:purchases_id", "States", "A collected item can be cancelled", result.Stated, []string{"3", "4.9"}},
}

func conformantRun() *result.Run {
	run := frame()
	run.Verdict, run.Reason = result.Conformant, "All 19 requirements passed or were tolerated."
	for i, r := range rules {
		run.Requirements = append(run.Requirements, passing(run, i, r))
	}
	tolerate(run, "PUR-07", "order-id: string")
	run.Tolerances, run.Dialect = fixtureTolerances(), map[string][]string{"order-id": {"string"}, "otp-path": {"/api/v2/otp/…"}}
	run.Observations = fixtureObservations()
	return run
}

// partialRun was asked for one requirement.
func partialRun() *result.Run {
	run := frame()
	run.Requirements = []result.Requirement{passing(run, 13, rules[13])}
	run.Only, run.Coverage = []string{"PUR-07"}, result.Cover(run.Requirements, len(rules), len(rules))
	run.Verdict, run.Reason = result.Judge(run), run.AllPassed()+run.Beyond()
	return run
}

// setupRun had a token that the target refuses.
func setupRun() *result.Run {
	run := frame()
	run.Traffic, run.Coverage = result.Traffic{Requests: 11}, result.Cover(nil, len(rules), len(rules))
	run.Verdict, run.Reason = result.Inconclusive, "the set-up is wrong: every endpoint refuses the access token"
	run.Setup = &result.Setup{Cause: result.TokenRefused, Problem: "every endpoint refuses the access token",
		Remedy: "set a token that this service accepts, in ASSAY_TOKEN or auth.token of the config", Calls: 11}
	for n, e := range spec.Endpoints() {
		x := exchange(fmt.Sprintf("x%04d", n+1), rule{endpoint: e.Method + " " + e.Pattern()}, n)
		x.Response.Status, x.Response.Body = 401, `{"error":"invalid_token","error_description":"the token is unknown or has expired"}`
		run.Exchanges = append(run.Exchanges, x)
	}
	return run
}

// acceptedRun has one failure, which the team has accepted for now.
func acceptedRun() *result.Run {
	run := conformantRun()
	run.Verdict, run.Reason, run.Decision = result.NonConformant, "1 of 19 requirements failed.", "pass"
	fail(run, "PUR-07", "nine thousand")
	requirement(run, "PUR-07").Accepted = true
	run.Deviations = []result.Deviation{
		{Requirement: "PUR-07", Reason: "known since 3.4.0", Owner: "payments team", Expires: "2026-06-30", Link: "https://tracker.example/77", State: "accepted"},
		{Requirement: "LIM-02", Reason: "three industries were refused", Owner: "limits team", Expires: "2026-05-31", State: "stale"},
	}
	return run
}

// passing makes a requirement with two checks and an exchange for each.
func passing(run *result.Run, i int, r rule) result.Requirement {
	q := result.Requirement{
		ID: r.id, Scope: r.scope, Sections: r.sections, Grade: r.grade, Endpoint: r.endpoint, Statement: r.statement,
		Feature: r.feature, Outcome: result.Passed, Faults: []string{"drop-" + r.id, "null-" + r.id},
		Why: "An order of several items must stay tellable apart, item by item.",
	}
	for n := range 2 {
		id := fmt.Sprintf("x%04d", 1+2*i+n)
		run.Exchanges = append(run.Exchanges, exchange(id, r, n))
		q.Checks = append(q.Checks, result.Check{
			Name: fmt.Sprintf("a cart of %d", 1+2*n), Location: fmt.Sprintf("server/%s.feature:%d", r.scope, 10+7*i+n),
			Steps: []result.Step{{Keyword: "Given ", Text: "a customer with a credit limit"},
				{Keyword: "When ", Text: "the customer buys 1 item"}, {Keyword: "Then ", Text: "the status is 201"}},
			Outcome: result.Passed, StartedMS: int64(110*i + 20*n), DurationMS: int64(40 + 13*i%170), Exchanges: []string{id},
		})
	}
	return q
}

func exchange(id string, r rule, n int) result.Exchange {
	e, known := wording.EndpointOf(r.endpoint)
	if !known {
		e = spec.Of(spec.CreatePurchases)
	}
	return result.Exchange{
		ID: id, Endpoint: e.Name, Check: r.id, Started: noon.Add(time.Duration(n) * time.Millisecond), DurationMS: 12.5 + float64(n)*30,
		Request: result.Message{Method: e.Method, URL: "https://sandbox.example/credit" + e.Pattern(),
			Headers: []result.Header{{Name: "Authorization", Value: "Bearer $ASSAY_TOKEN"}, {Name: "Content-Type", Value: "application/json"}},
			Body:    `{"customer_id":"0f5a9c1e-8f0e-4f7e-9a38-1f6f2b7f3c10","order_id":1042,"items":[{"item_type":"phone","item_value":15000}]}`, BodySize: 118},
		Response: &result.Message{Status: 201, Headers: []result.Header{{Name: "Content-Type", Value: "application/json; charset=utf-8"}},
			Body: purchaseBody, BodySize: int64(len(purchaseBody))},
	}
}

const purchaseBody = `{"apiVersion":"2.0","status":201,"order_id":"1042","data":[{"id":"6f2e5a9c-31b7-4f2e-8d6c-0d9be7c4a111","facility_status":"pending_collection_customer","item_value":15000,"item_topup":0.5,"facility_plan":1,"created_at":"2026-03-04T12:00:00.123Z"},{"facility_status":"pending_collection_customer","item_value":"9000"}]}`

func tolerate(run *result.Run, id, reading string) {
	q := requirement(run, id)
	q.Outcome, q.Readings, q.Reason = result.Tolerated, []string{reading}, "order_id was taken as a string of digits."
	q.Checks[0].Outcome = result.Tolerated
}

func requirement(run *result.Run, id string) *result.Requirement {
	for i := range run.Requirements {
		if run.Requirements[i].ID == id {
			return &run.Requirements[i]
		}
	}
	panic("the fixtures have no requirement " + id)
}

// failingRun has one requirement that failed twice over, one that the network
// broke, two that are blocked and one untested; said is what the target says.
func failingRun(said, note string) *result.Run {
	run := conformantRun()
	run.Verdict, run.Reason = result.NonConformant, "2 of 19 requirements failed."
	fail(run, "PUR-07", said)
	refuse(run, "LIM-02")
	block(run, "STA-02", "PUR-07")
	block(run, "STA-08", "PUR-07")
	*requirement(run, "LKP-01") = untested(*requirement(run, "LKP-01"), "The target refused the placeholder Sign: configure lookup.signing and run again.")
	q := requirement(run, "LIM-07")
	q.Outcome, q.Reason = result.Errored, "No answer within 10 s: "+said
	q.Checks[0].Outcome, q.Checks[0].Reason = result.Errored, q.Reason
	run.Notes = []string{"The lookup was sent with a placeholder Sign. " + note}
	run.Observations[0].Answer = said
	run.Tolerances[0].Readings[0].Where = []string{said, "data.0.order_id"}
	run.Target.Build = said
	run.Deviations = []result.Deviation{{Requirement: "PUR-07", Reason: "known since 3.4.0 " + said, Owner: "payments team", Expires: "2026-06-30", Link: "https://tracker.example/77", State: "accepted"}}
	return run
}

func fail(run *result.Run, id, said string) {
	q := requirement(run, id)
	q.Outcome, q.Reason, q.Readings = result.Failed, "", nil
	c := &q.Checks[0]
	c.Outcome = result.Failed
	curl := "curl -sS -X POST 'https://sandbox.example/credit/api/v2/purchases' \\\n  -H \"Authorization: Bearer $ASSAY_TOKEN\" \\\n  -H 'Content-Type: application/json' \\\n  --data '{\"order_id\":1042}'"
	c.Failures = []result.Failure{
		{Kind: result.Missing, Want: result.ExpectMatch, Wanted: ".", Path: "data.1.id", Expected: "a UUID", Actual: "absent", Message: "The second record has no id.", Section: "2.3", Exchange: c.Exchanges[0], Curl: curl},
		{Kind: result.WrongType, Want: result.ExpectType, Wanted: "number", Path: "data.1.item_value", Expected: "a number", Actual: said, Message: "item_value is not a number.", Section: "2.3", Exchange: c.Exchanges[0], Curl: curl},
		{Kind: result.NotJSON, Path: "header Content-Type", Expected: "application/json", Actual: "text/html", Message: "The answer is not JSON.", Section: "1", Exchange: c.Exchanges[0], Curl: curl},
		{Kind: result.WrongValue, Path: "status", Expected: "201", Actual: "200", Message: "The status in the envelope differs.", Section: "1", Exchange: c.Exchanges[0]},
	}
	for i := range run.Exchanges {
		if x := &run.Exchanges[i]; x.ID == c.Exchanges[0] {
			x.Response.Headers = append(x.Response.Headers, result.Header{Name: "X-Said", Value: said})
		}
		if x := &run.Exchanges[i]; x.ID == q.Checks[1].Exchanges[0] {
			x.Response.Body = said
		}
	}
	q.Checks[1].Outcome = result.Failed
	q.Checks[1].Failures = append([]result.Failure{}, c.Failures[0])
	q.Checks[1].Failures[0].Exchange = q.Checks[1].Exchanges[0]
}

// refuse fails one requirement the same way in each of thirty checks.
func refuse(run *result.Run, id string) {
	q := requirement(run, id)
	q.Outcome = result.Failed
	first := q.Checks[0]
	q.Checks = nil
	for n := range 30 {
		c := first
		c.Name, c.Outcome = fmt.Sprintf("industry %d of 30", n+1), result.Failed
		c.Failures = []result.Failure{{Kind: result.NotServed, Path: "status", Expected: "HTTP status 201", Actual: "HTTP status 422", Message: "The industry was refused.", Section: "2.7", Exchange: c.Exchanges[0], Curl: "curl -sS https://sandbox.example/credit/api/v2/limits"}}
		q.Checks = append(q.Checks, c)
	}
}

func block(run *result.Run, id, by string) {
	q := requirement(run, id)
	q.Outcome, q.BlockedBy, q.Reason = result.Blocked, []string{by}, "No purchase could be made to begin with."
	for i := range q.Checks {
		q.Checks[i].Outcome, q.Checks[i].BlockedBy, q.Checks[i].Reason = result.Blocked, q.BlockedBy, q.Reason
	}
}

func untested(q result.Requirement, reason string) result.Requirement {
	q.Outcome, q.Reason = result.Untested, reason
	q.Checks = nil
	return q
}

func inconclusiveRun() *result.Run {
	run := conformantRun()
	run.Verdict, run.Reason = result.Inconclusive, "Nothing failed, but 2 of 19 requirements were not judged."
	run.Interrupted = "stopped by the user after 1.2 s"
	run.Only = []string{"PUR-*", "section:3"}
	for _, id := range []string{"STA-05", "STA-08"} {
		*requirement(run, id) = untested(*requirement(run, id), "The run was interrupted before it.")
	}
	return run
}

func partnerRun() *result.Run {
	run := conformantRun()
	run.Observations = slices.Clone(run.Observations)
	for n := range run.Observations {
		run.Observations[n].Noted = 1
	}
	run.Side, run.Verdict, run.Reason = result.PartnerSide, result.NonConformant, "1 of 19 requirements failed."
	run.Target = result.Target{BaseURL: "http://127.0.0.1:43117", Build: "store-front 12"}
	run.Report.Item.Name, run.Report.Item.Version = "store-front", "12"
	q := requirement(run, "PUR-01")
	q.Outcome = result.Failed
	q.Checks[1].Outcome = result.Failed
	q.Checks[1].Failures = []result.Failure{{Kind: result.Missing, Path: "items.0.item_brand", Expected: "a string", Actual: "absent", Message: "item_brand is required.", Section: "2.2", Exchange: q.Checks[1].Exchanges[0]}}
	return run
}

func fixtureTolerances() []result.Tolerance {
	return []result.Tolerance{
		{ID: "order-id", Sections: []string{"2.1"}, Title: "order_id is a number in the table and a string in the examples", Kind: "contradiction", Direction: "request", Setting: "any",
			Readings: []result.Reading{{Name: "integer", Title: "an integer", Taken: "refused", Seen: 1, Where: []string{"create-purchases order_id"}},
				{Name: "string", Title: "a string of digits", Taken: "taken", Seen: 41, Where: []string{"create-purchases order_id"}}}},
		{ID: "otp-path", Sections: []string{"4.1", "4.2"}, Title: "The OTP endpoints stand under two paths", Kind: "contradiction", Direction: "request", Setting: "api-first",
			Readings: []result.Reading{{Name: "api-first", Title: "/api/v2/otp/…", Taken: "taken", Seen: 12}, {Name: "otp-first", Title: "/otp/api/v2/…", Taken: "not tried"}}},
		{ID: "updated-timestamp", Sections: []string{"2.8"}, Title: "updated is shown with and without milliseconds", Kind: "alternative", Direction: "response", Setting: "any",
			Readings: []result.Reading{{Name: "milliseconds", Title: "with milliseconds", Taken: "seen", Seen: 18, Where: []string{"create-limit data.updated", "fetch-limit data.updated"}}, {Name: "seconds", Title: "without", Seen: 0}}},
	}
}

func fixtureObservations() []result.Observation {
	return []result.Observation{
		{ID: "OBS-01", Scope: "purchases", Sections: []string{"3"}, Question: "What status does a cancelled item show?", Answer: "cancelled"},
		{ID: "OBS-02", Scope: "otp", Sections: []string{"4.2", "8"}, Question: "Can an OTP be used twice?", Answer: "no: 401 the second time", Exchanges: []string{"x0011", "x0012"}},
	}
}
