// Package deviation decides whether a run may go on in a pipeline although it does
// not conform: it reads deviations.yaml, the failures and gaps that a team has
// accepted for now, and holds a judged run against them.
//
// A deviation changes no outcome and no verdict. What failed has failed; it is
// only known, owned and bounded in time. A deviation that has nothing to accept
// any more, or whose day has passed, fails by itself: a list of
// excuses that nobody clears up would in time excuse everything.
package deviation

import (
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/result"
)

// The states of a deviation, as a result holds them.
const (
	Accepted = "accepted" // it fails as described, and that is accepted for now
	Stale    = "stale"    // it fails no longer as described: remove it
	Expired  = "expired"  // its last day has passed
	Unknown  = "unknown"  // the run did not judge its requirement, so nobody knows whether it still fails
)

// How a requirement may be known not to be judged.
const (
	Blocked     = "blocked"     // a precondition is broken
	Untested    = "untested"    // the run could not come to it
	Unexercised = "unexercised" // a partner build never sent what it is about
	Absent      = "absent"      // the run was narrowed, and did not ask
)

// List is what a team accepts. As soon as there is one, even an empty one, the
// list is a closed world: what the run did not judge must be named, too.
type List struct {
	Deviations []Deviation
	// Planned are the ids of all requirements that a whole run of the scope judges.
	Planned []string
}

// Deviation is one known failure, or one known gap, that a team accepts.
type Deviation struct {
	Requirement string // an id; of what is Absent also a family, "LIM-*"
	// Match says what is known to fail: a pattern for the path or the message
	// of a failure, in which * stands for any text. It covers the whole path or
	// the whole message. Empty where Unjudged is given.
	Match string
	// Unjudged says in place of Match that the requirement is known not to be
	// judged, and how: Blocked, Untested, Unexercised or Absent.
	Unjudged string
	Reason   string
	Owner    string
	Expires  time.Time // the last day on which it is accepted, at 0:00 UTC
	Link     string    // may be empty
	Line     int       // where it stands in its file, from 1
}

// covers tells whether a failure is the known one.
func (d *Deviation) covers(f result.Failure) bool {
	return d.Unjudged == "" && (matches(d.Match, f.Path) || matches(d.Match, f.Message))
}

// names tells whether the deviation is about a requirement.
func (d *Deviation) names(id string) bool {
	family, ok := strings.CutSuffix(d.Requirement, "*")
	return d.Requirement == id || ok && d.Unjudged == Absent && strings.HasPrefix(id, family)
}

// expired tells whether the last day has passed, all over by UTC.
func (d *Deviation) expired(now time.Time) bool {
	return !now.Before(d.Expires.AddDate(0, 0, 1))
}

func (d *Deviation) shown(state string) result.Deviation {
	return result.Deviation{
		Requirement: d.Requirement, Match: d.Match, Unjudged: d.Unjudged, Reason: d.Reason, Owner: d.Owner,
		Expires: d.Expires.Format(time.DateOnly), Link: d.Link, State: state,
	}
}

// matches tells whether the whole of a text fits a pattern. The star is the
// only sign with a meaning: paths are full of dots and brackets, which in any
// richer language would have one too.
func matches(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == text
	}
	first, last := parts[0], parts[len(parts)-1]
	if len(text) < len(first)+len(last) || !strings.HasPrefix(text, first) || !strings.HasSuffix(text, last) {
		return false
	}
	text = text[len(first) : len(text)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		at := strings.Index(text, part)
		if at < 0 {
			return false
		}
		text = text[at+len(part):]
	}
	return true
}
