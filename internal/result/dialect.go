package result

import (
	"cmp"
	"slices"
)

// FullDialect is what decides whether a build can work with one of the other side
// where the specification leaves a choice: what `assay pair` compares.
// What is not listed was not tried, not given, not sent or not shown.
type FullDialect struct {
	Forms []FormUse `json:"forms"`
	Sizes []SizeUse `json:"sizes"`
}

// FormUse says what a build does with one form of a request or of an answer.
type FormUse struct {
	Entry    string    `json:"entry"`              // an entry of the register of tolerances, or of docs/pair.md
	Reading  string    `json:"reading"`            // which of its forms
	Endpoint string    `json:"endpoint,omitempty"` // "create-limit"; empty where it is no one's
	State    FormState `json:"state"`
}

// FormState is what a build does with a form.
type FormState string

// Of a server that it takes or refuses a form of a request, or gives one of an
// answer; of a partner that it sends a form of a request, goes on after one of an
// answer, or does not.
const (
	FormTaken   FormState = "taken"
	FormRefused FormState = "refused"
	FormGiven   FormState = "given"
	FormSent    FormState = "sent"
	FormCoped   FormState = "coped"
	FormStopped FormState = "stopped"
)

// SizeUse says how large a value a server was seen to take, and which it refused for
// its size, or how large a one a partner was seen to send.
type SizeUse struct {
	Name     string `json:"name"` // "length of a name"
	Endpoint string `json:"endpoint"`
	Most     int64  `json:"most"`              // the largest that was taken, or sent
	Refused  int64  `json:"refused,omitempty"` // the smallest that a server refused; 0: none
}

// formStates orders what may become of a form when parts of a run are put together: one
// that was taken anywhere is taken, and who stopped once has stopped.
var formStates = []FormState{FormRefused, FormTaken, FormGiven, FormSent, FormCoped, FormStopped}

// MergeDialects puts together what parts of one run, or its rounds, have shown.
func MergeDialects(parts ...*FullDialect) *FullDialect {
	var sum FullDialect
	shown := false
	for _, p := range parts {
		if p == nil {
			continue
		}
		shown = true
		for _, f := range p.Forms {
			sum.AddForm(f)
		}
		for _, s := range p.Sizes {
			sum.AddSize(s)
		}
	}
	if !shown {
		return nil
	}
	sum.Sort()
	return &sum
}

// AddForm adds what was seen of a form.
func (d *FullDialect) AddForm(f FormUse) {
	n := slices.IndexFunc(d.Forms, func(known FormUse) bool {
		return known.Entry == f.Entry && known.Reading == f.Reading && known.Endpoint == f.Endpoint
	})
	switch {
	case n < 0:
		d.Forms = append(d.Forms, f)
	case slices.Index(formStates, f.State) > slices.Index(formStates, d.Forms[n].State):
		d.Forms[n].State = f.State
	}
}

// AddSize adds what was seen of a size.
func (d *FullDialect) AddSize(s SizeUse) {
	n := slices.IndexFunc(d.Sizes, func(known SizeUse) bool { return known.Name == s.Name && known.Endpoint == s.Endpoint })
	if n < 0 {
		d.Sizes = append(d.Sizes, s)
		return
	}
	known := &d.Sizes[n]
	known.Most = max(known.Most, s.Most)
	if s.Refused > 0 && (known.Refused == 0 || s.Refused < known.Refused) {
		known.Refused = s.Refused
	}
}

// Sort puts a dialect into the one order in which it is written.
func (d *FullDialect) Sort() {
	slices.SortFunc(d.Forms, func(a, b FormUse) int {
		return cmp.Or(cmp.Compare(a.Entry, b.Entry), cmp.Compare(a.Endpoint, b.Endpoint), cmp.Compare(a.Reading, b.Reading))
	})
	slices.SortFunc(d.Sizes, func(a, b SizeUse) int {
		return cmp.Or(cmp.Compare(a.Endpoint, b.Endpoint), cmp.Compare(a.Name, b.Name))
	})
}

// State tells what became of a form; "" where nothing was seen of it.
func (d *FullDialect) State(entry, reading, endpoint string) FormState {
	for _, f := range d.Forms {
		if f.Entry == entry && f.Reading == reading && f.Endpoint == endpoint {
			return f.State
		}
	}
	return ""
}
