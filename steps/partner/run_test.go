package partner

import (
	"net/http"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner/bodies"
)

const anID = "5f0c1c1e-0000-4000-8000-000000000001"

func TestWhichEndpointACallIsMeantFor(t *testing.T) {
	for _, c := range []struct {
		method, address, endpoint string
		documented                bool
	}{
		{"POST", "https://h/api/v2/otp/send", spec.SendOTP, true},
		{"POST", "https://h/otp/api/v2/send?x=1", spec.SendOTP, true},
		{"POST", "https://h/gateway/v9/api/v2/otp/verify", spec.VerifyOTP, true},
		{"POST", "https://h/api/v2/limits", spec.CreateLimit, true},
		{"GET", "https://h/api/v2/limits/" + anID, spec.FetchLimit, true},
		{"GET", "https://h/api/v2/limits", spec.FetchLimit, false},
		{"POST", "https://h/p/open/op/customer/detail", spec.CustomerLookup, true},
		{"POST", "https://h/api/v2/purchases", spec.CreatePurchases, true},
		{"PUT", "https://h/api/v2/purchases", spec.UpdatePurchases, true},
		{"PUT", "https://h/api/v2/purchases/x", spec.UpdatePurchases, true},
		{"GET", "https://h/api/v2/purchases/x%2Fy", spec.GetPurchase, true},
		{"DELETE", "https://h/api/v2/purchases/" + anID, spec.CancelPurchase, true},
		{"DELETE", "https://h/api/v2/purchases", spec.CancelPurchase, false},
		{"PATCH", "https://h/api/v2/purchases/" + anID, spec.GetPurchase, false},
		{"POST", "https://h/api/v2/purchases/" + anID, spec.GetPurchase, false},
		{"OPTIONS", "https://h/api/v2/purchases/" + anID, "", false},
		{"HEAD", "https://h/api/v2/purchases/" + anID, "", false},
		{"GET", "https://h/api/v2/purchases/" + anID + "-cancelled", spec.GetPurchase, true},
		{"DELETE", "https://h/api/v2/purchases/" + anID + "-cancelled", spec.CancelPurchase, true},
		{"get", "https://h/api/v2/purchases/" + anID, spec.GetPurchase, false},
		{"put", "https://h/api/v2/purchases", spec.UpdatePurchases, false},
		{"GET", "https://h/api/v2/otp/send", spec.SendOTP, false},
		{"POST", "https://h/api/v2/purch%61ses", spec.CreatePurchases, true},
		{"PUT", "https://h/%61pi/v%32/purchases/x", spec.UpdatePurchases, true},
		{"POST", "https://h/%6Fpen/op/customer/detail", spec.CustomerLookup, true},
		{"POST", "https://h/api/v2%2Fpurchases", "", false},
		{"POST", "https://h/api/v2/purch%2561ses", "", false},
		{"POST", "https://h/api/v2/purch%E1ses", "", false},
		{"GET", "https://h/api/v2/purchases/", "", false},
		{"GET", "https://h/api/v2/purchasesx", "", false},
		{"GET", "https://h/", "", false},
	} {
		t.Run(c.method+" "+c.address, func(t *testing.T) {
			r := partnerRun(t, Config{Cut: true})
			q := r.classify(&recording.Exchange{Request: recording.Request{Method: c.method, URL: c.address, Header: http.Header{}}})
			if c.endpoint == "" || !c.documented {
				require.Nil(t, q, "it waits for the addresses of the other calls")
				r.End()
				require.Equal(t, c.endpoint != "", r.Calls()[c.endpoint] == 1)
				return
			}
			require.Equal(t, c.endpoint, q.Endpoint)
			require.True(t, q.documented)
		})
	}
}

