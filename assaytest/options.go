package assaytest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// Outcome is an outcome of a requirement that Skip may name.
type Outcome string

// The outcomes that show neither that a requirement is broken nor that it holds.
const (
	Blocked  = Outcome(result.Blocked)  // another requirement broke what this one needs
	Untested = Outcome(result.Untested) // assay could not judge it
	Errored  = Outcome(result.Errored)  // the suite or the network failed
)

// Option changes how assay certifies a build. An option for the other side is refused.
type Option func(*settings) error

// forServer makes an option that works for a server build only.
func forServer(name string, set func(*settings) error) Option {
	return func(s *settings) error {
		if s.partner {
			return fmt.Errorf("assaytest.%s is an option of CertifyServer, and this is a partner build", name)
		}
		return set(s)
	}
}

// forPartner makes an option that works for a partner build only.
func forPartner(name string, set func(*settings) error) Option {
	return func(s *settings) error {
		if !s.partner {
			return fmt.Errorf("assaytest.%s is an option of CertifyPartner, and this is a server build", name)
		}
		return set(s)
	}
}

// Token sets the access token (section 5): the one for a server build, or the one that a partner
// build gets. Without this option it is the value of the environment variable ASSAY_TOKEN. If that
// is empty, too, a partner build gets SandboxToken. assay cuts the token from everything that it
// writes.
func Token(token string) Option {
	return func(s *settings) error { s.token = token; return nil }
}

// StoreKey sets the store key that the operator issued (section 5). Without it, assay sends the
// store key of the reference.
func StoreKey(key string) Option {
	return forServer("StoreKey", func(s *settings) error { s.run.StoreKey = key; return nil })
}

// Build sets the name of the build in the report: "payments 3.4.1".
func Build(name string) Option {
	return func(s *settings) error { s.build = name; return nil }
}

// Scope certifies only these capabilities, of otp, limits, purchases, lookup.
func Scope(capabilities ...string) Option {
	return func(s *settings) error { s.scope = append(s.scope, capabilities...); return nil }
}

// Only runs only the requirements that match a pattern: an id (PUR-07, LIM-*), a section
// (section:4.6) or a capability. A pattern that matches nothing is an error.
func Only(patterns ...string) Option {
	return func(s *settings) error { s.only = append(s.only, patterns...); return nil }
}

// Tolerance pins a documented inconsistency of the specification to one of its readings, as in
// Tolerance("order-id", "string"). An unknown id or reading is an error.
func Tolerance(id, reading string) Option {
	return func(s *settings) error {
		s.pins[id] = reading
		_, err := schemas.Compile(schemas.Settings{id: reading})
		return err
	}
}

// Seed repeats the amounts, names and texts of an earlier run. Without it, assay chooses a random
// seed and logs it.
func Seed(seed int64) Option {
	return forServer("Seed", func(s *settings) error {
		if seed < 1 {
			return fmt.Errorf("seed %d: it is a positive number", seed)
		}
		s.run.Seed = seed
		return nil
	})
}

// Concurrency sets the largest number of requests at the same time. The default is 8. With 1, the
// checks run one after the other.
func Concurrency(checks int) Option {
	return forServer("Concurrency", func(s *settings) error {
		if checks < 1 || checks > 256 {
			return fmt.Errorf("concurrency %d: it is a number from 1 to 256", checks)
		}
		s.run.Concurrency = checks
		return nil
	})
}

// Strength sets the number of members of a request of which assay sends every combination of
// documented values. The default is 2, which is every pair. 1 sends every value once. 3 sends
// every triple, with about 5,000 requests.
func Strength(members int) Option {
	return forServer("Strength", func(s *settings) error {
		if members < 1 || members > 3 {
			return fmt.Errorf("strength %d: it is 1, 2 or 3", members)
		}
		s.run.Strength = members
		return nil
	})
}

