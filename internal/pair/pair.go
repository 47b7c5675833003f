// Package pair predicts whether a server build and a partner build can work together, from the
// dialects in their reports. It makes no calls: internal/certify runs the two together.
package pair

import (
	"cmp"
	"slices"

	"github.com/credit-partner/assay/internal/result"
)

// Answer is the answer of a forecast.
type Answer string

// Yes: the server refuses and misreads nothing that the partner sends, and the partner continues
// after everything that the server gives. No: one of these is not so. Unknown: a report does not
// show one of these.
const (
	Yes     Answer = "yes"
	No      Answer = "no"
	Unknown Answer = "unknown"
)

// answers has the worst answer first.
var answers = []Answer{No, Unknown, Yes}

// Reason is the forecast for one entry at one endpoint.
type Reason struct {
	Entry    string `json:"entry"`              // id in the register of tolerances, or in docs/pair.md
	Title    string `json:"title"`              // the title of the entry
	Endpoint string `json:"endpoint,omitempty"` // "POST /api/v2/limits"; empty if it is about no single endpoint
	Answer   Answer `json:"answer"`
	Partner  string `json:"partner"`          // what the partner sends, or after which response it continues
	Server   string `json:"server"`           // what the server accepts, or gives
	Remedy   string `json:"remedy,omitempty"` // what to do to get an answer, if it is Unknown
}

// Forecast is the forecast for two builds. Its answer is No if any reason has it, else Unknown if
// any reason has it, else Yes.
type Forecast struct {
	Answer  Answer   `json:"answer"`
	Reasons []Reason `json:"reasons"` // the worst answers first
}

// Predict compares the dialect of a server with the dialect of a partner.
func Predict(server, partner *result.FullDialect) Forecast {
	return foretell(prepare(server), prepare(partner))
}

func foretell(server, partner *prepared) Forecast {
	if server == nil || partner == nil {
		return unknownDialect(server != nil, partner != nil)
	}
	t := &comparison{server: server, partner: partner, reasons: make([]Reason, 0, len(partner.groups)+len(partner.sent)+len(givens))}
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

// Of returns the reasons with an answer.
func (f Forecast) Of(a Answer) []Reason {
	return slices.DeleteFunc(slices.Clone(f.Reasons), func(r Reason) bool { return r.Answer != a })
}

// Remedies returns what to do to get the unknown answers, without repetitions.
func (f Forecast) Remedies() []string {
	var all []string
	for _, r := range f.Reasons {
		if r.Remedy != "" && !slices.Contains(all, r.Remedy) {
			all = append(all, r.Remedy)
		}
	}
	return all
}

// unknownDialect returns the forecast if a report does not describe the dialect.
func unknownDialect(server, partner bool) Forecast {
	r := Reason{Entry: "dialect", Title: "The dialect of both builds", Answer: Unknown, Partner: "shown", Server: "shown", Remedy: "make the report anew: it is of a version of assay that did not write the whole dialect"}
	if !partner {
		r.Partner = notShown
	}
	if !server {
		r.Server = notShown
	}
	return Forecast{Answer: Unknown, Reasons: []Reason{r}}
}

// comparison is the state of one comparison of two builds.
type comparison struct {
	server, partner *prepared
	reasons         []Reason
}
