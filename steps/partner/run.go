// Package partner judges the requests of a partner build. It classifies each by
// the endpoint that it is meant for, judges it obligation by obligation, and says
// by the sentences of features/partner what was found.
package partner

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner/endpoints"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/ids"
	"github.com/credit-partner/assay/steps/partner/sequences"
)

// Config is what must be known before the traffic of a partner build is read.
type Config struct {
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
	// Published are the id numbers of the same customers, and their phone numbers.
	Published map[string]string
	// Keep keeps an exchange as evidence and returns the id that it has there.
	// It is asked at most once for an exchange.
	Keep func(*recording.Exchange) string
}

// Run reads the traffic of a partner build, one exchange at a time, and keeps
// what it finds by obligation. The checks of the features then ask it.
// Add is for one goroutine. After End, the other methods are safe for concurrent use.
type Run struct {
	cfg       Config
	findings  findings
	mistyped  mistyped
	issued    issuedIDs
	nonces    map[string]ids.SentLookup // by nonce, the one that used it last
	seen      map[use]int
	carried   map[string]bool // headers that some request had
	formTrace formTrace

	undocumented undocumented
	room         endpoints.JudgingBudget
	recorded     recorded
	traffic
}

// traffic counts what was read.
type traffic struct {
	calls    map[string]int // by endpoint
	foreign  map[string]int // calls that are none of the service's, by method and path
	others   int            // foreign calls beyond those that are listed
	negative int            // calls that were meant to be refused
	total    int
	cut      int // bodies of which only the beginning was kept
	// answersCut is set where an answer was among them: what it gave is not known.
	answersCut bool
}

// NewRun prepares the reading.
func NewRun(cfg Config) *Run {
	if cfg.Keep == nil {
		cfg.Keep = func(e *recording.Exchange) string { return e.ID }
	}
	r := &Run{
		cfg: cfg, findings: make(findings),
		seen: make(map[use]int), formTrace: formTrace{runs: make(map[string]FormRun), lapses: make(map[string]lapse)}, carried: make(map[string]bool),
		undocumented: newUndocumented(), room: endpoints.NewJudgingBudget(), recorded: recorded{entries: make(map[[16]byte]bool)}, traffic: traffic{calls: make(map[string]int), foreign: make(map[string]int)},
	}
	r.Restart()
	return r
}

// Restart says that the service behind the traffic was started afresh: it has
// given nothing yet but the published customers, and has seen no Noncestr.
func (r *Run) Restart() {
	r.End()
	r.issued, r.nonces = newIssuedIDs(), make(map[string]ids.SentLookup)
	r.forget()
	for _, id := range r.cfg.Customers {
		r.issued.customers[strings.ToLower(id)] = true
	}
	r.undocumented.People.Know(r.cfg.Published)
}

// NewScenario starts a check of what was read.
func (r *Run) NewScenario() *Scenario { return &Scenario{run: r} }

// Add reads one exchange, and tells what it found its request to be; false means
// that it is none to judge. The exchange may be dropped afterwards.
func (r *Run) Add(e *recording.Exchange) (judgement.Request, bool) {
	q := r.add(e)
	if q == nil {
		return judgement.Request{}, false
	}
	return judgement.Request{Endpoint: q.endpoint, ID: q.id, Body: q.body, NewCustomer: q.IsNewCustomer(), Flawed: q.flawed}, true
}

func (r *Run) add(e *recording.Exchange) *request {
	if r.cfg.Cut && r.recorded.isRepeated(e) {
		return nil
	}
	r.total++
	r.countCut(e)
	if e.Negative {
		r.negative++
		r.learnFrom(e)
		return nil
	}
	q := r.classify(e)
	if q == nil {
		return nil
	}
	r.calls[q.endpoint]++
	defer func() { r.formTrace.called = q.endpoint }()
	if !q.documented { // its address is wrong: what else it should hold is anybody's guess
		q.hide(allObligations(q.endpoint), addressObligation)
		q.peek()
		r.undocumented.NoteCustomer(compared(q))
		r.undocumented.NotePerson(compared(q)) // a wrong address changes nothing of whose the details are
		r.issued.learn(q)
		return q
	}
	q.judgeHeaders()
	q.judgeBody()
	q.judgeReferences()
	q.noteUndocumented()
	r.issued.learn(q)
	return q
}

