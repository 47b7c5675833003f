package partner

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/sequences"
)

// pendingVerifies are the verifies of a day that wait for later requests.
type pendingVerifies struct {
	mistyped           mistyped
	mismatchedVerifies mismatchedVerifies
}

// mistyped are the wrong OTPs of a day, in the order of their requests. A build sends the OTP that
// the customer types. Section 4.2 requires neither that it is right nor that a second try follows.
// So a wrong OTP is a fault only if no customer can have typed it.
type mistyped struct {
	wrong []wrongOTP
	right map[comparison.Visit]bool // the visits with a verify of the day that carried the OTP that was sent
}

// wrongOTP is kept as a failure until the day shows that a customer may have typed the OTP.
type wrongOTP struct {
	comparison.Visit
	otp     string
	untyped bool // it is from another sending, or it is the right one as a program changes it
	foreign bool // it was sent to another customer, whose messages this customer does not read
	shifted bool // it is the right one, or that of another customer, with a zero added before or after it, which may also be a typing error
	isOpen  bool // it may have been sent before the recording began
	failure result.Failure
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
		q.flawed = true // its answer is the answer to a wrong OTP
	}
	wrong := wrongOTP{Visit: visitOf(q), otp: strings.Clone(q.Text("otp")), isOpen: isOpen, failure: placed(q, f)}
	q.run.issued.explain(q, &wrong)
	m.wrong = append(m.wrong, wrong)
}

// excuseWrongOTPs notes the wrong OTPs of a customer who has now sent the right one. The OTP of another
// customer stays a failure, because nobody can type what was never shown to them (section 4.2).
func (m *mistyped) excuseWrongOTPs(q *request) {
	now := visitOf(q)
	if m.right == nil {
		m.right = make(map[comparison.Visit]bool)
	}
	if len(m.right) <= 10*maxSendings { // many more than the wrong ones that are kept
		m.right[now] = true
	}
	m.wrong = slices.DeleteFunc(m.wrong, func(w wrongOTP) bool {
		isTaken := w.Customer == now.Customer && !w.foreign
		if isTaken {
			q.judged(otpMatchObligation)
			noteOf(q, "an OTP other than the one that was sent, before the right one")
		}
		return isTaken
	})
}

// neverRight is the reason why a day without a right OTP decides nothing.
const neverRight = "no request has the OTP that was sent, and the customers may have mistyped it"

// judge judges the wrong OTPs that remain when the day is over.
func (m *mistyped) judge(found *finding, occupations comparison.Occupations, note func(endpoint, what string)) {
	all := comparison.NewWrongOTPs(occupations)
	for _, w := range m.wrong {
		all.Wrong(w.Visit, w.otp, w.shifted)
	}
	for v := range m.right {
		all.Right(v)
	}
	for _, w := range m.wrong {
		isTyped := !w.untyped && !w.foreign && !all.IsInvented(w.Visit, w.otp, w.shifted)
		switch {
		case isTyped && len(m.right) > 0: // or it is an earlier OTP of the customer, which is correct too
			note(spec.VerifyOTP, "an OTP other than the one that was sent, and never the right one")
			found.decide(w.failure.Exchange)
		case w.isOpen && !w.foreign && !all.IsLastOfSeveral(w.otp): // it may be an earlier OTP of the customer
			found.leaveUnknown(beforeStart)
		case isTyped:
			note(spec.VerifyOTP, "an OTP other than the one that was sent, and never the right one")
			found.leaveUnexercised(neverRight)
		default:
			found.decide(w.failure.Exchange)
			found.fail(w.failure)
		}
	}
}

// minEqualDigits is how many digits a wrong OTP must share with that of another customer. By chance,
// they are equal once in 100,000 cases.
const minEqualDigits = 5

// explain finds out where a wrong OTP may come from: a sending to another customer, or the right
// OTP as a program damages it.
func (g *issuedIDs) explain(q *request, wrong *wrongOTP) {
	phone, id, isSlip := q.Text("phone_number"), q.Text("id_number"), false
	for _, s := range g.sent[max(0, len(g.sent)-maxSendings):] {
		hasPhone, hasID := formats.SamePhone(s.phone, phone), s.id == "" || formats.SameID(s.id, id)
		switch isTheirs := hasPhone && hasID; {
		case isTheirs && formats.IsDamagedOTP(wrong.otp, s.otp) && !strings.HasPrefix(s.otp, "0"),
			!isTheirs && len(strings.Trim(wrong.otp, "0")) >= minEqualDigits && formats.IsDamagedOTP(wrong.otp, s.otp):
			wrong.shifted = true
		case isTheirs && formats.IsDamagedOTP(wrong.otp, s.otp), !isTheirs && s.otp == wrong.otp:
			wrong.untyped = true
		}
		isSlip = isSlip || hasPhone && hasID && judgement.IsOneSlip(wrong.otp, s.otp)
		wrong.foreign = wrong.foreign || !hasPhone && !hasID && s.otp == wrong.otp
	}
	wrong.foreign = wrong.foreign && !isSlip // two OTPs may be similar by chance
}

// visitOf returns the visit that a verify belongs to.
func visitOf(q *request) comparison.Visit {
	v := comparison.Visit{Customer: customerOf(q), ID: strings.Clone(formats.PlainID(q.Text("id_number")))}
	sent := 0
	for _, s := range q.run.issued.sendings(q.Text("phone_number")) {
		if formats.SameID(s.id, q.Text("id_number")) {
			sent++
			v.IsKnown = s.isKnown
		}
	}
	v.IsLater = sent > 1
	return v
}

// customerOf returns a fingerprint of the customer that a verify is for.
func customerOf(q *request) string {
	return sequences.Fingerprint(formats.PhoneKey(q.Text("phone_number")) + "\n" + formats.PlainID(q.Text("id_number")))
}
