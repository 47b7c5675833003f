package steps

import (
	"fmt"

	"github.com/credit-partner/assay/internal/judgement"
)

// What a check finds, both sides say in the same words.
type (
	Aspect = judgement.Aspect
	Break  = judgement.Break
	Check  = judgement.Check
	Report = judgement.Report
	Trial  = judgement.Trial
)

// The aspects that an endpoint must keep.
const (
	StatusAspect    = judgement.StatusAspect
	JSONAspect      = judgement.JSONAspect
	EnvelopeAspect  = judgement.EnvelopeAspect
	SuccessAspect   = judgement.SuccessAspect
	SaidAspect      = judgement.SaidAspect
	DataAspect      = judgement.DataAspect
	RequestIDAspect = judgement.RequestIDAspect
	OrderIDAspect   = judgement.OrderIDAspect
	CountAspect     = judgement.CountAspect
	IDAspect        = judgement.IDAspect
	EchoAspect      = judgement.EchoAspect
	PriceAspect     = judgement.PriceAspect
	AmountAspect    = judgement.AmountAspect
)

// breakError carries a Break out of a step.
type breakError struct{ Break }

func (e *breakError) Error() string {
	return fmt.Sprintf("%s: %s", e.Aspect, e.Failure.Message)
}

type untestedError = judgement.UntestedError

// inapplicableError says that nothing is documented of the case at hand.
type inapplicableError struct{ reason string }

func (e *inapplicableError) Error() string { return e.reason }

func untested(format string, args ...any) error { return judgement.Untested(format, args...) }

func errored(format string, args ...any) error { return judgement.Errored(format, args...) }
