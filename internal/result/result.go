// Package result holds the result of a run as plain data: what was judged, with which outcome and
// on which evidence. It defines the published format of results.json. A result contains
// everything that a report needs, so a report can be rendered from it at any later time.
package result

import "time"

// Schema is the version of the format. As long as this string says v1, a reader of v1 keeps
// working: members may be added, but never renamed or removed.
const Schema = "assay.results/v1"

// Side says which side of the protocol was judged.
type Side string

// The two sides of the protocol.
const (
	ServerSide  Side = "server"
	PartnerSide Side = "partner"
)

// Grade says whether the specification states or implies a requirement.
type Grade string

// The grades of a requirement. An observation is not a requirement: it has no outcome and cannot
// fail.
const (
	Stated  Grade = "stated"  // the specification says it
	Implied Grade = "implied" // it follows from the specification; the rule says from which part
)

// Run is the complete result of one run.
type Run struct {
	Schema   string   `json:"schema"`
	Verdict  Verdict  `json:"verdict"`
	Reason   string   `json:"reason"` // the verdict in a sentence
	Side     Side     `json:"side"`
	Scope    []string `json:"scope"`          // capabilities under certification
	Only     []string `json:"only,omitempty"` // patterns that selected a part of the plan; empty means everything in scope
	Suite    Suite    `json:"suite"`
	Target   Target   `json:"target"`
	Settings Settings `json:"settings"`
	Seed     int64    `json:"seed"`

	Started     time.Time `json:"started"`
	Finished    time.Time `json:"finished"`
	Interrupted string    `json:"interrupted,omitempty"` // why the run ended early, if it did

	Traffic      Traffic       `json:"traffic"`
	Coverage     *Coverage     `json:"coverage,omitempty"`  // nil in results of older versions
	Endpoints    []Endpoint    `json:"endpoints,omitempty"` // for a server: the endpoints and whether it serves them
	Setup        *Setup        `json:"setup,omitempty"`     // what is wrong with the set-up, so that nothing was judged; nil if it is not wrong
	Requirements []Requirement `json:"requirements"`
	Causes       []Cause       `json:"causes,omitempty"` // the causes of the failures, the worst first
	Tolerances   []Tolerance   `json:"tolerances"`
	// Dialect holds the readings that the target used, or that the suite used towards it:
	// tolerance id to reading names.
	Dialect map[string][]string `json:"dialect"`
	// FullDialect is the input of `assay pair`; nil in results of older versions.
	FullDialect *FullDialect `json:"full_dialect,omitempty"`
	// Combinations say, for each request body, which documented values were combined.
	Combinations []Combination `json:"combinations,omitempty"`
	Observations []Observation `json:"observations"`
	Deviations   []Deviation   `json:"deviations"`
	Decision     string        `json:"decision,omitempty"` // if there is a list of deviations: whether a pipeline may go on, "pass", "fail" or "undecided"
	Notes        []string      `json:"notes,omitempty"`    // what a reader must know, for example that Sign was a placeholder
	Exchanges    []Exchange    `json:"exchanges"`
	Shard        *Shard        `json:"shard,omitempty"`  // set if only a part of the plan was run
	Soak         *Soak         `json:"soak,omitempty"`   // set if the plan was run for several rounds
	Report       *Report       `json:"report,omitempty"` // nil in results of older versions
}

// Suite identifies the suite that judged.
type Suite struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	// Digest is the SHA-256, in hex, of all features and schemas and of the register of
	// tolerances. Two runs with the same digest checked the same things.
	Digest string `json:"digest"`
	// Ledger names the list of requirements that was used: "1.0" for the list of that release, or
	// "after 1.0" if requirements have changed since.
	Ledger string `json:"ledger,omitempty"`
}

// Target identifies what was judged.
type Target struct {
	BaseURL       string `json:"base_url"`
	LookupBaseURL string `json:"lookup_base_url,omitempty"` // set if section 4.5 is served at another address
	Build         string `json:"build,omitempty"`           // the name that the team uses, "payments 3.4.1"
	Digest        string `json:"digest,omitempty"`          // digest of the build: "sha256:…" of an image, "gitCommit:…"
}

