package driver

import (
	"fmt"

	"github.com/credit-partner/assay/internal/judgement"
)

// BreakError carries a Break out of a step.
type BreakError struct{ judgement.Break }

func (e *BreakError) Error() string {
	return fmt.Sprintf("%s: %s", e.Aspect, e.Failure.Message)
}

// InapplicableError says that nothing is documented of the case at hand.
type InapplicableError struct{ Reason string }

func (e *InapplicableError) Error() string { return e.Reason }
