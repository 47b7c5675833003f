package payload

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"sync"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// Form is one way to write a request: a reading for each documented inconsistency that concerns
// the request, and a profile of plain values.
type Form struct {
	Profile  int // the number of the profile of plain values
	Readings map[string]string
}

// With returns the form with one reading changed.
func (f Form) With(tolerance, reading string) Form {
	readings := make(map[string]string, len(f.Readings)+1)
	for id, name := range f.Readings {
		readings[id] = name
	}
	readings[tolerance] = reading
	return Form{Profile: f.Profile, Readings: readings}
}

// Profiles is the number of sets of plain values that are tried first. The first two share no
// value of any documented list, and neither do the last two. So if a target refuses one value,
// another set still works, and only the rule that lists the value fails. The last two mix the
// values of the first two, because a target may refuse a value of each.
const Profiles = 4

// allProfiles also counts the profiles that are tried if no form with the first ones was taken:
// a target may refuse one value, another one, and two together.
const allProfiles = 2 * Profiles

// Opposite returns the profile that shares no value with the given one.
func Opposite(profile int) int { return profile ^ 1 }

// NextProfile returns the profile to try after the given one. It goes around in the same half of
// the profiles.
func NextProfile(profile int) int { return profile/Profiles*Profiles + (profile+1)%Profiles }

// Permitted lists the readings of a tolerance that requests may use.
type Permitted func(id string) []string

// ReadingsOf lists the readings of a tolerance that the settings permit, the normative one
// first.
func ReadingsOf(id string, settings schemas.Settings) []string {
	if pinned := settings[id]; pinned != "" && pinned != schemas.Any {
		return []string{pinned}
	}
	return documented()[id]
}

// documented lists the readings of every tolerance, the normative one first.
var documented = sync.OnceValue(func() map[string][]string {
	all := make(map[string][]string)
	for _, t := range schemas.Register() {
		for _, reading := range t.Readings {
			all[t.ID] = append(all[t.ID], reading.Name)
		}
	}
	return all
})

// Tolerates reports whether a check that passes by a reading has the outcome tolerated instead
// of passed.
func Tolerates(tolerance, reading string) bool {
	return schemas.Tolerates(tolerance, reading)
}

// Normative reports whether a reading is that of the attribute table.
func Normative(tolerance, reading string) bool {
	all := documented()[tolerance]
	return len(all) > 0 && all[0] == reading
}

// samples are the readings of the request samples, if they differ from those of the attribute
// tables (sections 2.1, 2.2, 2.4, 2.6).
var samples = map[string]string{
	OrderID: AsString, ItemValue: AsString, itemTopup: AsString, topupRef: AsString,
	employedFlag: AsString, loanAmount: AsString, password: AsString, BusinessRegistered: AsString,
}

// Candidates lists forms in the order in which to try them. First come the forms of the tables
// and of the samples, each with each profile. Then come the forms that differ from one of those
// two in one reading. Then come mixtures in which any three choices occur in every combination,
// so that a few calls find a target with three readings of its own. The other profiles come
// last, and the one with large loans also with one reading changed.
func Candidates(tolerances []string, permitted Permitted) []Form {
	table, sample := documentedForms(tolerances, permitted)
	var forms []Form
	for p := range Profiles {
		forms = append(forms, Form{p, table.Readings}, Form{p, sample.Readings})
	}
	for _, f := range []Form{table, sample} {
		for _, id := range tolerances {
			for _, reading := range permitted(id) {
				forms = append(forms, f.With(id, reading))
			}
		}
	}
	for row := range Mixtures {
		forms = append(forms, mixed(tolerances, permitted, mixture(row)))
	}
	for p := Profiles; p < allProfiles; p++ {
		forms = append(forms, Form{p, table.Readings}, Form{p, sample.Readings})
	}
	large := Form{largeLoans, table.Readings}
	for _, id := range tolerances {
		for _, reading := range permitted(id) {
			forms = append(forms, large.With(id, reading))
		}
	}
	return distinct(forms)
}