// Settings are the settings of the run that are necessary to repeat it.
type Settings struct {
	Concurrency int               `json:"concurrency"`
	TimeoutMS   int64             `json:"timeout_ms"`
	DeadlineMS  int64             `json:"deadline_ms"`
	Tolerances  map[string]string `json:"tolerances,omitempty"` // pinned readings
	Strength    int               `json:"strength,omitempty"`   // the number of members whose combinations of values must all be sent
}

// Traffic counts the requests and the data that the run created at the target.
type Traffic struct {
	Requests  int `json:"requests"`
	Customers int `json:"customers"` // credit limits created
	Purchases int `json:"purchases"` // purchase items created
	// Again counts the requests that were repeated, by the reason: "no connection", "asked to
	// wait" …
	Again map[string]int `json:"again,omitempty"`
	// Sandbox says that the answers to a partner build came from assay's own sandbox. Their
	// response times say nothing about any build.
	Sandbox bool `json:"sandbox,omitempty"`
}

// Endpoint says whether a server serves an endpoint.
type Endpoint struct {
	Endpoint string `json:"endpoint"` // "POST /api/v2/purchases"
	Served   bool   `json:"served"`   // it served at least one call
	Calls    int    `json:"calls"`
	Note     string `json:"note,omitempty"` // how it answered if it served no call: "404 to all 12 calls"
}

// Requirement is one obligation of the specification, with its outcome.
type Requirement struct {
	ID        string   `json:"id"`
	Scope     string   `json:"scope"`
	Sections  []string `json:"sections"`
	Grade     Grade    `json:"grade"`
	Endpoint  string   `json:"endpoint,omitempty"` // "POST /api/v2/purchases"
	Statement string   `json:"statement"`
	Why       string   `json:"why,omitempty"`  // the description of the rule, if it has one
	Feature   string   `json:"feature"`        // title of the feature that contains it
	Owns      []string `json:"owns,omitempty"` // aspects that other checks of the endpoint depend on: "status", "json", "data" …
	Outcome   Outcome  `json:"outcome"`
	Reason    string   `json:"reason,omitempty"`     // why the outcome is not passed
	BlockedBy []string `json:"blocked_by,omitempty"` // ids of the requirements that broke the precondition
	Readings  []string `json:"readings,omitempty"`   // "order-id: string", if it was tolerated
	Checks    []Check  `json:"checks"`
	// Decided and Undecided are the sums over the checks.
	Decided   int `json:"decided"`
	Undecided int `json:"undecided,omitempty"`
	// Unexercised says that a partner build never sent what the requirement is about. The
	// requirement is untested, and is not part of what was certified.
	Unexercised bool `json:"unexercised,omitempty"`
	// Optional says that the requirement is about something that a partner build may omit.
	Optional bool `json:"optional,omitempty"`
	// Accepted says that it failed, and that all its failures are accepted deviations.
	Accepted bool `json:"accepted,omitempty"`
	// Faults are the planted faults that this requirement provably catches.
	Faults []string `json:"faults,omitempty"`
	Rounds *Rounds  `json:"rounds,omitempty"` // only in a soak
	Pack   *Pack    `json:"pack,omitempty"`   // the calls that reproduce the failure
}

// Check is one scenario of a rule: one example of the obligation.
type Check struct {
	Name       string    `json:"name"`
	Location   string    `json:"location"` // "server/create_purchases.feature:42"
	Steps      []Step    `json:"steps"`
	Outcome    Outcome   `json:"outcome"`
	Reason     string    `json:"reason,omitempty"`
	BlockedBy  []string  `json:"blocked_by,omitempty"`
	StartedMS  int64     `json:"started_ms"` // milliseconds since the run started
	DurationMS int64     `json:"duration_ms"`
	Exchanges  []string  `json:"exchanges,omitempty"` // ids of the exchanges that it is judged on
	Failures   []Failure `json:"failures,omitempty"`
	// Decided counts the answers (for a partner build: the requests) that the check could decide.
	// Undecided counts those that it could not decide, or only in part.
	Decided   int `json:"decided"`
	Undecided int `json:"undecided,omitempty"`
	// Inapplicable says that the specification does not cover what the target did here. The check
	// is untested and does not count for its requirement.
	Inapplicable bool    `json:"inapplicable,omitempty"`
	Rounds       *Rounds `json:"rounds,omitempty"` // only in a soak
	// Unstable lists what the target did only after a repeated request.
	Unstable []string `json:"unstable,omitempty"`
}

