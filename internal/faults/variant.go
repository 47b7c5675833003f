package faults

import (
	"cmp"
	"net/http"
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/reference"
)

// Variant is one legal build that is unlike the reference: it takes a reading
// that the specification permits, or uses a freedom that its silence gives.
type Variant struct {
	ID     string // kebab-case, permanent
	Why    string // one line: why it is legal, with the section
	Field  string // what it decides about; two variants of one field exclude each other
	Coarse bool   // its timestamps are whole seconds, so that a run takes long
	choose func(*reference.Options)
	plant  plant
}

// Build is a build of the service, with the way to the OTPs that it sends.
type Build struct {
	http.Handler
	service *reference.Service
}

// LastOTP tells the OTP that was last sent to a phone.
func (b *Build) LastOTP(phone string) (string, bool) { return b.service.LastOTP(phone) }

// Combine is a fresh build with several variants at once.
func Combine(o reference.Options, variants ...Variant) *Build {
	plants := make([]plant, 0, len(variants))
	for _, v := range variants {
		if v.choose != nil {
			v.choose(&o)
		}
		plants = append(plants, v.plant)
	}
	service := reference.New(o)
	return &Build{Handler: planted(service, o, plants...), service: service}
}

// Variants lists every variant, ordered by id. The list is the caller's own.
func Variants() []Variant { return slices.Clone(variants()) }

var variants = sync.OnceValue(func() []Variant {
	all := slices.Concat(optionVariants(), requestReadings(), answerVariants(), notationVariants(), valueVariants(), refusalVariants(), boundVariants(), otpVariants(),
		identityVariants(), clockVariants())
	slices.SortFunc(all, func(a, b Variant) int { return cmp.Compare(a.ID, b.ID) })
	return all
})

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
