package reports

import (
	"fmt"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// unstableView is a requirement that did not end alike in all rounds of a soak.
type unstableView struct {
	ID, Statement, Rate string
	Checks              []unstableCheck
}

type unstableCheck struct{ Name, Rate string }

// mostUnstableChecks is how many checks of an unstable requirement are named.
const mostUnstableChecks = 10

// unstableOf lists what a soak found unstable, each with its rate.
func unstableOf(run *result.Run) []unstableView {
	if run.Soak == nil {
		return nil
	}
	var all []unstableView
	for _, id := range run.Soak.Unstable {
		for _, r := range run.Requirements {
			if r.ID == id {
				all = append(all, unstable(r))
			}
		}
	}
	return all
}

func unstable(r result.Requirement) unstableView {
	v := unstableView{ID: r.ID, Statement: r.Statement, Rate: rateOf(r.Rounds)}
	for _, c := range r.Checks {
		if rate := rateOf(c.Rounds); rate != "" && len(v.Checks) < mostUnstableChecks {
			v.Checks = append(v.Checks, unstableCheck{c.Name, rate})
		}
	}
	return v
}

// rateOf is a rate in words; "" where every round was good, or there was one
// only.
func rateOf(r *result.Rounds) string {
	if r == nil {
		return ""
	}
	return r.String()
}

// soakOf says how often the plan was run.
func soakOf(run *result.Run) string {
	if run.Soak == nil {
		return ""
	}
	text := fmt.Sprintf("%s, %s, seeds from %d on", plural(run.Soak.Rounds, "round"), plural(run.Soak.Checks, "check"), run.Seed)
	if n := len(run.Soak.Unstable); n > 0 {
		return text + ", " + plural(n, "unstable requirement")
	}
	return text + ", nothing unstable"
}

func (p *terminalPage) unstable(run *result.Run) {
	all := unstableOf(run)
	if len(all) == 0 {
		return
	}
	p.heading("unstable")
	for _, u := range all {
		p.line("  %s", wrap(u.ID+" "+u.Rate+": "+u.Statement, p.width, "      "))
		for _, c := range u.Checks {
			p.line("    %s", wrap(c.Name+": "+c.Rate, p.width, "      "))
		}
	}
}

func markdownUnstable(b *strings.Builder, run *result.Run) {
	all := unstableOf(run)
	if len(all) == 0 {
		return
	}
	b.WriteString("\n### Unstable\n\n")
	for i, u := range all {
		if i == markdownRemedies {
			fmt.Fprintf(b, "- and %s\n", plural(len(all)-i, "more requirement"))
			return
		}
		fmt.Fprintf(b, "- %s %s: %s\n", inline(u.ID), inline(u.Rate), inline(cut(u.Statement, markdownText)))
	}
}

// gitHubUnstable warns of every requirement that is unstable: it may well pass
// the next time.
func gitHubUnstable(b *strings.Builder, run *result.Run) {
	for _, u := range unstableOf(run) {
		annotate(b, "warning", u.ID+" is unstable", u.Rate+": "+u.Statement)
	}
}
