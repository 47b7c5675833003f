package steps

import (
	"context"
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

// samples are the readings of the request samples, where they are not those of
// the attribute tables (sections 2.1, 2.2, 2.4, 2.6).
var samples = map[string]string{
	orderID: asString, itemValue: asString, itemTopup: asString, topupRef: asString,
	employedFlag: asString, loanAmount: asString, password: asString, businessRegistered: asString,
}

// candidates lists forms in the order in which they are worth trying: as the
// tables have it, as the samples have it, each with either profile of plain
// values; then every mixture, the nearest to one of the two first.
func (r *Run) candidates(tolerances []string) []form {
	choices := make([][]string, len(tolerances))
	table, sample := form{readings: map[string]string{}}, form{readings: map[string]string{}}
	for i, id := range tolerances {
		choices[i] = r.permitted(id)
		table.readings[id], sample.readings[id] = choices[i][0], choices[i][0]
		if slices.Contains(choices[i], samples[id]) {
			sample.readings[id] = samples[id]
		}
	}
	var forms []form
	for p := range profiles {
		forms = append(forms, form{p, table.readings})
		if sample.distance(table) > 0 {
			forms = append(forms, form{p, sample.readings})
		}
	}
	mixed := slices.DeleteFunc(mixtures(tolerances, choices), func(f form) bool { return f.distance(table) == 0 || f.distance(sample) == 0 })
	near := func(f form) int { return min(f.distance(table), f.distance(sample)) }
	slices.SortStableFunc(mixed, func(a, b form) int { return near(a) - near(b) })
	return append(forms, mixed...)
}

// distance counts the readings in which two forms differ.
func (f form) distance(g form) int {
	n := 0
	for id, reading := range f.readings {
		if g.readings[id] != reading {
			n++
		}
	}
	return n
}

// mixtures is the product of the choices, in a fixed order.
func mixtures(tolerances []string, choices [][]string) []form {
	forms := []form{{readings: map[string]string{}}}
	for i, id := range tolerances {
		var wider []form
		for _, f := range forms {
			for _, reading := range choices[i] {
				wider = append(wider, f.with(id, reading))
			}
		}
		forms = wider
	}
	return forms
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
			return f, c, nil
		}
		if c.Response == nil {
			break // nobody answers: another form will not help
		}
	}
	r.calls.promote(firstCall)
	return candidates[0], firstCall, nil
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
	Times                        int // how often it was met there; 0 means once
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

// Place says where a reading was met: an endpoint and, in an answer, a path.
func (t Trial) Place() string {
	if t.Path == "" {
		return t.Endpoint
	}
	return t.Endpoint + " " + t.Path
}
