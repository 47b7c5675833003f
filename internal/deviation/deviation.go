// Package deviation decides whether a pipeline may go on although the run does not conform. It
// reads deviations.yaml, which lists the failures and gaps that a team has accepted for now, and
// compares a judged run with this list.
//
// A deviation changes no outcome and no verdict. A failure stays a failure; but the team knows it,
// somebody owns it, and it has an end. If a deviation matches nothing any more, or its last day
// has passed, the deviation itself makes the decision fail. Otherwise nobody would clean up the
// list, and in time it would accept everything.
package deviation

import (
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/result"
)

// The states of a deviation in a result.
const (
	Accepted = "accepted" // the failure is as described, and accepted for now
	Stale    = "stale"    // the described failure is gone: remove the deviation
	Expired  = "expired"  // its last day has passed
	Unknown  = "unknown"  // the run did not judge the requirement, so it is unknown whether it still fails
)

// The ways in which a requirement may be known as not judged.
const (
	Blocked     = "blocked"     // a precondition is broken
	Untested    = "untested"    // the run could not judge it
	Unexercised = "unexercised" // a partner build never sent such a request
	Absent      = "absent"      // the run was limited to other requirements
)

// List is what a team accepts. If there is a list, even an empty one, it must be complete: it must
// also name every requirement that the run did not judge.
type List struct {
	Deviations []Deviation
	// Planned are the ids of all requirements that a whole run of the scope judges.
	Planned []string
}

// Deviation is one known failure, or one known gap, that a team accepts.
type Deviation struct {
	Requirement string // an id; with Absent also a family, "LIM-*"
	// Match is a pattern for the path or the message of the known failure. The star stands for any
	// text. The pattern must match the whole path or the whole message. It is empty if Unjudged is
	// set.
	Match string
	// Unjudged is set instead of Match if the requirement is known as not judged. It says in which
	// way: Blocked, Untested, Unexercised or Absent.
	Unjudged string
	Reason   string
	Owner    string
	Expires  time.Time // the last day on which it is accepted, at 0:00 UTC
	Link     string    // may be empty
	Line     int       // its line in the file, from 1
}

// covers reports whether a failure is the known one.
func (d *Deviation) covers(f result.Failure) bool {
	return d.Unjudged == "" && (matches(d.Match, f.Path) || matches(d.Match, f.Message))
}

// names reports whether the deviation is about a requirement.
func (d *Deviation) names(id string) bool {
	family, ok := strings.CutSuffix(d.Requirement, "*")
	return d.Requirement == id || ok && d.Unjudged == Absent && strings.HasPrefix(id, family)
}

// expired reports whether the last day has passed, in UTC.
func (d *Deviation) expired(now time.Time) bool {
	return !now.Before(d.Expires.AddDate(0, 0, 1))
}

func (d *Deviation) shown(state string) result.Deviation {
	return result.Deviation{
		Requirement: d.Requirement, Match: d.Match, Unjudged: d.Unjudged, Reason: d.Reason, Owner: d.Owner,
		Expires: d.Expires.Format(time.DateOnly), Link: d.Link, State: state,
	}
}

// matches reports whether the whole text matches a pattern. Only the star has a special meaning:
// paths contain many dots and brackets, and a richer pattern language would give these a meaning,
// too.
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
