package prove

import (
	"context"
	"fmt"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
)

// Fate is what became of a fault.
type Fate string

// The fates. Only Killed is what a suite should do to a fault.
const (
	Killed    Fate = "killed"           // the requirement that it breaks failed
	Elsewhere Fate = "killed elsewhere" // others failed, its own did not
	Survived  Fate = "survived"         // nothing failed
)

// Verdict is one fault with its fate.
type Verdict struct {
	Fault   string         `json:"fault"`
	Breaks  string         `json:"breaks"` // the requirement that should fail
	Why     string         `json:"why"`
	Fate    Fate           `json:"fate"`
	Failed  []string       `json:"failed"`            // the requirements that did fail
	Errored []string       `json:"errored,omitempty"` // the requirements that could not be judged
	Run     result.Verdict `json:"run"`               // what the suite said of the build
	Trouble string         `json:"trouble,omitempty"` // why the suite could not run
	Took    time.Duration  `json:"took_ns"`
}

// Proof is the fate of every fault that was tried.
type Proof struct {
	Schema       string        `json:"schema"`
	Requirements []Statement   `json:"requirements"` // in the order of the ledger
	Verdicts     []Verdict     `json:"verdicts"`     // by requirement, then by id
	Took         time.Duration `json:"took_ns"`
}

// Schema names the version of a Proof written as JSON.
const Schema = "assay.proof/v1"

// Statement is a requirement and what it says.
type Statement struct {
	ID        string `json:"id"`
	Statement string `json:"statement"`
}

// Options say what is proved, and how.
type Options struct {
	Only     []string // patterns of fault ids or requirements; none: all
	Workers  int      // builds certified side by side; below 1 means 1
	Seed     int64
	Progress func(done, planned int, v Verdict) // may be nil; called by one goroutine at a time
}

// Faults runs the suite against the faults that the options name. An error
// means that nothing was proved.
func Faults(ctx context.Context, o Options) (*Proof, error) {
	chosen, err := Choose(faults.Catalogue(), o.Only)
	if err != nil {
		return nil, err
	}
	r, err := newRunner(o.Seed)
	if err != nil {
		return nil, err
	}
	defer debug.SetGCPercent(debug.SetGCPercent(roomy))
	started := time.Now()
	proof := &Proof{Schema: Schema, Verdicts: make([]Verdict, len(chosen))}
	for _, q := range r.ledger.Requirements {
		if !q.Observation {
			proof.Requirements = append(proof.Requirements, Statement{q.ID, q.Statement})
		}
	}
	var mu sync.Mutex
	done := 0
	sideBySide(ctx, o.Workers, len(chosen), func(i int) {
		v := r.try(ctx, chosen[i])
		mu.Lock()
		defer mu.Unlock()
		proof.Verdicts[i] = v
		done++
		if o.Progress != nil {
			o.Progress(done, len(chosen), v)
		}
	})
	if cause := context.Cause(ctx); cause != nil {
		return nil, fmt.Errorf("the proof ended after %d of %d faults: %w", done, len(chosen), cause)
	}
	proof.Took = time.Since(started)
	return proof, nil
}

// roomy lets the garbage of several builds gather before it is collected: a
// third of a proof's time goes into collecting it at the usual rate.
const roomy = 1600

// Choose keeps the faults that a pattern names: an id or a requirement, with *.
// A pattern that names none is an error.
func Choose(all []faults.Fault, only []string) ([]faults.Fault, error) {
	if len(only) == 0 {
		return all, nil
	}
	kept := make([]bool, len(all))
	for _, pattern := range only {
		hit := false
		for i, f := range all {
			if matches(pattern, f) {
				kept[i], hit = true, true
			}
		}
		if !hit {
			return nil, fmt.Errorf("the pattern %q names no fault and no requirement with one: `assay prove --list` shows them", pattern)
		}
	}
	var chosen []faults.Fault
	for i, f := range all {
		if kept[i] {
			chosen = append(chosen, f)
		}
	}
	return chosen, nil
}

func matches(pattern string, f faults.Fault) bool {
	byID, err1 := path.Match(strings.ToLower(pattern), f.ID)
	byRequirement, err2 := path.Match(strings.ToUpper(pattern), f.Breaks)
	return (err1 == nil && byID) || (err2 == nil && byRequirement)
}

// sideBySide runs n jobs on some workers, until the context ends.
func sideBySide(ctx context.Context, workers, n int, job func(int)) {
	jobs := make(chan int)
	var all sync.WaitGroup
	for range max(workers, 1) {
		all.Go(func() {
			for i := range jobs {
				job(i)
			}
		})
	}
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		jobs <- i
	}
	close(jobs)
	all.Wait()
}

// try runs the suite against one fault.
func (r *runner) try(ctx context.Context, f faults.Fault) Verdict {
	started := time.Now()
	v := Verdict{Fault: f.ID, Breaks: f.Breaks, Why: f.Why}
	run, err := r.certify(ctx, r.planFor(f.Breaks, f.ShownBy), f.Handler(reference.Options{Seed: 1}))
	v.Took = time.Since(started)
	if err != nil {
		v.Fate, v.Trouble = Survived, err.Error()
		return v
	}
	v.Run = run.Verdict
	for _, q := range run.Requirements {
		switch q.Outcome {
		case result.Failed:
			v.Failed = append(v.Failed, q.ID)
		case result.Errored, result.Untested:
			v.Errored = append(v.Errored, q.ID)
		}
	}
	v.Fate = fate(f.Breaks, v.Failed)
	return v
}

func fate(breaks string, failed []string) Fate {
	switch {
	case slices.Contains(failed, breaks):
		return Killed
	case len(failed) > 0:
		return Elsewhere
	default:
		return Survived
	}
}

// Count tells how many faults had each fate.
func (p *Proof) Count() map[Fate]int {
	counts := make(map[Fate]int)
	for _, v := range p.Verdicts {
		counts[v.Fate]++
	}
	return counts
}
