// Package partner judges the requests of a partner build. It classifies each request by the
// endpoint that it is meant for, judges it obligation by obligation, and reports the findings
// through the sentences of features/partner.
package partner

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/endpoints"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// Config is the information that is needed before the traffic of a partner build is read.
type Config struct {
	Schemas *schemas.Set
	// Closed is set if the service behind the traffic was fresh and no traffic is missing. Then the
	// build cannot know anything that the service did not return.
	Closed bool
	// Cut is set if secrets and personal details may have been cut out of the recording. Values
	// that were cut are not judged.
	Cut       bool
	Token     string   // the access token that the partner was given; "" accepts any
	StoreKey  string   // the store key that the partner was given; "" accepts any
	Customers []string // ids of customers that were published before the run
	// Published contains the id numbers of the same customers and their phone numbers.
	Published map[string]string
	// Keep keeps an exchange as evidence and returns its id. It is called at most once for an
	// exchange.
	Keep func(*recording.Exchange) string
}

// Run reads the traffic of a partner build, one exchange at a time, and keeps its findings by
// obligation. The checks of the features then read the findings. Only one goroutine may call Add.
// After End, the other methods are safe for concurrent use.
type Run struct {
	cfg       Config
	findings  findings
	verifies  pendingVerifies
	issued    issuedIDs
	nonces    map[string]formats.SentLookup // the last lookup with each nonce
	seen      map[use]int
	carried   map[string]bool // the headers that at least one request had
	formTrace formTrace

	undocumented undocumented
	room         endpoints.JudgingBudget
	recorded     recorded
	traffic
}

// traffic counts what was read.
type traffic struct {
	calls    map[string]int // by endpoint
	foreign  map[string]int // calls to none of the service's endpoints, by method and path
	others   int            // foreign calls that are not listed
	negative int            // calls that were made to be refused
	total    int
	// getsByGet is set if the build gets items by GET.
	getsByGet bool
	// unclear is the failure of a call that may be a get or a cancel.
	unclear *result.Failure
	// nameless are calls by POST that nothing in them assigns to an endpoint.
	nameless []*recording.Exchange
	// heads are calls by HEAD that may stand for a GET.
	heads []*recording.Exchange
	cut   int // bodies of which only the beginning was kept
	// answersCut is set if one of the cut bodies is an answer: some values that the service
	// returned are then unknown.
	answersCut bool
}

// NewRun returns a Run that has read nothing yet.
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

// Restart notes that the service behind the traffic was restarted. It has returned nothing yet
// except the published customers, and it has seen no Noncestr.
func (r *Run) Restart() {
	if r.undocumented.Comparisons != nil { // the first start ends nothing
		r.End()
	}
	r.issued, r.nonces = newIssuedIDs(), make(map[string]formats.SentLookup)
	r.forget()
	for _, id := range r.cfg.Customers {
		r.issued.customers[strings.ToLower(id)] = true
	}
	for id := range r.cfg.Published {
		r.issued.limited[formats.PlainID(id)] = true
	}
	r.undocumented.People.Know(r.cfg.Published)
}

// NewScenario starts a check of the traffic that was read.
func (r *Run) NewScenario() *Scenario { return &Scenario{run: r} }

// Add reads one exchange and returns how its request was classified. It returns false if the
// request is not judged. The exchange may be dropped afterwards.
func (r *Run) Add(e *recording.Exchange) (judgement.Request, bool) {
	q := r.add(e)
	if q == nil {
		return judgement.Request{}, false
	}
	return judgement.Request{Endpoint: q.Endpoint, ID: q.id, Body: q.JSON, NewCustomer: q.IsNewCustomer(), Flawed: q.flawed}, true
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
	r.calls[q.Endpoint]++
	r.getsByGet = r.getsByGet || q.Endpoint == spec.GetPurchase && e.Request.Method == http.MethodGet
	defer func() { r.formTrace.called = q.Endpoint }()
	if !q.documented { // its address is wrong, so the rest of its obligations is unknown
		q.hide(allObligations(q.Endpoint), addressObligation)
		q.peek()
		r.undocumented.NoteCustomer(compared(q))
		r.undocumented.NoteUnread(compared(q))
		r.undocumented.NotePerson(compared(q)) // a wrong address does not change which customer the details belong to
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

// End notes that no request follows, and judges everything that was waiting for later requests.
func (r *Run) End() {
	match := r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation})
	r.verifies.mistyped.judge(match, r.undocumented.People.Occupations(), r.undocumented.note)
	r.issued.wrongIDs = r.verifies.mismatchedVerifies.judge(match, r.undocumented.note)
	r.verifies = pendingVerifies{}
	r.undocumented.End()
	r.judgeUnmatchedCalls()
	r.judgeNameless()
	r.judgeHeads()
	r.blockUnclear()
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

// Cut returns how many bodies were kept only in part.
func (r *Run) Cut() int { return r.cut }

// learnFrom keeps the ids in the answer to a request that was made to be refused but was served,
// because the build may go on with them.
func (r *Run) learnFrom(e *recording.Exchange) {
	endpoint := endpoints.Of(e)
	if endpoint == "" || !requests.IsServed(e.Response) {
		return
	}
	q := r.newRequest(e)
	q.Endpoint = endpoint
	q.peek()
	r.issued.learn(q)
}

// Unread returns how many bodies were not judged because the bodies before them had too many
// members.
func (r *Run) Unread() int { return r.room.SkippedBodies }

// Calls returns how often each endpoint was called.
func (r *Run) Calls() map[string]int { return maps.Clone(r.calls) }

// Total returns the number of exchanges.
func (r *Run) Total() int { return r.total }

// Negative returns how many exchanges were left out because they were made to be refused.
func (r *Run) Negative() int { return r.negative }

// Foreign returns calls to none of the service's endpoints, with their number. The second value is
// the number of such calls that are not listed.
func (r *Run) Foreign() (calls map[string]int, beyond int) {
	return maps.Clone(r.foreign), r.others
}

// use is a reading at a place.
type use struct{ Tolerance, Reading, Endpoint, Path string }

// Trials returns the readings that the partner build used, and where.
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

// A recording that was made elsewhere may hold an exchange twice, and its recorder may have
// replaced secrets and personal details.

// recorded keeps what is known of the entries of a recording.
type recorded struct {
	entries     map[[16]byte]bool
	repeated    int
	strays      endpoints.Strays
	unconfirmed []unconfirmedCall
}

// maxEntries is how many entries are remembered to find repeated ones.
const maxEntries = 1_000_000

// isRepeated reports whether an entry is an exchange that was read before. This occurs if a
// recording is given twice, or if two recordings overlap.
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

// Repeated returns how many entries repeated an exchange and were left out.
func (r *Run) Repeated() int { return r.recorded.repeated }

// schemeCut is the reason why an Authorization is not judged that may not be a bearer token.
const schemeCut = "the recorder hid the whole Authorization, with its scheme. Record with credentials"

// hidesScheme reports whether a recorder hid so much of an Authorization that its scheme is not
// visible.
func hidesScheme(b *bodies.Body, authorization string) bool {
	return b.IsCut(authorization) && !formats.ShowsScheme(authorization)
}
