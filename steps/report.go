package steps

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

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
	StatusAspect    = "status"
	JSONAspect      = "json"
	EnvelopeAspect  = "envelope"
	SuccessAspect   = "success"
	DataAspect      = "data"
	RequestIDAspect = "request-id"
	OrderIDAspect   = "order-id"
	CountAspect     = "count" // a record for each item
	IDAspect        = "id"    // an id of its own for each
	EchoAspect      = "echo"  // the record as it was
	PriceAspect     = "price" // the price that create repeats
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
}

// Report is what one check found. All of it is empty for a check that passed.
type Report struct {
	Failures []result.Failure
	Breaks   []Break
	// Inapplicable says why the obligation has no bearing on what this target
	// does: nothing was left to judge, and nothing is owed.
	Inapplicable string
	Untested     string // why it could not be judged, with the remedy
	// Unexercised says that it is untested only since nothing came up, or nothing
	// was left uncut, that it is about: nothing else is to be concluded.
	Unexercised bool
	Errored     string   // what went wrong on our side or on the network
	Readings    []string // readings leaned on that are not the normative ones, "order-id: string"
	Notes       []string // answers of an observation
	Exchanges   []string // ids of the exchanges it was judged on
	// Decided counts the answers, or on the partner's side the requests, on which
	// the check could decide; Undecided those on which it could not, in whole or
	// in part. A check that decided on none has not passed.
	Decided, Undecided int
	Unstable           []string // what the target did only when it was asked once more
}

// breakError carries a Break out of a step.
type breakError struct{ Break }

func (e *breakError) Error() string {
	return fmt.Sprintf("%s: %s", e.Aspect, e.Failure.Message)
}

// untestedError says that a check cannot be judged, and what would help.
type untestedError struct {
	reason      string
	unexercised bool // nothing was there to judge
}

func (e *untestedError) Error() string { return e.reason }

// inapplicableError says that nothing is documented of the case at hand.
type inapplicableError struct{ reason string }

func (e *inapplicableError) Error() string { return e.reason }

// erroredError says that we, or the network, failed.
type erroredError struct{ reason string }

func (e *erroredError) Error() string { return e.reason }

func untested(format string, args ...any) error {
	return &untestedError{reason: fmt.Sprintf(format, args...)}
}

// unexercised says that nothing was there that a check is about.
func unexercised(format string, args ...any) error {
	return &untestedError{reason: fmt.Sprintf(format, args...), unexercised: true}
}

func errored(format string, args ...any) error {
	return &erroredError{fmt.Sprintf(format, args...)}
}
