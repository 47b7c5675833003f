package proof

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/result"
)

// Status is the result for a fault.
type Status string

// The statuses of a fault, as in mutation testing. A good suite gives every fault the status Killed.
const (
	Killed    Status = "killed"           // the requirement that it breaks failed
	Elsewhere Status = "killed elsewhere" // other requirements failed, but not the one that it breaks
	Survived  Status = "survived"         // nothing failed
)

// FaultResult is one fault and its status.
type FaultResult struct {
	Fault     string         `json:"fault"`
	Breaks    string         `json:"breaks"` // the requirement that should fail
	Why       string         `json:"why"`
	Status    Status         `json:"fate"`
	Failed    []string       `json:"failed"`            // the requirements that did fail
	NotJudged []string       `json:"errored,omitempty"` // errored, or untested though the build was called
	Checks    []string       `json:"checks"`            // the checks that failed, by their location; those of a quick proof may be only the first
	Run       result.Verdict `json:"run"`               // the verdict of the suite
	Error     string         `json:"trouble,omitempty"` // why the suite could not run
	Took      time.Duration  `json:"took_ns"`
}

// Proof is the result for every fault that was tried.
type Proof struct {
	Schema       string          `json:"schema"`
	Side         result.Side     `json:"side"`
	Only         []string        `json:"only,omitempty"`  // patterns that narrowed the catalogue
	Quick        bool            `json:"quick,omitempty"` // see Options.Quick
	Requirements []Statement     `json:"requirements"`    // in the order of the ledger
	Results      []FaultResult   `json:"verdicts"`        // by requirement, then by id
	Variants     []VariantResult `json:"variants,omitempty"`
	Took         time.Duration   `json:"took_ns"`
}

// Schema names the version of a Proof written as JSON.
const Schema = "assay.proof/v1"

// Options select what is proved, and how.
type Options struct {
	Only     []string                // patterns of fault ids or requirements; none: all
	Variants bool                    // also judge the legal variants
	Quick    bool                    // run the whole suite only against faults that their own requirement alone does not find
	Workers  int                     // the number of builds that are certified at the same time; below 1 means 1
	Progress func(done, planned int) // may be nil; called by one goroutine at a time
}

// Prove runs the suite against the selected faults, and against the variants. If it returns an
// error, nothing was proved.
func (c *Catalogue) Prove(ctx context.Context, o Options) (*Proof, error) {
	chosen, variants, err := c.choose(o.Only, o.Variants)
	if err != nil {
		return nil, err
	}
	started := time.Now()
	proof := &Proof{Schema: Schema, Side: c.Side, Only: o.Only, Quick: o.Quick, Requirements: c.Requirements,
		Results: make([]FaultResult, len(chosen)), Variants: make([]VariantResult, len(variants))}
	err = runAll(ctx, o.Workers, len(chosen)+len(variants), o.Progress, func(i int) {
		if i < len(variants) { // first, because some of them wait for a clock
			proof.Variants[i] = c.tryVariant(ctx, variants[i])
		} else {
			proof.Results[i-len(variants)] = c.try(ctx, chosen[i-len(variants)], o.Quick)
		}
	})
	if err != nil {
		return nil, err
	}
	proof.Took = time.Since(started)
	return proof, nil
}

// runAll runs n jobs at the same time and reports the progress. It fails if the context ends
// before all jobs are done.
func runAll(ctx context.Context, workers, n int, progress func(done, planned int), job func(int)) error {
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(memoryLimit))
	var mu sync.Mutex
	done := 0
	sideBySide(ctx, workers, n, func(i int) {
		job(i)
		mu.Lock()
		defer mu.Unlock()
		if done++; progress != nil {
			progress(done, n)
		}
	})
	if cause := context.Cause(ctx); cause != nil {
		return fmt.Errorf("the proof ended after %d of %d builds: %w", done, n, cause)
	}
	return nil
}

// gcPercent delays garbage collection while memory is available. At the usual rate, it takes a
// third of the time of a proof.
const (
	gcPercent   = 1600
	memoryLimit = 600 << 20 // octets
)

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

// try runs the suite against a fault. If quick is true, it runs the own requirement of the fault
// first, on the server side until its first failed check, and the rest only if that one does not
// fail.
func (c *Catalogue) try(ctx context.Context, fault int, quick bool) FaultResult {
	started := time.Now()
	f := c.Faults[fault]
	v := FaultResult{Fault: f.ID, Breaks: f.Breaks, Why: f.Why}
	if quick && c.judgeOwn != nil {
		v.take(c.judgeOwn(ctx, f))
	}
	if v.Status != Killed {
		v.take(c.judge(ctx, Set{Faults: []int{fault}}))
	}
	v.Took = time.Since(started)
	return v
}

// take sets what a run shows about the fault.
func (v *FaultResult) take(run *result.Run, err error) {
	*v = FaultResult{Fault: v.Fault, Breaks: v.Breaks, Why: v.Why}
	if err != nil {
		v.Status, v.Error = Survived, err.Error()
		return
	}
	v.Run = run.Verdict
	for _, q := range run.Requirements {
		switch {
		case q.Outcome == result.Failed:
			v.Failed = append(v.Failed, q.ID)
			v.Checks = append(v.Checks, failedChecks(q)...)
		case q.Outcome == result.Errored, q.Outcome == result.Untested && !q.Unexercised:
			v.NotJudged = append(v.NotJudged, q.ID)
		}
	}
	v.Status = fate(v.Breaks, v.Failed)
}

func failedChecks(q result.Requirement) []string {
	var all []string
	for _, c := range q.Checks {
		if c.Outcome == result.Failed {
			all = append(all, c.Location)
		}
	}
	return all
}

// DistinctResults counts the different sets of checks that the faults fail. The suite cannot
// distinguish faults with the same set.
func (p *Proof) DistinctResults() int {
	sets := make(map[string]bool)
	for _, v := range p.Results {
		sets[strings.Join(v.Checks, " ")] = true
	}
	return len(sets)
}

// RarelyBroken lists the requirements that at most two faults break.
func (p *Proof) RarelyBroken() []string {
	count := make(map[string]int)
	for _, v := range p.Results {
		count[v.Breaks]++
	}
	var rare []string
	for _, q := range p.Requirements {
		if n := count[q.ID]; n > 0 && n <= 2 {
			rare = append(rare, q.ID)
		}
	}
	return rare
}

func fate(breaks string, failed []string) Status {
	switch {
	case slices.Contains(failed, breaks):
		return Killed
	case len(failed) > 0:
		return Elsewhere
	default:
		return Survived
	}
}

// Count returns the number of faults of each fate.
func (p *Proof) Count() map[Status]int {
	counts := make(map[Status]int)
	for _, v := range p.Results {
		counts[v.Status]++
	}
	return counts
}

// Unproved lists the requirements that no fault of the catalogue breaks. It returns nil if the
// proof covers only a part of the catalogue.
func (p *Proof) Unproved() []Statement {
	if len(p.Only) > 0 {
		return nil
	}
	broken := make(map[string]bool)
	for _, v := range p.Results {
		broken[v.Breaks] = true
	}
	return slices.DeleteFunc(slices.Clone(p.Requirements), func(q Statement) bool { return broken[q.ID] })
}

// Holds reports whether every fault was found and no legal variant failed. If the whole catalogue
// was tried, every requirement must also have a fault that breaks it.
func (p *Proof) Holds() bool {
	return p.Count()[Survived] == 0 && len(p.Unproved()) == 0 && len(p.failedVariants()) == 0
}