// TestWhatABodyIsMeantFor holds that where the method is wrong, the body tells.
func TestWhatABodyIsMeantFor(t *testing.T) {
	const order, update = `{"customer_id":"x","items":[{"item_type":"tv"}]}`, `{"items":[{"id":"x","facility_status":"collected_by_agent"}]}`
	const limit = `{"id_number":"1","loan_amount":1,"referral_source":"k"}`
	for _, c := range []struct {
		method, path, body, endpoint string
		documented                   bool
	}{
		{"POST", "/api/v2/purchases", update, spec.UpdatePurchases, false},
		{"POST", "/api/v2/purchases", order, spec.CreatePurchases, true},
		{"POST", "/api/v2/purchases", `{"items":[{"facility_status":"x","item_type":"tv"}]}`, spec.CreatePurchases, true},
		{"PUT", "/api/v2/purchases", order, spec.CreatePurchases, false},
		{"PUT", "/api/v2/purchases", update, spec.UpdatePurchases, true},
		{"PUT", "/api/v2/purchases", "", spec.UpdatePurchases, true},
		{"PATCH", "/api/v2/purchases/" + anID, update, spec.UpdatePurchases, false},
		{"PATCH", "/api/v2/purchases", update, spec.UpdatePurchases, false},
		{"POST", "/api/v2/purchases/items", order, spec.CreatePurchases, false},
		{"PUT", "/api/v2/purchases/" + anID, order, spec.CreatePurchases, false},
		{"PUT", "/api/v2/purchases/" + anID, update, spec.UpdatePurchases, true},
		{"GET", "/api/v2/purchases/" + anID, order, spec.GetPurchase, true},
		{"GET", "/api/v2/limits", limit, spec.CreateLimit, false},
		{"DELETE", "/api/v2/limits", limit, spec.CreateLimit, false},
		{"GET", "/api/v2/purchases", order, spec.CreatePurchases, false},
		{"DELETE", "/api/v2/purchases", order, spec.CreatePurchases, false},
		{"GET", "/api/v2/limit", limit, spec.CreateLimit, false},
		{"OPTIONS", "/api/v2/limits", limit, spec.CreateLimit, false},
		{"POST", "/api/v2/limits/create", limit, spec.CreateLimit, false},
		{"POST", "/api/v2/limits/" + anID, limit, spec.CreateLimit, false},
		{"POST", "/api/v2/limits/" + anID + "/", limit, spec.CreateLimit, false},
		{"POST", "/api/v2/limits/" + anID, "", spec.FetchLimit, false},
		{"GET", "/api/v2/limits/" + anID, limit, spec.FetchLimit, true},
		{"POST", "/api/v2/send", `{"id_number":"1","phone_number":"+254711000001"}`, spec.SendOTP, false},
		{"POST", "/api/v2/code", `{"id_number":"1","phone_number":"+254711000001","otp":"123456"}`, spec.VerifyOTP, false},
		{"POST", "/api/v2/orders", order, spec.CreatePurchases, false},
		{"POST", "/open/query", `{"queryFieldEnum":"mobile","value":"+254711000001"}`, spec.CustomerLookup, false},
	} {
		q := partnerRun(t, Config{Closed: true}).classify(&recording.Exchange{Request: recording.Request{Method: c.method, URL: "http://h" + c.path, Header: http.Header{}, Body: []byte(c.body)}})
		require.Equal(t, c.endpoint, q.Endpoint, "%s %s %s", c.method, c.path, c.body)
		require.Equal(t, c.documented, q.documented, "%s %s %s", c.method, c.path, c.body)
	}
	lost := recording.Request{Method: "PATCH", URL: "http://h/api/v2/purchases/" + anID, Header: http.Header{"Content-Type": {"application/json"}}}
	q := partnerRun(t, Config{Closed: true}).classify(&recording.Exchange{Request: lost})
	require.Equal(t, spec.UpdatePurchases, q.Endpoint, "a request that declares a body has lost it")
}

