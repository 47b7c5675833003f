package sandbox

import (
	"sync"
	"sync/atomic"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// otps are the OTPs of a run, by which a sandbox knows one that a customer mistyped.
type otps struct {
	sent     sync.Map    // every OTP that was sent to anybody
	verified atomic.Bool // the build has verified an OTP
	waiting  atomic.Bool // a mistyped OTP was refused, and none was verified since
}

// isMistyped reports whether an OTP was sent to nobody, while the build can verify those that were
// sent. A service refuses it, and a build that has its customers try again must show how it does so.
// Before any right OTP it may be the build that is wrong, and the rest of it must show. So then only
// one is refused that differs from the sent one as people mistype a number.
func (o *otps) isMistyped(otp, sent string) bool {
	if _, wasSent := o.sent.Load(otp); wasSent || !spec.IsOTP(otp) {
		return false
	}
	return o.verified.Load() || judgement.IsOneSlip(otp, sent) && !o.waiting.Swap(true)
}

// noteSent keeps the OTP that an answered request had sent, to whoever asked for it.
func (s *Sandbox) noteSent(path string, body []byte, given *answer) {
	if given.refused() || !isAt(path, spec.SendOTP) {
		return
	}
	if otp, ok := s.service.LastOTP(phoneOf(asObject(body))); ok {
		s.otps.sent.Store(otp, true)
	}
}

// noteVerified keeps that the build has verified an OTP.
func (s *Sandbox) noteVerified(path string, given *answer) {
	if !given.refused() && isAt(path, spec.VerifyOTP) {
		s.otps.verified.Store(true)
		s.otps.waiting.Store(false)
	}
}
