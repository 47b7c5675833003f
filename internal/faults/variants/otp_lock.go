package variants

import (
	"strconv"

	"github.com/credit-partner/assay/internal/faults"
)

// lockedAfter refuses every verify of a phone permanently after n wrong OTPs.
func lockedAfter(n int) faults.Mutator {
	return locked(n, faults.ByPhone, func(c *faults.Call) *faults.Answer { return faults.Refusal(c, 423, "locked") })
}

// lockedUntilTheNextOTP refuses every verify of a phone after n wrong OTPs, until it is sent another one.
func lockedUntilTheNextOTP(n int) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		sent := faults.NewCounter()
		sending := func(c *faults.Call) string {
			phone := faults.ByPhone(c)
			return phone + " " + strconv.Itoa(sent.Count(phone))
		}
		verify := locked(n, sending, func(c *faults.Call) *faults.Answer {
			a := faults.Refusal(c, 429, "too many wrong OTPs")
			a.Header.Set("Retry-After", "60")
			return a
		})(next)
		return func(c *faults.Call) *faults.Answer {
			a := verify(c)
			if c.Endpoint == faults.SendOTP && a.Served() {
				sent.Next(faults.ByPhone(c))
			}
			return a
		}
	}
}

// locked refuses every verify with the same key after n wrong OTPs.
func locked(n int, key func(*faults.Call) string, refusal func(*faults.Call) *faults.Answer) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		wrong := faults.NewCounter()
		return func(c *faults.Call) *faults.Answer {
			if c.Endpoint != faults.VerifyOTP || !c.Authorized() {
				return next(c)
			}
			if wrong.Count(key(c)) >= n {
				return refusal(c)
			}
			a := next(c)
			if !a.Served() {
				wrong.Next(key(c))
			}
			return a
		}
	}
}
