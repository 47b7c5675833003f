// Package faults defines a fault: one deviation that is planted in a build of the service, or in
// a store that calls it. Its sub-packages hold the faults of both sides, the legal variants, and
// the proof. The suite must find every fault by the requirement that the fault breaks, and must
// report no failure for any variant.
//
// The tables of members and values in this package are written from the specification, not from
// the schemas. Otherwise a mistake in a schema could hide itself.
//
// # How a faulty service is built
//
// A Responder answers one Call. A Mutator turns a Responder into another one that deviates. Each
// build calls it separately, so its memory belongs to that build alone. The innermost Responder
// is the reference.
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
	// ShownBy is a requirement whose examples are the only ones that reach the fault. It is set
	// only if this is not the requirement that the fault breaks. A proof then runs these examples
	// too.
	ShownBy string
	// Strength is how many values must be combined before the fault shows. It is set only if it
	// is not the usual strength. A proof runs with this strength of combinations.
	Strength int

	// A service deviates by a Mutator, or by other Options of the reference.
	Mutator Mutator
	Layer   Layer
	Options func(*reference.Options)

	// A store deviates in the requests that it sends, in its reaction to an answer, or by never
	// reading an OTP from a phone. Forms are the forms of the answers, besides the plain one, in
	// which the fault shows.
	EditRequests   func() func(*samplepartner.Request)
	CheckResponses func() samplepartner.ResponseCheck
	Forms          []string
	OTPUnread      bool
	Configure      func(*samplepartner.Store) // other, legal behaviour of the store
}

// Layer is the level at which a fault works. When faults are combined, faults of meaning are
// applied first, then faults of form, then faults of the bytes of the body. In another order, a
// fault that changes a value would rewrite it and so undo a change of its form.
type Layer int

const (
	LayerValue Layer = iota
	LayerForm
	LayerBytes
)

// Handler returns a fresh build with this fault. It shares no state with any other build.
func (f Fault) Handler(o reference.Options) http.Handler {
	return Together(o, nil, f).Handler
}

// Endpoint returns the endpoint in which the fault is planted; the id of the fault begins with
// it. It is empty for a fault of several endpoints.
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

// Sample returns n entries of a catalogue, or all entries if there are fewer. The selection
// depends only on the ids, so one new entry changes at most one entry of the sample.
func Sample[T any](all []T, n int, id func(T) string) []T {
	drawn := slices.Clone(all)
	slices.SortStableFunc(drawn, func(a, b T) int { return cmp.Compare(lot(id(a)), lot(id(b))) })
	return drawn[:min(n, len(drawn))]
}

// FaultID and VariantID return the id by which Sample selects.
func FaultID(f Fault) string     { return f.ID }
func VariantID(v Variant) string { return v.ID }

func lot(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // never fails
	return h.Sum64()
}
