package driver

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"net/http"
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/schemas"
)

// Form is one way to write a request: a reading for each documented
// inconsistency that the request touches, and a profile of plain values.
type Form struct {
	profile  int // which of the profiles of plain values
	Readings map[string]string
}

// With returns the form with one reading changed.
func (f Form) With(tolerance, reading string) Form {
	readings := make(map[string]string, len(f.Readings)+1)
	for id, name := range f.Readings {
		readings[id] = name
	}
	readings[tolerance] = reading
	return Form{profile: f.profile, Readings: readings}
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

// PermittedReadings lists the readings that may be spoken of a tolerance: all, or the
// one it is pinned to. The first is the normative one.
func (r *Run) PermittedReadings(id string) []string {
	if pinned := r.Config.Settings[id]; pinned != "" && pinned != schemas.Any {
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

// normative tells whether a reading is the one of the attribute table.
func normative(tolerance, reading string) bool {
	all := documented()[tolerance]
	return len(all) > 0 && all[0] == reading
}

// samples are the readings of the request samples, where they are not those of
// the attribute tables (sections 2.1, 2.2, 2.4, 2.6).
var samples = map[string]string{
	OrderID: AsString, itemValue: AsString, itemTopup: AsString, topupRef: AsString,
	employedFlag: AsString, loanAmount: AsString, password: AsString, BusinessRegistered: AsString,
}

// candidates lists forms in the order in which they are worth trying: as the
// tables have it, as the samples have it, each with each profile of plain
// values; then what differs from one of the two in one reading; then mixtures
// in which any three choices meet in every combination, so that a target with
// three readings of its own is found within a few calls.
func (r *Run) candidates(tolerances []string) []Form {
	table, sample := r.documentedForms(tolerances)
	var forms []Form
	for p := range profiles {
		forms = append(forms, Form{p, table.Readings}, Form{p, sample.Readings})
	}
	for _, f := range []Form{table, sample} {
		for _, id := range tolerances {
			for _, reading := range r.PermittedReadings(id) {
				forms = append(forms, f.With(id, reading))
			}
		}
	}
	for row := range Mixtures {
		forms = append(forms, r.mixed(tolerances, Mixture(row)))
	}
	return distinct(forms)
}

// documentedForms are a request as the tables have it and as the samples do.
func (r *Run) documentedForms(tolerances []string) (table, sample Form) {
	table, sample = Form{Readings: map[string]string{}}, Form{Readings: map[string]string{}}
	for _, id := range tolerances {
		choices := r.PermittedReadings(id)
		table.Readings[id], sample.Readings[id] = choices[0], choices[0]
		if slices.Contains(choices, samples[id]) {
			sample.Readings[id] = samples[id]
		}
	}
	return table, sample
}

// mixed is the form that a row of bits picks.
func (r *Run) mixed(tolerances []string, picked int) Form {
	f := Form{profile: picked & onlyProfile, Readings: make(map[string]string, len(tolerances))}
	for i, id := range tolerances {
		choices := r.PermittedReadings(id)
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
		key := fmt.Sprint(f.profile, f.Readings)
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

// Mixture is a row of the orthogonal array of strength three with eight columns
// of two levels: column k of row x is the parity of x and of 8+k, the eight
// vectors of four bits of which no three sum to nothing.
func Mixture(row int) (picked int) {
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
func (r *Run) discover(ctx context.Context, tolerances []string, attempt func(Form) (*Call, error)) (Form, *Call, error) {
	candidates := r.candidates(tolerances)
	var firstCall *Call
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
		if c.OK() {
			r.Calls.SetPlain(c)
			return r.nearer(ctx, f, c, attempt)
		}
		if c.Response == nil || c.Status() == http.StatusTooManyRequests {
			if _, never := c.traffic.givenUp(); never || !c.Unanswered {
				break // nobody answers, or will not yet: another form will not help
			}
		}
	}
	r.Calls.SetPlain(firstCall)
	return candidates[0], firstCall, nil
}

// nearer moves a form that works back to the normative readings, one by one,
// wherever the target takes those too.
func (r *Run) nearer(ctx context.Context, f Form, taken *Call, attempt func(Form) (*Call, error)) (Form, *Call, error) {
	for _, id := range slices.Sorted(maps.Keys(f.Readings)) {
		if ctx.Err() != nil || normative(id, f.Readings[id]) || len(r.PermittedReadings(id)) == 1 {
			continue
		}
		near := f.With(id, r.PermittedReadings(id)[0])
		c, err := attempt(near)
		if call.IsUntested(err) {
			break // nobody is left to try it on: the form that was found will do
		}
		if err != nil {
			return f, taken, err
		}
		if c.OK() {
			r.Calls.SetPlain(c)
			f, taken = near, c
		}
	}
	return f, taken, nil
}

// trials remembers what became of each reading that was tried.
type trials struct {
	mu  sync.Mutex
	all []judgement.Trial
}

func (t *trials) Add(trial judgement.Trial) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, trial)
}

// AddOnce adds a trial that several checks share.
func (t *trials) AddOnce(trial judgement.Trial) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.all, trial) {
		t.all = append(t.all, trial)
	}
}

// Trials tells which readings were tried and which were taken.
func (r *Run) Trials() []judgement.Trial {
	r.Tried.mu.Lock()
	defer r.Tried.mu.Unlock()
	return append([]judgement.Trial(nil), r.Tried.all...)
}

// note records the readings of a form that was found to work, or not.
func (r *Run) note(f Form, c *Call) {
	for id, reading := range f.Readings {
		r.Tried.Add(judgement.Trial{Tolerance: id, Reading: reading, Endpoint: c.Endpoint, Taken: c.OK(), Spoken: c.OK(), Exchange: c.ID})
	}
}
