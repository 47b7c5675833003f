package openapi

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/testsize"
)

const base = "http://reference.local"

// exchanges are those of a run against a reference: of a whole one, or of what
// the patterns name.
func exchanges(t *testing.T, o reference.Options, only ...string) []*recording.Exchange {
	t.Helper()
	ledger, err := certify.Ledger(result.ServerSide)
	require.NoError(t, err)
	plan, err := ledger.Plan(nil, only)
	require.NoError(t, err)
	evidence, err := certify.Server(t.Context(), plan, certify.Options{
		BaseURL: base, Transport: inprocess.Transport(reference.New(o)), Token: client.StaticToken(reference.DefaultToken),
		StoreKey: reference.DefaultStoreKey, Seed: 7, Concurrency: 4,
	})
	require.NoError(t, err)
	return evidence.Log.All()
}

// judge validates exchanges by the document, as a team's gateway would.
type judge struct {
	router  routers.Router
	options *openapi3filter.Options
}

func newJudge(t *testing.T) *judge {
	t.Helper()
	document := loaded(t)
	document.Servers = openapi3.Servers{{URL: base}}
	router, err := gorillamux.NewRouter(document)
	require.NoError(t, err)
	return &judge{router, &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}}
}

// input is an exchange's request; nil when it goes to no documented path.
func (j *judge) input(t *testing.T, e *recording.Exchange) *openapi3filter.RequestValidationInput {
	t.Helper()
	request, err := http.NewRequest(e.Request.Method, e.Request.URL, bytes.NewReader(e.Request.Body))
	require.NoError(t, err)
	request.Header = e.Request.Header.Clone()
	route, parameters, err := j.router.FindRoute(request)
	if err != nil {
		return nil
	}
	return &openapi3filter.RequestValidationInput{Request: request, PathParams: parameters, Route: route, Options: j.options}
}

func (j *judge) response(in *openapi3filter.RequestValidationInput, status int, header http.Header, body []byte) error {
	return openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: in, Status: status, Header: header, Body: io.NopCloser(bytes.NewReader(body)), Options: j.options,
	})
}

// replay holds every answer of a run against the document and, where a request
// was taken, the request too. It counts the successes by endpoint.
func (j *judge) replay(t *testing.T, all []*recording.Exchange) map[string]int {
	t.Helper()
	succeeded := make(map[string]int)
	for _, e := range all {
		in := j.input(t, e)
		if in == nil || e.Response == nil {
			continue
		}
		require.NoError(t, j.response(in, e.Response.Status, e.Response.Header, e.Response.Body), "%s %s\n%s", e.Request.Method, e.Request.URL, e.Response.Body)
		if e.Response.Status < 300 {
			require.NoError(t, openapi3filter.ValidateRequest(context.Background(), in), "%s\n%s %s\n%s", e.Check, e.Request.Method, e.Request.URL, e.Request.Body)
			succeeded[e.Endpoint]++
		}
	}
	return succeeded
}

// TestTheReferenceAnswersAsDocumented replays calls of a whole run: what the suite sends
// and the reference answers fits the document, on all endpoints.
func TestTheReferenceAnswersAsDocumented(t *testing.T) {
	testsize.SkipIfShort(t)
	all := exchanges(t, reference.Options{})
	var sampled []*recording.Exchange
	for n := 0; n < len(all); n += len(all) / testsize.Of(500, len(all)) {
		sampled = append(sampled, all[n])
	}
	succeeded := newJudge(t).replay(t, sampled)
	for _, e := range spec.Endpoints() {
		require.Positive(t, succeeded[e.Name], e.Name)
	}
}

// TestOtherReadingsAreDocumented replays what a target may do otherwise.
func TestOtherReadingsAreDocumented(t *testing.T) {
	j := newJudge(t)
	for name, c := range map[string]struct {
		options reference.Options
		only    string
	}{
		"in whole seconds":       {reference.Options{UpdatedWithoutMillis: true}, "section:4.4"},
		"invalid token with 200": {reference.Options{InvalidTokenStatus: 200}, "section:7"},
		"production form":        {reference.Options{ProductionOTP: true}, "section:4.1"},
	} {
		t.Run(name, func(t *testing.T) {
			require.NotEmpty(t, j.replay(t, exchanges(t, c.options, c.only)))
		})
	}
}

// TestWhatIsBentIsNoticed holds that the document asks something, of answers
// and of requests.
func TestWhatIsBentIsNoticed(t *testing.T) {
	j := newJudge(t)
	noticed := make(map[string]bool)
	for _, e := range exchanges(t, reference.Options{}, "*-01") {
		in := j.input(t, e)
		if in == nil || e.Response == nil || e.Response.Status >= 300 || noticed[e.Endpoint] {
			continue
		}
		for _, bent := range []string{`{}`, `[]`, `{"apiVersion":"2.0","status":200,"data":null}`} {
			require.Error(t, j.response(in, e.Response.Status, e.Response.Header, []byte(bent)), "%s %s", e.Endpoint, bent)
			if e.Request.Body != nil {
				changed := *e
				changed.Request.Body = []byte(bent)
				require.Error(t, openapi3filter.ValidateRequest(context.Background(), j.input(t, &changed)), "%s %s", e.Endpoint, bent)
			}
		}
		noticed[e.Endpoint] = true
	}
	require.Len(t, noticed, len(spec.Endpoints()))
}
