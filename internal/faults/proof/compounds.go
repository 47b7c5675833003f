package proof

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/credit-partner/assay/internal/cause"
	"github.com/credit-partner/assay/internal/result"
)

// Together selects the compounds to try: builds with several faults at once.
type Together struct {
	Only     []string // patterns of fault ids or requirements; none: all
	Size     int      // the number of faults in a set
	Sets     int      // the number of sets to draw
	Seed     int64
	Variants int    // the number of legal variants of the service in each set
	With     string // a group whose faults are paired with all others of their endpoint; Size is then 2
	Workers  int
	Progress func(done, planned int)
}

// Place is the result for one fault of a compound.
type Place string

// The possible places. Green must not occur: a requirement that fails with this fault alone
// passes, or stays open, in the compound.
const (
	Named  Place = "named"     // a requirement that fails with this fault alone has failed
	Behind Place = "blocked"   // such a requirement is blocked by one that failed
	Green  Place = "green"     // neither, although the fault shows in the answers
	Masked Place = "not shown" // the fault does not show, because of the rest of the set
)

// Compound is one set of faults, and how the suite judged the build that has all of them.
type Compound struct {
	Faults     []string         `json:"faults"`
	Variants   []string         `json:"variants,omitempty"`
	Places     map[string]Place `json:"places"`
	Failed     []string         `json:"failed"`
	Innocent   []string         `json:"innocent,omitempty"` // failed, although they fail with no fault of the set alone
	Causes     int              `json:"causes"`             // the number of causes of the failures
	Apart      int              `json:"apart"`              // the number of faults that can be distinguished by the failures
	Run        result.Verdict   `json:"run"`
	Rounds     int              `json:"rounds"`          // runs with failures until the build was conformant, each time after the named faults were fixed
	NeverNamed []string         `json:"stuck,omitempty"` // the faults that were left when no failure named one of them, and that none of the others undoes
	Trouble    string           `json:"trouble,omitempty"`
}

// CompoundProof is the result for all sets.
type CompoundProof struct {
	Schema    string        `json:"schema"`
	Side      result.Side   `json:"side"`
	Size      int           `json:"size"`
	Seed      int64         `json:"seed"`
	With      string        `json:"with,omitempty"`
	Variants  int           `json:"variants,omitempty"`
	Compounds []Compound    `json:"compounds"`
	Took      time.Duration `json:"took_ns"`
}

// CompoundSchema names the version of a CompoundProof written as JSON.
const CompoundSchema = "assay.compounds/v1"

// ProveTogether tries the selected compounds. If the context ends early, it returns the compounds
// that were tried, and the error.
func (c *Catalogue) ProveTogether(ctx context.Context, o Together) (*CompoundProof, error) {
	sets, err := c.sets(o)
	if err != nil {
		return nil, err
	}
	started := time.Now()
	proof := &CompoundProof{Schema: CompoundSchema, Side: c.Side, Size: o.Size, Seed: o.Seed, With: o.With, Variants: o.Variants}
	run := &compoundRun{Catalogue: c, alone: make(map[int]*single)}
	tried := make([]*Compound, len(sets))
	err = runAll(ctx, o.Workers, len(sets), o.Progress, func(i int) {
		if compound := run.trySet(ctx, sets[i]); ctx.Err() == nil {
			tried[i] = &compound
		}
	})
	for _, compound := range tried {
		if compound != nil {
			proof.Compounds = append(proof.Compounds, *compound)
		}
	}
	proof.Took = time.Since(started)
	return proof, err
}

// sets returns the compounds to try.
func (c *Catalogue) sets(o Together) ([]Set, error) {
	drawn, err := c.faultSets(o)
	if err != nil {
		return nil, err
	}
	variants := c.newVariantDraw(o.Seed, o.Variants)
	sets := make([]Set, len(drawn))
	for n, faults := range drawn {
		sets[n].Faults = faults
		if o.Variants > 0 {
			if sets[n].Variants, err = variants.next(o.Variants); err != nil {
				return nil, err
			}
		}
	}
	return sets, nil
}

