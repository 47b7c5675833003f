package result

import (
	"cmp"
	"slices"
)

// FullDialect says what a build does where the specification leaves a choice. `assay pair`
// compares the dialects of two builds to find out whether they can work together. A form that is
// not listed was not tried, not given, not sent or not shown.
type FullDialect struct {
	Forms []FormUse `json:"forms"`
	Sizes []SizeUse `json:"sizes"`
}

// FormUse says what a build does with one form of a request or an answer.
type FormUse struct {
	Entry    string    `json:"entry"`              // an entry of the register of tolerances, or of docs/pair.md
	Reading  string    `json:"reading"`            // which of its forms
	Endpoint string    `json:"endpoint,omitempty"` // "create-limit"; empty if the form belongs to no endpoint
	State    FormState `json:"state"`
}

// FormState is what a build does with a form.
type FormState string

// A server accepts or refuses a form of a request, or gives a form of an answer. A partner build
// sends a form of a request. After a form of an answer, it copes (it goes on) or it stops.
const (
	FormTaken   FormState = "taken"
	FormRefused FormState = "refused"
	FormGiven   FormState = "given"
	FormSent    FormState = "sent"
	FormCoped   FormState = "coped"
	FormStopped FormState = "stopped"
)

// SizeUse says how large the values are that a server accepts, or that a partner build sends.
type SizeUse struct {
	Name     string `json:"name"` // "length of a name"
	Endpoint string `json:"endpoint"`
	Most     int64  `json:"most"`              // the largest value that was accepted or sent
	Refused  int64  `json:"refused,omitempty"` // the smallest value that a server refused because of its size; 0: none
}

// formStates orders the states for the case that parts of a run saw different ones: the later
// state wins. So a form that was accepted once counts as accepted, and a build that stopped once
// counts as stopped.
var formStates = []FormState{FormRefused, FormTaken, FormGiven, FormSent, FormCoped, FormStopped}

// MergeDialects merges the dialects of the parts of one run, or of its rounds.
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

// AddForm adds the use of a form. If the form is known, the later state in formStates wins.
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

// AddSize adds the use of a size. It keeps the largest accepted value and the smallest refused
// one.
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

// Sort puts a dialect into the order in which it is written.
func (d *FullDialect) Sort() {
	slices.SortFunc(d.Forms, func(a, b FormUse) int {
		return cmp.Or(cmp.Compare(a.Entry, b.Entry), cmp.Compare(a.Endpoint, b.Endpoint), cmp.Compare(a.Reading, b.Reading))
	})
	slices.SortFunc(d.Sizes, func(a, b SizeUse) int {
		return cmp.Or(cmp.Compare(a.Endpoint, b.Endpoint), cmp.Compare(a.Name, b.Name))
	})
}

// State returns the state of a form, or "" if the dialect does not have it.
func (d *FullDialect) State(entry, reading, endpoint string) FormState {
	for _, f := range d.Forms {
		if f.Entry == entry && f.Reading == reading && f.Endpoint == endpoint {
			return f.State
		}
	}
	return ""
}
