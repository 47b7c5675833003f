package result

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
