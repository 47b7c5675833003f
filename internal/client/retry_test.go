package client_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// unstable is a target that gives its answers in this order, and then 200. 0 cuts the
// connection. A limit that is fetched is not counted: that is the harmless question.
type unstable struct {
	mu       sync.Mutex
	statuses []int
	asked    int
	dead     bool // it does not answer the harmless question either
}

func (u *unstable) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	u.mu.Lock()
	defer u.mu.Unlock()
	status := http.StatusOK
	switch {
	case r.URL.Path != "/call":
		u.asked++
		if u.dead {
			status = 0
		}
	case len(u.statuses) > 0:
		status, u.statuses = u.statuses[0], u.statuses[1:]
	}
	if status == 0 {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(status)
}

func (u *unstable) client(t *testing.T, recorder *recording.Log) *client.Client {
	t.Helper()
	c, err := client.New(client.Config{BaseURL: "http://target.local", Transport: inprocess.Transport(u), AtOnce: 1, Recorder: recorder})
	require.NoError(t, err)
	return c
}

var repeatable = client.Call{Endpoint: spec.VerifyOTP, Method: http.MethodPost, Path: "/call", Repeatable: true}

func followed(ctx context.Context, c *client.Client, call client.Call) client.Outcome {
	return c.FollowUp(ctx, call, c.Do(ctx, call))
}

func TestWhatIsNotAnsweredIsAskedOnceMore(t *testing.T) {
	const cut = 0
	for name, test := range map[string]struct {
		answers []int
		once    bool // it may not be carried out twice
		dead    bool
		last    int
		why     []recording.RetryReason
		others  bool
		waits   time.Duration
	}{
		"served":                     {last: 200, why: []recording.RetryReason{""}},
		"refused":                    {answers: []int{400}, last: 400, why: []recording.RetryReason{""}},
		"cut once":                   {answers: []int{cut}, last: 200, why: []recording.RetryReason{"", "no answer"}},
		"cut twice":                  {answers: []int{cut, cut}, last: 200, why: []recording.RetryReason{"", "no answer", "no answer"}},
		"cut three times":            {answers: []int{cut, cut, cut}, last: 200, why: []recording.RetryReason{"", "no answer", "no answer", "no answer"}},
		"cut four times":             {answers: []int{cut, cut, cut, cut}, last: cut, why: []recording.RetryReason{"", "no answer", "no answer", "no answer", ""}, others: true},
		"gone":                       {answers: []int{cut, cut, cut, cut}, last: cut, dead: true, why: []recording.RetryReason{"", "no answer", "no answer", "no answer", ""}},
		"unavailable now and then":   {answers: []int{503, 502, 504}, last: 200, why: []recording.RetryReason{"", "unavailable", "unavailable", "unavailable"}, waits: 120 * time.Millisecond},
		"unavailable always":         {answers: []int{503, 503, 503, 503}, last: 503, why: []recording.RetryReason{"", "unavailable", "unavailable", "unavailable"}, waits: 120 * time.Millisecond},
		"cut and then unavailable":   {answers: []int{cut, 503}, last: 200, why: []recording.RetryReason{"", "no answer", "no answer"}, waits: 40 * time.Millisecond},
		"an order that is cut":       {answers: []int{cut}, once: true, last: cut, why: []recording.RetryReason{"", ""}, others: true},
		"an order, unavailable":      {answers: []int{503}, once: true, last: 503, why: []recording.RetryReason{""}},
		"limited, and then cut once": {answers: []int{429, cut}, last: 200, why: []recording.RetryReason{"", "asked to wait", "no answer"}, waits: 100 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log, begun := new(recording.Log), time.Now()
				call := repeatable
				call.Repeatable = !test.once
				out := followed(t.Context(), (&unstable{statuses: test.answers, dead: test.dead}).client(t, log), call)
				if test.last == cut {
					require.True(t, client.IsBroken(out.Last.Err))
				} else {
					require.Equal(t, test.last, out.Last.Response.Status)
				}
				require.Equal(t, test.others, out.AnswersOthers)
				var why []recording.RetryReason
				traces := make(map[string]bool)
				for e := range log.Each() {
					why = append(why, e.Retry)
					traces[e.Request.Header.Get("Traceparent")] = true
				}
				require.Len(t, traces, len(why), "nothing in the headers tells a repeated call from others")
				require.Equal(t, test.why, why)
				require.Equal(t, test.waits, time.Since(begun))
			})
		})
	}
}

