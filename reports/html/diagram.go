package html

import (
	"fmt"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/reports/wording"
)

// diagram is the state table of section 3, drawn with the outcomes of all rules about states.
type diagram struct {
	States []stateView
	Moves  []moveView
	Walk   ruleView // the rules about any sequence of moves
	Rules  []ruleRow
	Judged bool // at least one of the rules belongs to this run
}

// ruleView is the outcome of one part of the diagram: the worst outcome of its rules.
type ruleView struct {
	Outcome result.Outcome // empty if this run does not judge it
	Link    string         // the rule with that outcome
	Text    string         // "✗ 1 of 3 failed"
}

// stateView is a state with the outcome of its rules, and moveView is a move with it.
type stateView struct {
	stateBox
	ruleView
}

type moveView struct {
	moveArrow
	ruleView
}

// ruleRow is one line of the table below the diagram.
type ruleRow struct {
	Of, ID, Statement string
	Outcome           result.Outcome
}

func diagramOf(requirements []result.Requirement) diagram {
	byID := make(map[string]result.Requirement, len(requirements))
	for _, r := range requirements {
		byID[r.ID] = r
	}
	var d diagram
	see := func(of string, rules []string) ruleView {
		v := ruleViewOf(byID, rules)
		d.Judged = d.Judged || v.Outcome != ""
		for _, id := range rules {
			if r, judged := byID[id]; judged {
				d.Rules = append(d.Rules, ruleRow{of, id, r.Statement, wording.KnownOutcome(r.Outcome)})
			}
		}
		return v
	}
	for _, m := range drawnMoves {
		d.Moves = append(d.Moves, moveView{m, see(m.By+": "+m.From+" → "+m.To, m.Rules)})
	}
	for _, s := range drawnStates {
		d.States = append(d.States, stateView{s, see("State "+s.Name, s.Rules)})
	}
	d.Walk = see("Any sequence of moves", walkRules)
	return d
}

// ruleViewOf returns the worst outcome of some rules.
func ruleViewOf(byID map[string]result.Requirement, rules []string) ruleView {
	var v ruleView
	counts := make(map[result.Outcome]int)
	judged := 0
	for _, id := range rules {
		r, ok := byID[id]
		if !ok {
			continue
		}
		judged++
		o := wording.KnownOutcome(r.Outcome)
		counts[o]++
		if v.Outcome == "" || result.Worse(v.Outcome, o) != v.Outcome {
			v.Outcome, v.Link = o, id
		}
	}
	switch {
	case judged == 0:
		v.Text = "not judged"
	case counts[v.Outcome] == judged:
		v.Text = wording.Symbol(v.Outcome) + " " + string(v.Outcome)
	default:
		v.Text = fmt.Sprintf("%s %d of %d %s", wording.Symbol(v.Outcome), counts[v.Outcome], judged, v.Outcome)
	}
	return v
}

// stateBox is one box of the drawing of section 3; the coordinates are those of its view box.
type stateBox struct {
	Name       string
	X, Y, W, H int
	Start      bool     // the point before anything exists
	Rules      []string // the requirements about this state
}

// moveArrow is one arrow of the drawing: a row of the table in section 3, with the requirements
// about it.
type moveArrow struct {
	Rules    []string
	From, To string
	By       string
	Line     string // the arrow, as an SVG path
	X, Y     int    // position of the label
}

// drawnStates and drawnMoves say how section 3 is drawn, and which requirements are about which
// state and move. No other code knows this.
var (
	drawnStates = []stateBox{
		{Name: "(none)", X: 20, Y: 70, W: 96, H: 52, Start: true},
		{Name: spec.PendingCollection, X: 276, Y: 70, W: 252, H: 52, Rules: []string{"STA-01"}},
		{Name: spec.CollectedByAgent, X: 700, Y: 70, W: 190, H: 52, Rules: []string{"STA-03"}},
		{Name: "cancelled", X: 488, Y: 262, W: 190, H: 52, Rules: []string{"STA-06"}},
	}
	drawnMoves = []moveArrow{
		{[]string{"STA-01"}, "(none)", spec.PendingCollection, "Create purchases",
			"M116 96 H268", 196, 56},
		{[]string{"STA-02", "STA-04", "STA-09"}, spec.PendingCollection, spec.CollectedByAgent, "Update purchases",
			"M528 96 H692", 614, 56},
		{[]string{"STA-05", "STA-09"}, spec.PendingCollection, "cancelled", "Cancel purchase",
			"M402 122 V276 Q402 288 414 288 H480", 402, 196},
		{[]string{"STA-08", "STA-09"}, spec.CollectedByAgent, "cancelled", "Cancel purchase",
			"M795 122 V276 Q795 288 783 288 H686", 795, 196},
	}
	// walkRules are the requirements about any sequence of moves.
	walkRules = []string{"STA-07"}
)
