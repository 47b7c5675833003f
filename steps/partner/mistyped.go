package partner

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/sequences"
)

// mistyped are the wrong OTPs of a day, in the order of their requests. A build sends the OTP that
// the customer types. Section 4.2 requires neither that it is right nor that a second try follows.
// So a wrong OTP is a fault only if no customer can have typed it.
type mistyped struct {
	wrong []wrongOTP
	right bool // whether a verify of the day carried the OTP that was sent
}

// wrongOTP is kept as a failure until the day shows that a customer may have typed the OTP.
type wrongOTP struct {
	customer, otp string
	untyped       bool // it is from another sending, or it is the right one as a program changes it
	foreign       bool // it was sent to another customer, whose messages this customer does not read
	shifted       bool // it is the right one with a zero added before or after it, which may also be a typing error
	isOpen        bool // it may have been sent before the recording began
	failure       result.Failure
}

// hold keeps a wrong OTP until the day is over. The number that is kept is limited, because a build
// that guesses thousands of OTPs does not mistype them.
func (m *mistyped) hold(q *request, f result.Failure) {
	isOpen := !q.run.isWhole()
	switch isFull := len(m.wrong) == maxSendings; {
	case isOpen && isFull:
		q.unknown(otpMatchObligation, beforeStart)
		return
	case isOpen:
	case isFull:
		q.judged(otpMatchObligation)
		q.fail(otpMatchObligation, f)
		return
	default:
		q.judged(otpMatchObligation)
		q.flawed = true // its answer is the answer to a wrong OTP
	}
	wrong := wrongOTP{customer: customerOf(q), otp: strings.Clone(q.Text("otp")), isOpen: isOpen, failure: placed(q, f)}
	q.run.issued.explain(q, &wrong)
	m.wrong = append(m.wrong, wrong)
}

// excuseWrongOTPs notes the wrong OTPs of a customer who has now sent the right one. The OTP of another
// customer stays a failure, because nobody can type what was never shown to them (section 4.2).
func (m *mistyped) excuseWrongOTPs(q *request) {
	m.right = true
	customer := customerOf(q)
	m.wrong = slices.DeleteFunc(m.wrong, func(w wrongOTP) bool {
		isTaken := w.customer == customer && !w.foreign
		if isTaken {
			if w.isOpen {
				q.judged(otpMatchObligation)
			}
			noteOf(q, "an OTP other than the one that was sent, before the right one")
		}
		return isTaken
	})
}

// isTyped reports whether a customer may have typed a wrong OTP and then given up. If no OTP of the
// day was right, or if two customers have the same wrong OTP or one with an added zero, the build
// itself invents it.
func (m *mistyped) isTyped(w wrongOTP) bool {
	return m.right && !w.untyped && !w.foreign && !slices.ContainsFunc(m.wrong, func(other wrongOTP) bool {
		return other.customer != w.customer && (other.otp == w.otp || other.shifted && w.shifted)
	})
}

// minOfOneOTP is the minimum number of customers with the same unknown OTP for the OTP to count as
// invented. It cannot have been sent to all of them before the recording began.
const minOfOneOTP = 3

// customersOf counts the customers that sent the same wrong OTP.
func (m *mistyped) customersOf(otp string) int {
	customers := make(map[string]bool)
	for _, w := range m.wrong {
		if w.otp == otp {
			customers[w.customer] = true
		}
	}
	return len(customers)
}

// explain finds out where a wrong OTP may come from: a sending to another customer, or the right
// OTP as a program damages it.
func (g *issuedIDs) explain(q *request, wrong *wrongOTP) {
	phone, id, isSlip := q.Text("phone_number"), q.Text("id_number"), false
	for _, s := range g.sent[max(0, len(g.sent)-maxSendings):] {
		hasPhone, hasID := formats.SamePhone(s.phone, phone), s.id == "" || s.id == id
		switch isTheirs := hasPhone && hasID; {
		case isTheirs && formats.IsDamagedOTP(wrong.otp, s.otp) && !strings.HasPrefix(s.otp, "0"):
			wrong.shifted = true
		case isTheirs && formats.IsDamagedOTP(wrong.otp, s.otp), !isTheirs && s.otp == wrong.otp:
			wrong.untyped = true
		}
		isSlip = isSlip || hasPhone && hasID && formats.IsOneSlip(wrong.otp, s.otp)
		wrong.foreign = wrong.foreign || !hasPhone && !hasID && s.otp == wrong.otp
	}
	wrong.foreign = wrong.foreign && !isSlip // two OTPs may be similar by chance
}

// customerOf returns a fingerprint of the customer that a verify is for.
func customerOf(q *request) string {
	return sequences.Fingerprint(formats.PhoneKey(q.Text("phone_number")) + "\n" + q.Text("id_number"))
}

// End notes that no request follows, and judges everything that was waiting for later requests.
func (r *Run) End() {
	for _, w := range r.mistyped.wrong {
		switch found := r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation}); {
		case r.mistyped.isTyped(w): // or it is an earlier OTP of the customer, which is correct too
			if w.isOpen {
				found.judged++
			}
			r.undocumented.note(spec.VerifyOTP, "an OTP other than the one that was sent, and never the right one")
		case w.isOpen && !w.foreign && r.mistyped.customersOf(w.otp) < minOfOneOTP: // it may be an earlier OTP of the customer
			found.leaveUnknown(beforeStart)
		case w.isOpen:
			found.judged++
			found.fail(w.failure)
		default:
			found.fail(w.failure)
		}
	}
	r.mistyped = mistyped{}
	if r.undocumented.Seen != nil {
		r.undocumented.End()
	}
	r.judgeUnmatchedCalls()
}
