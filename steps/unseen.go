package steps

import (
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// A check may decide on less than it should, where another fault of the target
// keeps some values from coming up at all: large amounts, names that are not plain,
// orders of several items. What it then holds rests on half of the evidence. So what
// broke is noted, and blocks such a check if its owner failed. Where the owner
// holds, the target has refused what it may refuse, and nothing is missing.

// valueSort is a sort of values that a run brings up beside the plain ones.
type valueSort int

const (
	largeAmounts valueSort = iota
	unusualNames
	unusualTexts
	severalAtOnce
)

// unseen keeps what broke where values of a sort should have come up.
type unseen struct {
	mu  sync.Mutex
	all map[valueSort]map[string]Break // by endpoint whose answers lack them
}

// The endpoints that give a value back, by what it is told to.
var (
	showCustomers = []string{verifyOTP, createLimit, fetchLimit, lookup}
	showItems     = []string{createOrder, getItem, updateItems}
)

// add notes that values of a sort were kept from some endpoints.
func (u *unseen) add(what valueSort, from []string, broken Break) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.all == nil {
		u.all = make(map[valueSort]map[string]Break)
	}
	if u.all[what] == nil {
		u.all[what] = make(map[string]Break)
	}
	for _, endpoint := range from {
		if _, known := u.all[what][endpoint]; !known {
			u.all[what][endpoint] = broken
		}
	}
}

func (u *unseen) of(what valueSort, endpoint string) (Break, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	broken, ok := u.all[what][endpoint]
	return broken, ok
}

// refusedFor is what breaks where a target refuses values that a rule has it take.
func (c *call) refusedFor(a Aspect, message string) Break {
	return Break{Aspect: a, Failure: c.fault(result.Failure{
		Path: "status", Section: spec.Of(c.endpoint).Section, Expected: "a success", Actual: c.refusal(), Message: message,
	})}
}

// shows notes of which sorts the values are that a sentence judges.
func (s *Scenario) shows(sorts ...valueSort) {
	for _, what := range sorts {
		if !slices.Contains(s.sorts, what) {
			s.sorts = append(s.sorts, what)
		}
	}
}

// noteUnseen says which values did not come up in the answers that were decided on.
func (s *Scenario) noteUnseen() {
	for _, what := range s.sorts {
		for _, endpoint := range s.evidence.endpoints() {
			broken, ok := s.run.unseen.of(what, endpoint)
			if ok && !(what == severalAtOnce && s.evidence.hasSeveral(endpoint)) {
				s.halfSeen(broken)
			}
		}
	}
}

// halfSeen notes that the check decides on less than it should, for what broke. Of
// each aspect one break is enough.
func (s *Scenario) halfSeen(b Break) {
	b.Unseen = true
	if !slices.ContainsFunc(s.report.Breaks, func(o Break) bool { return o.Unseen && o.Aspect == b.Aspect }) {
		s.report.Breaks = append(s.report.Breaks, b)
	}
}

// endpoints are those whose answers were decided on.
func (e *evidence) endpoints() []string {
	var all []string
	for c := range e.decided {
		if !slices.Contains(all, c.endpoint) {
			all = append(all, c.endpoint)
		}
	}
	slices.Sort(all)
	return all
}

// hasSeveral tells whether one of the answers is about several items.
func (e *evidence) hasSeveral(endpoint string) bool {
	for c := range e.decided {
		if c.endpoint == endpoint && len(c.items) > 1 {
			return true
		}
	}
	return false
}
