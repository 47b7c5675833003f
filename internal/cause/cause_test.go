package cause

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/result"
)

const (
	sendOTP   = "POST /api/v2/otp/send"
	verifyOTP = "POST /api/v2/otp/verify"
	limits    = "POST /api/v2/limits"
	purchases = "POST /api/v2/purchases"
	purchase  = "GET /api/v2/purchases/{id}"
)

// failed is a requirement that failed in one check.
func failed(id, endpoint string, failures ...result.Failure) result.Requirement {
	for n := range failures {
		failures[n].Endpoint = endpoint
		if failures[n].Exchange == "" {
			failures[n].Exchange = "x-" + id
		}
	}
	return result.Requirement{ID: id, Endpoint: endpoint, Sections: []string{"1"}, Statement: "a statement", Outcome: result.Failed,
		Checks: []result.Check{{Name: "a check", Outcome: result.Failed, Failures: failures}}}
}

func owning(r result.Requirement, aspects ...string) result.Requirement {
	r.Owns = aspects
	return r
}

func about(r result.Requirement, section, check string) result.Requirement {
	r.Sections, r.Checks[0].Name = []string{section}, check
	return r
}

func missing(path string) result.Failure {
	return result.Failure{Kind: result.Missing, Path: path, Expected: "a string", Actual: "absent", Message: path + " is absent, expected a string"}
}

func differs(path string) result.Failure {
	return result.Failure{Kind: result.WrongValue, Path: path, Expected: `"a"`, Actual: `"b"`, Message: path + " is not what it should be"}
}

func refusal(status int) result.Failure {
	return result.Failure{Kind: result.NotServed, Path: "status", Expected: "HTTP status 201", Actual: fmt.Sprintf("HTTP status %d", status), Message: "a valid call is not served"}
}

func noForm(of string, status int) result.Failure {
	f := refusal(status)
	f.Expected = "a success in at least one reading of " + of
	if status < 300 {
		f.Kind = result.Unreadable
	}
	return f
}

func together(values string) result.Failure {
	f := refusal(422)
	f.Message = result.RefusedTogether + values
	return f
}

func of(exchange string, f result.Failure) result.Failure {
	f.Exchange = exchange
	return f
}

func door(credentials string) result.Failure {
	return result.Failure{Kind: result.NotRefused, Credentials: credentials, Path: "status", Expected: "a refusal", Actual: "{}", Message: "a call that must be refused is served"}
}

