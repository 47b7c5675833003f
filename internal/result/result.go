// Package result holds the outcome of a run as plain data: what was judged,
// how, and on what evidence. It is the published contract behind results.json,
// so every report can be rendered from it alone, now or years later.
package result

import "time"

// Schema names the version of the contract. A reader of v1 keeps working for
// as long as this string says v1: members may be added, never renamed or
// removed.
const Schema = "assay.results/v1"

// Side says which half of the protocol was judged.
type Side string

// The two sides of the protocol.
const (
	ServerSide  Side = "server"
	PartnerSide Side = "partner"
)

// Grade says how firmly the specification stands behind a requirement.
type Grade string

// The grades of a requirement. An observation is not a requirement: it has no
// outcome that could fail.
const (
	Stated  Grade = "stated"  // the specification says it
	Implied Grade = "implied" // a fair reader must infer it; the rule says from what
)

// Run is one certification run, whole.
type Run struct {
	Schema   string   `json:"schema"`
	Verdict  Verdict  `json:"verdict"`
	Reason   string   `json:"reason"` // the verdict in a sentence
	Side     Side     `json:"side"`
	Scope    []string `json:"scope"`          // capabilities under certification
	Only     []string `json:"only,omitempty"` // patterns that narrowed the plan; empty means everything in scope
	Suite    Suite    `json:"suite"`
	Target   Target   `json:"target"`
	Settings Settings `json:"settings"`
	Seed     int64    `json:"seed"`

	Started     time.Time `json:"started"`
	Finished    time.Time `json:"finished"`
	Interrupted string    `json:"interrupted,omitempty"` // why the run ended early, if it did

	Traffic      Traffic       `json:"traffic"`
	Coverage     *Coverage     `json:"coverage,omitempty"`  // nil in results of versions before it
	Endpoints    []Endpoint    `json:"endpoints,omitempty"` // of a server: what it was seen to serve
	Setup        *Setup        `json:"setup,omitempty"`     // what is wrong with the set-up: nothing was judged
	Requirements []Requirement `json:"requirements"`
	Causes       []Cause       `json:"causes,omitempty"` // what would fix the failures, the worst first
	Tolerances   []Tolerance   `json:"tolerances"`
	// Dialect is the reading of each tolerance that the target was seen to
	// use, or that the suite spoke to it: tolerance id to reading names.
	Dialect map[string][]string `json:"dialect"`
	// FullDialect is what `assay pair` reads; nil in results of versions before it.
	FullDialect *FullDialect `json:"full_dialect,omitempty"`
	// Combinations say, by request body, which documented values met.
	Combinations []Combination `json:"combinations,omitempty"`
	Observations []Observation `json:"observations"`
	Deviations   []Deviation   `json:"deviations"`
	Decision     string        `json:"decision,omitempty"` // with a list of deviations, whether a pipeline may go on: "pass", "fail" or "undecided"
	Notes        []string      `json:"notes,omitempty"`    // what a reader must know: a placeholder Sign, say
	Exchanges    []Exchange    `json:"exchanges"`
	Shard        *Shard        `json:"shard,omitempty"`  // set where only a part of the plan was run
	Soak         *Soak         `json:"soak,omitempty"`   // set where the plan was run again and again
	Report       *Report       `json:"report,omitempty"` // nil in results of versions before it
}

// Suite identifies the suite that judged.
type Suite struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	// Digest is the SHA-256, in hex, of all features, schemas and the register
	// of tolerances: two runs with one digest asked the same questions.
	Digest string `json:"digest"`
	// Ledger names the list of requirements that judged: "1.0" of that release, or
	// "after 1.0" where requirements have changed since.
	Ledger string `json:"ledger,omitempty"`
}

// Target identifies what was judged.
type Target struct {
	BaseURL       string `json:"base_url"`
	LookupBaseURL string `json:"lookup_base_url,omitempty"` // when section 4.5 is served elsewhere
	Build         string `json:"build,omitempty"`           // the team's own words, "payments 3.4.1"
	Digest        string `json:"digest,omitempty"`          // of the build: "sha256:…" of an image, "gitCommit:…"
}

