// Package faults says what a fault is: one deviation that is planted in a build of
// the service, or in a store that calls it. Its sub-packages hold the faults of
// either side, the legal variants, and the proof. The suite must find every fault,
// by the requirement that the fault breaks, and no fault in any variant.
//
// The tables of members and values in here are written from the specification,
// not from the schemas: a mistake in a schema must not be able to hide itself.
//
// # How a faulty service is built
//
// A Responder answers one Call. A Mutator turns a Responder into another one that
// deviates; it is called anew for every build, so that what it remembers belongs
// to that build alone. The innermost Responder is the reference.
package faults

import (
	"cmp"
	"hash/fnv"
	"net/http"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// Fault is one planted deviation: of a build of the service, or of a store that
// calls it.
type Fault struct {
	ID     string // permanent: "create-purchases-drops-item-value", "send-otp/no-token"
	Breaks string // the requirement that must fail: "PUR-07"
	Why    string // one line: what the build does wrong
	// ShownBy is the requirement whose examples alone reach the fault, where it
	// is not the one that the fault breaks: a proof runs those examples too.
	ShownBy string
	// Strength is with which strength of combinations a proof runs, where it is
	// not the usual one: how many values must meet before the fault shows.
	Strength int

	// A service deviates by a Mutator, or by other Options of the reference.
	Mutator Mutator
	Layer   Layer
	Options func(*reference.Options)

	// A store deviates in what it sends, in how it takes an answer, or by never
	// reading an OTP from a phone. Forms are those of the answers, besides the
	// plain one, in which the fault shows.
	EditRequests   func() func(*samplepartner.Request)
	CheckResponses func() samplepartner.ResponseCheck
	Forms          []string
	OTPUnread      bool
	Configure      func(*samplepartner.Store) // what the store does besides, legally
}

// Layer says at what a fault works. Of several faults, what a build means comes
// first, then how its members are formed, and then the octets of the body: whoever
// changes a value writes it anew, and would undo what was done to its form.
type Layer int

const (
	OfMeaning Layer = iota
	OfForm
	OfOctets
)

// Handler is a fresh build with this fault. It shares nothing with any other.
func (f Fault) Handler(o reference.Options) http.Handler {
	return Together(o, nil, f).Handler
}

// Endpoint names the endpoint that a fault is planted in, which its id begins
// with; it is empty for a fault of several.
func (f Fault) Endpoint() string {
	if endpoint, _, ok := strings.Cut(f.ID, "/"); ok {
		return endpoint
	}
	for _, name := range []string{SendOTP, VerifyOTP, CreateLimit, FetchLimit, Lookup, CreateOrder, GetItem, UpdateItems, CancelItem} {
		if len(f.ID) > len(name) && f.ID[:len(name)+1] == name+"-" {
			return name
		}
	}
	return ""
}

func byLayer(all []Fault) []Fault {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b Fault) int { return cmp.Compare(a.Layer, b.Layer) })
	return sorted
}

// Sample is n of a catalogue, drawn by their ids alone: a catalogue that grows by one
// changes a sample by one at most. All of a smaller catalogue.
func Sample[T any](all []T, n int, id func(T) string) []T {
	drawn := slices.Clone(all)
	slices.SortStableFunc(drawn, func(a, b T) int { return cmp.Compare(lot(id(a)), lot(id(b))) })
	return drawn[:min(n, len(drawn))]
}

// FaultID and VariantID are what a sample is drawn by.
func FaultID(f Fault) string     { return f.ID }
func VariantID(v Variant) string { return v.ID }

func lot(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // never fails
	return h.Sum64()
}
