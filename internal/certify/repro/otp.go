package repro

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// otp finds out how to write the OTP that a call verifies. The right OTP is captured from the
// answer that gave it. A wrong OTP is made from the OTP that was sent. If no answer contains the
// OTP, the user of the pack must enter it.
func (v *values) otp(earlier []*event, e *event, otp string) {
	if v.otps[otp] != "" {
		return
	}
	var sent *event
	for _, s := range slices.Backward(earlier) {
		if s.Endpoint == spec.SendOTP && s.otp() == otp {
			v.otps[otp] = v.capture(s, "data.otp", "otp")
			return
		}
		if sent == nil && s.Endpoint == spec.SendOTP && s.phone == e.phone {
			sent = s
		}
	}
	switch {
	case otp != "" && strings.Trim(otp, otp[:1]) == "": // 000000 is not a secret, and the target may accept it
		v.otps[otp] = otp
	case sent == nil && !v.history.sentTo(e.phone): // no OTP was ever sent to this phone
		v.otps[otp] = strings.Repeat("7", len(otp))
	case sent == nil || sent.otp() == "":
		v.otps[otp] = v.input("otp", "the OTP that was sent to the phone", "")
		v.inputs[len(v.inputs)-1].Late = true
	case strings.Contains(otp, sent.otp()): // the OTP with text before or after it
		v.otps[otp] = strings.Replace(otp, sent.otp(), v.capture(sent, "data.otp", "otp"), 1)
	default:
		c := result.Capture{Name: v.name("wrong_otp"), Path: "data.otp", Turn: turned(sent.otp(), otp)}
		v.captures[sent] = append(v.captures[sent], c)
		v.otps[otp] = "{{" + c.Name + "}}"
	}
}

// turned says which characters were changed or removed to make other from sent, or that other is
// sent reversed. The result is a Turn of a Capture.
func turned(sent, other string) string {
	if other != sent && other == backwards(sent) {
		return result.TurnedBackwards
	}
	if at := strings.Index(sent, other); at >= 0 && other != "" {
		return strings.Repeat("-", at) + strings.Repeat("0", len(other)) + strings.Repeat("-", len(sent)-at-len(other))
	}
	var b strings.Builder
	for i := range len(sent) {
		switch {
		case i >= len(other):
			b.WriteByte('-')
		case sent[i] == other[i]:
			b.WriteByte('0')
		default:
			b.WriteByte('1')
		}
	}
	return b.String()
}
