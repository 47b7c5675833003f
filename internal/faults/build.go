package faults

import (
	"bytes"
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

// Together is a fresh build with several faults at once, over some legal variants
// of the service; the last fault is outermost.
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

// Comparison serves a build with several faults, and beside it gives every request
// to a build that lacks one of them. One fault may undo another, so that no
// answer shows it: then the two never differ.
type Comparison struct {
	mu          sync.Mutex
	full, lacks *Build
	now         atomic.Int64 // requests so far: the clock of both builds
	differ      bool
}

// NewComparison prepares the two builds. The clocks of both stand still while one
// request is answered, and all that is drawn is drawn alike.
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

// LastOTP tells the OTP that was last sent to a phone.
func (w *Comparison) LastOTP(phone string) (string, bool) { return w.full.LastOTP(phone) }

// Shown tells whether the fault changed any answer.
func (w *Comparison) Shown() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.differ
}

// ServeHTTP answers as the build with all faults does.
func (w *Comparison) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now.Add(1)
	c := read(r, "")
	full, cut := answered(w.full, c)
	other, otherCut := answered(w.lacks, c)
	w.differ = w.differ || cut != otherCut || full.Status != other.Status || !sameBody(full.raw, other.raw) ||
		full.Header.Get("Content-Type") != other.Header.Get("Content-Type")
	if cut {
		panic(http.ErrAbortHandler)
	}
	full.write(rw)
}

// sameBody tells whether two bodies are one but for how their numbers are written:
// a fault that rewrites a number without changing it has changed nothing.
func sameBody(a, b []byte) bool {
	return bytes.Equal(a, b) || bytes.Equal(plainNumbers(a), plainNumbers(b))
}

// notations finds the strings of a JSON text, and the numbers between them.
var notations = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*`)

// plainNumbers writes every number of a JSON text in one way.
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

// answered is the answer of a build, and whether it hung up instead.
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

// Variant is a legal build that is unlike the reference, or unlike the sample
// partner: it takes a reading that the specification permits, or uses a freedom
// that its silence gives.
type Variant struct {
	ID     string // permanent
	Why    string // one line: why it is legal, with the section
	Field  string // what it decides about; two variants of one field exclude each other
	Coarse bool   // a run of it waits, for its clock or its bound on the rate, and takes long

	Options func(*reference.Options)
	Mutator Mutator
	// EditRequest is how a store writes its requests, and Configure what it does.
	EditRequest func(*samplepartner.Request)
	Configure   func(*samplepartner.Store)
	// Born is the date of birth that a store means, as yyyy-mm-dd; empty is the one
	// of the sample partner.
	Born string
}

// Build is a build of the service, with the way to the OTPs that it sends.
type Build struct {
	http.Handler
	service *reference.Service
}

// LastOTP tells the OTP that was last sent to a phone.
func (b *Build) LastOTP(phone string) (string, bool) { return b.service.LastOTP(phone) }

// Combine is a fresh build with several variants at once.
func Combine(o reference.Options, variants ...Variant) *Build { return Together(o, variants) }

// Compatible tells whether variants can be one build: none decides what another
// one has decided.
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
