// Package judgement defines the result of one check: what failed, which precondition was broken and
// who owns it, or why nothing could be judged. The steps of both sides fill it in, and the suite
// derives outcomes from it.
package judgement

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
)

// Check describes a scenario as a check of a requirement.
type Check struct {
	Requirement string   // "PUR-07"
	Name        string   // the scenario's title
	Key         string   // feature, line and example; it selects the check's own random numbers
	Location    string   // "server/create_purchases.feature:42"
	Steps       []string // the texts of its steps
	WholeRun    bool     // it waits for all other calls of the run
	Owns        []Aspect // what its requirement owns
	// Owner returns the requirement that owns an aspect, or "" if none does.
	Owner func(Aspect) string
}

// Aspect is one thing that an endpoint must do before anything else about it can be judged: serve
// ("status"), answer JSON ("json"), and so on. In the features, a rule owns an aspect by its tags
// (@owns-status, @case-government).
type Aspect struct {
	Endpoint string
	Variant  string // "" for the plain case
	Name     string
}

// The aspects that several packages use, in the order in which they build on each other. The others
// are named where they are used:
//
//   - independent: an order that repeats a value of an earlier order has its own records
//   - own-purchases: get purchase returns no values of another customer's purchase
//   - own-ids: no two customers share an id of a limit
//   - answered: an update returns the new status
//   - kept: get purchase shows the new status, too
//   - untouched: an update does not change the other items of its order
//   - other-orders: an update or a cancel does not change items of other orders
//   - unknown-id: a call with an unknown id does not change another item
//   - left: a cancelled item does not show its earlier status
//   - unchanged: an update changes only facility_status and updated_at
//   - later, clock: the new updated_at is later than the old one; both come from one clock
//   - going-on-after-ENDPOINT: a partner build makes further calls after each form of a response
//
// An aspect of a partner build has the name of the obligation: a header, a member of a body, or
// address, authorization, secret, no-body and so on.
const (
	StatusAspect         = "status"            // it serves the call
	JSONAspect           = "json"              // the body is JSON
	EnvelopeAspect       = "envelope"          // the members around data
	SuccessAspect        = "success"           // the members of a lookup that say that it succeeded
	EnvelopeStatusAspect = "envelope-status"   // the status in the envelope is the HTTP status
	DataAspect           = "data"              // data has the documented members
	RequestIDAspect      = "request-id"        // the response has a request_id
	UniqueAspect         = "unique-request-id" // no two responses of an endpoint have the same
	OrderIDAspect        = "order-id"          // the response has order_id beside data
	QueryFieldAspect     = "query-field"       // a lookup accepts each of its fields
	CountAspect          = "count"             // there is a record for each item
	IDAspect             = "id"                // each has an id of its own
	EchoAspect           = "echo"              // the record as it was sent or stored before
	PriceAspect          = "price"             // the price that create repeats
	AmountAspect         = "amounts"           // the amounts of a limit request, in any size
)

func (a Aspect) String() string {
	return strings.TrimSpace(strings.Join([]string{a.Endpoint, a.Variant, a.Name}, " "))
}

// Break is a precondition that the target broke. It blocks the check. If the requirement that owns
// the aspect passes, the check itself has found the deviation, and Failure is that deviation.
type Break struct {
	Aspect  Aspect
	Failure result.Failure
	// HidesEvidence is set if the break hid something from the answers that the check decided on.
	// It blocks the check if the owner fails, and has no effect otherwise.
	HidesEvidence bool
}

// Report is the result of one check. It is empty for a check that passed.
type Report struct {
	Failures []result.Failure
	Breaks   []Break
	// Inapplicable says why the obligation does not apply to this target: nothing was left to
	// judge, and nothing is missing.
	Inapplicable string
	Untested     string // why it could not be judged, with the remedy
	// Unexercised is set if the check is untested only because nothing that it is about occurred,
	// or all of it was cut. Nothing else follows from it.
	Unexercised bool
	Errored     string   // what went wrong in assay or in the network
	Readings    []string // the readings used that are not the normative ones, "order-id: string"
	Notes       []string // answers of an observation
	Noted       int      // how many of these a reader should look at
	Exchanges   []string // ids of the exchanges it was judged on
	// Decided is the number of answers, or on the partner's side of requests, on which the check
	// could decide. Undecided is the number of those on which it could not decide completely. A
	// check that decided on none has not passed.
	Decided, Undecided int
	Unstable           []string // what the target did only when the call was repeated
}

// Trial is one reading of one tolerance, tried on one endpoint.
type Trial struct {
	Tolerance, Reading, Endpoint string
	Path                         string // the path at which it was seen in a body
	Accepted                     bool
	UsedInRequests               bool // the run writes its requests in this reading
	Exchange                     string
	Times                        int // how often it was seen there; 0 means once
}

// Place returns where a reading was tried or seen.
func (t Trial) Place() string {
	if t.Path == "" {
		return t.Endpoint
	}
	return t.Endpoint + " " + t.Path
}

// Request is what is known about a partner's request after it was judged.
type Request struct {
	Endpoint    string
	ID          string       // the id at the end of the path; "" if there is none
	Body        gjson.Result // empty if there is no readable body
	NewCustomer bool         // whether it sends an OTP to a person without an account (4.1)
	Flawed      bool         // whether it has a fault, or is beyond what can be judged
}

// UntestedError says that a check cannot be judged, and what would help.
type UntestedError struct {
	Reason      string
	Unexercised bool // whether there was nothing to judge
}

func (e *UntestedError) Error() string { return e.Reason }

// ErroredError says that assay or the network failed.
type ErroredError struct{ Reason string }

func (e *ErroredError) Error() string { return e.Reason }

// Untested returns the error of a check that cannot be judged.
func Untested(format string, args ...any) error {
	return &UntestedError{Reason: fmt.Sprintf(format, args...)}
}

// Unexercised returns the error of a check that had nothing to judge.
func Unexercised(format string, args ...any) error {
	return &UntestedError{Reason: fmt.Sprintf(format, args...), Unexercised: true}
}

// Errored returns the error of a check that assay or the network did not let finish.
func Errored(format string, args ...any) error {
	return &ErroredError{fmt.Sprintf(format, args...)}
}
