package html

import "github.com/credit-partner/assay/internal/spec"

// stateBox is one box of the drawing of section 3; coordinates are in its view box.
type stateBox struct {
	Name       string
	X, Y, W, H int
	Start      bool     // the point before anything exists
	Rules      []string // the requirements about being in it
}

// moveArrow is one arrow of the drawing: a row of the table of section 3, and the
// requirements about it.
type moveArrow struct {
	Rules    []string
	From, To string
	By       string
	Line     string // the arrow, as an SVG path
	X, Y     int    // where its label stands
}

// drawnStates and drawnMoves are the only place that knows how section 3 is drawn and
// which requirements are about which state and move.
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
