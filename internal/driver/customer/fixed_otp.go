package customer

import "sync"

// FixedOTP records whether the target sends everybody the same OTP, as many test environments do.
type FixedOTP struct {
	mu     sync.Mutex
	otp    string
	phones map[string]bool // to which it was sent
	varies bool
}

// Note notes an OTP that was sent to a phone.
func (f *FixedOTP) Note(phone, otp string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.phones == nil {
		f.otp, f.phones = otp, make(map[string]bool)
	}
	f.varies = f.varies || otp != f.otp
	f.phones[phone] = true
}

// Get returns the OTP that was sent to everybody; false if there is none.
func (f *FixedOTP) Get() (otp string, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.otp, !f.varies && len(f.phones) > 1
}
