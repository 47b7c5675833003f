package scenario

import (
	"slices"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// OwnIDs is the aspect that each customer has ids of their own (LIM-20). If two customers share
// one, the target takes them for one person, and every value of the one may be that of the other.
var OwnIDs = judgement.Aspect{Endpoint: spec.CreateLimit, Name: "own-ids"}

// leaveToOwnIDs gives wrong values of a customer who shares an id with another one to the rule
// about these ids.
func leaveToOwnIDs(s *Scenario) {
	if s.Check.Owner(OwnIDs) == s.Check.Requirement {
		return
	}
	kept := s.Report.Failures[:0:0]
	for _, f := range s.Report.Failures {
		if isOfSharedCustomer(s.Session, f) {
			s.Report.Breaks = append(s.Report.Breaks, judgement.Break{Aspect: OwnIDs, Failure: f})
			continue
		}
		kept = append(kept, f)
	}
	s.Report.Failures = kept
	for _, b := range slices.Clone(s.Report.Breaks) {
		if !b.HidesEvidence && b.Aspect != OwnIDs && isOfSharedCustomer(s.Session, b.Failure) { // or the owner of its aspect is to blame
			s.Report.Breaks = slices.Insert(s.Report.Breaks, 0, judgement.Break{Aspect: OwnIDs, Failure: b.Failure})
		}
	}
}

// isOfSharedCustomer reports whether a failure is about a value of a customer who shares an id, or
// about a purchase or an OTP of this customer that the target may refuse because of what the other
// one spent.
func isOfSharedCustomer(s *driver.Session, f result.Failure) bool {
	switch {
	case f.Want == result.ExpectNobody:
	case f.Kind == result.NotServed && (f.Endpoint == spec.Line(spec.CreatePurchases) || f.Endpoint == spec.Line(spec.VerifyOTP)):
	case f.Kind == result.WrongValue, f.Kind == result.WrongTime, f.Kind == result.Effect:
	default:
		return false
	}
	c := s.Calls.OfExchange(f.Exchange)
	return c != nil && c.Customer != nil && s.Calls.SharesIDs(c.Customer)
}
