package wording

import (
	"strings"

	"github.com/credit-partner/assay/internal/spec"
)

// EndpointOf finds the operation that a requirement's "METHOD PATH" means. The
// update is documented with and without the id in its path (section 4.8).
func EndpointOf(methodAndPath string) (spec.Endpoint, bool) {
	method, path, _ := strings.Cut(methodAndPath, " ")
	for _, e := range spec.Endpoints() {
		if e.Method == method && (samePattern(e.Pattern(), path) || (e.ID != "" && e.OtherPath == path)) {
			return e, true
		}
	}
	return spec.Endpoint{}, false
}

// samePattern compares two paths whose parameters may be written ":id" or "{id}".
func samePattern(a, b string) bool {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		bothParameters := isParameter(as[i]) && isParameter(bs[i])
		if as[i] != bs[i] && !bothParameters {
			return false
		}
	}
	return true
}

func isParameter(segment string) bool {
	return strings.HasPrefix(segment, ":") || strings.HasPrefix(segment, "{")
}

// State is one box of the drawing of section 3; coordinates are in its view box.
type State struct {
	Name       string
	X, Y, W, H int
	Start      bool // the point before anything exists
}

// Move is one arrow of the drawing: a row of the table of section 3, and the
// requirement that owns it.
type Move struct {
	Requirement string
	From, To    string
	By          string
	Line        string // the arrow, as an SVG path
	X, Y        int    // where its label stands
}

// states and moves are the only place that knows how section 3 is drawn and
// which requirement stands for which move.
var (
	States = []State{
		{Name: "(none)", X: 20, Y: 62, W: 96, H: 44, Start: true},
		{Name: spec.PendingCollection, X: 270, Y: 62, W: 246, H: 44},
		{Name: spec.CollectedByAgent, X: 690, Y: 62, W: 190, H: 44},
		{Name: "cancelled", X: 480, Y: 246, W: 190, H: 44},
	}
	Moves = []Move{
		{"STA-01", "(none)", spec.PendingCollection, "Create purchases",
			"M116 84 H262", 189, 48},
		{"STA-02", spec.PendingCollection, spec.CollectedByAgent, "Update purchases",
			"M516 84 H682", 599, 48},
		{"STA-05", spec.PendingCollection, "cancelled", "Cancel purchase",
			"M393 106 V256 Q393 268 405 268 H472", 393, 176},
		{"STA-08", spec.CollectedByAgent, "cancelled", "Cancel purchase",
			"M785 106 V256 Q785 268 773 268 H678", 785, 176},
	}
)