// TestARequestForOptionsOrHeadersIsNoCall holds that HEAD and OPTIONS without a body are listed
// with the other calls, and fail nothing: HTTP clients send them by themselves.
func TestARequestForOptionsOrHeadersIsNoCall(t *testing.T) {
	for _, cfg := range []Config{{Closed: true}, {Cut: true}} {
		r := partnerRun(t, cfg)
		for _, path := range []string{"/api/v2/otp/send", "/api/v2/otp/verify", "/api/v2/limits/" + anID, "/api/v2/purchases", "/open/op/customer/detail", "/api/v2/otp/resend"} {
			for _, method := range []string{http.MethodOptions, http.MethodHead, "options"} {
				x := recording.Exchange{Request: recording.Request{Method: method, URL: "http://h" + path, Header: http.Header{}}}
				require.Empty(t, ClosestEndpoint(&x))
				_, isJudged := r.Add(&x)
				require.False(t, isJudged)
			}
		}
		r.End()
		require.Empty(t, r.Calls())
		calls, _ := r.Foreign()
		require.Equal(t, 1, calls["OPTIONS /api/v2/otp/send"])
		require.Len(t, calls, 18)
	}
}

// TestAHEADInThePlaceOfAGET holds that a HEAD with the token for a returned id is a call with a wrong
// method if the build never sends the GET, and no call otherwise.
func TestAHEADInThePlaceOfAGET(t *testing.T) {
	call := func(method, id, token string) *recording.Exchange {
		return &recording.Exchange{Request: recording.Request{Method: method, URL: "http://h/api/v2/purchases/" + id, Header: http.Header{"Authorization": {token}}}}
	}
	for name, c := range map[string]struct {
		id, token string
		hasGet    bool
		isClosed  bool
		failed    int
	}{
		"in its place":                    {anID, "Bearer t", false, false, 1},
		"beside it":                       {anID, "Bearer t", true, false, 0},
		"no token":                        {anID, "", false, false, 0},
		"an unknown id":                   {"0bad0bad-0bad-4bad-8bad-0bad0bad0bad", "Bearer t", false, false, 0},
		"an unknown id to a sandbox":      {"0bad0bad-0bad-4bad-8bad-0bad0bad0bad", "Bearer t", false, true, 1},
		"beside it, to a sandbox":         {anID, "Bearer t", true, true, 0},
		"a misspelt address of a sandbox": {"show/" + anID, "Bearer t", false, true, 1},
	} {
		r := partnerRun(t, Config{Closed: c.isClosed})
		r.Add(otpCall(spec.CreatePurchases, `{}`, `{"data":[{"id":"`+anID+`"}]}`))
		_, isJudged := r.Add(call(http.MethodHead, c.id, c.token))
		require.False(t, isJudged, name)
		if c.hasGet {
			r.Add(call(http.MethodGet, anID, "Bearer t"))
		}
		r.End()
		require.Equal(t, c.failed, r.findings.at(obligation{spec.GetPurchase, addressObligation}).failed, name)
	}
}

// TestWhatAClosedRunIsMeantFor holds that at the address of our own sandbox a
// call to a path that is not documented is no call to somebody else.
func TestWhatAClosedRunIsMeantFor(t *testing.T) {
	for _, c := range []struct{ method, address, endpoint string }{
		{"POST", "http://h/api/v1/limits", spec.CreateLimit},
		{"GET", "http://h/limits/" + anID, spec.FetchLimit},
		{"POST", "http://h/api/v2/limits/" + anID + "/", spec.FetchLimit},
		{"POST", "http://h/API/V2/OTP/send", spec.SendOTP},
		{"POST", "http://h/v2/otp/Verify", spec.VerifyOTP},
		{"POST", "http://h/api/v2/otp/validate", spec.VerifyOTP},
		{"POST", "http://h/api/v2/otp/resend", spec.SendOTP},
		{"POST", "http://h/purchases", spec.CreatePurchases},
		{"POST", "http://h/api/v2/purchases/" + anID + "/cancel", spec.CancelPurchase},
		{"POST", "http://h/customer/detail", spec.CustomerLookup},
		{"POST", "http://h/api/v2%2Fpurchases", spec.CreatePurchases},
		{"GET", "http://h/favicon.ico", ""},
	} {
		t.Run(c.method+" "+c.address, func(t *testing.T) {
			x := &recording.Exchange{Request: recording.Request{Method: c.method, URL: c.address, Header: http.Header{}}}
			q := partnerRun(t, Config{Closed: true}).classify(x)
			if c.endpoint == "" {
				require.Nil(t, q)
				return
			}
			require.Equal(t, c.endpoint, q.Endpoint)
			require.False(t, q.documented)
		})
	}
	r := partnerRun(t, Config{Closed: true})
	q := r.classify(&recording.Exchange{Request: recording.Request{Method: "POST", URL: "http://h//api/v2/otp/send", Header: http.Header{}}})
	require.True(t, q.documented, "the rest of it is judged all the same")
	require.True(t, q.flawed)
}