func TestWhatOneChangeWouldFixIsOneCause(t *testing.T) {
	for name, c := range map[string]struct {
		requirements []result.Requirement
		titles       []string // each cause by its title
	}{
		"one member at several endpoints": {
			[]result.Requirement{failed("OTP-06", sendOTP, missing("request_id")), failed("VER-05", verifyOTP, missing("request_id")), failed("LIM-07", limits, missing("request_id"))},
			[]string{"request_id is missing from the answers of 3 endpoints"},
		},
		"one member in several places of arrays": {
			[]result.Requirement{failed("PUR-07", purchases, missing("data.0.source"), missing("data.11.source"))},
			[]string{"source is missing from the answers of POST /api/v2/purchases"},
		},
		"two members of one rule are two": {
			[]result.Requirement{failed("PUR-07", purchases, missing("data.0.source"), missing("data.0.item_code"))},
			[]string{"source is missing from the answers of POST /api/v2/purchases", "item_code is missing from the answers of POST /api/v2/purchases"},
		},
		"many members of one answer are one": {
			[]result.Requirement{failed("PUR-07", purchases, missing("data.0.source"), missing("data.0.item_code"), missing("data.0.store_name"), missing("data.0.id"))},
			[]string{"source, item_code and 2 more members are missing from the answers of POST /api/v2/purchases"},
		},
		"the two stamps of a record are one": {
			[]result.Requirement{failed("PUR-22", purchases, differs("data.0.created_at"), differs("data.0.updated_at"))},
			[]string{"created_at is not what it should be, in the answers of POST /api/v2/purchases"},
		},
		"the same member that deviates in two ways is two": {
			[]result.Requirement{failed("PUR-07", purchases, missing("data.0.source")), failed("GET-08", purchase, differs("data.source"))},
			[]string{"source is not what it should be, in the answers of GET /api/v2/purchases/{id}", "source is missing from the answers of POST /api/v2/purchases"},
		},
		"a member that the lookup calls otherwise": {
			[]result.Requirement{failed("FLM-07", limits, differs("data.customer_details.last_name")), failed("LKP-08", purchase, differs("data.baseInfo.lastName"))},
			[]string{"customer_details.last_name is not what it should be, in the answers of POST /api/v2/limits and GET /api/v2/purchases/{id}"},
		},
		"a plain refusal explains the other ones of its endpoint": {
			[]result.Requirement{owning(failed("LIM-01", limits, refusal(422)), "status"), failed("LIM-13", limits, refusal(422)), failed("LIM-17", limits, noForm("password", 422)), failed("PUR-13", purchases, noForm("order-id", 422))},
			[]string{"A valid call is refused with HTTP status 422 by POST /api/v2/limits", "A valid call is refused with HTTP status 422 by POST /api/v2/purchases"},
		},
		"refusals of two rules, where plain calls are served": {
			[]result.Requirement{failed("LIM-12", limits, refusal(422)), failed("LIM-13", limits, refusal(422))},
			[]string{"A valid call is refused with HTTP status 422 by POST /api/v2/limits", "A valid call is refused with HTTP status 422 by POST /api/v2/limits"},
		},
		"broken data explains that an answer was not taken for served": {
			[]result.Requirement{owning(failed("OTP-07", sendOTP, missing("data")), "data"), failed("OTP-08", sendOTP, noForm("otp-path", 200)), failed("OTP-14", sendOTP, refusal(422))},
			[]string{"data is missing from the answers of POST /api/v2/otp/send", "A valid call is refused with HTTP status 422 by POST /api/v2/otp/send"},
		},
		"an open door at several endpoints, and what went through it": {
			[]result.Requirement{
				about(failed("OTP-13", sendOTP, door("no token")), "5", "send-otp with no token"),
				about(failed("LIM-22", limits, door("no token")), "5", "create-limit with no token"),
				about(failed("PUR-17", purchases, door("a wrong token"), differs("data.facility_status")), "5", "cancel-purchase with a wrong token"),
			},
			[]string{"A call with no token is served by POST /api/v2/otp/send and POST /api/v2/limits", "A call with a wrong token is served by POST /api/v2/purchases"},
		},
		"a token in the query, and half a token": {
			[]result.Requirement{about(failed("PUR-17", purchases, door("the token in the query"), door("the token without its last character")), "5", "c")},
			[]string{"A call with the token in the query is served by POST /api/v2/purchases", "A call with the token without its last character is served by POST /api/v2/purchases"},
		},
		"any token, so that one in the query is no other cause": {
			[]result.Requirement{about(failed("PUR-17", purchases, door("the token in the query"), door("a wrong token")), "5", "c")},
			[]string{"A call with a wrong token is served by POST /api/v2/purchases"},
		},
		"values that two rules find refused together": {
			[]result.Requirement{failed("LIM-25", limits, together("gender male and marital_status single")), failed("LIM-26", limits, together("gender male and marital_status single"), together("gender female"))},
			[]string{"A valid call with gender male and marital_status single is refused with HTTP status 422 by POST /api/v2/limits", "A valid call with gender female is refused with HTTP status 422 by POST /api/v2/limits"},
		},
		"the profile of somebody else, which two rules find": {
			[]result.Requirement{
				failed("LKP-07", purchase, of("x1", differs("data.baseInfo.nationalIdNo"))),
				failed("LKP-08", purchase, of("x1", differs("data.baseInfo.lastName")), of("x1", differs("data.baseInfo.email")), of("x1", differs("data.baseInfo.mobile")), of("x1", differs("data.baseInfo.nationalIdNo"))),
			},
			[]string{"baseInfo.lastName is not what it should be, in the answers of GET /api/v2/purchases/{id}"},
		},
		"two details of a person, and both amounts of their limit": {
			[]result.Requirement{
				failed("LKP-08", purchase, of("x1", differs("data.baseInfo.email")), of("x2", differs("data.baseInfo.firstName"))),
				failed("LKP-09", purchase, differs("data.creditLimitInfo.creditLimit"), differs("data.creditLimitInfo.availableLimit")),
			},
			[]string{"creditLimitInfo.creditLimit is not what it should be, in the answers of GET /api/v2/purchases/{id}", "baseInfo.email is not what it should be, in the answers of GET /api/v2/purchases/{id}"},
		},
		"another record, and a status that is wrong besides": {
			[]result.Requirement{failed("GET-08", purchase, differs("data.id"), differs("data.item_topup")), failed("GET-04", purchase, differs("status"))},
			[]string{"id is not what it should be, in the answers of GET /api/v2/purchases/{id}", "status is not what it should be, in the answers of GET /api/v2/purchases/{id}"},
		},
		"two details of a customer elsewhere are two": {
			[]result.Requirement{failed("LIM-09", limits, of("x1", differs("data.customer_details.email")), of("x2", differs("data.customer_details.first_name")))},
			[]string{"customer_details.email is not what it should be, in the answers of POST /api/v2/limits", "customer_details.first_name is not what it should be, in the answers of POST /api/v2/limits"},
		},
		"a failure of which only the reason is known": {
			[]result.Requirement{{ID: "PUR-01", Outcome: result.Failed, Reason: "it was not so."}},
			[]string{"It was not so"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var titles []string
			for _, c := range Of(&result.Run{Side: result.ServerSide, Requirements: c.requirements}) {
				titles = append(titles, c.Title)
			}
			require.Equal(t, c.titles, titles)
		})
	}
}