// Step is one line of a check.
type Step struct {
	Keyword string `json:"keyword"`
	Text    string `json:"text"`
}

// Failure is one deviation, with everything that a discussion of it needs.
type Failure struct {
	Path     string `json:"path,omitempty"` // JSON path ("data.0.id"), "status", or "header Content-Type"
	Expected string `json:"expected"`       // what the specification demands
	Actual   string `json:"actual"`         // what was found
	Message  string `json:"message"`        // one sentence
	Section  string `json:"section"`        // section of the specification
	Exchange string `json:"exchange"`       // id of the exchange
	// Kind, Want, Wanted and Other say as data what the texts say in words. Results of older
	// versions do not have them.
	Kind   FailureKind `json:"kind,omitempty"`
	Want   ExpectKind  `json:"want,omitempty"`   // how the value at Path is compared with Wanted
	Wanted string      `json:"wanted,omitempty"` // the expected value; a JSON array if Want is one-of
	Other  string      `json:"other,omitempty"`  // id of the exchange that Wanted comes from, or that shows the effect
	// Credentials describes what the call sent in place of the valid token: "a wrong token".
	Credentials string `json:"credentials,omitempty"`
	Endpoint    string `json:"endpoint,omitempty"` // endpoint of the exchange: "POST /api/v2/purchases"
	Times       int    `json:"times,omitempty"`    // the number of places with the same deviation, if there are several
	TraceID     string `json:"trace_id,omitempty"` // trace id that the request carried (W3C Trace Context)
	Curl        string `json:"curl,omitempty"`     // the command that repeats the request; secrets are written as $ASSAY_TOKEN
}

// Exchange is one request with its response. Secrets are already removed.
type Exchange struct {
	ID         string    `json:"id"`
	Endpoint   string    `json:"endpoint,omitempty"`
	Check      string    `json:"check,omitempty"` // id and name of the check that sent it
	Started    time.Time `json:"started"`
	DurationMS float64   `json:"duration_ms"`
	Request    Message   `json:"request"`
	Response   *Message  `json:"response,omitempty"` // nil if no response came
	Error      string    `json:"error,omitempty"`    // why no response came
	Again      string    `json:"again,omitempty"`    // why the request was repeated
	TraceID    string    `json:"trace_id,omitempty"` // trace id that the request carried (W3C Trace Context)
}

// Message is one half of an exchange.
type Message struct {
	Method   string   `json:"method,omitempty"`
	URL      string   `json:"url,omitempty"`
	Status   int      `json:"status,omitempty"`
	Headers  []Header `json:"headers,omitempty"`
	Body     string   `json:"body,omitempty"` // may be cut, see Cut and BodySize
	BodySize int64    `json:"body_size"`      // octets of the whole body
	Cut      bool     `json:"cut,omitempty"`
}

// Header is one header line; a name may repeat.
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Tolerance is a place where the specification has several forms, with what the run found there.
type Tolerance struct {
	ID        string    `json:"id"`
	Sections  []string  `json:"sections"`
	Title     string    `json:"title"`
	Kind      string    `json:"kind,omitempty"` // "alternative": all readings are permitted side by side; "contradiction": one reading is enough
	Direction string    `json:"direction"`      // "request" or "response"
	Setting   string    `json:"setting"`        // "any" or the pinned reading
	Readings  []Reading `json:"readings"`
}

// Reading is one form that a tolerance allows.
type Reading struct {
	Name  string   `json:"name"`
	Title string   `json:"title"`
	Taken string   `json:"taken,omitempty"` // what the target did with it: "taken", "refused", "seen", "not tried"
	Seen  int      `json:"seen"`            // how often the target or the suite used it
	Where []string `json:"where,omitempty"` // endpoints and JSON paths, or exchange ids
}