// Settings are the choices that shaped the run and are needed to repeat it.
type Settings struct {
	Concurrency int               `json:"concurrency"`
	TimeoutMS   int64             `json:"timeout_ms"`
	DeadlineMS  int64             `json:"deadline_ms"`
	Tolerances  map[string]string `json:"tolerances,omitempty"` // pinned readings
	Strength    int               `json:"strength,omitempty"`   // of how many members every combination of values was to be sent
}

// Traffic counts what the run cost the target.
type Traffic struct {
	Requests  int `json:"requests"`
	Customers int `json:"customers"` // credit limits created
	Purchases int `json:"purchases"` // purchase items created
	// Again counts the requests that were made once more, by the reason: "no
	// connection", "asked to wait" …
	Again map[string]int `json:"again,omitempty"`
	// Sandbox says of a partner build that the answers came from assay's own sandbox:
	// how long they took says nothing of any build.
	Sandbox bool `json:"sandbox,omitempty"`
}

// Endpoint says whether a server was seen to serve an endpoint at all.
type Endpoint struct {
	Endpoint string `json:"endpoint"` // "POST /api/v2/purchases"
	Served   bool   `json:"served"`   // at least one call
	Calls    int    `json:"calls"`
	Note     string `json:"note,omitempty"` // how it answered, where it served none: "404 to all 12 calls"
}

// Requirement is one obligation of the specification and how it was met.
type Requirement struct {
	ID        string   `json:"id"`
	Scope     string   `json:"scope"`
	Sections  []string `json:"sections"`
	Grade     Grade    `json:"grade"`
	Endpoint  string   `json:"endpoint,omitempty"` // "POST /api/v2/purchases"
	Statement string   `json:"statement"`
	Why       string   `json:"why,omitempty"`  // the rule's own description, where it has one
	Feature   string   `json:"feature"`        // title of the feature it stands in
	Owns      []string `json:"owns,omitempty"` // what other checks of the endpoint build on: "status", "json", "data" …
	Outcome   Outcome  `json:"outcome"`
	Reason    string   `json:"reason,omitempty"`     // why it is not plainly passed
	BlockedBy []string `json:"blocked_by,omitempty"` // ids of the requirements that broke the precondition
	Readings  []string `json:"readings,omitempty"`   // "order-id: string", for what was tolerated
	Checks    []Check  `json:"checks"`
	// Decided and Undecided sum those of the checks.
	Decided   int `json:"decided"`
	Undecided int `json:"undecided,omitempty"`
	// Unexercised says that a partner build never sent what the requirement
	// asks about: it is untested, and no part of what was certified.
	Unexercised bool `json:"unexercised,omitempty"`
	// Optional says that it is about what a partner build may leave out.
	Optional bool `json:"optional,omitempty"`
	// Accepted says that it failed, and that all its failures are accepted deviations.
	Accepted bool `json:"accepted,omitempty"`
	// Faults are planted faults that this requirement is proved to catch.
	Faults []string `json:"faults,omitempty"`
	Rounds *Rounds  `json:"rounds,omitempty"` // of a soak
	Pack   *Pack    `json:"pack,omitempty"`   // the calls that show the failure again
}

// Check is one scenario below a rule: one example of the obligation.
type Check struct {
	Name       string    `json:"name"`
	Location   string    `json:"location"` // "server/create_purchases.feature:42"
	Steps      []Step    `json:"steps"`
	Outcome    Outcome   `json:"outcome"`
	Reason     string    `json:"reason,omitempty"`
	BlockedBy  []string  `json:"blocked_by,omitempty"`
	StartedMS  int64     `json:"started_ms"` // since the run started
	DurationMS int64     `json:"duration_ms"`
	Exchanges  []string  `json:"exchanges,omitempty"` // ids of the exchanges it is judged on
	Failures   []Failure `json:"failures,omitempty"`
	// Decided counts the answers, or a partner build's requests, on which the
	// check decided; Undecided those on which it could not, in whole or in part.
	Decided   int `json:"decided"`
	Undecided int `json:"undecided,omitempty"`
	// Inapplicable says that nothing is documented of what the target did here:
	// the check is untested, and does not count in its requirement.
	Inapplicable bool    `json:"inapplicable,omitempty"`
	Rounds       *Rounds `json:"rounds,omitempty"` // of a soak
	// Unstable says what the target did only when it was asked once more.
	Unstable []string `json:"unstable,omitempty"`
}

