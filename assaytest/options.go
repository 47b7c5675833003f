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

// Outcome is what became of a requirement that Skip may name.
type Outcome string

// The outcomes that do not show that a requirement is broken, nor that it holds.
const (
	Blocked  = Outcome(result.Blocked)  // another requirement broke what this one needs
	Untested = Outcome(result.Untested) // it could not be judged
	Errored  = Outcome(result.Errored)  // the suite or the network failed
)

// Option changes how a build is certified. One that the side at hand has no use
// for is refused.
type Option func(*settings) error

// forServer makes an option that is of use for a server build only.
func forServer(name string, set func(*settings) error) Option {
	return func(s *settings) error {
		if s.partner {
			return fmt.Errorf("assaytest.%s is an option of CertifyServer, and this is a partner build", name)
		}
		return set(s)
	}
}

// forPartner makes an option that is of use for a partner build only.
func forPartner(name string, set func(*settings) error) Option {
	return func(s *settings) error {
		if !s.partner {
			return fmt.Errorf("assaytest.%s is an option of CertifyPartner, and this is a server build", name)
		}
		return set(s)
	}
}

// Token is the access token (section 5): of a server build, or the one that a
// partner build is given. Without it the environment variable ASSAY_TOKEN holds
// it, and else a partner build is given SandboxToken. It is cut out of everything
// that is written.
func Token(token string) Option {
	return func(s *settings) error { s.token = token; return nil }
}

// StoreKey is the store key that the operator issued (section 5). Without it
// the reference's own is sent.
func StoreKey(key string) Option {
	return forServer("StoreKey", func(s *settings) error { s.run.StoreKey = key; return nil })
}

// Build names the build in the report: "payments 3.4.1".
func Build(name string) Option {
	return func(s *settings) error { s.build = name; return nil }
}

// Scope certifies these capabilities alone, of otp, limits, purchases, lookup.
func Scope(capabilities ...string) Option {
	return func(s *settings) error { s.scope = append(s.scope, capabilities...); return nil }
}

// Only runs what a pattern names: an id (PUR-07, LIM-*), a section
// (section:4.6) or a capability. One that names nothing is an error.
func Only(patterns ...string) Option {
	return func(s *settings) error { s.only = append(s.only, patterns...); return nil }
}

// Tolerance pins a documented inconsistency of the specification to one of its
// readings, as in Tolerance("order-id", "string"). An unknown one is an error.
func Tolerance(id, reading string) Option {
	return func(s *settings) error {
		s.pins[id] = reading
		_, err := schemas.Compile(schemas.Settings{id: reading})
		return err
	}
}

// Seed repeats the amounts, names and texts of an earlier run. Without it, one
// is drawn and logged.
func Seed(seed int64) Option {
	return forServer("Seed", func(s *settings) error {
		if seed < 1 {
			return fmt.Errorf("seed %d: it is a positive number", seed)
		}
		s.run.Seed = seed
		return nil
	})
}

// Concurrency is how many requests are under way at once, at the most: 8 unless
// said otherwise. At 1, one check follows another.
func Concurrency(checks int) Option {
	return forServer("Concurrency", func(s *settings) error {
		if checks < 1 || checks > 256 {
			return fmt.Errorf("concurrency %d: it is a number from 1 to 256", checks)
		}
		s.run.Concurrency = checks
		return nil
	})
}

// Strength is of how many members of a request every combination of documented
// values is sent: 2, which is every pair, unless said otherwise; 1 sends every
// value once, and 3 every triple, in some 5,000 requests.
func Strength(members int) Option {
	return forServer("Strength", func(s *settings) error {
		if members < 1 || members > 3 {
			return fmt.Errorf("strength %d: it is 1, 2 or 3", members)
		}
		s.run.Strength = members
		return nil
	})
}

// Timeout is the longest wait for one response (10 seconds), and deadline the
// longest time for the whole run (10 minutes).
func Timeout(answer, deadline time.Duration) Option {
	return forServer("Timeout", func(s *settings) error {
		if answer <= 0 || deadline <= 0 {
			return fmt.Errorf("timeout %s, deadline %s: both must be more than zero", answer, deadline)
		}
		s.run.Timeout, s.run.Deadline = answer, deadline
		return nil
	})
}

// OTP reads the OTP that reached a phone, where the answer of send OTP does not
// hold it (section 4.1, production form). It returns six digits.
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

// SignInput is what the signature of a lookup may be made from (section 5).
type SignInput = client.SignInput

// Sign makes the headers Noncestr, Sign and Timestamp of a lookup. Without it
// every lookup carries a placeholder, and a build that refuses those leaves the
// lookup untested.
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

// GenerateIdentities has the suite invent customers although the build is not
// on this machine. Their phone numbers may belong to somebody: say it only of a
// build that sends no OTPs to phones. What they bought there is cancelled at the
// end of the run.
func GenerateIdentities() Option {
	return forServer("GenerateIdentities", func(s *settings) error { s.generate = true; return nil })
}

// Require has a partner build fail that calls nothing of these capabilities, of
// otp, limits, purchases, lookup. Without it, what is not called is skipped.
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

// Strict has the sandbox refuse the faulty requests of a partner build. Without
// it they get a useful answer where there is one, so that one run shows all
// that is wrong.
func Strict() Option {
	return forPartner("Strict", func(s *settings) error { s.stage.Strict = true; return nil })
}

// AllDialects runs a partner build once more for each other form of the answers
// that is documented or free, and judges whether it copes.
func AllDialects() Option {
	return forPartner("AllDialects", func(s *settings) error { s.stage.AllForms = true; return nil })
}

// Report writes the report that the command line writes into a folder.
func Report(folder string) Option {
	return func(s *settings) error {
		if folder == "" {
			return errors.New("the report folder has no name")
		}
		s.report = folder
		return nil
	}
}

// Skip has requirements of these outcomes skip their subtests, with the reason,
// and not fail them. A test that skips shows no conformance.
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