// TestACallThatWaitsHoldsNothing holds that another call has the only slot while the
// first one waits for a target that was unavailable, limited, or not there.
func TestACallThatWaitsHoldsNothing(t *testing.T) {
	for _, status := range []int{http.StatusServiceUnavailable, http.StatusTooManyRequests} {
		synctest.Test(t, func(t *testing.T) {
			c := (&unstable{statuses: []int{status}}).client(t, nil)
			done := make(chan client.Outcome)
			go func() { done <- followed(t.Context(), c, repeatable) }()
			synctest.Wait() // it waits for its second attempt
			require.EqualValues(t, 1, c.Requests())
			other := repeatable
			other.Endpoint = spec.SendOTP
			require.Equal(t, http.StatusOK, c.Do(t.Context(), other).Response.Status)
			require.Equal(t, http.StatusOK, (<-done).Last.Response.Status)
		})
	}
}

// TestAnEndpointThatServedIsGivenTimeToComeBack holds that an endpoint which served a call, and is
// unavailable since, is called for more than two seconds, and one that served none only for a moment.
func TestAnEndpointThatServedIsGivenTimeToComeBack(t *testing.T) {
	for name, tt := range map[string]struct {
		before []int
		waited time.Duration
	}{
		"it served a call": {[]int{200}, 2220 * time.Millisecond},
		"it served none":   {[]int{500}, 120 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := (&unstable{statuses: append(tt.before, 503, 503, 503, 503)}).client(t, nil)
				followed(t.Context(), c, repeatable)
				begun := time.Now()
				out := followed(t.Context(), c, repeatable)
				require.Equal(t, http.StatusServiceUnavailable, out.Last.Response.Status)
				require.Equal(t, tt.waited, time.Since(begun))
			})
		})
	}
}

// TestTheRunEndsInsideOfAWait holds that no wait outlives the run.
func TestTheRunEndsInsideOfAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, cancel)
		out := followed(ctx, (&unstable{statuses: []int{503}}).client(t, nil), repeatable)
		require.Equal(t, http.StatusServiceUnavailable, out.Last.Response.Status)
		require.Equal(t, time.Millisecond, time.Since(begun))
	})
}

func TestAnEndpointThatNeverAnswersIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := (&unstable{statuses: make([]int, 100)}).client(t, nil)
		for n := range 4 {
			last, _ := c.GivenUp(repeatable.Endpoint)
			require.Nil(t, last, n)
			followed(t.Context(), c, repeatable)
		}
		require.EqualValues(t, 4+4+1+1+4, c.Requests(), "from the third call on none is made again; each asks something harmless")
		last, broken := c.GivenUp(repeatable.Endpoint)
		require.True(t, client.IsBroken(last.Err))
		require.True(t, broken)
		require.False(t, c.IsSilent(), "it answers others")
	})
}

// TestRefusalsAreNoAnswers holds that an endpoint which answers what it may refuse, and no
// other call, is given up as one that never answers.
func TestRefusalsAreNoAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		target := &unstable{}
		c := target.client(t, nil)
		refused, bad := repeatable, repeatable
		refused.Negative, bad.Auth = true, client.NoAuth()
		for range 4 {
			followed(t.Context(), c, refused)
			followed(t.Context(), c, bad)
			target.statuses = make([]int, 4)
			followed(t.Context(), c, repeatable)
			target.statuses = nil
		}
		last, broken := c.GivenUp(repeatable.Endpoint)
		require.NotNil(t, last)
		require.True(t, broken)
	})
}

