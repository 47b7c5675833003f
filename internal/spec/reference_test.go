package spec_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/spec"
)

// endpointAt names the endpoint of the table that a request is for.
func endpointAt(r *http.Request) string {
	for _, e := range spec.Endpoints() {
		below, found := strings.CutPrefix(r.URL.Path, e.Path+"/")
		withID := e.ID != "" && found && below != "" && !strings.Contains(below, "/")
		if r.Method == e.Method && (withID || (e.ID == "" && r.URL.Path == e.Path) || (e.OtherPath != "" && r.URL.Path == e.OtherPath)) {
			return e.Name
		}
	}
	return ""
}

// day lets the sample partner spend a day at the reference. The road between
// them may change a request; seen is told what was asked, and the status.
func day(t *testing.T, bend func(*samplepartner.Request), road func(*http.Request), seen func(r *http.Request, status int, body string)) {
	t.Helper()
	service := reference.New(reference.Options{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		road(r)
		answer := httptest.NewRecorder()
		service.ServeHTTP(answer, r)
		seen(r, answer.Code, answer.Body.String())
		w.WriteHeader(answer.Code)
		_, err := w.Write(answer.Body.Bytes())
		require.NoError(t, err)
	}))
	defer server.Close()
	store := samplepartner.Store{BaseURL: server.URL, Token: reference.DefaultToken, StoreKey: reference.DefaultStoreKey, EditRequest: bend, HTTP: server.Client()}
	_ = store.Run(context.Background()) // what is refused, seen is told
}

// TestTheReferenceServesTheTable holds the reference, and the sample partner that
// calls it, against the endpoints: neither reads them here, so that no mistake is
// shared.
func TestTheReferenceServesTheTable(t *testing.T) {
	for name, road := range map[string]func(*http.Request){
		"at the paths of the table": func(*http.Request) {},
		"at the other paths": func(r *http.Request) {
			if e := spec.Of(endpointAt(r)); e.OtherPath != "" {
				r.URL.Path = e.OtherPath
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			called := make(map[string]bool)
			day(t, nil, road, func(r *http.Request, status int, _ string) {
				name := endpointAt(r)
				require.NotEmpty(t, name, "%s %s is no endpoint of the table", r.Method, r.URL.Path)
				require.Equal(t, spec.Of(name).Success, status, "%s %s", r.Method, r.URL.Path)
				called[name] = true
			})
			require.Len(t, called, len(spec.Endpoints()))
		})
	}
}

// widened are the lists that a documented inconsistency widens: the samples show
// values outside of them (section 2.6).
var widened = map[string]bool{"business_industry": true, "business_payment_type": true}

// TestTheReferenceTakesTheListedValues holds the lists against those of the
// reference, which a refusal of it repeats.
func TestTheReferenceTakesTheListedValues(t *testing.T) {
	for _, enum := range spec.Enums() {
		for _, value := range enum.Values {
			served, _ := sentWith(t, enum.Member, value)
			require.Positive(t, served, "%s %s", enum.Member, value)
		}
		if widened[enum.Member] {
			continue
		}
		served, refusals := sentWith(t, enum.Member, enum.Values[0]+"U")
		require.Zero(t, served, enum.Member)
		require.Regexp(t, regexp.QuoteMeta(enum.Member+" must be one of "+strings.Join(enum.Values, ", "))+`[";]`, refusals)
	}
}

// sentWith tells how many requests were served with a value in a member, and
// with what the others were refused.
func sentWith(t *testing.T, member, value string) (served int, refusals string) {
	asks := make(map[string]bool)
	bend := func(q *samplepartner.Request) {
		asks[q.Path] = replace(q.Body, member, value) && q.Method == http.MethodPost
	}
	day(t, bend, func(*http.Request) {}, func(r *http.Request, status int, body string) {
		switch {
		case !asks[r.URL.Path]:
		case status == spec.Of(endpointAt(r)).Success:
			served++
		default:
			refusals += body
		}
	})
	return served, refusals
}

// replace puts a value in place of a member, at any depth, and tells whether the
// member was there.
func replace(value any, member, with string) bool {
	found := false
	switch value := value.(type) {
	case map[string]any:
		for name, inner := range value {
			if name == member {
				value[name], found = with, true
				continue
			}
			found = replace(inner, member, with) || found
		}
	case []any:
		for _, inner := range value {
			found = replace(inner, member, with) || found
		}
	}
	return found
}
