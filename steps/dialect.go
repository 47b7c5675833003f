package steps

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"net/http"
	"slices"
	"sync"

	"github.com/credit-partner/assay/schemas"
)

// form is one way to write a request: a reading for each documented
// inconsistency that the request touches, and a profile of plain values.
type form struct {
	profile  int // which of the profiles of plain values
	readings map[string]string
}

// with returns the form with one reading changed.
func (f form) with(tolerance, reading string) form {
	readings := make(map[string]string, len(f.readings)+1)
	for id, name := range f.readings {
		readings[id] = name
	}
	readings[tolerance] = reading
	return form{profile: f.profile, readings: readings}
}

// profiles is how many sets of plain values there are. The first two share no value
// of any documented list, and neither do the last two, so that a target which refuses
// one value is still spoken to in another set, and only the rule that lists the value
// fails. The last two mix what the first two have: a target may refuse a value of
// each.
const profiles = 4

// opposite is the profile that shares no value with another one.
func opposite(profile int) int { return profile ^ 1 }

// nextProfile is the one to try after another one, until all were tried.
func nextProfile(profile int) int { return (profile + 1) % profiles }

// permitted lists the readings that may be spoken of a tolerance: all, or the
// one it is pinned to. The first is the normative one.
func (r *Run) permitted(id string) []string {
	if pinned := r.cfg.Settings[id]; pinned != "" && pinned != schemas.Any {
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

// tolerates tells whether a check that passes by a reading is tolerated, and not
// plainly passed.
func tolerates(tolerance, reading string) bool {
	return schemas.Tolerates(tolerance, reading)
}

// normative tells whether a reading is the one of the attribute table.
func normative(tolerance, reading string) bool {
	all := documented()[tolerance]
	return len(all) > 0 && all[0] == reading
}

// samples are the readings of the request samples, where they are not those of
// the attribute tables (sections 2.1, 2.2, 2.4, 2.6).
var samples = map[string]string{
	orderID: asString, itemValue: asString, itemTopup: asString, topupRef: asString,
	employedFlag: asString, loanAmount: asString, password: asString, businessRegistered: asString,
}

// candidates lists forms in the order in which they are worth trying: as the
// tables have it, as the samples have it, each with each profile of plain
// values; then what differs from one of the two in one reading; then mixtures
// in which any three choices meet in every combination, so that a target with
// three readings of its own is found within a few calls.
func (r *Run) candidates(tolerances []string) []form {
	table, sample := r.documentedForms(tolerances)
	var forms []form
	for p := range profiles {
		forms = append(forms, form{p, table.readings}, form{p, sample.readings})
	}
	for _, f := range []form{table, sample} {
		for _, id := range tolerances {
			for _, reading := range r.permitted(id) {
				forms = append(forms, f.with(id, reading))
			}
		}
	}
	for row := range mixtures {
		forms = append(forms, r.mixed(tolerances, mixture(row)))
	}
	return distinct(forms)
}

// documentedForms are a request as the tables have it and as the samples do.
func (r *Run) documentedForms(tolerances []string) (table, sample form) {
	table, sample = form{readings: map[string]string{}}, form{readings: map[string]string{}}
	for _, id := range tolerances {
		choices := r.permitted(id)
		table.readings[id], sample.readings[id] = choices[0], choices[0]
		if slices.Contains(choices, samples[id]) {
			sample.readings[id] = samples[id]
		}
	}
	return table, sample
}

// mixed is the form that a row of bits picks.
func (r *Run) mixed(tolerances []string, picked int) form {
	f := form{profile: picked & onlyProfile, readings: make(map[string]string, len(tolerances))}
	for i, id := range tolerances {
		choices := r.permitted(id)
		f.readings[id] = choices[0]
		if picked>>(i+1)&1 == 1 {
			f.readings[id] = choices[len(choices)-1]
		}
	}
	return f
}

// distinct drops forms that were listed before.
func distinct(forms []form) []form {
	seen := make(map[string]bool)
	return slices.DeleteFunc(forms, func(f form) bool {
		key := fmt.Sprint(f.profile, f.readings)
		again := seen[key]
		seen[key] = true
		return again
	})
}

// A mixture has a bit for the profile and one for each tolerance, of which
// there are seven at the most.
const (
	onlyProfile = 1
	mixtures    = 16
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

// mostAttempts bounds the search for a form that the target takes. A target
// that takes none costs its owner this many calls for each request form.
const mostAttempts = 40

// discover tries forms until the target takes one. It gives the form, the call
// that was taken or, when none was, the first form and its call.
func (r *Run) discover(ctx context.Context, tolerances []string, attempt func(form) (*call, error)) (form, *call, error) {
	candidates := r.candidates(tolerances)
	var firstCall *call
	for i, f := range candidates {
		if i == mostAttempts || ctx.Err() != nil {
			break
		}
		c, err := attempt(f)
		if err != nil {
			return f, nil, err
		}
		if firstCall == nil {
			firstCall = c
		}
		if c.ok() {
			r.calls.promote(c)
			return r.nearer(ctx, f, c, attempt)
		}
		if c.Response == nil || c.status() == http.StatusTooManyRequests {
			if _, never := c.traffic.givenUp(); never || !c.unanswered {
				break // nobody answers, or will not yet: another form will not help
			}
		}
	}
	r.calls.promote(firstCall)
	return candidates[0], firstCall, nil
}

// nearer moves a form that works back to the normative readings, one by one,
// wherever the target takes those too.
func (r *Run) nearer(ctx context.Context, f form, taken *call, attempt func(form) (*call, error)) (form, *call, error) {
	for _, id := range slices.Sorted(maps.Keys(f.readings)) {
		if ctx.Err() != nil || normative(id, f.readings[id]) || len(r.permitted(id)) == 1 {
			continue
		}
		near := f.with(id, r.permitted(id)[0])
		c, err := attempt(near)
		if isUntested(err) {
			break // nobody is left to try it on: the form that was found will do
		}
		if err != nil {
			return f, taken, err
		}
		if c.ok() {
			r.calls.promote(c)
			f, taken = near, c
		}
	}
	return f, taken, nil
}

// trials remembers what became of each reading that was tried.
type trials struct {
	mu  sync.Mutex
	all []Trial
}

func (t *trials) add(trial Trial) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, trial)
}

// addOnce adds a trial that several checks share.
func (t *trials) addOnce(trial Trial) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.all, trial) {
		t.all = append(t.all, trial)
	}
}

// Trials tells which readings were tried and which were taken.
func (r *Run) Trials() []Trial {
	r.tried.mu.Lock()
	defer r.tried.mu.Unlock()
	return append([]Trial(nil), r.tried.all...)
}

// note records the readings of a form that was found to work, or not.
func (r *Run) note(f form, c *call) {
	for id, reading := range f.readings {
		r.tried.add(Trial{Tolerance: id, Reading: reading, Endpoint: c.endpoint, Taken: c.ok(), Spoken: c.ok(), Exchange: c.ID})
	}
}