// TestAnEndpointThatStopsAnsweringIsToBlame holds that an endpoint which stops answering
// is broken if the target goes on to answer others.
func TestAnEndpointThatStopsAnsweringIsToBlame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		target := &unstable{}
		c := target.client(t, nil)
		followed(t.Context(), c, repeatable)
		target.statuses = make([]int, 100)
		for range client.MaxSilence {
			last, _ := c.GivenUp(repeatable.Endpoint)
			require.Nil(t, last)
			followed(t.Context(), c, repeatable)
		}
		last, broken := c.GivenUp(repeatable.Endpoint)
		require.NotNil(t, last)
		require.True(t, broken)
	})
}

func TestATargetThatFallsSilentIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		target := &unstable{dead: true}
		c := target.client(t, nil)
		followed(t.Context(), c, repeatable)
		target.statuses = make([]int, 100)
		for range client.MaxSilence {
			require.False(t, c.IsSilent())
			followed(t.Context(), c, repeatable)
		}
		require.True(t, c.IsSilent())
		require.Equal(t, 2, target.asked, "a target that has fallen silent is not asked")
		last, broken := c.GivenUp(repeatable.Endpoint)
		require.NotNil(t, last)
		require.False(t, broken)
		target.statuses = nil
		followed(t.Context(), c, repeatable)
		require.False(t, c.IsSilent())
	})
}

// A target that dies has answered other calls until then, also while one was waiting that it never answers.
func TestAnAnswerBeforeTheEndShowsNoTargetAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var isDead atomic.Bool
		c, err := client.New(client.Config{BaseURL: "http://target.local", AtOnce: 2, Transport: inprocess.Transport(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/call" {
				time.Sleep(10 * time.Millisecond)
				isDead.Store(true)
			}
			if isDead.Load() {
				panic(http.ErrAbortHandler)
			}
		}))})
		require.NoError(t, err)
		go func() {
			time.Sleep(5 * time.Millisecond)
			followed(t.Context(), c, client.Call{Endpoint: spec.FetchLimit, Method: http.MethodGet, Path: "/other"})
		}()
		out := followed(t.Context(), c, client.Call{Endpoint: spec.CreatePurchases, Method: http.MethodPost, Path: "/call"})
		require.Nil(t, out.Last.Response)
		require.False(t, out.AnswersOthers)
	})
}

// TestAnOrderIsReplaced holds that what may not be carried out twice is not sent again:
// another one is made, under the same rule.
func TestAnOrderIsReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := (&unstable{statuses: []int{0, 0, 0}}).client(t, nil)
		order := client.Call{Endpoint: spec.CreatePurchases, Method: http.MethodPost, Path: "/call"}
		made := 0
		another := func() (*recording.Exchange, error) {
			made++
			return followed(t.Context(), c, order).Last, nil
		}
		first := followed(t.Context(), c, order).Last
		out, err := c.Replace(t.Context(), order, first, another)
		require.NoError(t, err)
		require.Equal(t, 1, made, "what is cut twice is cut by the target")
		require.True(t, out.AnswersOthers)
		require.Same(t, first, out.First)

		unavailable := &unstable{statuses: slices.Repeat([]int{http.StatusServiceUnavailable}, 10)}
		c = unavailable.client(t, nil)
		for range 4 {
			made = -1
			first, _ := another()
			_, err = c.Replace(t.Context(), order, first, another)
			require.NoError(t, err)
		}
		require.EqualValues(t, 4+4+1+1, c.Requests(), "an endpoint that is always unavailable is sent no other")

		trouble := errors.New("no order could be made")
		_, err = (&unstable{}).client(t, nil).Replace(t.Context(), order, first, func() (*recording.Exchange, error) { return nil, trouble })
		require.ErrorIs(t, err, trouble)
	})
}

func TestAnEndpointThatIsAlwaysUnavailableIsNotAskedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		target := new(unstable)
		c := target.client(t, nil)
		for range 12 {
			target.statuses = append(target.statuses, http.StatusServiceUnavailable)
		}
		for range 6 {
			followed(t.Context(), c, repeatable)
		}
		require.EqualValues(t, 4+4+4*1, c.Requests())
		followed(t.Context(), c, repeatable) // it is there again, so it is waited for once more
		target.statuses = []int{http.StatusServiceUnavailable}
		require.Equal(t, http.StatusOK, followed(t.Context(), c, repeatable).Last.Response.Status)
	})
}
