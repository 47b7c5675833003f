package html

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/reports/wording"
)

// barUnits is the width of the drawing of a bar, and the circumference of the ring.
const barUnits = 1000

// coverageBar shows the outcomes of the requirements of one group.
type coverageBar struct {
	Name      string
	Good, All int
	Parts     []barPart
	Text      string // the parts in words: "34 passed, 2 failed"
	Break     bool   // a new kind of group begins here
}

// barPart is the part of a bar for one outcome. X and W are in units of barUnits.
type barPart struct {
	Outcome  result.Outcome
	X, W     int
	Accepted bool
}

// coverageBars counts the requirements in two ways: by capability, in the order in which a
// customer uses them, and by grade, which says whether the specification states the requirement
// or implies it.
func coverageBars(requirements []result.Requirement) []coverageBar {
	bars := []coverageBar{newBar("All requirements", requirements)}
	titles := map[string]string{
		spec.CapabilityOTP: "OTP", spec.CapabilityLimits: "Credit limits", spec.CapabilityPurchases: "Purchases", spec.CapabilityLookup: "Customer lookup", "": "Across endpoints",
	}
	for _, capability := range append(spec.Capabilities(), "") {
		bars = appendBar(bars, titles[capability], requirements, func(r result.Requirement) bool { return capabilityOf(r) == capability })
	}
	grades := len(bars)
	bars = appendBar(bars, "Stated by the specification", requirements, func(r result.Requirement) bool { return r.Grade == result.Stated })
	bars = appendBar(bars, "Implied by it", requirements, func(r result.Requirement) bool { return r.Grade == result.Implied })
	if grades < len(bars) {
		bars[grades].Break = true
	}
	return bars
}

func appendBar(bars []coverageBar, name string, requirements []result.Requirement, in func(result.Requirement) bool) []coverageBar {
	var of []result.Requirement
	for _, r := range requirements {
		if in(r) {
			of = append(of, r)
		}
	}
	if len(of) == 0 {
		return bars
	}
	return append(bars, newBar(name, of))
}

func newBar(name string, requirements []result.Requirement) coverageBar {
	bar := coverageBar{Name: name, All: len(requirements)}
	type part struct {
		outcome  result.Outcome
		accepted bool
	}
	counts := make(map[part]int)
	for _, r := range requirements {
		o := wording.KnownOutcome(r.Outcome)
		counts[part{o, r.Accepted}]++
		if o.Good() {
			bar.Good++
		}
	}
	var words []string
	before := 0
	for n := len(wording.OutcomeOrder) - 1; n >= 0; n-- {
		for _, accepted := range []bool{true, false} {
			o := wording.OutcomeOrder[n]
			count := counts[part{o, accepted}]
			if count == 0 {
				continue
			}
			x, end := before*barUnits/bar.All, (before+count)*barUnits/bar.All
			before += count
			bar.Parts = append(bar.Parts, barPart{o, x, max(end-x, 1), accepted})
			words = append(words, fmt.Sprintf("%d %s", count, acceptedWord(o, accepted)))
		}
	}
	bar.Text = strings.Join(words, ", ")
	return bar
}

// acceptedWord returns the word for an outcome, and says so if the failure is accepted.
func acceptedWord(o result.Outcome, accepted bool) string {
	if accepted {
		return string(o) + ", accepted"
	}
	return string(o)
}
