package partner

import (
	"net/http"
	"strings"
	"testing"

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

// TestADeepAnswerIsNotReadToItsEnd holds that what an answer nests beyond every documented
// one costs nothing.
func TestADeepAnswerIsNotReadToItsEnd(t *testing.T) {
	r := partnerRun(t, Config{Closed: true})
	r.Add(otpCall(spec.CreateLimit, `{}`, `{"data":`+strings.Repeat("[", 9_000)+`"`+anID+`"`+strings.Repeat("]", 9_000)+`}`))
	require.Empty(t, r.issued.others)
}
