package certify

import (
	"slices"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/steps/partner"
)

// endpointSequence are the endpointSequence of one run of a partner build.
type endpointSequence struct {
	all    []string                       // the endpoint of each call
	called []string                       // the endpoints that were called
	last   *recording.Exchange            // the last call
	lastOf map[string]*recording.Exchange // the last call of each endpoint
}

func callsOf(exchanges []*recording.Exchange) endpointSequence {
	c := endpointSequence{lastOf: make(map[string]*recording.Exchange)}
	for _, x := range exchanges {
		name := partner.ClosestEndpoint(x)
		if name == "" {
			continue
		}
		c.last, c.lastOf[name], c.all = x, x, append(c.all, name)
		if !slices.Contains(c.called, name) {
			c.called = append(c.called, name)
		}
	}
	return c
}

// beginsWith reports whether the other run has the same calls as the beginning of this one. Then the build
// ended with the last call of the other run.
func (c endpointSequence) beginsWith(other endpointSequence) bool {
	return len(other.all) <= len(c.all) && slices.Equal(other.all, c.all[:len(other.all)])
}

// before returns the endpoint that was called before the first of some others, or "". A build that goes on
// with its next customer does not stop at its last call, but where the calls of a customer end.
func (c endpointSequence) before(others []string) string {
	at := slices.IndexFunc(c.all, func(name string) bool { return slices.Contains(others, name) })
	if at <= 0 {
		return ""
	}
	return c.all[at-1]
}

// calledRegularly reports whether several endpoints were called, or one of them often. A build that now and then
// cancels an order may not do it in another run.
func (c endpointSequence) calledRegularly(names []string) bool {
	const several, often = 2, 3
	n := 0
	for _, name := range c.all {
		if slices.Contains(names, name) {
			n++
		}
	}
	return n >= often || len(names) >= several
}
