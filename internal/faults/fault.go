package faults

import (
	"net/http"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/reference"
)

// Fault is one planted deviation.
type Fault struct {
	ID     string // kebab-case, permanent: "create-purchases-drops-item-value"
	Breaks string // the requirement that must fail: "PUR-07"
	Why    string // one line: what the build does wrong
	// ShownBy is the requirement whose examples alone reach the fault, where it
	// is not the one that the fault breaks: a proof runs those examples too.
	ShownBy string
	plant   plant
	layer   layer
	// Strength is with which strength of combinations a proof runs, where it is
	// not the usual one: how many values must meet before the fault shows.
	Strength int
	choose   func(*reference.Options)
}

// layer says at what a fault works. Of several faults, what a build means comes
// first, then how its members are formed, and then the octets of the body: whoever
// changes a value writes it anew, and would undo what was done to its form.
type layer int

const (
	ofMeaning layer = iota
	ofForm
	ofOctets
)

// Handler is a fresh build with this fault. It shares nothing with any other.
func (f Fault) Handler(o reference.Options) http.Handler {
	if f.choose != nil {
		f.choose(&o)
	}
	return build(o, f.plant)
}

// server answers one call. It is called by several goroutines at once.
type server func(*call) *answer

// plant turns a server into one that deviates. What it remembers it makes anew
// each time it is called.
type plant func(next server) server

// build puts plants over a fresh reference, the last one outermost.
func build(o reference.Options, plants ...plant) http.Handler {
	return planted(reference.New(o), o, plants...)
}

func planted(service http.Handler, o reference.Options, plants ...plant) http.Handler {
	s := over(service)
	for _, p := range plants {
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

// over is the innermost server: the handler itself.
func over(h http.Handler) server {
	return func(c *call) *answer {
		w := &page{header: make(http.Header, 4), status: http.StatusOK}
		w.header.Set("Date", time.Now().UTC().Format(http.TimeFormat)) // as a server does that has a clock
		h.ServeHTTP(w, c.outgoing())
		return &answer{status: w.status, header: w.header, raw: w.body}
	}
}

// page is a ResponseWriter that keeps what is written.
type page struct {
	header http.Header
	status int
	body   []byte
}

func (p *page) Header() http.Header    { return p.header }
func (p *page) WriteHeader(status int) { p.status = status }
func (p *page) Write(b []byte) (int, error) {
	p.body = append(p.body, b...)
	return len(b), nil
}

// on limits a change of answers to the served calls of some endpoints, named in
// one string with spaces between.
func on(endpoints string, edit func(c *call, a *answer)) plant {
	return func(next server) server {
		return func(c *call) *answer {
			a := next(c)
			if among(c.endpoint, endpoints) && a.ok() {
				edit(c, a)
			}
			return a
		}
	}
}

// refusing says no to the calls of an endpoint that a condition picks.
func refusing(endpoints string, status int, when func(c *call) bool) plant {
	return func(next server) server {
		return func(c *call) *answer {
			if among(c.endpoint, endpoints) && c.authorized() && when(c) {
				return refusal(c, status, "the request is not valid")
			}
			return next(c)
		}
	}
}

// authorized tells whether the call carries the token: a build says nothing of
// members to whom it does not know.
func (c *call) authorized() bool {
	return c.request.Header.Get("Authorization") == "Bearer "+c.token
}

func among(endpoint, endpoints string) bool {
	for name := range strings.SplitSeq(endpoints, " ") {
		if name == endpoint {
			return true
		}
	}
	return false
}

// both plants one deviation over another.
func both(first, second plant) plant {
	return func(next server) server { return second(first(next)) }
}