// Step is one line of a check as it ran.
type Step struct {
	Keyword string `json:"keyword"`
	Text    string `json:"text"`
}

// Failure is one thing found wrong, with all that is needed to argue about it.
type Failure struct {
	Path     string `json:"path,omitempty"` // JSON path ("data.0.id"), "status", or "header Content-Type"
	Expected string `json:"expected"`       // what the specification asks
	Actual   string `json:"actual"`         // what was seen
	Message  string `json:"message"`        // one sentence
	Section  string `json:"section"`        // the clause
	Exchange string `json:"exchange"`       // id of the exchange
	// Kind, Want, Wanted and Other say as data what the texts say in words. Results of
	// versions before have none of them.
	Kind   FailureKind `json:"kind,omitempty"`
	Want   ExpectKind  `json:"want,omitempty"`   // how the value at Path is compared with Wanted
	Wanted string      `json:"wanted,omitempty"` // what was wanted; of one-of, a JSON array
	Other  string      `json:"other,omitempty"`  // id of the exchange that gave Wanted, or that shows the effect
	// Credentials are what the call had in place of the valid token: "a wrong token".
	Credentials string `json:"credentials,omitempty"`
	Endpoint    string `json:"endpoint,omitempty"` // of that exchange: "POST /api/v2/purchases"
	Times       int    `json:"times,omitempty"`    // in how many places the check found the same, where it is more than one
	TraceID     string `json:"trace_id,omitempty"` // of the trace that the request carried (W3C Trace Context)
	Curl        string `json:"curl,omitempty"`     // repeats the request; secrets as $ASSAY_TOKEN
}

// Exchange is one request with its response, secrets already cut.
type Exchange struct {
	ID         string    `json:"id"`
	Endpoint   string    `json:"endpoint,omitempty"`
	Check      string    `json:"check,omitempty"` // id and name of the check that sent it
	Started    time.Time `json:"started"`
	DurationMS float64   `json:"duration_ms"`
	Request    Message   `json:"request"`
	Response   *Message  `json:"response,omitempty"` // nil when none came
	Error      string    `json:"error,omitempty"`    // why none came
	Again      string    `json:"again,omitempty"`    // why the request was made once more
	TraceID    string    `json:"trace_id,omitempty"` // of the trace that the request carried (W3C Trace Context)
}

// Message is one half of an exchange.
type Message struct {
	Method   string   `json:"method,omitempty"`
	URL      string   `json:"url,omitempty"`
	Status   int      `json:"status,omitempty"`
	Headers  []Header `json:"headers,omitempty"`
	Body     string   `json:"body,omitempty"` // may be cut; BodySize tells
	BodySize int64    `json:"body_size"`      // octets before any cut
	Cut      bool     `json:"cut,omitempty"`
}

// Header is one header line; a name may repeat.
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Tolerance is a place where the specification gives several forms, and what
// the run made of it.
type Tolerance struct {
	ID        string    `json:"id"`
	Sections  []string  `json:"sections"`
	Title     string    `json:"title"`
	Kind      string    `json:"kind,omitempty"` // "alternative": all are permitted side by side; "contradiction": one suffices
	Direction string    `json:"direction"`      // "request" or "response"
	Setting   string    `json:"setting"`        // "any" or the pinned reading
	Readings  []Reading `json:"readings"`
}

