package proof

import (
	"context"
	"maps"
	"strings"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/result"
)

// places are where a run found something wrong, and of what kind it was.
type places map[string]bool

// placesIn goes by each failure alone: it does not know how causes are made of them.
func placesIn(run *result.Run) places {
	all := make(places)
	for _, q := range run.Requirements {
		for _, c := range q.Checks {
			for _, f := range c.Failures {
				if q.Outcome == result.Failed {
					all[placeIn(q.ID, f)] = true
				}
			}
		}
	}
	return all
}

// placeIn is the place of one failure. Of values that are refused together the message
// tells which: a rule about combinations finds all of them at one place.
func placeIn(requirement string, f result.Failure) string {
	parts := []string{requirement, f.Endpoint, result.WithoutIndexes(f.Path), string(f.Kind)}
	if strings.HasPrefix(f.Message, result.RefusedTogether) {
		parts = append(parts, f.Message)
	}
	return strings.Join(parts, " ")
}

func (p places) within(other places) bool {
	for place := range p {
		if !other[place] {
			return false
		}
	}
	return true
}

// apart counts the faults of a set that can be told apart by what was found. One shows
// if something is found that it brings about alone. Two cannot be told apart if all that
// shows of the one shows of the other, too; and the same deviation at several endpoints
// has the same fix.
func (r *compoundRun) apart(ctx context.Context, set Set, run *result.Run) int {
	found := placesIn(run)
	var shown []places
	fixes := make(map[string]bool)
	for _, n := range set.Faults {
		own := maps.Clone(r.judgedAlone(ctx, n).found)
		maps.DeleteFunc(own, func(place string, _ bool) bool { return !found[place] })
		fix := fixOf(r.Faults[n])
		if len(own) == 0 || fixes[fix] {
			continue
		}
		fixes[fix] = true
		shown = append(shown, own)
	}
	count := 0
	for n, own := range shown {
		if !coveredByAnother(shown, n, own) {
			count++
		}
	}
	return count
}

// coveredByAnother tells whether all that shows of a fault shows of another one. Of two
// that show alike, the first counts.
func coveredByAnother(shown []places, n int, own places) bool {
	for other, theirs := range shown {
		if other != n && own.within(theirs) && (other < n || !theirs.within(own)) {
			return true
		}
	}
	return false
}

// fixOf names what would fix a fault: its id without the endpoint.
func fixOf(f faults.Fault) string {
	return strings.TrimLeft(strings.TrimPrefix(f.ID, f.Endpoint()), "/-")
}
