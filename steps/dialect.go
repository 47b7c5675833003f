package steps

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
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

// profiles is how many sets of plain values there are. They share no value of
// any documented list, so that a target which refuses one value is still
// spoken to in the other set, and only the rule that lists the value fails.
const profiles = 2

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

// normative tells whether a reading is the one of the attribute table.
func normative(tolerance, reading string) bool {
	all := documented()[tolerance]
	return len(all) > 0 && all[0] == reading
}

// candidates lists forms in the order in which they are worth trying: all
// normative readings, all of the samples', then mixtures in which any three
// choices meet in every combination, so that a target with three readings of
// its own is found within a few calls.
func (r *Run) candidates(tolerances []string) []form {
	mixed := make([]int, 0, mixtures+4)
	mixed = append(mixed, 0, onlyProfile, allOthers, allOthers|onlyProfile)
	for row := range mixtures {
		mixed = append(mixed, mixture(row))
	}
	forms := make([]form, 0, len(mixed))
	for _, bits := range mixed {
		f := form{profile: bits & onlyProfile, readings: make(map[string]string, len(tolerances))}
		for i, id := range tolerances {
			choices := r.permitted(id)
			f.readings[id] = choices[0]
			if bits>>(i+1)&1 == 1 {
				f.readings[id] = choices[len(choices)-1]
			}
		}
		forms = append(forms, f)
	}
	return forms
}

// A mixture has a bit for the profile and one for each tolerance, of which
// there are seven at the most.
const (
	onlyProfile = 1
	allOthers   = 0b1111_1110
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
const mostAttempts = 24

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
		if c.Response == nil && !c.mute {
			break // nobody answers: another form will not help
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

// Trial is one reading of one tolerance, tried on one endpoint.
type Trial struct {
	Tolerance, Reading, Endpoint string
	Path                         string // where it was seen in an answer
	Taken                        bool
	Spoken                       bool // the reading in which the suite speaks to the target
	Exchange                     string
}

func (t *trials) add(trial Trial) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, trial)
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

// leaning lists the readings of a form that are not the normative ones.
func (f form) leaning() []string {
	var names []string
	for id, reading := range f.readings {
		if !normative(id, reading) {
			names = append(names, fmt.Sprintf("%s: %s", id, reading))
		}
	}
	return names
}

// Place says where a reading was met: an endpoint and, in an answer, a path.
func (t Trial) Place() string {
	if t.Path == "" {
		return t.Endpoint
	}
	return t.Endpoint + " " + t.Path
}
