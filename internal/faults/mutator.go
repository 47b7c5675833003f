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

// Mutator turns a Responder into one that deviates. It creates new memory each time it is called.
type Mutator func(next Responder) Responder

// wrap applies mutators to a service. The last one is outermost.
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

// serve returns the innermost Responder: the handler itself.
func serve(h http.Handler) Responder {
	return func(c *Call) *Answer {
		w := &responseBuffer{header: make(http.Header, 4), status: http.StatusOK}
		w.header.Set("Date", time.Now().UTC().Format(http.TimeFormat)) // as a server with a clock does
		h.ServeHTTP(w, c.outgoing())
		return &Answer{Status: w.status, Header: w.header, raw: w.body}
	}
}

// responseBuffer is a ResponseWriter that keeps the response in memory.
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

// On applies a change to the served answers of some endpoints. The endpoints are named in one
// string, separated by spaces.
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

// Refusing refuses the calls of some endpoints for which when is true.
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

// IsOneOf reports whether an endpoint is one of the names in endpoints, which are separated by
// spaces.
func IsOneOf(endpoint, endpoints string) bool {
	for name := range strings.SplitSeq(endpoints, " ") {
		if name == endpoint {
			return true
		}
	}
	return false
}

// Both combines two mutators: second is applied around first.
func Both(first, second Mutator) Mutator {
	return func(next Responder) Responder { return second(first(next)) }
}

// ignorePanics makes a mutator do nothing if it panics on an answer that another fault has
// changed to an unexpected form. It also skips the mutator when another deviation reads what is
// stored: a fault sees the stored values, and not the values that another fault shows.
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
