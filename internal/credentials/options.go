// Package credentials gets what the specification leaves open and a run
// against a real target needs: an access token, a signature of the lookup, an
// OTP (section 5, rules 3 and 4; section 4.1). All are safe for concurrent use.
//
// Whatever secret is learnt is told to Options.Learn before it is used, so that
// it can be cut from all that is written. No error of this package holds one:
// what a program printed as a secret, a file held or an endpoint answered is
// never quoted.
package credentials

import (
	"net/http"
	"os"
	"time"

	"github.com/credit-partner/assay/internal/client"
)

// What an Options means that leaves these out.
const (
	DefaultTimeout = 30 * time.Second
	DefaultWait    = 2 * time.Minute
)

// Options are what all sources share. The zero Options is fine.
type Options struct {
	// Dir is the folder in which commands run; a program given as ./name is
	// looked for there. Empty means the process's own.
	Dir string
	// Learn is told of every secret, perhaps several times, from any goroutine.
	// Nil means that nobody is told.
	Learn func(secret string)
	// Clock tells when tokens expire; nil means time.Now.
	Clock func() time.Time
	// Transport reaches token endpoints; nil means client.NewTransport.
	Transport http.RoundTripper
	// Timeout bounds one attempt to get a secret: a token, a key. 0 means
	// DefaultTimeout.
	Timeout time.Duration
	// Wait bounds how long one OTP is waited for. 0 means DefaultWait.
	Wait time.Duration
	// LookupEnv reads the environment; nil means os.LookupEnv.
	LookupEnv func(name string) (string, bool)
	// After is the pause between two looks at a file; nil means time.After.
	After func(time.Duration) <-chan time.Time
}

func (o Options) withDefaults() Options {
	if o.Learn == nil {
		o.Learn = func(string) {}
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Transport == nil {
		o.Transport = client.NewTransport()
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Wait <= 0 {
		o.Wait = DefaultWait
	}
	if o.LookupEnv == nil {
		o.LookupEnv = os.LookupEnv
	}
	if o.After == nil {
		o.After = time.After
	}
	return o
}
