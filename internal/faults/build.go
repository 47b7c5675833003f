package faults

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// Together returns a fresh build with several faults at once, on top of some legal variants of
// the service. The last fault of the highest layer is outermost.
func Together(o reference.Options, variants []Variant, all ...Fault) *Build {
	var mutators []Mutator
	for _, v := range variants {
		if v.Options != nil {
			v.Options(&o)
		}
		mutators = append(mutators, v.Mutator)
	}
	for _, f := range byLayer(all) {
		if f.Options != nil {
			f.Options(&o)
		}
		if f.Mutator != nil {
			mutators = append(mutators, ignorePanics(f.Mutator))
		}
	}
	service := reference.New(o)
	return &Build{Handler: wrap(service, o, mutators...), service: service}
}

// Comparison serves a build with several faults. It also sends every request to a second build
// that lacks one of these faults. One fault may undo another, so that no answer shows it. In that
// case the answers of the two builds never differ.
type Comparison struct {
	mu          sync.Mutex
	full, lacks *Build
	now         atomic.Int64 // requests so far: the clock of both builds
	differ      bool
}

// NewComparison prepares the two builds. The clocks of both stand still while one request is
// answered, so that both builds draw the same random values.
func NewComparison(o reference.Options, variants []Variant, all []Fault, lacking int) *Comparison {
	w := &Comparison{}
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	o.Clock = func() time.Time { return start.Add(time.Duration(w.now.Load()) * tick) }
	rest := append(append([]Fault(nil), all[:lacking]...), all[lacking+1:]...)
	w.full, w.lacks = Together(o, variants, all...), Together(o, variants, rest...)
	return w
}

// tick is how far the clock moves from one request to the next.
const tick = 7 * time.Millisecond

// LastOTP returns the OTP that was last sent to a phone number.
func (w *Comparison) LastOTP(phone string) (string, bool) { return w.full.LastOTP(phone) }

// Shown reports whether the fault has changed any answer.
func (w *Comparison) Shown() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.differ
}

// ServeHTTP sends the answer of the build that has all faults.
func (w *Comparison) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := read(r.WithContext(context.WithValue(r.Context(), numberKey{}, w.now.Add(1))), "")
	full, cut := answered(w.full, c)
	other, otherCut := answered(w.lacks, c)
	w.differ = w.differ || cut != otherCut || full.Status != other.Status || !sameBody(full.raw, other.raw) ||
		full.Header.Get("Content-Type") != other.Header.Get("Content-Type")
	if cut {
		panic(http.ErrAbortHandler)
	}
	full.write(rw)
}

// sameBody reports whether two bodies are equal when the notation of numbers is ignored. A fault
// that only rewrites a number without changing its value has changed nothing.
func sameBody(a, b []byte) bool {
	return bytes.Equal(a, b) || bytes.Equal(plainNumbers(a), plainNumbers(b))
}

// notations matches the strings and the numbers of a JSON text.
var notations = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*`)

// plainNumbers writes equal numbers of a JSON text in the same notation.
func plainNumbers(body []byte) []byte {
	return notations.ReplaceAllFunc(body, func(token []byte) []byte {
		text := string(token)
		if f, err := strconv.ParseFloat(text, 64); err == nil && strings.ContainsAny(text, "eE") {
			text = strconv.FormatFloat(f, 'f', -1, 64)
		}
		n, ok := new(big.Rat).SetString(text)
		if token[0] == '"' || !ok || strings.ContainsAny(text, "eE") {
			return token
		}
		return []byte(n.RatString())
	})
}

// answered returns the answer of a build. cut is true if the build closed the connection instead.
func answered(h http.Handler, c *Call) (a *Answer, cut bool) {
	defer func() {
		if p := recover(); p != nil {
			if err, ok := p.(error); !ok || !errors.Is(err, http.ErrAbortHandler) {
				panic(p)
			}
			a, cut = &Answer{}, true
		}
	}()
	return serve(h)(c), false
}

// Variant is a legal build that differs from the reference, or a legal store that differs from
// the sample partner. It uses a reading that the specification permits, or a choice that the
// specification leaves open.
type Variant struct {
	ID     string // permanent
	Why    string // one line: why it is legal, with the section
	Field  string // what it decides; two variants with the same field exclude each other
	Coarse bool   // a run with it takes long, because it waits for its clock or its rate limit

	Options func(*reference.Options)
	Mutator Mutator
	// EditRequest changes the requests of a store. Configure changes what the store does.
	EditRequest func(*samplepartner.Request)
	Configure   func(*samplepartner.Store)
	// Born is the date of birth that the store means, as yyyy-mm-dd. If it is empty, it is the
	// date of the sample partner.
	Born string
}

// Build is a build of the service that also gives access to the OTPs that it sends.
type Build struct {
	http.Handler
	service *reference.Service
}

// LastOTP returns the OTP that was last sent to a phone number.
func (b *Build) LastOTP(phone string) (string, bool) { return b.service.LastOTP(phone) }

// Combine returns a fresh build with several variants at once.
func Combine(o reference.Options, variants ...Variant) *Build { return Together(o, variants) }

// Compatible reports whether variants can be combined in one build: no two of them decide the
// same field.
func Compatible(variants ...Variant) bool {
	seen := make(map[string]bool)
	for _, v := range variants {
		if seen[v.Field] {
			return false
		}
		seen[v.Field] = true
	}
	return true
}
