package pair

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// prepared is a dialect in a form that is fast to compare. A build that is compared with a hundred
// others is prepared once.
type prepared struct {
	*result.FullDialect
	states map[formKey]result.FormState
	// given maps each entry to the readings that the server gives.
	given map[string][]string
	// groups are the forms that the partner sends. Each has all readings of an entry at one
	// endpoint.
	groups []group
	// takes describes what the server accepts and refuses at a place.
	takes map[place]string
	sizes map[place]size // by name and endpoint
	sent  []size
}

type formKey struct{ entry, reading, endpoint string }

type place struct{ entry, endpoint string }

// group contains the readings of one entry that the partner sends at one endpoint.
type group struct {
	place
	readings    []string
	title, line string
	words       string
}

// size is a size with its description.
type size struct {
	result.SizeUse
	place
	title, line string
	sent, taken string
}

func prepare(d *result.FullDialect) *prepared {
	if d == nil {
		return nil
	}
	p := &prepared{
		FullDialect: d, states: make(map[formKey]result.FormState, len(d.Forms)),
		given: make(map[string][]string), takes: make(map[place]string), sizes: make(map[place]size),
	}
	sent, taken, refused := make(map[place][]string), make(map[place][]string), make(map[place][]string)
	var order []place
	for _, f := range d.Forms {
		p.states[formKey{f.Entry, f.Reading, f.Endpoint}] = f.State
		at := place{f.Entry, f.Endpoint}
		switch f.State {
		case result.FormSent:
			if sent[at] == nil {
				order = append(order, at)
			}
			sent[at] = append(sent[at], f.Reading)
		case result.FormTaken:
			taken[at] = append(taken[at], f.Reading)
		case result.FormRefused:
			refused[at] = append(refused[at], f.Reading)
		case result.FormGiven:
			p.given[f.Entry] = append(p.given[f.Entry], f.Reading)
		}
	}
	for _, at := range order {
		p.groups = append(p.groups, group{place: at, readings: sent[at], title: titleOf(at.entry), line: lineOf(at.endpoint), words: says("sends", at.entry, sent[at])})
	}
	p.words(taken, refused)
	p.measure()
	return p
}

// words fills p.takes with a description of the accepted and refused readings.
func (p *prepared) words(taken, refused map[place][]string) {
	for at, readings := range taken {
		p.takes[at] = says("takes", at.entry, readings)
	}
	for at, readings := range refused {
		p.takes[at] = strings.TrimPrefix(p.takes[at]+"; "+says("refuses", at.entry, readings), "; ")
	}
}

func (p *prepared) measure() {
	for _, s := range p.Sizes {
		one := size{
			SizeUse: s, place: place{s.Name, s.Endpoint}, title: sizeTitle(s.Name), line: lineOf(s.Endpoint),
			sent: fmt.Sprintf("sends up to %d", s.Most), taken: sizeTaken(s),
		}
		p.sizes[one.place] = one
		p.sent = append(p.sent, one)
	}
}

// state returns the state of a form; "" if the form was not seen.
func (p *prepared) state(entry, reading, endpoint string) result.FormState {
	return p.states[formKey{entry, reading, endpoint}]
}

// on describes what the server accepts and refuses at a place.
func (p *prepared) on(at place) string {
	if words, shown := p.takes[at]; shown {
		return words
	}
	return notShown
}

// calls reports whether the partner was seen to call any of the endpoints.
func (p *prepared) calls(endpoints ...string) bool {
	for _, name := range endpoints {
		if p.state(dialect.Endpoint, name, name) == result.FormSent {
			return true
		}
	}
	return false
}

// lineOf returns the method and the path of an endpoint; empty if there is no endpoint.
func lineOf(endpoint string) string {
	if endpoint == "" {
		return ""
	}
	return spec.Line(endpoint)
}

func sizeTaken(s result.SizeUse) string {
	switch {
	case s.Refused == 0:
		return fmt.Sprintf("takes %d; nothing larger was tried", s.Most)
	case s.Most == 0:
		return fmt.Sprintf("refuses %d", s.Refused)
	}
	return fmt.Sprintf("takes %d, refuses %d", s.Most, s.Refused)
}
