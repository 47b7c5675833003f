package result

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
)

// Counted returns a number and its noun: "1 requirement", "1,200 requirements".
func Counted(n int, noun string) string {
	return humanize.Comma(int64(n)) + " " + english.PluralWord(n, noun, "")
}

// asked describes what a run had to judge: "12 requirements asked for", "120 requirements in
// scope (otp, limits)".
func (r *Run) asked() string {
	n := Counted(len(r.Requirements), "requirement")
	if len(r.Only) > 0 {
		return n + " asked for"
	}
	return fmt.Sprintf("%s in scope (%s)", n, strings.Join(r.Scope, ", "))
}

// AllPassed says that everything that the run had to judge passed, and how many requirements passed
// only because of a documented inconsistency.
func (r *Run) AllPassed() string {
	return PassedAll(r.asked(), len(r.Requirements), Count(r.Requirements)[Tolerated])
}

// PassedAll says that n requirements passed, which subject names, and how many of them passed with a
// reading that is not the normative one.
func PassedAll(subject string, n, tolerated int) string {
	if n == 1 {
		return "the " + subject + " passed" + byTolerance(tolerated, n)
	}
	return "all " + subject + " passed" + byTolerance(tolerated, n)
}

func byTolerance(tolerated, of int) string {
	switch {
	case tolerated == 0:
		return ""
	case of == 1:
		return ", with a tolerated reading"
	case tolerated == 1:
		return ", 1 of them with a tolerated reading"
	}
	return fmt.Sprintf(", %d of them with a tolerated reading", tolerated)
}

// SomeFailed says how many requirements of a run failed.
func (r *Run) SomeFailed() string {
	if len(r.Requirements) == 1 {
		return "the " + r.asked() + " failed"
	}
	return fmt.Sprintf("%d of %s failed", Count(r.Requirements)[Failed], r.asked())
}

// NoneFailed says that no requirement of a run failed.
func (r *Run) NoneFailed() string {
	if len(r.Requirements) == 1 {
		return "the " + r.asked() + " did not fail"
	}
	return "none of " + r.asked() + " failed"
}

// Open returns the number of requirements that count but could not be judged.
func (r *Run) Open() int {
	n := 0
	for _, q := range r.Requirements {
		if q.owed() && !q.Outcome.Good() && q.Outcome != Failed {
			n++
		}
	}
	return n
}

// SomeOpen says that no requirement of a run failed, and how many could not be judged.
// Requirements that the run was not asked to judge are not included; see NotAsked.
func (r *Run) SomeOpen() string {
	n := fmt.Sprint(r.Open())
	if len(r.Requirements) == 1 {
		n = "it"
	}
	return fmt.Sprintf("%s, but %s could not be judged", r.NoneFailed(), n)
}

// NotAsked says how much of the scope a run with Only was not asked to judge. For any other run
// it returns the same as Beyond.
func (r *Run) NotAsked() string {
	n := r.beyond()
	if len(r.Only) == 0 || n == 0 {
		return r.Beyond()
	}
	return fmt.Sprintf(" (%d more in scope %s not asked for)", n, were(n))
}

func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

func (r *Run) beyond() int {
	if r.Coverage == nil {
		return 0
	}
	return max(r.Coverage.Planned-len(r.Requirements), 0)
}

// Beyond says how much of the scope a run did not include. It is empty if the run included
// everything.
func (r *Run) Beyond() string {
	switch n := r.beyond(); n {
	case 0:
		return ""
	case 1:
		return "; 1 was not judged"
	default:
		return fmt.Sprintf("; %d were not judged", n)
	}
}
