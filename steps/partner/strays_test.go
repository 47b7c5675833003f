package partner

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

func TestAWrongPathOfARecordingIsOursByItsAddressAndToken(t *testing.T) {
	call := func(method, url, token string) *recording.Exchange {
		return &recording.Exchange{ID: "x", Request: recording.Request{Method: method, URL: url, Header: http.Header{"Authorization": {token}}}}
	}
	for _, c := range []struct{ method, url, token, endpoint string }{
		{"POST", "https://h/gate/api/v1/limits", "Bearer t", spec.CreateLimit},
		{"GET", "https://H/gate/api/v2/purchases/" + anID + "/", "Bearer t", spec.GetPurchase},
		{"POST", "https://h/gate/api/v2/purchases/" + anID + "/cancel", "Bearer t", spec.CancelPurchase},
		{"GET", "https://h/gate/api/v2/limits/" + anID + "/details", "Bearer t", spec.FetchLimit},
		{"POST", "https://h/gate/API/V2/OTP/SEND", "Bearer t", spec.SendOTP},
		{"POST", "https://h/gate/api/v2/sendOtp", "Bearer t", spec.SendOTP},
		{"POST", "https://h/gate/open/op/customer/details", "Bearer t", spec.CustomerLookup},
		{"POST", "https://h/gate/api/v1/limits", "Bearer of-the-shop", ""},
		{"POST", "https://h/shop/api/v1/limits", "Bearer t", ""},
		{"POST", "http://h/gate/api/v1/limits", "Bearer t", ""},
		{"POST", "https://h:8443/gate/api/v1/limits", "Bearer t", ""},
		{"GET", "https://h/gate/config.json", "Bearer t", ""},
		{"GET", "https://h/gate/_assay/otp", "Bearer t", ""},
	} {
		r := partnerRun(t, Config{Cut: true})
		r.Add(call(c.method, c.url, c.token)) // before the calls that tell
		r.Add(call("GET", "https://h/gate/api/v2/limits/"+anID, "Bearer t"))
		r.End()
		foreign, _ := r.Foreign()
		require.Equal(t, c.endpoint == "", len(foreign) == 1, c.url)
		if c.endpoint != "" {
			require.Equal(t, 1, r.findings.at(obligation{c.endpoint, addressObligation}).failed, c.url)
			require.Positive(t, r.Calls()[c.endpoint], c.url)
		}
	}
	r := partnerRun(t, Config{Cut: true})
	r.Add(call("POST", "https://h/api/v1/limits", "Bearer ***"))
	r.Add(call("GET", "https://h/api/v2/limits/"+anID, "Bearer ***"))
	r.End()
	require.Empty(t, r.findings.at(obligation{spec.CreateLimit, addressObligation}).failures, "what all calls carry tells nothing")
}

// TestANearlyDocumentedPathNeedsNoToken holds that a recorder that hides the tokens does not hide a path
// with another version or a second slash, and that other similar paths may be those of another service.
func TestANearlyDocumentedPathNeedsNoToken(t *testing.T) {
	const limit, lookup = `{"id_number":"20000001","loan_amount":1500}`, `{"queryFieldEnum":"mobile","value":"+254711000001"}`
	for _, c := range []struct {
		method, url, body, endpoint string
	}{
		{"POST", "https://h/api/v1/limits", limit, spec.CreateLimit}, {"POST", "https://h/api/v2//limits", limit, spec.CreateLimit},
		{"POST", "https://h//api/v2/limits", limit, spec.CreateLimit}, {"GET", "https://h/api/v1/purchases/" + anID, "", spec.GetPurchase},
		{"POST", "https://h/open/op/customers", lookup, spec.CustomerLookup},
		{"POST", "https://h/shop/api/v1/limits", limit, ""}, {"POST", "https://other/api/v1/limits", limit, ""}, {"POST", "https://h/api/v1/limit", limit, ""},
		{"POST", "https://h/api/v1/limits", "{}", ""}, {"GET", "https://h/purchases/" + anID, "", ""},
	} {
		for _, token := range []string{"", "Bearer ***", "[REDACTED]"} {
			r := partnerRun(t, Config{Cut: true})
			for _, call := range [][3]string{{c.method, c.url, c.body}, {"GET", "https://h/api/v2/limits/" + anID, ""}} {
				header := http.Header{}
				if token != "" {
					header.Set("Authorization", token)
				}
				r.Add(&recording.Exchange{ID: "x", Request: recording.Request{Method: call[0], URL: call[1], Body: []byte(call[2]), Header: header}})
			}
			r.End()
			failed := 0
			for _, name := range spec.Names() {
				failed += r.findings.at(obligation{name, addressObligation}).failed
			}
			require.Equal(t, c.endpoint != "", failed == 1, "%s %s", c.url, token)
			require.Equal(t, c.endpoint != "", c.endpoint != "" && r.findings.at(obligation{c.endpoint, addressObligation}).failed == 1, c.url)
		}
	}
}

