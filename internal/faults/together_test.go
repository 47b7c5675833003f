package faults

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/reference"
)

// A fault that writes a number in another way, and changes nothing else, does not
// show.
func TestBodiesThatDifferInNotationOnly(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`{"a":270000.00}`, `{"a":270000}`, true},
		{`{"a":4.5e4,"b":[1.50]}`, `{"a":45000,"b":[1.5]}`, true},
		{`{"a":4.5e4}`, `{"a":45001}`, false},
		{`{"a":"1.0"}`, `{"a":"1"}`, false},
		{`{"a":"\\\"1.0"}`, `{"a":"\\\"1"}`, false},
		{`{"a":1}`, `{"a":"1"}`, false},
		{`{"a":1e999999999}`, `{"a":1}`, false},
		{`{"a":9007199254740993}`, `{"a":9007199254740992}`, false},
		{`cut`, `cut`, true},
	} {
		require.Equal(t, c.same, sameBody([]byte(c.a), []byte(c.b)), "%s, %s", c.a, c.b)
	}
}

// A fault that makes up ids makes up the same ones in both builds of a comparison, so a fault that
// does nothing does not look as if it had changed the answer.
func TestComparisonOfMadeUpIDs(t *testing.T) {
	invents := Fault{ID: "invents", Mutator: On(FetchLimit, func(c *Call, a *Answer) { Put("request_id", c.NewID("request_id"))(c, a) })}
	for name, c := range map[string]struct {
		other Mutator
		shown bool
	}{
		"a fault that changes nothing": {On(FetchLimit, func(*Call, *Answer) {}), false},
		"a fault that changes data":    {On(FetchLimit, Put("data.credit_limit_details.credit_limit", 1)), true},
	} {
		t.Run(name, func(t *testing.T) {
			w := NewComparison(reference.Options{Seed: 1}, nil, []Fault{invents, {ID: "other", Mutator: c.other}}, 1)
			r := httptest.NewRequest(http.MethodGet, "/api/v2/limits/5f0c1c1e-0000-4000-8000-000000000001", nil)
			r.Header.Set("Authorization", "Bearer "+reference.DefaultToken)
			answer := httptest.NewRecorder()
			w.ServeHTTP(answer, r)
			require.Equal(t, http.StatusOK, answer.Code)
			require.Equal(t, c.shown, w.Shown())
		})
	}
}
