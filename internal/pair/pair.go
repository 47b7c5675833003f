// Package pair predicts whether a server build and a partner build can work together, from
// the dialects in the reports of both. It makes no calls: internal/certify runs the two
// against each other.
package pair

import (
	"cmp"
	"slices"

	"github.com/credit-partner/assay/internal/result"
)

// Answer is what is foretold.
type Answer string

// Yes: nothing that the partner sends is refused or misread, and it goes on after
// whatever the server gives. No: something is. Unknown: a report does not show it.
const (
	Yes     Answer = "yes"
	No      Answer = "no"
	Unknown Answer = "unknown"
)

// answers stand in the order of what matters most.
var answers = []Answer{No, Unknown, Yes}

// Reason is what was foretold of one entry at one endpoint.
type Reason struct {
	Entry    string `json:"entry"`              // of the register of tolerances, or of docs/pair.md
	Title    string `json:"title"`              // what it is about
	Endpoint string `json:"endpoint,omitempty"` // "POST /api/v2/limits"; empty where it is no one's
	Answer   Answer `json:"answer"`
	Partner  string `json:"partner"`          // what the partner sends, or goes on after
	Server   string `json:"server"`           // what the server takes, or gives
	Remedy   string `json:"remedy,omitempty"` // what would settle it, where it is unknown
}

// Forecast is what was foretold of two builds: No where any reason says so, else
// Unknown where any does.
type Forecast struct {
	Answer  Answer   `json:"answer"`
	Reasons []Reason `json:"reasons"` // what matters most first
}

// Foretell holds the dialect of a server against that of a partner.
func Foretell(server, partner *result.FullDialect) Forecast {
	return foretell(prepare(server), prepare(partner))
}

func foretell(server, partner *prepared) Forecast {
	if server == nil || partner == nil {
		return undescribed(server != nil, partner != nil)
	}
	t := &talk{server: server, partner: partner, reasons: make([]Reason, 0, len(partner.groups)+len(partner.sent)+len(givens))}
	t.requests()
	t.answers()
	t.sizes()
	f := Forecast{Answer: Yes, Reasons: t.reasons}
	slices.SortStableFunc(f.Reasons, func(a, b Reason) int {
		return cmp.Compare(slices.Index(answers, a.Answer), slices.Index(answers, b.Answer))
	})
	if len(f.Reasons) > 0 {
		f.Answer = f.Reasons[0].Answer
	}
	return f
}

// Of lists the reasons of one answer.
func (f Forecast) Of(a Answer) []Reason {
	return slices.DeleteFunc(slices.Clone(f.Reasons), func(r Reason) bool { return r.Answer != a })
}

// Remedies are what would settle what is not known, each once.
func (f Forecast) Remedies() []string {
	var all []string
	for _, r := range f.Reasons {
		if r.Remedy != "" && !slices.Contains(all, r.Remedy) {
			all = append(all, r.Remedy)
		}
	}
	return all
}

// undescribed is the forecast where a report tells nothing of the dialect.
func undescribed(server, partner bool) Forecast {
	r := Reason{Entry: "dialect", Title: "The dialect of both builds", Answer: Unknown, Partner: "shown", Server: "shown", Remedy: "make the report anew: it is of a version of assay that did not write the whole dialect"}
	if !partner {
		r.Partner = notShown
	}
	if !server {
		r.Server = notShown
	}
	return Forecast{Answer: Unknown, Reasons: []Reason{r}}
}

// talk is what two builds say to each other while it is looked at.
type talk struct {
	server, partner *prepared
	reasons         []Reason
}