// documentedForms returns a request's form in the tables and its form in the samples.
func documentedForms(tolerances []string, permitted Permitted) (table, sample Form) {
	table, sample = Form{Readings: map[string]string{}}, Form{Readings: map[string]string{}}
	for _, id := range tolerances {
		choices := permitted(id)
		table.Readings[id], sample.Readings[id] = choices[0], choices[0]
		if slices.Contains(choices, samples[id]) {
			sample.Readings[id] = samples[id]
		}
	}
	return table, sample
}

// mixed returns the form that the bits of a number choose.
func mixed(tolerances []string, permitted Permitted, picked int) Form {
	f := Form{Profile: picked & onlyProfile, Readings: make(map[string]string, len(tolerances))}
	for i, id := range tolerances {
		choices := permitted(id)
		f.Readings[id] = choices[0]
		if picked>>(i+1)&1 == 1 {
			f.Readings[id] = choices[len(choices)-1]
		}
	}
	return f
}

// distinct removes forms that occur earlier in the list.
func distinct(forms []Form) []Form {
	seen := make(map[string]bool)
	return slices.DeleteFunc(forms, func(f Form) bool {
		key := fmt.Sprint(f.Profile, f.Readings)
		again := seen[key]
		seen[key] = true
		return again
	})
}

// A mixture has a bit for the profile and one for each tolerance. There are at most seven
// tolerances.
const (
	onlyProfile = 1
	Mixtures    = 16
)

// mixture is a row of the orthogonal array of strength three with eight columns of two levels.
// Column k of row x is the parity of x AND (8+k). Of these eight vectors of four bits, no three
// have the sum zero.
func mixture(row int) (picked int) {
	for column := range 8 {
		if bits.OnesCount(uint(row&(8|column)))%2 == 1 {
			picked |= 1 << column
		}
	}
	return picked
}

func (f Form) OTPPath(endpoint string) string {
	if f.Readings[OTPPath] == headingPath {
		return spec.Of(endpoint).OtherPath
	}
	return spec.Of(endpoint).Path
}

// Phone returns a phone number with or without its +.
func (f Form) Phone(digits string) string {
	if f.Readings[PhoneNumber] == withoutPlus {
		return digits
	}
	return "+" + digits
}

// These tolerances change the requests of the suite. The values are their ids in the register.
const (
	OTPPath             = "otp-path"
	otpBirthDate        = "otp-date-of-birth"
	PhoneNumber         = "phone-number"
	CountryCode         = "country-code"
	employedFlag        = "employed"
	loanAmount          = "loan-amount"
	password            = "password"
	BusinessRegistered  = "business-registered"
	BusinessPaymentType = "business-payment-type"
	BusinessIndustry    = "business-industry"
	jobGroup            = "job-group"
	OrderID             = "order-id"
	ItemValue           = "item-value"
	ItemDescription     = "item-description-name"
	itemTopup           = "item-topup"
	topupRef            = "topup-ref"
	deliveryOption      = "delivery-option"
	preferredOption     = "preferred-option"
	UpdatePath          = "update-path"
)

// These readings change how a member is written. A reading that is not listed here is written in
// the normative form.
const (
	AsString      = "string"
	withoutPlus   = "no-plus"
	TwoLetters    = "two-letters"
	ThreeLetters  = "three-letters"
	dayFirst      = "day-first"
	OtherSpelling = "item_decriptionn"
	absent        = "absent"
	headingPath   = "otp-first"
	NoID          = "without-id"
	mobileMoney   = "mobile-money"
	otherIndustry = "other"
	privateToo    = "private-too"
)

// Integer returns a number in the form of the reading: as a number, or as a string of its
// digits.
func Integer(n int64, reading string) any {
	if reading == AsString {
		return strconv.FormatInt(n, 10)
	}
	return n
}

// boolean returns a truth value in the form of the reading.
func boolean(b bool, reading string) any {
	if reading == AsString {
		return strconv.FormatBool(b)
	}
	return b
}
