package faults

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/reference"
)

// Responder answers one call. It is called by several goroutines at once.
type Responder func(*Call) *Answer

// Mutator turns a Responder into one that deviates. What it remembers it makes anew
// each time it is called.
type Mutator func(next Responder) Responder

// wrap puts mutators over a service, the last one outermost.
func wrap(service http.Handler, o reference.Options, mutators ...Mutator) http.Handler {
	s := serve(service)
	for _, p := range mutators {
		if p != nil {
			s = p(s)
		}
	}
	token := o.Token
	if token == "" {
		token = reference.DefaultToken
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s(read(r, token)).write(w) })
}

// serve is the innermost server: the handler itself.
func serve(h http.Handler) Responder {
	return func(c *Call) *Answer {
		w := &responseBuffer{header: make(http.Header, 4), status: http.StatusOK}
		w.header.Set("Date", time.Now().UTC().Format(http.TimeFormat)) // as a server does that has a clock
		h.ServeHTTP(w, c.outgoing())
		return &Answer{Status: w.status, Header: w.header, raw: w.body}
	}
}

// responseBuffer is a ResponseWriter that keeps what is written.
type responseBuffer struct {
	header http.Header
	status int
	body   []byte
}

func (p *responseBuffer) Header() http.Header { return p.header }

func (p *responseBuffer) WriteHeader(status int) { p.status = status }

func (p *responseBuffer) Write(b []byte) (int, error) {
	p.body = append(p.body, b...)
	return len(b), nil
}

// On limits a change of answers to the served calls of some endpoints, named in
// one string with spaces between.
func On(endpoints string, edit func(c *Call, a *Answer)) Mutator {
	return func(next Responder) Responder {
		return func(c *Call) *Answer {
			a := next(c)
			if IsOneOf(c.Endpoint, endpoints) && a.Served() {
				edit(c, a)
			}
			return a
		}
	}
}

// Refusing says no to the calls of an endpoint that a condition picks.
func Refusing(endpoints string, status int, when func(c *Call) bool) Mutator {
	return func(next Responder) Responder {
		return func(c *Call) *Answer {
			if IsOneOf(c.Endpoint, endpoints) && c.Authorized() && when(c) {
				return Refusal(c, status, "the request is not valid")
			}
			return next(c)
		}
	}
}

// IsOneOf tells whether an endpoint is among those of a string with spaces between.
func IsOneOf(endpoint, endpoints string) bool {
	for name := range strings.SplitSeq(endpoints, " ") {
		if name == endpoint {
			return true
		}
	}
	return false
}

// Both is a mutator that applies one deviation after another.
func Both(first, second Mutator) Mutator {
	return func(next Responder) Responder { return second(first(next)) }
}

// ignorePanics keeps a mutator from crashing on an answer that another fault has made
// unlike what it expects: there it does nothing. Nor does it spoil what another
// deviation reads of the service: a fault knows what is stored, and not what is told.
func ignorePanics(p Mutator) Mutator {
	return func(next Responder) Responder {
		planted := p(func(c *Call) *Answer {
			c.inner = next(c)
			return c.inner
		})
		return func(c *Call) (a *Answer) {
			if c.quiet {
				return next(c)
			}
			defer func() {
				if p := recover(); p != nil {
					if err, ok := p.(error); (ok && errors.Is(err, http.ErrAbortHandler)) || c.inner == nil {
						panic(p)
					}
					a = c.inner
				}
			}()
			return planted(c)
		}
	}
}
