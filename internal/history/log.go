// Package history keeps the calls of a run, each with its customer and its items, the
// readings and combinations of values that were tried, and what the run observed of the
// target: traffic of each endpoint, retries, and how large values it accepts. It makes no
// calls.
package history

import (
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/judgement"
)

// Log is the history of one run.
type Log struct {
	Calls          Calls
	Tried          Trials         // what became of each reading
	CombinationLog CombinationLog // which combinations of values were refused
	Unseen         HiddenValues   // which values a fault kept from coming up
}

// Trials tells which readings were tried and which were taken.
func (l *Log) Trials() []judgement.Trial { return l.Tried.List() }

// Trials remembers what became of each reading that was tried.
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

// AddOnce adds a trial that several checks share.
func (t *Trials) AddOnce(trial judgement.Trial) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.all, trial) {
		t.all = append(t.all, trial)
	}
}

// List tells which readings were tried and which were taken.
func (t *Trials) List() []judgement.Trial {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]judgement.Trial(nil), t.all...)
}
