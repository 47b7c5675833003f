package scenario

import (
	"context"
	"errors"
	"slices"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
)

// precondition is the state of the Givens of a check of the whole run.
type precondition struct {
	broken *call.BreakError // the break that ended a Given, if any
}

// Precondition returns the function of a Given. A check of the whole run goes on after a break in its
// Given: it judges the successes of other endpoints, such as OTPs of new customers where no limit
// can be created. If none of them fails, the break blocks the check.
func Precondition(s *Scenario, given any) any {
	if !s.Check.WholeRun {
		return given
	}
	kept := func(err error) error {
		if errors.As(err, &State[precondition](s).broken) {
			return nil
		}
		return err
	}
	switch given := given.(type) {
	case func(context.Context) error:
		return func(ctx context.Context) error { return kept(given(ctx)) }
	case func(context.Context, string) error:
		return func(ctx context.Context, value string) error { return kept(given(ctx, value)) }
	}
	return given
}

// KeepUnexplained drops the answers that the break of a Given explains: those of its endpoint, and
// those that are no success. It returns the break if nothing is left.
func KeepUnexplained(s *Scenario) error {
	broken := State[precondition](s).broken
	if broken == nil {
		return nil
	}
	s.Answers = slices.DeleteFunc(s.Answers, func(c *driver.Call) bool {
		return c.Endpoint == broken.Break.Aspect.Endpoint || !c.AnsweredSuccess()
	})
	if len(s.Answers) == 0 {
		return broken
	}
	return nil
}

// brokenBefore returns the break of a Given in place of any other error after it.
func brokenBefore(s *Scenario, err error) error {
	if broken := State[precondition](s).broken; broken != nil && !call.IsBreak(err) {
		return broken
	}
	return err
}
