// Package judgement holds what one check found: what failed, which precondition was broken
// and who owns it, or why nothing could be judged. The steps of both sides fill it in, and
// the suite derives outcomes from it.
package judgement

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
)

// Check tells a scenario what it stands for in the ledger.
type Check struct {
	Requirement string   // "PUR-07"
	Name        string   // the scenario's title
	Key         string   // feature, line and example: names the check's own random numbers
	Location    string   // "server/create_purchases.feature:42"
	Steps       []string // the texts of its steps
	WholeRun    bool     // it waits for all other calls of the run
	Owns        []Aspect // what its requirement owns
	// Owner tells which requirement owns an aspect; "" when none does.
	Owner func(Aspect) string
}

// Aspect names one thing that an endpoint must do before anything else can be
// judged of it: serve ("status"), answer JSON ("json"), and so on. In the
// features a rule owns an aspect by its tags (@owns-status, @case-government).
type Aspect struct {
	Endpoint string
	Variant  string // "" is the plain case
	Name     string
}

// The aspects, in the order in which they build on each other.
const (
	StatusAspect         = "status"
	JSONAspect           = "json"
	EnvelopeAspect       = "envelope"
	SuccessAspect        = "success"
	EnvelopeStatusAspect = "envelope-status" // the status in the envelope is the HTTP status
	DataAspect           = "data"
	RequestIDAspect      = "request-id"
	UniqueAspect         = "unique-request-id" // no two responses of an endpoint share one
	OrderIDAspect        = "order-id"
	QueryFieldAspect     = "query-field" // that a lookup takes each of its fields
	CountAspect          = "count"       // a record for each item
	IDAspect             = "id"          // an id of its own for each
	EchoAspect           = "echo"        // the record as it was
	PriceAspect          = "price"       // the price that create repeats
	AmountAspect         = "amounts"     // of a limit request, in any size
)

func (a Aspect) String() string {
	return strings.TrimSpace(strings.Join([]string{a.Endpoint, a.Variant, a.Name}, " "))
}

// Break is a precondition that the target broke. It blocks the check, unless
// the requirement that owns the aspect turns out to hold: then the check itself
// has found the deviation, and Failure is what it found.
type Break struct {
	Aspect  Aspect
	Failure result.Failure
	// HidesEvidence says that the break kept something from coming up in the answers that
	// the check decided on. It blocks the check if the owner does not hold, and
	// counts for nothing otherwise.
	HidesEvidence bool
}

// Report is what one check found. All of it is empty for a check that passed.
type Report struct {
	Failures []result.Failure
	Breaks   []Break
	// Inapplicable says why the obligation has no bearing on what this target
	// does: nothing was left to judge, and nothing is owed.
	Inapplicable string
	Untested     string // why it could not be judged, with the remedy
	// Unexercised says that it is untested only since nothing occurred, or nothing
	// was left uncut, that it is about: nothing else is to be concluded.
	Unexercised bool
	Errored     string   // what went wrong on our side or on the network
	Readings    []string // readings leaned on that are not the normative ones, "order-id: string"
	Notes       []string // answers of an observation
	Noted       int      // how many of these a reader should look at
	Exchanges   []string // ids of the exchanges it was judged on
	// Decided counts the answers, or on the partner's side the requests, on which
	// the check could decide; Undecided those on which it could not, in whole or
	// in part. A check that decided on none has not passed.
	Decided, Undecided int
	Unstable           []string // what the target did only when it was asked once more
}

// Trial is one reading of one tolerance, tried on one endpoint.
type Trial struct {
	Tolerance, Reading, Endpoint string
	Path                         string // where it was seen in a body
	Accepted                     bool
	UsedInRequests               bool // the run writes its requests in this reading
	Exchange                     string
	Times                        int // how often it was met there; 0 means once
}

// Place is where a reading was tried or seen.
func (t Trial) Place() string {
	if t.Path == "" {
		return t.Endpoint
	}
	return t.Endpoint + " " + t.Path
}

// Request is what is known of a partner's request once it was judged.
type Request struct {
	Endpoint    string
	ID          string       // that the path ends in; empty where it ends in none
	Body        gjson.Result // empty where it has none that can be read
	NewCustomer bool         // an OTP is sent to somebody without an account (4.1)
	Flawed      bool         // something about it is wrong, or beyond what can be judged
}

// UntestedError says that a check cannot be judged, and what would help.
type UntestedError struct {
	Reason      string
	Unexercised bool // nothing was there to judge
}

func (e *UntestedError) Error() string { return e.Reason }

// ErroredError says that we, or the network, failed.
type ErroredError struct{ Reason string }

func (e *ErroredError) Error() string { return e.Reason }

// Untested is the error of a check that cannot be judged.
func Untested(format string, args ...any) error {
	return &UntestedError{Reason: fmt.Sprintf(format, args...)}
}

// Unexercised is the error of a check that had nothing to judge.
func Unexercised(format string, args ...any) error {
	return &UntestedError{Reason: fmt.Sprintf(format, args...), Unexercised: true}
}

// Errored is the error of a check that we, or the network, kept from its end.
func Errored(format string, args ...any) error {
	return &ErroredError{fmt.Sprintf(format, args...)}
}
