package partner

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// TestAnIDThatTheServiceReturnedAsAnother holds that a report names the member of an
// answer that a wrong id is from, and says of no such id that it was never returned.
func TestAnIDThatTheServiceReturnedAsAnother(t *testing.T) {
	id := func(n string) string { return strings.Repeat(n, 8) + "-0000-4000-8000-000000000000" }
	bought := otpCall(spec.CreatePurchases, `{"items":[]}`, `{"order_id":"1","data":[{"id":"`+id("1")+`","loan_application_detail_id":"`+id("2")+`"},{"id":"`+id("3")+`","partner_store_id":"`+id("4")+`"}]}`)
	limited := otpCall(spec.CreateLimit, `{}`, `{"request_id":"`+id("5")+`","data":{"customer_details":{"id":"`+id("6")+`"},"credit_limit_details":{"id":"`+id("7")+`"}}}`)
	for _, c := range []struct{ method, path, endpoint, name, message string }{
		{http.MethodDelete, "/api/v2/purchases/" + id("2"), spec.CancelPurchase, itemObligation, "the service returned this id as loan_application_detail_id, not as the id of a purchase item"},
		{http.MethodGet, "/api/v2/purchases/" + id("4"), spec.GetPurchase, itemObligation, "the service returned this id as partner_store_id, not as the id of a purchase item"},
		{http.MethodGet, "/api/v2/purchases/" + id("6"), spec.GetPurchase, itemObligation, "this is the id of a customer, not the id of a purchase item"},
		{http.MethodGet, "/api/v2/limits/" + id("7"), spec.FetchLimit, customerObligation, "the service returned this id as credit_limit_details.id, not as the id of a customer"},
		{http.MethodGet, "/api/v2/limits/" + strings.ToUpper(id("5")), spec.FetchLimit, customerObligation, "the service returned this id as request_id, not as the id of a customer"},
		{http.MethodGet, "/api/v2/limits/" + id("1"), spec.FetchLimit, customerObligation, "this is the id of a purchase item, not the id of a customer"},
		{http.MethodGet, "/api/v2/limits/" + id("8"), spec.FetchLimit, customerObligation, "the service never returned this id"},
		{http.MethodGet, "/api/v2/limits/" + id("6"), spec.FetchLimit, customerObligation, ""},
		{http.MethodGet, "/api/v2/purchases/" + id("3"), spec.GetPurchase, itemObligation, ""},
	} {
		r := partnerRun(t, Config{Closed: true})
		r.Add(bought)
		r.Add(limited)
		r.Add(&recording.Exchange{ID: "x", Request: recording.Request{Method: c.method, URL: "http://h" + c.path, Header: http.Header{}}})
		found := r.findings.at(obligation{c.endpoint, c.name})
		require.Equal(t, c.message != "", found.failed == 1, c.path)
		if c.message != "" {
			require.Equal(t, c.message, found.failures[0].Message)
			require.Contains(t, found.failures[0].Expected, "that the service returned")
		}
	}
}

// TestAnIDOfAnotherKindInARecording holds that a recording that shows an id as that of a
// customer needs no earlier part to show that it is that of no item, and the reverse. The same
// is true for the id of a limit.
func TestAnIDOfAnotherKindInARecording(t *testing.T) {
	const item, customer, limit = "11111111-0000-4000-8000-000000000000", "66666666-0000-4000-8000-000000000000", "77777777-0000-4000-8000-000000000000"
	bought := otpCall(spec.CreatePurchases, `{"items":[]}`, `{"order_id":"1","data":[{"id":"`+item+`"}]}`)
	limited := otpCall(spec.CreateLimit, `{}`, `{"data":{"customer_details":{"id":"`+customer+`"},"credit_limit_details":{"id":"`+limit+`"}}}`)
	for _, c := range []struct {
		method, path, body, endpoint, name string
		failed, unknown                    int
	}{
		{http.MethodPut, "", `{"items":[{"id":"` + customer + `","facility_status":"collected_by_agent"}]}`, spec.UpdatePurchases, itemObligation, 1, 0},
		{http.MethodPut, "", `{"items":[{"id":"` + limit + `","facility_status":"collected_by_agent"}]}`, spec.UpdatePurchases, itemObligation, 1, 0},
		{http.MethodDelete, "/" + strings.ToUpper(customer), "", spec.CancelPurchase, itemObligation, 1, 0},
		{http.MethodPost, "", `{"customer_id":"` + item + `","items":[]}`, spec.CreatePurchases, customerObligation, 1, 0},
		{http.MethodPost, "", `{"customer_id":"` + limit + `","items":[]}`, spec.CreatePurchases, customerObligation, 1, 0},
		{http.MethodPost, "", `{"customer_id":"` + customer + `","items":[]}`, spec.CreatePurchases, customerObligation, 0, 0},
	} {
		r := partnerRun(t, Config{Cut: true})
		r.Add(bought)
		r.Add(limited)
		x := otpCall(spec.CreatePurchases, c.body, "{}")
		x.Request.Method, x.Request.URL, x.Started = c.method, "http://h/api/v2/purchases"+c.path, time.Now()
		before := *r.findings.at(obligation{c.endpoint, c.name})
		r.Add(x)
		found := r.findings.at(obligation{c.endpoint, c.name})
		require.Equal(t, []int{c.failed, c.unknown}, []int{found.failed - before.failed, found.unknown - before.unknown}, "%+v", c)
	}
}

// TestADeepAnswerIsNotReadToItsEnd holds that what an answer nests beyond every documented
// one costs nothing.
func TestADeepAnswerIsNotReadToItsEnd(t *testing.T) {
	r := partnerRun(t, Config{Closed: true})
	r.Add(otpCall(spec.CreateLimit, `{}`, `{"data":`+strings.Repeat("[", 9_000)+`"`+anID+`"`+strings.Repeat("]", 9_000)+`}`))
	require.Empty(t, r.issued.others)
}
