package certify_test

import (
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// TestFloor holds that a target which knows nothing of the protocol passes
// almost nothing, and never as a whole.
func TestFloor(t *testing.T) {
	testsize.SkipIfShort(t)
	always := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	targets := map[string]http.HandlerFunc{
		"404 to everything":         always(404, `{"message":"not found"}`),
		"500 to everything":         always(500, ``),
		"{} to everything":          always(200, `{}`),
		"[] to everything":          always(200, `[]`),
		"null to everything":        always(200, `null`),
		"no content":                always(204, ``),
		"another envelope":          always(200, `{"status":"success","result":{"id":1}}`),
		"the lookup's envelope":     always(200, `{"code":200,"msg":"ok","data":null,"success":true}`),
		"a refusal in the envelope": always(200, `{"apiVersion":"2.0","status":400,"data":{"message":"no"}}`),
		"an empty success":          always(200, `{"request_id":"1","apiVersion":"2.0","status":200,"data":{}}`),
		"echo": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.Copy(w, r.Body)
		},
		"a web page": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<html>It works!</html>")
		},
		"401 to everything": always(401, `{"apiVersion":"2.0","status":401,"message":"no"}`),
		"invalid token":     always(200, `{"code":500,"msg":"invalid token","data":null,"success":false}`),
	}
	for name, target := range targets {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := certifyHandler(t, target)
			passed := 0
			for _, r := range run.Requirements {
				if r.Outcome.Good() {
					passed++
					t.Logf("passed: %s %s", r.ID, r.Statement)
				}
			}
			t.Logf("%s, %d passed, %v, %d requests", run.Verdict, passed, result.Count(run.Requirements), run.Traffic.Requests)
			require.NotEqual(t, result.Conformant, run.Verdict)
			require.LessOrEqual(t, passed, 5)
		})
	}
}

func certifyHandler(t *testing.T, target http.Handler) *result.Run {
	t.Helper()
	return certifyWith(context.Background(), t, certify.Options{
		BaseURL: "http://target.local", Transport: inprocess.Transport(target),
		Token: client.StaticToken("some-token"), StoreKey: "SOME-STORE", Seed: 1, Concurrency: 4,
	})
}