// TestADocumentedPathBelowAnotherIsMisplaced holds that what a recording shows as the base
// address of the other calls is that of all, but for a reason to think otherwise.
func TestADocumentedPathBelowAnotherIsMisplaced(t *testing.T) {
	const token = "Bearer t"
	for _, c := range []struct {
		method, url, other, token string
		failed                    int
	}{
		{"POST", "https://h/api/v2/open/op/customer/detail", "https://h/api/v2/limits/" + anID, token, 1},
		{"POST", "https://h//api/v2/otp/send", "https://h/api/v2/limits/" + anID, token, 1},
		{"POST", "https://h/api/v2/api/v2/purchases", "https://h/api/v2/limits/" + anID, token, 1},
		{"GET", "https://h/gate//api/v2/purchases/" + anID, "https://h/gate/api/v2/limits/" + anID, token, 1},
		{"POST", "https://h/api/v2/open/op/customer/detail", "https://h/api/v2/api/v2/limits/" + anID, token, 0},
		{"POST", "https://h/api/v2/open/op/customer/detail", "https://other/api/v2/limits/" + anID, token, 0},
		{"POST", "https://h/api/v2/open/op/customer/detail", "https://h/api/v2/limits/" + anID, "Bearer of-another", 0},
		{"POST", "https://h/lookup/open/op/customer/detail", "https://h/api/v2/limits/" + anID, token, 0},
		{"POST", "https://h/open/op/customer/detail", "https://h/gate/api/v2/limits/" + anID, token, 0},
	} {
		r := partnerRun(t, Config{Cut: true})
		for _, call := range [][3]string{{c.method, c.url, token}, {"GET", c.other, c.token}} {
			r.Add(&recording.Exchange{ID: "x", Request: recording.Request{Method: call[0], URL: call[1], Header: http.Header{"Authorization": {call[2]}}}})
		}
		r.End()
		failed := 0
		for _, name := range spec.Names() {
			failed += r.findings.at(obligation{name, addressObligation}).failed
		}
		require.Equal(t, c.failed, failed, "%s with %s", c.url, c.other)
	}
}

// TestABodyOfOursAtAnotherPath holds that a whole body of ours shows what a call is meant for,
// at the address and with the token of the service.
func TestABodyOfOursAtAnotherPath(t *testing.T) {
	const order, token = `{"customer_id":"x","order_id":1,"items":[]}`, "Bearer t"
	for _, c := range []struct {
		url, token, body string
		failed           int
	}{
		{"https://h/api/v2/orders", token, order, 1},
		{"https://h/api/v2/orders", token, `{"customer_id":"x","total":1}`, 0},
		{"https://h/api/v2/orders", "Bearer of-the-shop", order, 0},
		{"https://shop.example/api/v2/orders", token, order, 0},
	} {
		r := partnerRun(t, Config{Cut: true})
		r.Add(&recording.Exchange{ID: "x", Request: recording.Request{Method: http.MethodPost, URL: c.url, Body: []byte(c.body), Header: http.Header{"Authorization": {c.token}}}})
		r.Add(&recording.Exchange{ID: "x", Request: recording.Request{Method: http.MethodGet, URL: "https://h/api/v2/limits/" + anID, Header: http.Header{"Authorization": {token}}}})
		r.End()
		require.Equal(t, c.failed, r.findings.at(obligation{spec.CreatePurchases, addressObligation}).failed, "%+v", c)
	}
}

// TestADocumentedPathAtAnotherAddress holds that a path like ours at the address of a web
// site is no call to the service, where others show the address or the token of the service.
func TestADocumentedPathAtAnotherAddress(t *testing.T) {
	const limit, token = "https://h/gate/api/v2/limits/" + anID, "Bearer t"
	for name, c := range map[string]struct {
		url, token, other, otherToken string
		failed                        int
	}{
		"a web site":                         {"https://shop.example/api/v2/purchases?mine=1", "", limit, token, 0},
		"a web site with its own token":      {"https://shop.example/api/v2/purchases", "Bearer of-the-shop", limit, token, 0},
		"a web site, and no token recorded":  {"https://shop.example/api/v2/purchases", "", limit, "", 0},
		"another path of the host":           {"https://h/shop/api/v2/purchases", "", limit, token, 0},
		"the service, without a token":       {"https://h/gate/api/v2/purchases", "", limit, token, 1},
		"the token of the service elsewhere": {"https://lookup.example/api/v2/purchases", token, limit, token, 1},
		"no call that matches":               {"https://h/gate/api/v2/purchases", "", "https://h/favicon.ico", "", 1},
	} {
		for _, order := range [][2]int{{0, 1}, {1, 0}} {
			r := partnerRun(t, Config{Cut: true})
			calls := [][2]string{{c.url, c.token}, {c.other, c.otherToken}}
			for _, i := range order {
				r.Add(&recording.Exchange{ID: "x", Request: recording.Request{Method: http.MethodGet, URL: calls[i][0], Header: http.Header{"Authorization": {calls[i][1]}}}})
			}
			r.End()
			require.Equal(t, c.failed, r.findings.at(obligation{spec.GetPurchase, addressObligation}).failed, "%s, %v", name, order)
			require.Equal(t, c.failed, r.Calls()[spec.GetPurchase], name)
		}
	}
}