// Observation describes what a target does where the specification says nothing. It is recorded
// and shown, but never judged.
type Observation struct {
	ID       string   `json:"id"`
	Scope    string   `json:"scope"`
	Sections []string `json:"sections"`
	Question string   `json:"question"`
	Answer   string   `json:"answer"`
	// Noted is the number of things in the answer that a reader should look at: a partner build
	// did them, and no requirement judges them.
	Noted     int      `json:"noted,omitempty"`
	Exchanges []string `json:"exchanges,omitempty"`
}

// Deviation is a known failure that a team has accepted for now.
type Deviation struct {
	Requirement string `json:"requirement"`
	Match       string `json:"match,omitempty"`
	// Unjudged says in which way the requirement is known not to be judged: "blocked",
	// "untested", "unexercised" or "absent". It is empty if a failure is accepted.
	Unjudged string `json:"unjudged,omitempty"`
	Reason   string `json:"reason"`
	Owner    string `json:"owner"`
	Expires  string `json:"expires"`
	Link     string `json:"link,omitempty"`
	// State is "accepted" (the run shows what the deviation describes), "stale" (it no longer
	// does), "expired" (the last day has passed) or "unknown" (the run did not judge it).
	State string `json:"state"`
}

// TokenRefused is the cause if every endpoint refuses the token.
const TokenRefused = "token-refused"

// StoreKeyRefused is the cause if the service refuses every call that takes the store key, and
// says that the key is the reason.
const StoreKeyRefused = "store-key-refused"

// The causes of a run that was stopped during its checks: from some moment on, the service
// refused every call because it limited the calls of assay or no longer accepted the token.
const (
	TokenLapsed  = "token-lapsed"
	TooManyCalls = "too-many-calls"
)

// Setup says why a run ended before its first check, or was stopped during its checks: the set-up
// is wrong. The run then says nothing about the build.
type Setup struct {
	Cause   string `json:"cause"` // "token-refused", "not-found" …
	Problem string `json:"problem"`
	Remedy  string `json:"remedy"`
	Calls   int    `json:"calls"` // the number of calls that were made before this was known
}

// HalfWay reports whether the run had started to judge when it was stopped.
func (s *Setup) HalfWay() bool {
	return s.Cause == TokenLapsed || s.Cause == TooManyCalls || s.Cause == StoreKeyRefused
}

// Refuses reports whether the access token is wrong.
func (s *Setup) Refuses() bool { return s.Cause == TokenRefused }

// Report holds what a report of a laboratory states besides its results (ISO/IEC 17025:2017,
// 7.8.2.1): its number, who made it for whom, what was tested, and where. Items that nobody has
// stated are empty.
type Report struct {
	Number   string    `json:"number"` // unique
	Issued   time.Time `json:"issued"`
	Replaces string    `json:"replaces,omitempty"` // number of the report that this one replaces

	Laboratory Party `json:"laboratory"`
	Customer   Party `json:"customer"`
	Item       Item  `json:"item"`
	Place      Place `json:"place"`

	Authorised string `json:"authorised,omitempty"` // who authorises it
	Provided   string `json:"provided,omitempty"`   // what the customer or others provided
}

// Party is a laboratory, or its customer.
type Party struct {
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
	Contact string `json:"contact,omitempty"`
}

// Item is the thing that was tested, as the customer describes it.
type Item struct {
	Name        string `json:"name,omitempty"`
	Version     string `json:"version,omitempty"`
	Environment string `json:"environment,omitempty"` // "staging, one replica"
	Condition   string `json:"condition,omitempty"`   // "as deployed, test data"
	Received    string `json:"received,omitempty"`    // 2026-03-01
}

// Place is the place of the test.
type Place struct {
	Host     string `json:"host,omitempty"`     // the machine that ran the suite
	Vantage  string `json:"vantage,omitempty"`  // where it called the item from: "the public internet"
	Pipeline string `json:"pipeline,omitempty"` // address of the pipeline run
}
