package certify_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/credentials"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
)

// forgetful is a service that takes its first token for so many calls only.
type forgetful struct {
	mu   sync.Mutex
	good string
	left int // calls
	next http.Handler
}

func (f *forgetful) renew(token string, calls int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.good, f.left = token, calls
}

func (f *forgetful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	f.mu.Lock()
	given := bearer && token == f.good
	if given {
		f.left--
	}
	ok := given && f.left >= 0
	f.mu.Unlock()
	r.Header.Set("Authorization", "Bearer none")
	if ok {
		r.Header.Set("Authorization", "Bearer "+reference.DefaultToken)
	}
	f.next.ServeHTTP(w, r)
}

// TestATokenThatRunsOutIsGotAnewOnce holds that a run outlives its token: all
// checks that are refused share one new one, and those that come with wrong
// credentials on purpose cost none.
func TestATokenThatRunsOutIsGotAnewOnce(t *testing.T) {
	t.Parallel()
	service := &forgetful{next: reference.New(reference.Options{})}
	var issued atomic.Int64
	issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, secret, _ := r.BasicAuth()
		if r.Method != http.MethodGet || id != "me" || secret != "client-secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		n := issued.Add(1)
		token := fmt.Sprintf("token-%d-of-the-issuer", n)
		service.renew(token, map[int64]int{1: 500}[n]+int(n-1)*1_000_000)
		_, _ = fmt.Fprintf(w, `{"data":{"jwt":%q,"expires_in":3600}}`, token)
	}))
	t.Cleanup(issuer.Close)
	o := inProcess(service)
	tokens, err := credentials.NewOAuth2Tokens(credentials.OAuth2{
		TokenURL: issuer.URL, ClientID: "me", ClientSecret: credentials.Place{Env: "SECRET"}, Style: credentials.StyleGet, Member: "data.jwt",
	}, credentials.Options{LookupEnv: func(string) (string, bool) { return "client-secret", true }})
	require.NoError(t, err)
	o.Token, o.Concurrency = tokens, 8
	e, err := certify.Server(context.Background(), thin(t), o)
	require.NoError(t, err)
	for _, r := range e.Run.Requirements {
		require.NotEqual(t, result.Failed, r.Outcome, "%s: %s", r.ID, why(r))
	}
	require.Equal(t, result.Conformant, e.Run.Verdict, e.Run.Reason)
	require.EqualValues(t, 2, issued.Load(), "one for all who were refused")
	require.Positive(t, e.Run.Traffic.Again[string(recording.AfterToken)])
}