// faultSets returns the faults of each compound, as indices into the catalogue.
func (c *Catalogue) faultSets(o Together) ([][]int, error) {
	pool, err := c.Choose(o.Only)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(uint64(o.Seed), uint64(o.Size)))
	if o.With != "" {
		return c.pairs(o, pool, rng)
	}
	if o.Size < 1 || o.Size > len(pool) {
		return nil, fmt.Errorf("a set of %d faults cannot be drawn from %d", o.Size, len(pool))
	}
	var sets [][]int
	for range o.Sets {
		rng.Shuffle(len(pool), func(a, b int) { pool[a], pool[b] = pool[b], pool[a] })
		sets = append(sets, slices.Sorted(slices.Values(pool[:o.Size])))
	}
	return sets, nil
}

// pairs combines every fault of a group with every other fault of its endpoint. If o.Sets is
// above 0, it returns at most that many of these pairs.
func (c *Catalogue) pairs(o Together, pool []int, rng *rand.Rand) ([][]int, error) {
	group, ok := c.Groups[o.With]
	if !ok {
		return nil, fmt.Errorf("there is no group %q of faults: there is %s", o.With, strings.Join(groupNames(c.Groups), ", "))
	}
	in := func(n int) bool { return slices.Contains(group, c.Faults[n].Breaks) }
	var sets [][]int
	for n := range c.Faults {
		for _, other := range pool {
			if in(n) && !in(other) && c.Faults[n].Endpoint() == c.Faults[other].Endpoint() {
				sets = append(sets, []int{n, other})
			}
		}
	}
	if o.Sets > 0 && o.Sets < len(sets) {
		rng.Shuffle(len(sets), func(a, b int) { sets[a], sets[b] = sets[b], sets[a] })
		sets = sets[:o.Sets]
	}
	return sets, nil
}

func groupNames(groups map[string][]string) []string {
	return slices.Sorted(maps.Keys(groups))
}

// compoundRun is the state of a running proof.
type compoundRun struct {
	*Catalogue
	mu    sync.Mutex
	alone map[int]*single // by fault; noFault is a build without any
}

// noFault is the key of a build without any fault.
const noFault = -1

// single is the result for a fault alone. It is computed once, when it is first needed.
type single struct {
	once    sync.Once
	verdict result.Verdict
	failed  []string
	found   findings
	err     error
}

func (r *compoundRun) failsAlone(ctx context.Context, fault int) ([]string, error) {
	s := r.judgedAlone(ctx, fault)
	return s.failed, s.err
}

func (r *compoundRun) judgedAlone(ctx context.Context, fault int) *single {
	r.mu.Lock()
	s := r.alone[fault]
	if s == nil {
		s = &single{}
		r.alone[fault] = s
	}
	r.mu.Unlock()
	s.once.Do(func() {
		var set Set
		if fault != noFault {
			set.Faults = []int{fault}
		}
		run, err := r.judge(ctx, set)
		if s.err = err; err == nil {
			s.verdict, s.failed, s.found = run.Verdict, failedIn(run), findingsIn(run)
		}
	})
	return s
}

// rejudge judges a set after some of its faults were removed. Without variants, a build with at
// most one fault is the same in every set, so it is run only once.
func (r *compoundRun) rejudge(ctx context.Context, set Set) (result.Verdict, []string, error) {
	if len(set.Variants) > 0 || len(set.Faults) > 1 {
		run, err := r.judge(ctx, set)
		if err != nil {
			return "", nil, err
		}
		return run.Verdict, failedIn(run), nil
	}
	s := r.judgedAlone(ctx, append(slices.Clone(set.Faults), noFault)[0])
	return s.verdict, s.failed, s.err
}

func failedIn(run *result.Run) []string {
	var all []string
	for _, q := range run.Requirements {
		if q.Outcome == result.Failed {
			all = append(all, q.ID)
		}
	}
	return all
}

