package wording

import (
	"fmt"

	"github.com/credit-partner/assay/internal/result"
)

// UnstableView is a requirement whose outcome differed between the rounds of a soak.
type UnstableView struct {
	ID, Statement, Rate string
	Checks              []unstableCheck
}

type unstableCheck struct{ Name, Rate string }

// mostUnstableChecks is the largest number of checks that are named for an unstable requirement.
const mostUnstableChecks = 10

// UnstableOf lists the requirements that a soak found unstable, with their rates.
func UnstableOf(run *result.Run) []UnstableView {
	if run.Soak == nil {
		return nil
	}
	var all []UnstableView
	for _, id := range run.Soak.Unstable {
		for _, r := range run.Requirements {
			if r.ID == id {
				all = append(all, unstable(r))
			}
		}
	}
	return all
}

func unstable(r result.Requirement) UnstableView {
	v := UnstableView{ID: r.ID, Statement: r.Statement, Rate: RateOf(r.Rounds)}
	for _, c := range r.Checks {
		if rate := RateOf(c.Rounds); rate != "" && len(v.Checks) < mostUnstableChecks {
			v.Checks = append(v.Checks, unstableCheck{c.Name, rate})
		}
	}
	return v
}

// RateOf returns a rate in words. It is empty if every round was good, or if there was only one
// round.
func RateOf(r *result.Rounds) string {
	if r == nil {
		return ""
	}
	return r.String()
}

// SoakOf describes a soak: its rounds, its checks and its seeds, and how much was unstable.
func SoakOf(run *result.Run) string {
	if run.Soak == nil {
		return ""
	}
	text := fmt.Sprintf("%s, %s, seeds from %d on", Plural(run.Soak.Rounds, "round"), Plural(run.Soak.Checks, "check"), run.Seed)
	if n := len(run.Soak.Unstable); n > 0 {
		return text + ", " + Plural(n, "unstable requirement")
	}
	return text + ", nothing unstable"
}

// RetriedCheck is a check with calls that the target answered only when they were repeated.
type RetriedCheck struct {
	ID, Name string
	What     []string
}

func RetriedChecks(run *result.Run) []RetriedCheck {
	var all []RetriedCheck
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			if len(c.Unstable) > 0 {
				all = append(all, RetriedCheck{r.ID, c.Name, c.Unstable})
			}
		}
	}
	return all
}

// Line describes in one line what was unstable.
func (u RetriedCheck) Line() string {
	more := ""
	if n := len(u.What) - 1; n > 0 {
		more = fmt.Sprintf("; and %s", Plural(n, "more call"))
	}
	return u.ID + " " + u.Name + ": " + u.What[0] + more
}
