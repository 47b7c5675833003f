package result

import "fmt"

// Coverage says how much of the ledger a run judged, in requirements.
type Coverage struct {
	Planned int `json:"planned"` // requirements that a complete run of the scope judges
	Judged  int `json:"judged"`  // of these, the requirements that passed, were tolerated or failed
	Ledger  int `json:"ledger"`  // requirements in the whole ledger of this side
}

// Cover counts the requirements that a run judged. planned and ledger are the numbers of
// requirements in the scope and in the whole ledger.
func Cover(requirements []Requirement, planned, ledger int) *Coverage {
	c := &Coverage{Planned: planned, Ledger: ledger}
	for _, r := range requirements {
		if r.Outcome.Good() || r.Outcome == Failed {
			c.Judged++
		}
	}
	return c
}

// NotJudged returns the number of requirements of the scope that were not judged.
func (c *Coverage) NotJudged() int {
	if c == nil {
		return 0
	}
	return max(c.Planned-c.Judged, 0)
}

// Part reports whether a run was about less than its whole scope: the user asked for a part, or a
// partner build called only a part.
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

// Missing reports whether a partner build did not exercise a requirement that it must exercise:
// one that belongs to an endpoint in its scope. Optional members are not missing, nor are
// requirements about other forms of answers.
func (q *Requirement) Missing() bool {
	return q.Unexercised && q.Outcome == Untested && q.Endpoint != "" && !q.Optional
}

// owed reports whether a requirement counts for the verdict.
func (q *Requirement) owed() bool { return !q.Unexercised || q.Outcome != Untested }

// Evidence says how many answers decided a requirement, and how many could not decide it. On the
// partner side these are requests.
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

// Combination says which combinations of the documented values of a request body were sent, and
// which of them the target refused.
type Combination struct {
	Body       string   `json:"body"`       // "limit request of an employed customer"
	Endpoint   string   `json:"endpoint"`   // "POST /api/v2/limits"
	Parameters []string `json:"parameters"` // the members whose values are combined
	// Strength is the number of members whose combinations must all be sent: 2 means all pairs. 0
	// means that the run did not have to send any combination.
	Strength int `json:"strength"`
	Tuples   int `json:"tuples"` // the number of these combinations
	Sent     int `json:"sent"`   // how many of them were sent
	Served   int `json:"served"` // how many of them were served
	// LeftOut names two members of which only some pairs are sent at this strength.
	LeftOut *LeftOut `json:"left_out,omitempty"`
	Reached []Tuples `json:"reached"` // single values, pairs and triples of all members
	// Refused lists combinations that the target always refused, whatever the other values were,
	// although it served every smaller part of the combination.
	Refused []Refusal `json:"refused"`
}

// Tuples counts the combinations of Size values.
type Tuples struct {
	Size   int `json:"size"`
	Tuples int `json:"tuples"`
	Sent   int `json:"sent"`
	Served int `json:"served"`
}

// LeftOut counts the pairs of two members that have too many pairs for a usual run.
type LeftOut struct {
	Parameters []string `json:"parameters"`
	Tuples     int      `json:"tuples"`
	Sent       int      `json:"sent"`
}

// Refusal is a combination of values that was refused.
type Refusal struct {
	Values   []string `json:"values"`   // "gender female"
	Times    int      `json:"times"`    // the number of requests of the run that it explains
	Exchange string   `json:"exchange"` // one of these requests
}