// trySet judges one set, and removes the named faults until nothing fails.
func (r *compoundRun) trySet(ctx context.Context, set Set) Compound {
	out := Compound{Places: make(map[string]Place), Variants: set.Variants}
	for _, n := range set.Faults {
		out.Faults = append(out.Faults, r.Faults[n].ID)
	}
	if err := r.follow(ctx, set, &out); err != nil {
		out.Trouble = err.Error()
	}
	return out
}

func (r *compoundRun) follow(ctx context.Context, set Set, out *Compound) error {
	run, err := r.judge(ctx, set)
	if err == nil && slices.ContainsFunc(run.Requirements, func(q result.Requirement) bool { return q.Outcome == result.Errored }) {
		run, err = r.judge(ctx, set) // calls get no answer if the machine stalls for a moment
	}
	if err != nil {
		return err
	}
	out.Run, out.Failed, out.Causes = run.Verdict, failedIn(run), len(cause.Of(run))
	if err := r.place(ctx, set, run, out); err != nil {
		return err
	}
	out.Apart = r.apart(ctx, set, run)
	return r.fix(ctx, set, run, out)
}

// place records the place of each fault, and the failures that no fault explains.
func (r *compoundRun) place(ctx context.Context, set Set, run *result.Run, out *Compound) error {
	explained := make(map[string]bool)
	for n, f := range set.Faults {
		alone, err := r.failsAlone(ctx, f)
		if err != nil {
			return err
		}
		for _, id := range alone {
			explained[id] = true
		}
		place := placeOf(run, alone)
		if place == Green {
			shown, err := r.shown(ctx, set, n)
			if err != nil {
				return err
			}
			if !shown || r.isMasked(set, f) {
				place = Masked
			}
		}
		out.Places[r.Faults[f].ID] = place
	}
	for _, id := range out.Failed {
		if !explained[id] {
			out.Innocent = append(out.Innocent, id)
		}
	}
	return nil
}

// isMasked reports whether a fault is known not to show beside another fault of the set, or on
// top of one of its legal variants.
func (r *compoundRun) isMasked(set Set, fault int) bool {
	beside := slices.Clone(set.Variants)
	for _, n := range set.Faults {
		beside = append(beside, r.Faults[n].ID)
	}
	return r.maskedBy != nil && slices.ContainsFunc(beside, func(id string) bool { return r.maskedBy(r.Faults[fault].ID, id) != "" })
}

// placeOf returns the place of a fault by the requirements that fail with this fault alone.
func placeOf(run *result.Run, alone []string) Place {
	place := Green
	for _, q := range run.Requirements {
		switch {
		case !slices.Contains(alone, q.ID):
		case q.Outcome == result.Failed:
			return Named
		case q.Outcome == result.Blocked && blockedByFailure(run, q):
			place = Behind
		}
	}
	return place
}

func blockedByFailure(run *result.Run, q result.Requirement) bool {
	return slices.ContainsFunc(run.Requirements, func(o result.Requirement) bool {
		return o.Outcome == result.Failed && slices.Contains(q.BlockedBy, o.ID)
	})
}

// fix removes the faults that a run has named, and runs again, until the build is conformant or
// no fault is named any more. It counts the rounds that this takes.
func (r *compoundRun) fix(ctx context.Context, set Set, run *result.Run, out *Compound) error {
	left := slices.Clone(set.Faults)
	verdict, failed := run.Verdict, failedIn(run)
	for len(left) > 0 && !verdict.Good() {
		before := len(left)
		left = slices.DeleteFunc(left, func(f int) bool {
			alone, err := r.failsAlone(ctx, f)
			return err == nil && slices.ContainsFunc(alone, func(id string) bool { return slices.Contains(failed, id) })
		})
		if len(left) == before {
			break
		}
		out.Rounds++
		var err error
		if verdict, failed, err = r.rejudge(ctx, set.with(left)); err != nil {
			return err
		}
	}
	if !verdict.Good() || len(left) > 0 {
		for _, f := range left {
			if !r.isMasked(set.with(left), f) { // what is left may undo this fault
				out.NeverNamed = append(out.NeverNamed, r.Faults[f].ID)
			}
		}
	}
	return nil
}
