// Package driver acts as a store against a target: it makes the nine calls of the
// specification, and finds out which of the documented forms the target accepts. It keeps
// each call in the history of the run (internal/history).
//
// A Run is what all checks of a run share. A Session is a run as one check sees it;
// its parts (Customers, OTPs, Limits, Orders, Combinations) make the calls. The driver
// judges nothing: it says what a call shows, and steps/server decides what that means.
package driver

import "github.com/credit-partner/assay/internal/history"

// What the driver is given and gives is kept in the history of the run.
type (
	Call         = history.Call
	Item         = history.Item
	RecordBefore = history.RecordBefore
)