// Reading is one form that a tolerance permits.
type Reading struct {
	Name  string   `json:"name"`
	Title string   `json:"title"`
	Taken string   `json:"taken,omitempty"` // what the target did with it: "taken", "refused", "seen", "not tried"
	Seen  int      `json:"seen"`            // how often it was seen or spoken
	Where []string `json:"where,omitempty"` // endpoints and JSON paths, or exchange ids
}

// Observation is what a target does where the specification is silent. It is
// recorded and shown, never judged.
type Observation struct {
	ID       string   `json:"id"`
	Scope    string   `json:"scope"`
	Sections []string `json:"sections"`
	Question string   `json:"question"`
	Answer   string   `json:"answer"`
	// Noted is how many things the answer names that a reader should look at: a partner
	// build did them, and no requirement judges them.
	Noted     int      `json:"noted,omitempty"`
	Exchanges []string `json:"exchanges,omitempty"`
}

// Deviation is a known failure that a team has accepted for now.
type Deviation struct {
	Requirement string `json:"requirement"`
	Match       string `json:"match,omitempty"`
	// Unjudged says how the requirement is known not to be judged: "blocked",
	// "untested", "unexercised" or "absent". Empty where a failure is accepted.
	Unjudged string `json:"unjudged,omitempty"`
	Reason   string `json:"reason"`
	Owner    string `json:"owner"`
	Expires  string `json:"expires"`
	Link     string `json:"link,omitempty"`
	// State is "accepted" (it is as described), "stale" (no longer), "expired"
	// (its last day has passed) or "unknown" (the run did not judge it).
	State string `json:"state"`
}

// TokenRefused is the cause of a set-up in which every endpoint refuses the token.
const TokenRefused = "token-refused"

// The causes of a run that was stopped half-way: the service refused every call from some
// moment on, by which it turned the caller away, or the token.
const (
	TokenLapsed  = "token-lapsed"
	TooManyCalls = "too-many-calls"
)

// Setup says why a run ended before its first check, or was stopped half-way: the set-up
// is wrong, and nothing is said of the build.
type Setup struct {
	Cause   string `json:"cause"` // "token-refused", "not-found" …
	Problem string `json:"problem"`
	Remedy  string `json:"remedy"`
	Calls   int    `json:"calls"` // that were made to find it out
}

// HalfWay tells whether the run had begun to judge when it was stopped.
func (s *Setup) HalfWay() bool { return s.Cause == TokenLapsed || s.Cause == TooManyCalls }

// Refuses tells whether it is the access token that is wrong.
func (s *Setup) Refuses() bool { return s.Cause == TokenRefused }

// Report is what a report says of itself beside its results, as a laboratory does
// (ISO/IEC 17025:2017, 7.8.2.1): its number, who made it for whom, about what, and
// where. What nobody has stated is empty.
type Report struct {
	Number   string    `json:"number"` // no two reports have one
	Issued   time.Time `json:"issued"`
	Replaces string    `json:"replaces,omitempty"` // number of the report that this one was made from

	Laboratory Party `json:"laboratory"`
	Customer   Party `json:"customer"`
	Item       Item  `json:"item"`
	Place      Place `json:"place"`

	Authorised string `json:"authorised,omitempty"` // who authorises it
	Provided   string `json:"provided,omitempty"`   // what came from the customer or from others
}

// Party is a laboratory, or its customer.
type Party struct {
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
	Contact string `json:"contact,omitempty"`
}

// Item is what was tested, in the words of whoever had it tested.
type Item struct {
	Name        string `json:"name,omitempty"`
	Version     string `json:"version,omitempty"`
	Environment string `json:"environment,omitempty"` // "staging, one replica"
	Condition   string `json:"condition,omitempty"`   // "as deployed, test data"
	Received    string `json:"received,omitempty"`    // 2026-03-01
}

// Place is where the test was made.
type Place struct {
	Host     string `json:"host,omitempty"`     // the machine that ran the suite
	Vantage  string `json:"vantage,omitempty"`  // from where it saw the item: "the public internet"
	Pipeline string `json:"pipeline,omitempty"` // address of the run of a pipeline
}