func misdirected(actual string) result.Failure {
	return result.Failure{Kind: result.WrongValue, Path: "request line", Expected: "a path of section 4", Actual: actual, Message: "there is no such path"}
}

func prefixed(prefix, path string) result.Failure {
	f := misdirected(prefix + path)
	f.Want, f.Wanted, f.Message = result.ExpectEqual, `"`+path+`"`, "something else stands before the documented path"
	return f
}

// TestCausesOfAPartnerBuild holds what one change to a store would fix: what is wrong at
// a place that is no member has nothing in common with another endpoint's, unless it is
// the very same thing.
func TestCausesOfAPartnerBuild(t *testing.T) {
	name := func(member, sent, wanted string) result.Failure {
		f := differs(member)
		f.Want, f.Actual, f.Wanted = result.ExpectEqual, `"`+sent+`"`, `"`+wanted+`"`
		return f
	}
	bearer := func(what string) result.Failure {
		return result.Failure{Kind: result.WrongValue, Path: "header Authorization", Actual: what, Credentials: what, Message: "no token"}
	}
	broken := func(wanted string) result.Failure {
		return result.Failure{Kind: result.NotJSON, Want: result.ExpectObject, Wanted: wanted, Expected: "a body that is JSON", Actual: "a body that is not"}
	}
	empty := result.Failure{Kind: result.WrongType, Want: result.ExpectMatch, Wanted: "^[0-9]{6}$", Path: "otp", Actual: `the string ""`}
	tooMuch := result.Failure{Kind: result.WrongType, Want: result.ExpectAbsent, Path: "employed_occupational_detail", Actual: "the object {}"}
	for what, c := range map[string]struct {
		causes       int
		requirements []result.Requirement
	}{
		"two wrong paths":                     {2, []result.Requirement{failed("A-01", sendOTP, misdirected("/v1/send")), failed("B-01", limits, misdirected("/limit"))}},
		"one prefix":                          {1, []result.Requirement{failed("A-01", sendOTP, prefixed("/x", "/send")), failed("B-01", limits, prefixed("/x", "/limits"))}},
		"two prefixes":                        {2, []result.Requirement{failed("A-01", sendOTP, prefixed("/x", "/send")), failed("B-01", limits, prefixed("/y", "/limits"))}},
		"two rules about one path":            {2, []result.Requirement{failed("A-01", limits, misdirected("/limit")), failed("A-02", limits, misdirected("/limit"))}},
		"no token at two endpoints":           {1, []result.Requirement{about(failed("A-02", sendOTP, bearer("no token")), "5", "c"), about(failed("B-02", limits, bearer("no token")), "5", "c")}},
		"no token, and a wrong one elsewhere": {2, []result.Requirement{about(failed("A-02", sendOTP, bearer("no token")), "5", "c"), about(failed("B-02", limits, bearer("another")), "5", "c")}},
		"bodies that are broken in two ways":  {2, []result.Requirement{failed("A-04", sendOTP, broken("UTF-8")), failed("B-04", limits, broken("one JSON text"))}},
		"what was never given":                {1, []result.Requirement{failed("A-01", sendOTP, misdirected("/send")), failed("B-08", verifyOTP, empty)}},
		"what was given, and is not sent":     {1, []result.Requirement{failed("B-08", verifyOTP, empty)}},
		"two names in each other's place":     {1, []result.Requirement{failed("A-09", limits, name("d.first_name", "a", "b"), name("d.last_name", "b", "a"))}},
		"two names that are wrong":            {2, []result.Requirement{failed("A-09", limits, name("d.first_name", "a", "b"), name("d.last_name", "c", "d"))}},
		"one detail in place of the other":    {1, []result.Requirement{failed("A-15", limits, tooMuch, missing("self_employed_occupational_detail"))}},
	} {
		require.Len(t, Of(&result.Run{Side: result.PartnerSide, Requirements: c.requirements}), c.causes, what)
	}
}

