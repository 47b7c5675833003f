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

// Form is one way to write a request: a reading for each documented
// inconsistency that the request touches, and a profile of plain values.
type Form struct {
	Profile  int // which of the profiles of plain values
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

// Profiles is how many sets of plain values there are. The first two share no value
// of any documented list, and neither do the last two, so that a target which refuses
// one value is still spoken to in another set, and only the rule that lists the value
// fails. The last two mix what the first two have: a target may refuse a value of
// each.
const Profiles = 4

// allProfiles is how many there are with those that are tried when no form was taken in
// any of the first: a target may refuse one value, another one, and two together.
const allProfiles = 2 * Profiles

// Opposite is the profile that shares no value with another one.
func Opposite(profile int) int { return profile ^ 1 }

// NextProfile is the one to try after another one, until all of its half were tried.
func NextProfile(profile int) int { return profile/Profiles*Profiles + (profile+1)%Profiles }

// Permitted lists the readings that may be spoken of a tolerance.
type Permitted func(id string) []string

// ReadingsOf are the readings of a tolerance under some settings, the normative one
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

// Tolerates tells whether a check that passes by a reading is tolerated, and not
// plainly passed.
func Tolerates(tolerance, reading string) bool {
	return schemas.Tolerates(tolerance, reading)
}

// Normative tells whether a reading is the one of the attribute table.
func Normative(tolerance, reading string) bool {
	all := documented()[tolerance]
	return len(all) > 0 && all[0] == reading
}

// samples are the readings of the request samples, where they are not those of
// the attribute tables (sections 2.1, 2.2, 2.4, 2.6).
var samples = map[string]string{
	OrderID: AsString, ItemValue: AsString, itemTopup: AsString, topupRef: AsString,
	employedFlag: AsString, loanAmount: AsString, password: AsString, BusinessRegistered: AsString,
}

// Candidates lists forms in the order in which they are worth trying: as the
// tables have it, as the samples have it, each with each profile of plain
// values; then what differs from one of the two in one reading; then mixtures
// in which any three choices meet in every combination, so that a target with
// three readings of its own is found within a few calls; then the other profiles.
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
	return distinct(forms)
}

// documentedForms are a request as the tables have it and as the samples do.
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

// mixed is the form that a row of bits picks.
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

// distinct drops forms that were listed before.
func distinct(forms []Form) []Form {
	seen := make(map[string]bool)
	return slices.DeleteFunc(forms, func(f Form) bool {
		key := fmt.Sprint(f.Profile, f.Readings)
		again := seen[key]
		seen[key] = true
		return again
	})
}

// A mixture has a bit for the profile and one for each tolerance, of which
// there are seven at the most.
const (
	onlyProfile = 1
	Mixtures    = 16
)

// mixture is a row of the orthogonal array of strength three with eight columns
// of two levels: column k of row x is the parity of x and of 8+k, the eight
// vectors of four bits of which no three sum to nothing.
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

// Phone writes a phone number with its + or without.
func (f Form) Phone(digits string) string {
	if f.Readings[PhoneNumber] == withoutPlus {
		return digits
	}
	return "+" + digits
}

// The tolerances that shape what the suite sends, by their ids in the register.
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

// The readings that change how a member is written. What is not named here is
// the normative form.
const (
	AsString      = "string"
	withoutPlus   = "no-plus"
	TwoLetters    = "two-letters"
	ThreeLetters  = "three-letters"
	dayFirst      = "day-first"
	otherSpelling = "item_decriptionn"
	absent        = "absent"
	headingPath   = "otp-first"
	NoID          = "without-id"
	mobileMoney   = "mobile-money"
	otherIndustry = "other"
	privateToo    = "private-too"
)

// Integer writes a number as the reading has it: itself, or its digits.
func Integer(n int64, reading string) any {
	if reading == AsString {
		return strconv.FormatInt(n, 10)
	}
	return n
}

// boolean writes a truth value as the reading has it.
func boolean(b bool, reading string) any {
	if reading == AsString {
		return strconv.FormatBool(b)
	}
	return b
}
