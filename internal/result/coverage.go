package result

import "fmt"

// Coverage says how much of the ledger a run judged, in requirements.
type Coverage struct {
	Planned int `json:"planned"` // what a whole run of the scope judges
	Judged  int `json:"judged"`  // of these, what passed, was tolerated or failed
	Ledger  int `json:"ledger"`  // what the whole ledger of this side has
}

// Cover counts what a run judged, of so many requirements in its scope and in
// the whole ledger.
func Cover(requirements []Requirement, planned, ledger int) *Coverage {
	c := &Coverage{Planned: planned, Ledger: ledger}
	for _, r := range requirements {
		if r.Outcome.Good() || r.Outcome == Failed {
			c.Judged++
		}
	}
	return c
}

// NotJudged is how many requirements of the scope were not judged.
func (c *Coverage) NotJudged() int {
	if c == nil {
		return 0
	}
	return max(c.Planned-c.Judged, 0)
}

// Part tells whether a run was about less than the whole of its scope: a part
// was asked for, or a partner build called a part.
func (r *Run) Part() bool {
	if len(r.Only) > 0 || r.Shard != nil {
		return true
	}
	for _, q := range r.Requirements {
		if q.Missing() {
			return true
		}
	}
	return r.Coverage != nil && r.Coverage.Planned > len(r.Requirements)
}

// Missing tells whether a partner build left a requirement unexercised that
// belongs to an endpoint which it is certified for. What it may leave out (an
// optional member), and how it takes other forms of the answers, is not missing.
func (q *Requirement) Missing() bool {
	return q.Unexercised && q.Outcome == Untested && q.Endpoint != "" && !q.Optional
}

// owed tells whether a requirement counts for the verdict.
func (q *Requirement) owed() bool { return !q.Unexercised || q.Outcome != Untested }

// Evidence says on how many answers a requirement was decided, and on how many
// it could not be; on the partner's side it is requests that are judged.
func (r Requirement) Evidence(side Side) string {
	noun := "answer"
	if side == PartnerSide {
		noun = "request"
	}
	text := fmt.Sprintf("decided on %s", counted(r.Decided, noun))
	if r.Undecided > 0 {
		text += fmt.Sprintf("; %s could not be decided", counted(r.Undecided, noun))
	}
	return text
}

func counted(n int, noun string) string {
	if n == 0 {
		return "no " + noun
	}
	return Counted(n, noun)
}

// Combination says which combinations of the documented values of a request body
// were sent, and which of them the target refused.
type Combination struct {
	Body       string   `json:"body"`       // "limit request of an employed customer"
	Endpoint   string   `json:"endpoint"`   // "POST /api/v2/limits"
	Parameters []string `json:"parameters"` // the members whose values are combined
	// Strength is of how many members every combination of values is to be sent:
	// 2 are all pairs. 0 says that none had to be.
	Strength int `json:"strength"`
	Tuples   int `json:"tuples"` // how many combinations that makes
	Sent     int `json:"sent"`   // of them
	Served   int `json:"served"` // of them
	// LeftOut are two members of which only some pairs are sent at this strength.
	LeftOut *LeftOut `json:"left_out,omitempty"`
	Reached []Tuples `json:"reached"` // single values, pairs and triples, nothing left out
	// Refused are combinations that the target was seen to refuse whatever stood
	// beside them, while it served any fewer of their values.
	Refused []Refusal `json:"refused"`
}

// Tuples counts the combinations of so many values.
type Tuples struct {
	Size   int `json:"size"`
	Tuples int `json:"tuples"`
	Sent   int `json:"sent"`
	Served int `json:"served"`
}

// LeftOut counts the pairs of two members that have too many for a usual run.
type LeftOut struct {
	Parameters []string `json:"parameters"`
	Tuples     int      `json:"tuples"`
	Sent       int      `json:"sent"`
}

// Refusal is one combination of values that was refused.
type Refusal struct {
	Values   []string `json:"values"`   // "gender female"
	Times    int      `json:"times"`    // how many requests of the run it explains
	Exchange string   `json:"exchange"` // one of them
}