// TestValuesOfAnotherRecordFollowFromItsID holds that an order which is answered with an
// earlier one's record is one cause, whatever of that record comes up.
func TestValuesOfAnotherRecordFollowFromItsID(t *testing.T) {
	again := result.Failure{Kind: result.WrongValue, Want: result.ExpectNot, Path: "data.0.id", Wanted: `"x"`, Actual: `"x"`, Message: "data.0.id repeats an earlier one"}
	run := &result.Run{Side: result.ServerSide, Requirements: []result.Requirement{failed("PUR-09", purchases, again), failed("PUR-14", purchases, differs("data.0.item_code")), failed("PUR-10", purchases, differs("order_id"))}}
	require.Len(t, Of(run), 1)
	run.Requirements = run.Requirements[1:]
	require.Len(t, Of(run), 2)
}

func TestTheWorstCauseIsTheFirst(t *testing.T) {
	run := &result.Run{Side: result.ServerSide, Requirements: []result.Requirement{
		failed("OTP-04", sendOTP, missing("apiVersion")),
		failed("OTP-06", sendOTP, missing("request_id")),
		failed("LIM-13", limits, refusal(422)),
		failed("STA-03", purchase, differs("data.facility_status")),
		failed("PUR-15", purchases, differs("data.0.item_value")),
		about(failed("OTP-13", sendOTP, door("no token")), "5", "send-otp with no token"),
		{ID: "OTP-12", Outcome: result.Blocked, BlockedBy: []string{"OTP-06"}},
		{ID: "VER-01", Outcome: result.Passed},
	}}
	var severities []result.Severity
	causes := Of(run)
	for _, c := range causes {
		severities = append(severities, c.Severity)
	}
	require.Equal(t, []result.Severity{result.Access, result.Money, result.State, result.Service, result.Form, result.Form}, severities)
	require.Equal(t, []string{"OTP-06"}, causes[4].Requirements, "of two alike, the one that blocks")
	require.Equal(t, []string{"OTP-12"}, causes[4].Blocks)
	require.Equal(t, "OTP-06", causes[4].Example.Requirement)
}

func TestFindingsAreCountedAndTakenOfAPartnersRequests(t *testing.T) {
	f := missing("items.0.item_code")
	f.Times = 7
	causes := Of(&result.Run{Side: result.PartnerSide, Requirements: []result.Requirement{failed("PCP-07", purchases, f)}})
	require.Len(t, causes, 1)
	require.Equal(t, 7, causes[0].Findings)
	require.Equal(t, "items.#.item_code is missing from the requests to POST /api/v2/purchases", causes[0].Title)
	require.Empty(t, Of(&result.Run{}))
}

