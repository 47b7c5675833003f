package steps

import "context"

// otpBase is the form in which the target takes a new customer's OTP request.
func (r *Run) otpBase(ctx context.Context, by string) (form, error) {
	return shared(ctx, r, "otp base", func(ctx context.Context) (form, error) {
		if r.roll.lists() {
			return r.otpBaseListed(ctx, by)
		}
		f, answer, err := r.discover(ctx, newOTPTolerances, func(f form) (*call, error) {
			c, err := r.newCustomer("otp base", employed, nil)
			if err != nil {
				return nil, err
			}
			return r.sendNew(ctx, by, c, f, probe)
		})
		if err == nil {
			r.note(f, answer)
		}
		return f, err
	})
}

// The inconsistencies that an OTP request of either sort touches.
var (
	newOTPTolerances      = []string{otpPath, phoneNumber, otpBirthDate}
	existingOTPTolerances = []string{otpPath, phoneNumber}
)

// otpBaseListed asks for somebody listed as new or, where nobody is, for a
// customer whom the target knows.
func (r *Run) otpBaseListed(ctx context.Context, by string) (form, error) {
	for {
		c, err := r.novice()
		if isUntested(err) {
			return r.otpBaseKnown(ctx, by, err)
		}
		f, answer, err := r.discover(ctx, newOTPTolerances, func(f form) (*call, error) {
			return r.sendNew(ctx, by, c, f, probe)
		})
		if err != nil {
			return f, err
		}
		if answer.ok() || !r.isKnown(ctx, by, c, f) {
			r.note(f, answer)
			return f, nil
		}
		r.calls.demote(answer)
		r.roll.novice = nil
		r.roll.noLonger(c)
	}
}

// isKnown tells whether the target sends somebody an OTP as it does to its
// customers, whom it may refuse as new ones.
func (r *Run) isKnown(ctx context.Context, by string, c *customer, f form) bool {
	answer, err := r.sendExisting(ctx, by, c, f, &call{kind: probe})
	return err == nil && answer.ok()
}

func (r *Run) otpBaseKnown(ctx context.Context, by string, nobody error) (form, error) {
	all := append(r.roll.withLimit(func(*customer) bool { return true }), r.roll.bare...)
	if len(all) == 0 {
		return form{}, nobody
	}
	f, answer, err := r.discover(ctx, existingOTPTolerances, func(f form) (*call, error) {
		return r.sendExisting(ctx, by, all[0], f, &call{kind: probe})
	})
	if err == nil {
		all[0].otpAgain++
		r.note(f, answer)
	}
	return f, err
}

// novice is somebody new who is sent OTPs and asks for nothing.
func (r *Run) novice() (*customer, error) {
	if !r.roll.lists() {
		return r.newCustomer("novice", employed, nil)
	}
	if r.roll.novice == nil {
		c, err := r.newCustomer("novice", employed, nil)
		if err != nil {
			return nil, err
		}
		r.roll.novice = c
	}
	return r.roll.novice, nil
}
