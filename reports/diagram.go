package reports

import "github.com/credit-partner/assay/internal/result"

// diagram is the state table of section 3, drawn.
type diagram struct {
	States []state
	Moves  []moveView
	Judged bool // at least one move belongs to a requirement of this run
}

// moveView is a move with what became of its requirement.
type moveView struct {
	move
	Outcome result.Outcome // empty when this run does not judge it
}

func diagramOf(requirements []result.Requirement) diagram {
	outcomes := make(map[string]result.Outcome)
	for _, r := range requirements {
		outcomes[r.ID] = knownOutcome(r.Outcome)
	}
	d := diagram{States: states}
	for _, m := range moves {
		v := moveView{move: m, Outcome: outcomes[m.Requirement]}
		d.Judged = d.Judged || v.Outcome != ""
		d.Moves = append(d.Moves, v)
	}
	return d
}
