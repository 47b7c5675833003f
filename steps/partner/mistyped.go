package partner

import (
	"slices"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// mistyped are wrong OTPs of customers to whom one was sent, in the order in which they
// came. A build sends what the customer types, and section 4.2 forbids no second try: a
// wrong OTP is a fault only where the right one does not follow.
type mistyped []wrongOTP

// wrongOTP is a failure that the right OTP of the same customer takes back.
type wrongOTP struct {
	customer string
	failure  result.Failure
}

// hold keeps a wrong OTP until the right one comes. What is kept is bounded: a build
// that guesses thousands of OTPs mistypes none.
func (m *mistyped) hold(q *request, f result.Failure) {
	q.judged(otpMatchObligation)
	if len(*m) == maxSendings {
		q.fail(otpMatchObligation, f)
		return
	}
	q.flawed = true // its answer is that to a wrong OTP
	*m = append(*m, wrongOTP{customerOf(q), placed(q, f)})
}

// takeBack notes the wrong OTPs of a customer who has now sent the right one.
func (m *mistyped) takeBack(q *request) {
	customer := customerOf(q)
	*m = slices.DeleteFunc(*m, func(w wrongOTP) bool {
		if w.customer == customer {
			noteOf(q, "an OTP other than the one that was sent, before the right one")
		}
		return w.customer == customer
	})
}

// customerOf tells whom a verify is for.
func customerOf(q *request) string {
	return fingerprint(phoneKey(q.text("phone_number")) + "\n" + q.text("id_number"))
}

// End says that no request follows: what was still to come has not come.
func (r *Run) End() {
	for _, w := range r.mistyped {
		r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation}).fail(w.failure)
	}
	r.mistyped = nil
}
