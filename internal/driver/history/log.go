// Package history keeps the calls of a run with their customers and items, the readings and
// combinations of values that the run tried, and what the run observed about the target: the
// traffic of each endpoint, retries, and the largest values that it accepts. It makes no calls.
package history

import (
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/judgement"
)

// Log is the history of one run.
type Log struct {
	Calls          Calls
	Tried          Trials         // the result of each reading
	CombinationLog CombinationLog // the combinations of values that the target refused
	Unseen         HiddenValues   // the values that do not occur because of a fault
}

// Trials lists the readings that the run tried, and whether the target took them.
func (l *Log) Trials() []judgement.Trial { return l.Tried.List() }

// Trials keeps the result of each reading that the run tried.
type Trials struct {
	mu  sync.Mutex
	all []judgement.Trial
}

// Add adds a trial.
func (t *Trials) Add(trial judgement.Trial) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all = append(t.all, trial)
}

// AddOnce adds a trial, unless an equal one was added already.
func (t *Trials) AddOnce(trial judgement.Trial) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.all, trial) {
		t.all = append(t.all, trial)
	}
}

// List returns a copy of all trials.
func (t *Trials) List() []judgement.Trial {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]judgement.Trial(nil), t.all...)
}
