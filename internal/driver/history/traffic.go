package history

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/driver/call"
)

// Traffic keeps the results of the calls of every endpoint.
type Traffic struct {
	mu  sync.Mutex
	all map[string]*EndpointTraffic
}

// EndpointTraffic is the results of the calls of one endpoint.
type EndpointTraffic struct {
	mu       sync.Mutex
	calls    int
	served   int
	heard    bool        // it has answered a plain or special call with something other than 429
	statuses map[int]int // 0: no answer
}

func (t *Traffic) Of(endpoint string) *EndpointTraffic {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil {
		t.all = make(map[string]*EndpointTraffic)
	}
	if t.all[endpoint] == nil {
		t.all[endpoint] = &EndpointTraffic{statuses: make(map[int]int)}
	}
	return t.all[endpoint]
}

// Note counts a call that has ended.
func (e *EndpointTraffic) Note(c *call.Answer) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls++
	e.statuses[c.Status()]++
	if c.Kind != call.Probe && c.Response != nil && !call.IsRateLimited(c) {
		e.heard = true
	}
	if c.OK() && c.IsJSON {
		e.served++
	}
}

// ServesAny reports whether the endpoint has served a call.
func (e *EndpointTraffic) ServesAny() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.served > 0
}

// OnlyLimits reports whether the endpoint has answered every call that it must serve with 429.
// Its answers to a wrong token or path show nothing about its rate limit.
func (e *EndpointTraffic) OnlyLimits() bool {
	if e == nil {
		return false // the traffic of a recording is not known
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return !e.heard
}

// Summary is the results of the calls of one endpoint in a run.
type Summary struct {
	Name   string
	Calls  int
	Served int    // answered with a success status and valid JSON
	Note   string // how it answered, if it served none of its calls
	// RefusedAll is set if it answered every call and served none. An endpoint that is missing, or
	// that only seems to serve, refuses nothing: it answers each call with 404, or with 200.
	RefusedAll bool
}

func (e *EndpointTraffic) Sum(name string) Summary {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := Summary{Name: name, Calls: e.calls, Served: e.served}
	if e.served > 0 || e.calls == 0 {
		return out
	}
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(e.statuses)) {
		what := fmt.Sprint(status)
		if status == 0 {
			what = "no answer"
		}
		parts = append(parts, fmt.Sprintf("%s to %s", what, callsOf(e.statuses[status], e.calls)))
	}
	out.Note = strings.Join(parts, ", ")
	out.RefusedAll = e.statuses[0] == 0 && e.statuses[http.StatusNotFound] < e.calls && e.statuses[http.StatusOK] < e.calls
	return out
}

// callsOf says in words how many of all calls are meant.
func callsOf(n, all int) string {
	switch {
	case all == 1:
		return "its one call"
	case n == all:
		return fmt.Sprintf("all %d calls", all)
	}
	return fmt.Sprintf("%d of %d calls", n, all)
}
