package judgement

import "fmt"

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
