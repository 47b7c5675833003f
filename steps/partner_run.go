package steps

import (
	"maps"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/schemas"
)

// PartnerConfig is what must be known before the traffic of a partner build is
// read.
type PartnerConfig struct {
	Schemas *schemas.Set
	// Closed says that the service behind the traffic was fresh and nothing of
	// the traffic is missing: what it did not give, nobody can know.
	Closed bool
	// Cut says that the recording may have had secrets and personal details cut
	// out of it; what was cut is then not judged.
	Cut       bool
	Token     string   // the access token that the partner was given; "": any
	StoreKey  string   // the store key that the partner was given; "": any
	Customers []string // ids of customers that were published beforehand
	// Keep keeps an exchange as evidence and returns the id that it has there.
	// It is asked at most once for an exchange.
	Keep func(*recording.Exchange) string
}

// PartnerRun reads the traffic of a partner build, one exchange at a time, and
// keeps what it finds by obligation. The checks of the features then ask it.
// Reading is for one goroutine; asking is for many, once the reading is over.
type PartnerRun struct {
	cfg    PartnerConfig
	docket docket
	given  given
	nonces map[string]string // nonce to the exchange that used it first
	seen   map[PlaceOfTrial]int
	coped  map[string]Coping
	odd    undocumented

	calls    map[string]int // by endpoint
	foreign  map[string]int // calls that are none of the service's, by method and path
	others   int            // foreign calls beyond those that are listed
	negative int            // calls that were meant to be refused
	total    int
	carried  map[string]bool // headers that some request had
}

// NewPartnerRun prepares the reading.
func NewPartnerRun(cfg PartnerConfig) *PartnerRun {
	if cfg.Keep == nil {
		cfg.Keep = func(e *recording.Exchange) string { return e.ID }
	}
	r := &PartnerRun{
		cfg: cfg, docket: make(docket), nonces: make(map[string]string),
		seen: make(map[PlaceOfTrial]int), coped: make(map[string]Coping), odd: newUndocumented(), calls: make(map[string]int),
		foreign: make(map[string]int), carried: make(map[string]bool),
	}
	r.Restart()
	return r
}

// Restart says that the service behind the traffic was started afresh: it has
// given nothing yet but the published customers.
func (r *PartnerRun) Restart() {
	r.given = newGiven()
	r.odd.forget()
	for _, id := range r.cfg.Customers {
		r.given.customers[strings.ToLower(id)] = true
	}
}

// NewScenario starts a check of what was read.
func (r *PartnerRun) NewScenario() *PartnerScenario { return &PartnerScenario{run: r} }

// Add reads one exchange. The exchange may be dropped afterwards.
func (r *PartnerRun) Add(e *recording.Exchange) { r.add(e) }

// add gives the request as it was judged, or nil when it is none to judge.
func (r *PartnerRun) add(e *recording.Exchange) *hearing {
	r.total++
	if e.Negative {
		r.negative++
		r.learnFrom(e)
		return nil
	}
	h := r.hear(e)
	if h == nil {
		return nil
	}
	r.calls[h.endpoint]++
	if !h.sort { // its address is wrong: what else it should hold is anybody's guess
		h.hide(allTopics(h.endpoint), addressTopic)
		h.peek()
		r.given.learn(h)
		return h
	}
	h.judgeHeaders()
	h.judgeBody()
	h.judgeReferences()
	h.noteUndocumented()
	r.given.learn(h)
	return h
}

// learnFrom takes in what the answer to a request gives that was made to be
// refused and was served: the build may go on with it.
func (r *PartnerRun) learnFrom(e *recording.Exchange) {
	endpoint := EndpointOf(e)
	if endpoint == "" || e.Response == nil || e.Response.Status < 200 || e.Response.Status > 299 {
		return
	}
	h := &hearing{run: r, e: e, endpoint: endpoint}
	h.peek()
	r.given.learn(h)
}

// Calls tells how often each endpoint was called.
func (r *PartnerRun) Calls() map[string]int { return maps.Clone(r.calls) }

// Total counts the exchanges, Negative those among them that were left out
// since they were made to be refused.
func (r *PartnerRun) Total() int { return r.total }

// Negative counts the exchanges that were made to be refused.
func (r *PartnerRun) Negative() int { return r.negative }

// Foreign lists calls that are none of the service's, with their number; the
// second value is how many there were beyond those listed.
func (r *PartnerRun) Foreign() (calls map[string]int, beyond int) {
	return maps.Clone(r.foreign), r.others
}

// PlaceOfTrial is a reading at a place.
type PlaceOfTrial struct{ Tolerance, Reading, Endpoint, Path string }

// Trials tells which readings the partner build was seen to use, and where.
func (r *PartnerRun) Trials() []Trial {
	var all []Trial
	for p, times := range r.seen {
		all = append(all, Trial{Tolerance: p.Tolerance, Reading: p.Reading, Endpoint: p.Endpoint, Path: p.Path, Taken: true, Spoken: true, Times: times})
	}
	slices.SortFunc(all, func(a, b Trial) int {
		return strings.Compare(a.Tolerance+a.Reading+a.Place(), b.Tolerance+b.Reading+b.Place())
	})
	return all
}