// TestATitleSaysWhatIsSo holds that a cause is called what was seen, not the nearest word.
func TestATitleSaysWhatIsSo(t *testing.T) {
	status := func(actual string) result.Failure {
		return result.Failure{Kind: result.NotServed, Path: "status", Want: result.ExpectStatus, Wanted: "201", Actual: actual}
	}
	unread := result.Failure{Kind: result.Unreadable, Expected: "this answer, as documented", Actual: "HTTP status 201"}
	person := func(member string, kind result.FailureKind, wanted string) result.Failure {
		return result.Failure{Kind: kind, Path: "data." + member, Wanted: wanted}
	}
	for title, failures := range map[string][]result.Failure{
		"A valid call is answered with HTTP status 202, not 201, by POST /api/v2/limits": {status("HTTP status 202, {}")},
		"A valid call is answered with HTTP status 302, not 201, by POST /api/v2/limits": {status("HTTP status 302, ")},
		"A valid call is answered with HTTP status 503, not 201, by POST /api/v2/limits": {status("HTTP status 503, {}")},
		"A valid call is refused with HTTP status 422 by POST /api/v2/limits":            {status("HTTP status 422, {}"), status("HTTP status 422, other")},
		"A valid call is refused by POST /api/v2/limits":                                 {status("HTTP status 400, a; HTTP status 422, b")},
		"A valid call is not served by POST /api/v2/limits":                              {status("HTTP status 422, a; HTTP status 500, b")},
		"A valid call with gender female and employed false is refused with HTTP status 422 by POST /api/v2/limits": {{
			Kind: result.NotServed, Path: "status", Actual: "HTTP status 422, {}", Message: "refused with gender female and employed false; each alone is served",
		}},
		"A valid call is refused in the body of the response by POST /api/v2/limits":                        {{Kind: result.NotServed, Path: "success", Wanted: "true", Actual: "{}"}},
		"A valid call is answered with success, but not as documented, by POST /api/v2/limits":              {unread},
		"success is null in the answers of POST /api/v2/limits":                                             {{Kind: result.IsNull, Path: "success", Wanted: "true", Actual: "null"}},
		"data names a member twice in the answers of POST /api/v2/limits":                                   {{Kind: result.WrongType, Path: "data", Want: result.ExpectNamesOnce, Expected: "each member name once"}},
		"baseInfo is null for a customer with a limit, in the answers of POST /api/v2/limits":               {person("baseInfo", result.IsNull, "")},
		"creditLimitInfo is not null for a customer without a limit, in the answers of POST /api/v2/limits": {person("creditLimitInfo", result.WrongType, "null")},
		"redirectUrl is missing from the answers of POST /api/v2/limits":                                    {person("redirectUrl", result.Missing, "null")},
		"baseInfo and creditLimitInfo are null and redirectUrl is not null for a customer with a limit, in the answers of POST /api/v2/limits": {
			person("redirectUrl", result.WrongType, "null"), person("baseInfo", result.IsNull, ""), person("creditLimitInfo", result.IsNull, ""),
		},
		"A customer is found who has no limit, or not found who has one, in the answers of POST /api/v2/limits": {
			person("baseInfo", result.IsNull, ""), person("creditLimitInfo", result.WrongType, "null"),
		},
	} {
		causes := Of(&result.Run{Side: result.ServerSide, Requirements: []result.Requirement{failed("LIM-01", limits, failures...)}})
		require.Len(t, causes, 1, title)
		require.Equal(t, title, causes[0].Title)
	}
}

// TestAWrongAnswerToAnInvalidTokenIsNoRefusedCall holds that such a cause does not say
// that a valid call is refused: the call was not valid.
func TestAWrongAnswerToAnInvalidTokenIsNoRefusedCall(t *testing.T) {
	for _, f := range []result.Failure{
		{Kind: result.Missing, Path: "success", Want: result.ExpectEqual, Wanted: "false"},
		{Kind: result.Missing, Path: "code", Want: result.ExpectEqual, Wanted: "500"},
	} {
		require.Equal(t, result.Missing, kindOf(f, []string{"7"}, result.ServerSide))
	}
	require.Equal(t, result.NotServed, kindOf(result.Failure{Kind: result.WrongType, Path: "success", Want: result.ExpectEqual, Wanted: "true"}, []string{"4.5"}, result.ServerSide))
}