func (r *Run) countCut(e *recording.Exchange) {
	if e.Request.Cut > 0 {
		r.cut++
	}
	if e.Response != nil && e.Response.Cut > 0 {
		r.cut++
		r.answersCut = true
	}
}

// Cut counts the bodies of which only the beginning was kept.
func (r *Run) Cut() int { return r.cut }

// learnFrom takes in what the answer to a request gives that was made to be
// refused and was served: the build may go on with it.
func (r *Run) learnFrom(e *recording.Exchange) {
	endpoint := endpoints.Of(e)
	if endpoint == "" || !sequences.IsServed(e.Response) {
		return
	}
	q := r.newRequest(e)
	q.endpoint = endpoint
	q.peek()
	r.issued.learn(q)
}

// Unread counts the bodies that were not judged, since there were so many members
// in all bodies before.
func (r *Run) Unread() int { return r.room.SkippedBodies }

// Calls tells how often each endpoint was called.
func (r *Run) Calls() map[string]int { return maps.Clone(r.calls) }

// Total counts the exchanges, Negative those among them that were left out
// since they were made to be refused.
func (r *Run) Total() int { return r.total }

// Negative counts the exchanges that were made to be refused.
func (r *Run) Negative() int { return r.negative }

// Foreign lists calls that are none of the service's, with their number; the
// second value is how many there were beyond those listed.
func (r *Run) Foreign() (calls map[string]int, beyond int) {
	return maps.Clone(r.foreign), r.others
}

// use is a reading that was seen at a place.
type use struct{ Tolerance, Reading, Endpoint, Path string }

// Trials tells which readings the partner build was seen to use, and where.
func (r *Run) Trials() []judgement.Trial {
	var all []judgement.Trial
	for p, times := range r.seen {
		all = append(all, judgement.Trial{Tolerance: p.Tolerance, Reading: p.Reading, Endpoint: p.Endpoint, Path: p.Path, Accepted: true, UsedInRequests: true, Times: times})
	}
	slices.SortFunc(all, func(a, b judgement.Trial) int {
		return strings.Compare(a.Tolerance+a.Reading+a.Place(), b.Tolerance+b.Reading+b.Place())
	})
	return all
}

// A recording that was made elsewhere may hold an exchange twice, and its recorder may
// have put something in the place of secrets and personal details.

// recorded are the entries of a recording that were read.
type recorded struct {
	entries  map[[16]byte]bool
	repeated int
	strays   endpoints.Strays
	doubted  []unconfirmedCall
}

// maxEntries bounds how many entries are known again.
const maxEntries = 1_000_000

// isRepeated tells whether an entry tells of an exchange that was read before, as where
// one recording is given twice, or two that overlap.
func (r *recorded) isRepeated(e *recording.Exchange) bool {
	entry, ok := e.Digest()
	switch {
	case !ok:
		return false
	case r.entries[entry]:
		r.repeated++
		return true
	case len(r.entries) < maxEntries:
		r.entries[entry] = true
	}
	return false
}

// Repeated counts the entries that told of an exchange once more: they were left out.
func (r *Run) Repeated() int { return r.recorded.repeated }

// schemeCut is why an Authorization is not judged that may as well be no bearer token.
const schemeCut = "the recorder hid the whole Authorization, with its scheme. Record with credentials"

var (
	schemeForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*$`)
	hidden     = regexp.MustCompile(`(?i)^(redacted|removed|hidden|masked|filtered|saniti[sz]ed|censored|scrubbed|cut)$`)
)

// hidesScheme tells an Authorization of which a recorder hid so much that its scheme
// cannot be seen.
func (c *content) hidesScheme(authorization string) bool {
	scheme, _, hasToken := strings.Cut(strings.TrimSpace(authorization), " ")
	isVisible := hasToken && schemeForm.MatchString(scheme) && !formats.IsRedacted(scheme) && !hidden.MatchString(scheme)
	return c.IsCut(authorization) && !isVisible
}
