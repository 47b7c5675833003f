package client_test

import (
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/recording"
)

// TestABodyRefuses holds that 429 and 503 in the body of an answer with 200 are what they
// are as its status (section 7 leaves open with which status a call is refused), and that
// the digits alone are not.
func TestABodyRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		status               int
		body                 string
		limited, unavailable bool
	}{
		"HTTP 429":            {429, "", true, false},
		"HTTP 503":            {503, "", false, true},
		"HTTP 502":            {502, "", false, true},
		"code 429":            {200, `{"code":429,"msg":"slow down","data":null,"success":false}`, true, false},
		"code 503":            {200, `{"code":503,"msg":"busy","data":null,"success":false}`, false, true},
		"status 429":          {200, `{"status":429,"error":{}}`, true, false},
		"status 503":          {200, `{"apiVersion":"2.0","status":503,"data":null}`, false, true},
		"code 429, a success": {200, `{"code":429,"msg":"","data":{},"success":true}`, false, false},
		"a code in a string":  {200, `{"code":"429","msg":"","data":null,"success":false}`, false, false},
		"429 elsewhere":       {200, `{"code":200,"msg":"429","data":null,"success":true}`, false, false},
		"no JSON":             {200, `429`, false, false},
		"code 429, HTTP 400":  {400, `{"code":429,"success":false}`, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			e := &recording.Exchange{Response: &recording.Response{Status: c.status, Body: []byte(c.body)}}
			require.Equal(t, c.limited, client.IsRateLimited(e))
			require.Equal(t, c.unavailable, client.IsUnavailable(e))
		})
	}
	require.False(t, client.IsRateLimited(nil))
	require.False(t, client.IsRateLimited(new(recording.Exchange)))
}

// TestWhoIsToldToComeBackDoes holds that a call is made again which is refused for the
// moment only, and with a time, and that no other refusal is.
func TestWhoIsToldToComeBackDoes(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		after  string
		asked  int
	}{
		"too early":           {http.StatusTooEarly, "1", 2},
		"a conflict":          {http.StatusConflict, "1", 2},
		"too many requests":   {http.StatusTooManyRequests, "60", 2},
		"too many, for long":  {http.StatusTooManyRequests, "600", 1},
		"without a time":      {http.StatusConflict, "", 1},
		"in an hour":          {http.StatusConflict, "3600", 1},
		"at a time":           {http.StatusTooEarly, "Wed, 21 Oct 2026 07:28:00 GMT", 1},
		"another refusal":     {http.StatusForbidden, "1", 2},
		"what is not a token": {http.StatusUnauthorized, "1", 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := 0
				target := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					if asked++; asked == 1 {
						w.Header().Set("Retry-After", c.after)
						w.WriteHeader(c.status)
					}
				})
				caller, err := client.New(client.Config{BaseURL: "http://target.local", Transport: inprocess.Transport(target), AtOnce: 1})
				require.NoError(t, err)
				caller.Do(t.Context(), repeatable)
				require.Equal(t, c.asked, asked)
			})
		})
	}
}

// TestOneLimitedEndpointEndsNoOtherCall holds that a call is still repeated after a call of another
// endpoint got only 429, if the target has answered others meanwhile.
func TestOneLimitedEndpointEndsNoOtherCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		target := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			soon := r.URL.Path == "/soon" && r.Header.Get("Noncestr") != "first" && time.Since(begun) < time.Second
			if r.URL.Path == "/never" || soon {
				w.WriteHeader(http.StatusTooManyRequests)
			}
		})
		caller, err := client.New(client.Config{BaseURL: "http://target.local", Transport: inprocess.Transport(target), AtOnce: 4})
		require.NoError(t, err)
		call := func(path, nonce string) int {
			return caller.Do(t.Context(), client.Call{Endpoint: path, Method: http.MethodGet, Path: path, Header: http.Header{"Noncestr": {nonce}}}).Response.Status
		}
		require.Equal(t, 200, call("/soon", "first"))
		var all sync.WaitGroup
		all.Go(func() { require.Equal(t, 429, call("/never", "")) })
		all.Go(func() { require.Equal(t, 200, call("/soon", "")) })
		all.Go(func() {
			time.Sleep(300 * time.Millisecond) // of the synctest clock
			require.Equal(t, 200, call("/other", ""))
		})
		all.Wait()
	})
}

// TestACallDoesNotComeBackAtTheSameMoment holds that a call is served in the end, though others use up the
// first part of each second, and the target asks for a second.
func TestACallDoesNotComeBackAtTheSameMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		target := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if usedUp := time.Now().Nanosecond() > int(400*time.Millisecond); usedUp && r.URL.Path == "/limited" {
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(http.StatusTooManyRequests)
			}
		})
		caller, err := client.New(client.Config{BaseURL: "http://target.local", Transport: inprocess.Transport(target), AtOnce: 8})
		require.NoError(t, err)
		first := client.Call{Endpoint: "limited", Method: http.MethodGet, Path: "/limited"}
		time.Sleep(900 * time.Millisecond)
		require.Equal(t, 200, caller.Do(t.Context(), first).Response.Status)
	})
}

// TestALimitedEndpointServesAllCallsInTheEnd holds that calls that wait for one endpoint at the same time
// are all repeated until it takes them, with the valid token or without.
func TestALimitedEndpointServesAllCallsInTheEnd(t *testing.T) {
	for _, perSecond := range []int{16, 4, 2} {
		limitedEndpoint(t, perSecond)
	}
}

func limitedEndpoint(t *testing.T, perSecond int) {
	const calls = 100
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		taken := make(map[int64]int)
		target := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			if second := time.Now().Unix(); r.URL.Path == "/limited" {
				if taken[second]++; taken[second] > perSecond {
					w.Header().Set("Retry-After", "1")
					w.WriteHeader(http.StatusTooManyRequests)
				}
			}
		})
		caller, err := client.New(client.Config{BaseURL: "http://target.local", Transport: inprocess.Transport(target), AtOnce: 8})
		require.NoError(t, err)
		var all sync.WaitGroup
		for n := range calls {
			c := client.Call{Endpoint: "limited", Method: http.MethodGet, Path: "/limited"}
			if n%10 == 0 {
				c.Auth = client.NoAuth()
			}
			all.Go(func() {
				require.Equal(t, 200, caller.Do(t.Context(), c).Response.Status, "%d calls a second", perSecond)
			})
		}
		all.Wait()
	})
}
