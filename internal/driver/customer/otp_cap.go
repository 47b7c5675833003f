package customer

import (
	"fmt"
	"sync/atomic"
)

// MaxOTPs is the most OTPs that the run sends to one phone. A target may limit their rate, and
// the specification does not say how (section 8).
const MaxOTPs = 3

// OTPCap records whether the target sends one person only one or two OTPs and refuses more, for
// some time or for ever. The specification shows no limits (section 8).
type OTPCap struct {
	most     atomic.Int64 // 0: as many as the run sends
	endsSoon atomic.Bool
}

// Set notes that the target refused one person after most OTPs. endsSoon says that the waits that every
// call makes are long enough until it sends another one.
func (o *OTPCap) Set(most int, endsSoon bool) {
	o.endsSoon.Store(endsSoon)
	o.most.Store(int64(most))
}

// IsKnown reports whether the target sends one person fewer OTPs than the run would like to.
func (o *OTPCap) IsKnown() bool { return o.most.Load() > 0 }

// EndsSoon reports whether the target sends one person another OTP after a short pause.
func (o *OTPCap) EndsSoon() bool { return o.endsSoon.Load() }

// Most is how many OTPs the checks of a run send one person at most. Checks about many OTPs may
// send more.
func (o *OTPCap) Most() int {
	if most := int(o.most.Load()); most > 0 {
		return most
	}
	return MaxOTPs
}

// String says what the target does, for a reader of the report.
func (o *OTPCap) String() string {
	most := fmt.Sprintf("%d OTPs", o.Most())
	if o.Most() == 1 {
		most = "one OTP"
	}
	return fmt.Sprintf("the target sends one person %s at most, and refuses more, as it may: let it send more in the test environment, or shorten the time until it sends one again", most)
}
