package partner

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// mistyped are the wrong OTPs of a day, in the order in which they came. A build sends
// what the customer types, and section 4.2 requires neither that it is right nor that a
// second try follows: only a wrong OTP that nobody types is a fault.
type mistyped struct {
	wrong []wrongOTP
	right bool // a verify of the day carried the OTP that was sent
}

// wrongOTP is a failure until the day shows that a customer may have typed the OTP.
type wrongOTP struct {
	customer, otp string
	untyped       bool // it is from another sending, or what a program makes of the right one
	failure       result.Failure
}

// hold keeps a wrong OTP until the day is over. What is kept is bounded: a build
// that guesses thousands of OTPs mistypes none.
func (m *mistyped) hold(q *request, f result.Failure) {
	q.judged(otpMatchObligation)
	if len(m.wrong) == maxSendings {
		q.fail(otpMatchObligation, f)
		return
	}
	q.flawed = true // its answer is that to a wrong OTP
	otp := q.text("otp")
	m.wrong = append(m.wrong, wrongOTP{customerOf(q), strings.Clone(otp), q.run.issued.isUntyped(q, otp), placed(q, f)})
}

// takeBack notes the wrong OTPs of a customer who has now sent the right one.
func (m *mistyped) takeBack(q *request) {
	m.right = true
	customer := customerOf(q)
	m.wrong = slices.DeleteFunc(m.wrong, func(w wrongOTP) bool {
		if w.customer == customer {
			noteOf(q, "an OTP other than the one that was sent, before the right one")
		}
		return w.customer == customer
	})
}

// isTyped tells whether a customer may have typed a wrong OTP and then given up. Where
// no OTP of the day was right, or two customers come with the same wrong one, the
// build makes it up.
func (m *mistyped) isTyped(w wrongOTP) bool {
	return m.right && !w.untyped && !slices.ContainsFunc(m.wrong, func(other wrongOTP) bool {
		return other.otp == w.otp && other.customer != w.customer
	})
}

// isUntyped tells a wrong OTP that no customer types: that of a sending to somebody
// else, or the right one as a program damages it.
func (g *issuedIDs) isUntyped(q *request, otp string) bool {
	for _, s := range g.sent[max(0, len(g.sent)-maxSendings):] {
		if s.otp != otp && !isDamaged(otp, s.otp) {
			continue
		}
		isTheirs := samePhone(s.phone, q.text("phone_number")) && (s.id == "" || s.id == q.text("id_number"))
		if isTheirs != (s.otp == otp) {
			return true
		}
	}
	return false
}

// isDamaged tells whether an OTP is a part of the right one that was filled up with
// zeros, as where it was read as a number or into a field too short. One digit alone
// that differs is a typing error.
func isDamaged(otp, right string) bool {
	const least = 3 // digits in a row that no customer hits by chance
	wrong := 0
	for i := range min(len(otp), len(right)) {
		if otp[i] != right[i] {
			wrong++
		}
	}
	for _, part := range []string{strings.TrimLeft(otp, "0"), strings.TrimRight(otp, "0")} {
		if wrong > 1 && len(part) < len(otp) && len(part) >= least && strings.Contains(right, part) {
			return true
		}
	}
	return false
}

// customerOf tells whom a verify is for.
func customerOf(q *request) string {
	return fingerprint(phoneKey(q.text("phone_number")) + "\n" + q.text("id_number"))
}

// End says that no request follows: what was still to come has not come.
func (r *Run) End() {
	for _, w := range r.mistyped.wrong {
		if r.mistyped.isTyped(w) {
			r.undocumented.note(spec.VerifyOTP, "an OTP other than the one that was sent, and never the right one")
			continue
		}
		r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation}).fail(w.failure)
	}
	r.mistyped = mistyped{}
	r.settleStrays()
}
