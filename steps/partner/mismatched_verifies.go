package partner

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/sequences"
)

// A verify OTP request may have another phone number or id number than the send OTP request before
// it. Section 4.2 wants them to be the same, and does not say which of the two requests is wrong.
// The limit request of the customer may show that: two requests of one customer that agree are
// right, and the third is wrong.

// mismatchedVerifies are the verifies of a day that differ from their sending.
type mismatchedVerifies struct {
	all       []mismatchedVerify
	unmatched []unmatchedVerify
	limits    []contact // of the limit requests
}

// contact is the phone number and the id number in one request for a customer.
type contact struct{ phone, id string }

// mismatchedVerify is a verify that differs from its sending in one member.
type mismatchedVerify struct {
	member           string
	sending, verify  contact
	failSend         func()
	failVerify, hide result.Failure // hide is the failure that hides the match, if the sending is wrong
	hideSend         func()         // blocks the member of the sending, if nothing shows which of the two is wrong
	isOpen           bool           // the verify may belong to a sending before the recording began
}

// unmatchedVerify is a verify that differs from every sending in a number and in its OTP. A customer may have mistyped
// the OTP of a sending that has the wrong number.
type unmatchedVerify struct {
	verify  contact
	failure result.Failure
	hide    result.Failure // hides the match, if the sending is wrong
}

// holdUnmatched keeps such a verify until the day is over.
func (d *mismatchedVerifies) holdUnmatched(q *request, f result.Failure) {
	if len(d.unmatched) == maxSendings {
		q.judged(otpMatchObligation)
		q.fail(otpMatchObligation, f)
		return
	}
	q.flawed = true // its answer is the answer to a wrong request
	d.unmatched = append(d.unmatched, unmatchedVerify{
		contact{strings.Clone(q.Text("phone_number")), strings.Clone(q.Text("id_number"))}, placed(q, f), hiding(q, spec.SendOTP, f.Path),
	})
}

// judgeUnmatched reports these verifies, but for those of a customer whose sending is the wrong one. If those of several
// are, that of a customer who never typed the right OTP may be, too.
func (d *mismatchedVerifies) judgeUnmatched(found *finding, wrong []contact) {
	const several = 3
	for _, one := range d.unmatched {
		if len(wrong) >= several || slices.ContainsFunc(wrong, one.verify.isSame) {
			found.block(judgement.Aspect{Endpoint: spec.SendOTP, Name: aspectOf(one.failure.Path)}, one.hide)
			continue
		}
		found.decide(one.failure.Exchange)
		found.fail(one.failure)
	}
}

// isSame reports whether two requests are for the same customer.
func (c contact) isSame(other contact) bool {
	return formats.SamePhone(c.phone, other.phone) && formats.SameID(c.id, other.id)
}

// learnLimit keeps the phone number and the id number of a limit request.
func (d *mismatchedVerifies) learnLimit(q *request) {
	c := contact{strings.Clone(q.Sound("phone_number")), strings.Clone(q.Sound("id_number"))}
	if q.Endpoint == spec.CreateLimit && q.IsRead && c.phone != "" && c.id != "" && len(d.limits) < maxSendings {
		d.limits = append(d.limits, c)
	}
}

// hold keeps a verify until the day is over. It returns false if no sending has its OTP and the
// other member, so that nothing shows which sending it belongs to.
func (d *mismatchedVerifies) hold(q *request, f result.Failure) bool {
	verify, sending := contact{q.Text("phone_number"), q.Text("id_number")}, q.run.issued.disputed(q, f.Path)
	if sending == nil || sending.wrong[f.Path] == nil || len(d.all) == maxSendings {
		return false
	}
	q.flawed = true // its answer is the answer to a wrong request
	block, member := hiddenBehind(q, otpMatchObligation).Prepare(), f.Path
	d.all = append(d.all, mismatchedVerify{
		member: f.Path, sending: contact{sending.phone, sending.id}, verify: contact{strings.Clone(verify.phone), strings.Clone(verify.id)},
		failSend: sending.wrong[f.Path], failVerify: placed(q, f), hide: hiding(q, spec.SendOTP, f.Path), isOpen: !q.run.isWhole(),
		hideSend: func() { block(spec.SendOTP, member) },
	})
	return true
}