// Timeout sets the longest wait for one response (default 10 seconds) and the longest time for the
// whole run (default 10 minutes).
func Timeout(answer, deadline time.Duration) Option {
	return forServer("Timeout", func(s *settings) error {
		if answer <= 0 || deadline <= 0 {
			return fmt.Errorf("timeout %s, deadline %s: both must be more than zero", answer, deadline)
		}
		s.run.Timeout, s.run.Deadline = answer, deadline
		return nil
	})
}

// OTP sets the function that reads the OTP from a phone, if the response of send OTP does not
// contain it (section 4.1, production form). The function must return six digits.
func OTP(read func(ctx context.Context, phone, idNumber string) (string, error)) Option {
	return forServer("OTP", func(s *settings) error {
		if read == nil {
			return errors.New("the OTP source is nil")
		}
		s.run.OTP = otpFunc(read)
		return nil
	})
}

type otpFunc func(ctx context.Context, phone, idNumber string) (string, error)

func (f otpFunc) Read(ctx context.Context, phone, idNumber string) (string, error) {
	return f(ctx, phone, idNumber)
}

// SignInput contains the values from which the signature of a lookup may be made (section 5).
type SignInput = client.SignInput

// Sign sets the function that makes the headers Noncestr, Sign and Timestamp of a lookup. Without
// it, every lookup carries a placeholder. If a build refuses the placeholder, the lookup is
// untested.
func Sign(sign func(context.Context, SignInput) (http.Header, error)) Option {
	return forServer("Sign", func(s *settings) error {
		if sign == nil {
			return errors.New("the signer is nil")
		}
		s.run.Signer = signFunc(sign)
		return nil
	})
}

type signFunc func(context.Context, SignInput) (http.Header, error)

func (f signFunc) Sign(ctx context.Context, in SignInput) (http.Header, error) { return f(ctx, in) }

// GenerateIdentities lets the suite invent customers although the build is not on this machine.
// Their phone numbers may belong to real people. Use it only with a build that sends no OTPs to
// phones. assay cancels their purchases at the end of the run.
func GenerateIdentities() Option {
	return forServer("GenerateIdentities", func(s *settings) error { s.generate = true; return nil })
}

// Require fails a partner build that calls nothing of one of these capabilities, of otp, limits,
// purchases, lookup. Without it, such requirements are skipped.
func Require(capabilities ...string) Option {
	return forPartner("Require", func(s *settings) error {
		for _, name := range capabilities {
			if !slices.Contains(spec.Capabilities(), name) {
				return fmt.Errorf("capability %q cannot be required: it is one of %s", name, strings.Join(spec.Capabilities(), ", "))
			}
		}
		s.require = append(s.require, capabilities...)
		return nil
	})
}

// Strict makes the sandbox refuse faulty requests of a partner build. Without it, they get a
// useful response if there is one, so that one run shows everything that is wrong.
func Strict() Option {
	return forPartner("Strict", func(s *settings) error { s.stage.Strict = true; return nil })
}

// AllDialects runs a partner build once more for each other documented or free form of the
// responses, and judges whether the build copes with it.
func AllDialects() Option {
	return forPartner("AllDialects", func(s *settings) error { s.stage.AllForms = true; return nil })
}

// Report writes the same report as the command line into a folder.
func Report(folder string) Option {
	return func(s *settings) error {
		if folder == "" {
			return errors.New("the report folder has no name")
		}
		s.report = folder
		return nil
	}
}

// Skip skips the subtests of requirements with these outcomes, with the reason, instead of failing
// them. A skipped test does not show conformance.
func Skip(outcomes ...Outcome) Option {
	return func(s *settings) error {
		for _, o := range outcomes {
			if !slices.Contains([]Outcome{Blocked, Untested, Errored}, o) {
				return fmt.Errorf("outcome %q cannot be skipped: only blocked, untested and errored can", o)
			}
			s.skipped[o] = true
		}
		return nil
	}
}