func partnerRun(t testing.TB, cfg Config) *Run {
	t.Helper()
	set, err := plainSet()
	require.NoError(t, err)
	cfg.Schemas = set
	return NewRun(cfg)
}

// afterAll returns a run that took a copy of the calls, each a year after the one before, and ended.
func afterAll(t testing.TB, cfg Config, calls []*recording.Exchange) *Run {
	t.Helper()
	r := partnerRun(t, cfg)
	for n, one := range calls {
		x := *one
		x.Started = one.Started.AddDate(2000+n, 0, 0)
		r.Add(&x)
	}
	r.End()
	return r
}

var plainSet = sync.OnceValues(func() (*schemas.Set, error) { return schemas.Compile(nil) })

func TestPathsInGeneral(t *testing.T) {
	for path, want := range map[string]string{
		"items.12.item_type": "items.#.item_type", "otp": "otp", "items.0": "items.#", "items.3.item_decriptionn": "items.#.item_description", "": "",
	} {
		require.Equal(t, want, bodies.General(path))
	}
}

// FuzzPartnerTraffic holds that no recorded bytes break the reading, and that a
// check can always say something of it.
func FuzzPartnerTraffic(f *testing.F) {
	f.Add("POST", "http://h/api/v2/otp/send", "Bearer t", `{"phone_number":"1","id_number":"«cut»"}`, `{"data":{"otp":"123456"}}`, true)
	f.Add("POST", "http://h/api/v2/otp/verify", "", `{"otp":123456,"phone_number":[]}`, ``, false)
	f.Add("POST", "http://h/api/v2/limits", "Bearer", `{"employed":"true","employed_occupational_detail":{"job_group":7}}`, `[]`, false)
	f.Add("POST", "http://h/api/v2/purchases", "x y z", `{"items":[1,{"id":[]},[[]]],"customer_id":{}}`, `{"data":[1,{"id":"x"}]}`, false)
	f.Add("PUT", "http://h/api/v2/purchases/%zz", "Bearer t", `{"items":{"0":{"id":1}}}`, `{"data":{"id":7}}`, true)
	f.Add("GET", "://", "\x00", "\xff", "\xff", false)
	f.Fuzz(func(t *testing.T, method, address, authorization, body, answer string, closed bool) {
		r := partnerRun(t, Config{Closed: closed, Cut: !closed, Token: "t", StoreKey: "k"})
		x := &recording.Exchange{
			ID:       "x0001",
			Request:  recording.Request{Method: method, URL: address, Header: http.Header{"Authorization": {authorization}}, Body: []byte(body)},
			Response: &recording.Response{Status: 200, Body: []byte(answer)},
		}
		r.Add(x)
		r.Add(x)
		r.End()
		for where := range r.findings {
			s := r.NewScenario()
			require.NoError(t, ignore(s.everyRequestIsRead(where.endpoint)))
			require.NoError(t, ignore(s.reportObligation(where.name)))
			for _, failure := range s.report.Failures {
				require.NotEmpty(t, failure.Expected)
				require.NotEmpty(t, failure.Section)
				require.Equal(t, "x0001", failure.Exchange)
			}
		}
	})
}

// ignore lets pass what a check may say of itself.
func ignore(err error) error {
	switch err.(type) {
	case *judgement.UntestedError, *judgement.ErroredError:
		return nil
	}
	return err
}