// disputed returns the sending with the OTP of a verify that differs from it only in one member, or
// nil if there is none.
func (g *issuedIDs) disputed(q *request, member string) *otpSent {
	phone, id, otp := q.Text("phone_number"), q.Text("id_number"), q.Text("otp")
	for n, s := range slices.Backward(g.sent[max(0, len(g.sent)-maxSendings):]) {
		isSame := member == "id_number" && formats.SamePhone(s.phone, phone) || member == "phone_number" && formats.SameID(s.id, id)
		if isSame && s.otp == otp && otp != "" {
			return &g.sent[max(0, len(g.sent)-maxSendings)+n]
		}
	}
	return nil
}

// verdict is which of two requests is wrong, as far as other requests show it.
type verdict int

const (
	unknownWrong verdict = iota
	sendingWrong
	verifyWrong
)

// blame returns which request the limit requests of the customer show to be wrong.
func (d *mismatchedVerifies) blame(of mismatchedVerify) verdict {
	agree := func(c contact) bool {
		return slices.ContainsFunc(d.limits, c.isSame)
	}
	switch sent, verified := agree(of.sending), agree(of.verify); {
	case verified && !sent:
		return sendingWrong
	case sent && !verified:
		return verifyWrong
	}
	return unknownWrong
}

// isOneForAll reports whether the sendings have one value of a member for several customers, for
// which the verifies have different ones.
func (d *mismatchedVerifies) isOneForAll(member string) bool {
	const several = 3
	sent, verified := make(map[string]bool), make(map[string]bool)
	for _, one := range d.all {
		if one.member == member {
			sent[one.sending.of(member)], verified[one.verify.of(member)] = true, true
		}
	}
	return len(sent) == 1 && len(verified) >= several
}

func (c contact) of(member string) string {
	if member == "id_number" {
		return c.id
	}
	return c.phone
}

// minRight is how many verifies must match their sending for one that does not to be a person's.
const minRight = 3

// isSlip reports whether the two numbers differ as a person mistypes one: in one digit, or in the
// order of two neighbouring digits. Section 4 requires nothing of what people type.
func (d *mismatchedVerify) isSlip() bool {
	return judgement.IsOneSlip(judgement.Digits(d.verify.of(d.member)), judgement.Digits(d.sending.of(d.member)))
}

// judge judges the verifies that were kept, and returns how many requests have a wrong id number.
func (d *mismatchedVerifies) judge(found *finding, note func(endpoint, what string)) sequences.WrongIDs {
	ids, wrong := d.judgeMismatched(found, note)
	d.judgeUnmatched(found, wrong)
	return ids
}

// judgeMismatched judges the verifies that differ from their sending in one member. It returns the customers whose
// sending is the wrong one. A customer without a limit is judged as the others are.
func (d *mismatchedVerifies) judgeMismatched(found *finding, note func(endpoint, what string)) (ids sequences.WrongIDs, ofWrongSendings []contact) {
	if len(d.all) == 1 && d.all[0].isSlip() && found.judged >= minRight {
		note(spec.VerifyOTP, "one digit of a number is not as in the send OTP request")
		found.decide(d.all[0].failVerify.Exchange)
		return ids, nil
	}
	for _, member := range []string{"id_number", "phone_number"} {
		shown := make(map[verdict]int)
		for _, one := range d.all {
			if one.member == member {
				shown[d.blame(one)]++
			}
		}
		isSending := shown[verifyWrong] == 0 && (shown[sendingWrong] > 0 || d.isOneForAll(member))
		for _, one := range d.all {
			if one.member != member {
				continue
			}
			wrong := d.blame(one)
			if wrong == unknownWrong && isSending {
				wrong = sendingWrong
			}
			if member == "id_number" {
				ids.Add(wrong == sendingWrong)
			}
			if wrong == sendingWrong {
				ofWrongSendings = append(ofWrongSendings, one.verify)
			}
			one.judge(found, wrong, max(shown[sendingWrong], shown[verifyWrong]) > 1)
		}
	}
	return ids, ofWrongSendings
}

// judge reports the failure of the request that is wrong. If nothing shows which one it is, the
// later one does not match. In a recording, one customer proves nothing: a family may have one
// phone, and an earlier sending may be missing.
func (d *mismatchedVerify) judge(found *finding, wrong verdict, ofSeveral bool) {
	switch {
	case d.isOpen && (wrong == unknownWrong || !ofSeveral):
		found.leaveUnknown(beforeStart)
	case wrong == sendingWrong:
		d.failSend()
		found.block(judgement.Aspect{Endpoint: spec.SendOTP, Name: aspectOf(d.member)}, d.hide)
	default:
		found.decide(d.failVerify.Exchange)
		found.fail(d.failVerify)
		if wrong == unknownWrong {
			d.hideSend()
		}
	}
}
