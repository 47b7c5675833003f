// Package driver acts as a store against a target. It makes the nine calls of the specification,
// and finds out which of the documented forms the target accepts. It keeps each call in the
// history of the run (internal/driver/history).
//
// A Run is the state that all checks of a run share. A Session is the view that one check has of
// a run. The parts of a session (Customers, OTPs, Limits, Orders, Combinations) make the calls.
// The driver judges nothing: it reports what a call shows, and steps/server decides what that
// means.
package driver

import "github.com/credit-partner/assay/internal/driver/history"

// These types of the history of the run are the values that the driver takes and returns.
type (
	Call         = history.Call
	Item         = history.Item
	RecordBefore = history.RecordBefore
)
