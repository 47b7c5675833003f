package suite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Run runs the plan and judges every planned requirement. The result holds
// what the suite knows; who the target is and what was exchanged, the caller
// adds. An error means that there is no result, and never that there is a good
// one.
func (p *Plan) Run(ctx context.Context, o Options) (*result.Run, error) {
	run := &result.Run{Schema: result.Schema, Side: p.Ledger.Side, Scope: p.Scope, Only: p.Only}
	found := &collector{options: o}
	run.Started = found.now()
	found, err := p.execute(ctx, o)
	if err != nil {
		return nil, err
	}
	run.Finished = found.now()
	if cause := context.Cause(ctx); cause != nil {
		run.Interrupted = cause.Error()
	}
	p.judge(run, found)
	if p.part != nil {
		run.Shard = p.part.record(p, run, found)
		run.Coverage.Judged = p.judgedAlone(run)
		run.Verdict = result.Judge(run)
		run.Reason = p.part.String() + ": " + partReason(run)
	}
	return run, nil
}

// judgedAlone counts the requirements that a part of a plan has judged by itself:
// those none of whose checks stand in another part, or judge a whole run.
func (p *Plan) judgedAlone(run *result.Run) int {
	var alone []result.Requirement
	for _, r := range run.Requirements {
		all := p.Ledger.Find(r.ID).Checks
		if len(all) == len(r.Checks) && !slices.ContainsFunc(all, func(c *Check) bool { return c.WholeRun }) {
			alone = append(alone, r)
		}
	}
	return result.Cover(alone, 0, 0).Judged
}

// judge turns what the checks found into the outcomes and the verdict of a run.
func (p *Plan) judge(run *result.Run, found *collector) {
	j := &judge{
		ledger: p.Ledger, found: found, started: run.Started, stopped: run.Interrupted,
		planned: make(map[string]*result.Requirement), state: make(map[string]state), sources: make(map[string]*finding),
	}
	for _, r := range p.Requirements() {
		if r.Observation {
			run.Observations = append(run.Observations, j.observe(r, p.Checks))
			continue
		}
		run.Requirements = append(run.Requirements, j.requirement(r, p.Checks))
	}
	j.settle(run.Requirements)
	run.Coverage = result.Cover(run.Requirements, p.Ledger.Count(p.Scope), p.Ledger.Count(spec.Capabilities()))
	run.Verdict = result.Judge(run)
	run.Reason = reason(run)
}

// state says how far the settling of a requirement has come.
type state int

const (
	open state = iota
	settling
	settled
)

// judge turns findings into outcomes.
type judge struct {
	ledger  *Ledger
	found   *collector
	started time.Time
	stopped string
	planned map[string]*result.Requirement
	state   map[string]state
	sources map[string]*finding // by the location of the check
}

func (j *judge) requirement(r *Requirement, checks []*Check) result.Requirement {
	out := result.Requirement{
		ID: r.ID, Scope: r.Scope, Sections: r.Sections, Grade: r.Grade, Endpoint: spec.Line(r.Endpoint),
		Statement: r.Statement, Why: r.Why, Feature: r.Feature, Optional: r.Optional, Owns: r.foundations(), Outcome: result.Passed,
	}
	for _, c := range checks {
		if c.Requirement == r {
			out.Checks = append(out.Checks, j.check(c))
		}
	}
	return out
}

func (j *judge) check(c *Check) result.Check {
	out := result.Check{Name: c.Name, Location: c.Location, Steps: c.Steps, Outcome: result.Passed}
	f := j.found.findings[c]
	j.sources[c.Location] = f
	if f.unfinished(j.stopped) {
		out.Outcome, out.Reason = result.Untested, endedBefore(j.stopped)
		return out
	}
	out.StartedMS = f.started.Sub(j.started).Milliseconds()
	out.DurationMS = f.finished.Sub(f.started).Milliseconds()
	out.Exchanges = f.report.Exchanges
	out.Failures = f.report.Failures
	out.Unstable = f.report.Unstable
	out.Decided, out.Undecided = f.report.Decided, f.report.Undecided
	out.Inapplicable = f.report.Inapplicable != ""
	switch {
	case len(out.Failures) > 0:
		out.Outcome = result.Failed
	case f.report.Errored != "":
		out.Outcome, out.Reason = result.Errored, f.report.Errored
	case len(f.broken()) > 0:
		out.Outcome, out.Reason = result.Blocked, f.broken()[0].Failure.Message
	case f.report.Untested != "":
		out.Outcome, out.Reason = result.Untested, f.report.Untested
	case out.Inapplicable:
		out.Outcome, out.Reason = result.Untested, "does not apply: "+f.report.Inapplicable
	case out.Decided == 0 && len(f.unseen()) > 0:
		out.Outcome, out.Reason = result.Blocked, f.unseen()[0].Failure.Message
	case out.Decided == 0:
		out.Outcome, out.Reason = result.Untested, undecided
	case len(f.report.Readings) > 0:
		out.Outcome, out.Reason = result.Tolerated, "by way of "+strings.Join(f.report.Readings, ", ")
	}
	return out
}

// unfinished tells whether a run that was stopped ended before the check.
func (f *finding) unfinished(stopped string) bool { return f == nil || (stopped != "" && f.ran == 0) }

func endedBefore(stopped string) string { return "the run ended before this check: " + stopped }

// settle decides for every broken precondition who is to blame, then sums up
// each requirement.
func (j *judge) settle(requirements []result.Requirement) {
	for n := range requirements {
		j.planned[requirements[n].ID] = &requirements[n]
	}
	for n := range requirements {
		j.outcome(requirements[n].ID)
	}
	j.block(j.halfSeen(requirements))
}

// halfSeen finds the checks that hold, but by answers in which another requirement,
// which does not hold, kept something from coming up: they rest on half of the
// evidence. It gives the blockers of each.
func (j *judge) halfSeen(requirements []result.Requirement) map[*result.Check][]string {
	all := make(map[*result.Check][]string)
	for n := range requirements {
		r := &requirements[n]
		for m := range r.Checks {
			c := &r.Checks[m]
			if !c.Outcome.Good() {
				continue
			}
			for _, b := range j.sources[c.Location].unseen() {
				if blockers := j.blockersOfAspect(r, b.Aspect); blockers != nil {
					all[c], c.Reason = blockers, fmt.Sprintf("blocked by %s, which hides evidence that this check needs: %s", strings.Join(blockers, ", "), b.Failure.Message)
					break
				}
			}
		}
	}
	return all
}

// block blocks checks, and sums up their requirements anew.
func (j *judge) block(checks map[*result.Check][]string) {
	for _, r := range j.planned {
		changed := false
		for n := range r.Checks {
			if blockers := checks[&r.Checks[n]]; blockers != nil {
				r.Checks[n].Outcome, r.Checks[n].BlockedBy, changed = result.Blocked, blockers, true
			}
		}
		if changed {
			j.sumUp(r)
		}
	}
}

// outcome settles one requirement, and before it those that it leans on.
func (j *judge) outcome(id string) result.Outcome {
	r := j.planned[id]
	if r == nil {
		return ""
	}
	switch j.state[id] {
	case settled:
		return sum(r)
	case settling:
		return "" // it leans on itself by way of others: nobody else is to blame
	}
	j.state[id] = settling
	defer func() { j.state[id] = settled }()
	for n := range r.Checks {
		if r.Checks[n].Outcome == result.Blocked && r.Checks[n].BlockedBy == nil {
			j.blame(r, &r.Checks[n])
		}
	}
	j.sumUp(r)
	return r.Outcome
}

// undecided is the reason of a check that could hold its rule against no answer.
const undecided = "no answer decided it"

// blame decides about a check whose precondition broke, or which decided on no answer
// since something kept all of it from coming up. If a requirement that
// owns it has failed, the check is blocked by that one. If the owner holds, the
// check has found by itself what its failure says.
func (j *judge) blame(r *result.Requirement, c *result.Check) {
	breaks := j.sources[c.Location].broken()
	nothingDecided := len(breaks) == 0
	if nothingDecided {
		breaks = j.sources[c.Location].unseen()
	}
	broken := breaks[0]
	for _, b := range breaks {
		if blockers := j.blockersOfAspect(r, b.Aspect); blockers != nil {
			c.BlockedBy = blockers
			c.Reason = fmt.Sprintf("blocked by %s: %s", strings.Join(blockers, ", "), b.Failure.Message)
			return
		}
	}
	if nothingDecided {
		c.Outcome, c.Reason = result.Untested, undecided
		return
	}
	if owner := j.ledger.owner(broken.Aspect); owner != r.ID && owner != "" && j.planned[owner] == nil && !j.held(broken.Aspect) {
		c.BlockedBy = []string{owner}
		c.Reason = fmt.Sprintf("blocked by %s, which is not part of this run: %s", owner, broken.Failure.Message)
		return
	}
	c.Outcome, c.Reason = result.Failed, ""
	for _, b := range breaks {
		if b.Aspect == broken.Aspect {
			c.Failures = append(c.Failures, b.Failure)
		}
	}
}

// blockersOfAspect names who is to blame for a broken aspect, other than the
// requirement itself: the first of its owners that does not hold.
func (j *judge) blockersOfAspect(r *result.Requirement, a judgement.Aspect) []string {
	for _, owner := range j.owners(a) {
		if owner == r.ID {
			return nil
		}
		if blockers := j.blockersOf(owner); blockers != nil {
			return blockers
		}
	}
	return nil
}

func (j *judge) held(a judgement.Aspect) bool {
	return j.found.options.Held != nil && j.found.options.Held(a)
}

// owners are the requirements that may be to blame for a broken aspect: first
// that of the plain case, which every other case builds on, then that of the
// case itself.
func (j *judge) owners(a judgement.Aspect) []string {
	general := a
	general.Variant = ""
	var all []string
	for _, id := range []string{j.ledger.owner(general), j.ledger.owner(a)} {
		if id != "" && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	return all
}

// blockersOf names whoever is to blame when a requirement does not hold: itself
// if it failed, else what blocks it. It is nil when the requirement holds.
func (j *judge) blockersOf(id string) []string {
	r := j.planned[id]
	if r == nil {
		return nil
	}
	switch j.outcome(id) {
	case result.Failed, result.Errored, result.Untested:
		return []string{id}
	case result.Blocked:
		if len(r.BlockedBy) > 0 {
			return r.BlockedBy
		}
		return []string{id}
	}
	return nil
}

// sum is the worst outcome of the checks that apply. Where none does, nothing was
// judged, so nothing has passed.
func sum(r *result.Requirement) result.Outcome {
	worst, applied := result.Passed, false
	for _, c := range r.Checks {
		if !c.Inapplicable {
			worst, applied = result.Worse(worst, c.Outcome), true
		}
	}
	if !applied {
		return result.Untested
	}
	return worst
}

// sumUp gives a requirement the worst outcome among its checks, and the reason
// of the first check that has it.
func (j *judge) sumUp(r *result.Requirement) {
	r.Outcome, r.Decided, r.Undecided = sum(r), 0, 0
	for _, c := range r.Checks {
		r.Decided, r.Undecided = r.Decided+c.Decided, r.Undecided+c.Undecided
	}
	r.BlockedBy, r.Reason, r.Readings = nil, "", nil
	r.Unexercised = r.Outcome == result.Untested && j.onlyUnexercised(r)
	for _, c := range r.Checks {
		if c.Outcome == r.Outcome && r.Reason == "" && r.Outcome != result.Passed && (!c.Inapplicable || r.Outcome == result.Untested) {
			r.Reason = c.Reason
		}
		for _, id := range c.BlockedBy {
			if !slices.Contains(r.BlockedBy, id) {
				r.BlockedBy = append(r.BlockedBy, id)
			}
		}
		for _, reading := range j.sources[c.Location].readings() {
			if !slices.Contains(r.Readings, reading) {
				r.Readings = append(r.Readings, reading)
			}
		}
	}
}

// onlyUnexercised tells whether whatever a requirement leaves open is something
// that never came up.
func (j *judge) onlyUnexercised(r *result.Requirement) bool {
	for _, c := range r.Checks {
		f := j.sources[c.Location]
		if c.Outcome == result.Untested && (f.unfinished(j.stopped) || !f.report.Unexercised) {
			return false
		}
	}
	return true
}

// broken are the preconditions without which the check could not go on.
func (f *finding) broken() []judgement.Break { return f.breaks(false) }

// unseen are those that kept something from coming up, and broke nothing else.
func (f *finding) unseen() []judgement.Break { return f.breaks(true) }

func (f *finding) breaks(unseen bool) []judgement.Break {
	if f == nil {
		return nil
	}
	var all []judgement.Break
	for _, b := range f.report.Breaks {
		if b.Unseen == unseen {
			all = append(all, b)
		}
	}
	return all
}

func (f *finding) readings() []string {
	if f == nil {
		return nil
	}
	return f.report.Readings
}

// observe sums up what a rule about the specification's silence saw.
func (j *judge) observe(r *Requirement, checks []*Check) result.Observation {
	out := result.Observation{ID: r.ID, Scope: r.Scope, Sections: r.Sections, Question: r.Statement}
	var answers []string
	for _, c := range checks {
		f := j.found.findings[c]
		if c.Requirement != r || f == nil {
			continue
		}
		out.Exchanges = append(out.Exchanges, f.report.Exchanges...)
		answers = append(answers, f.report.Notes...)
		if len(f.report.Notes) == 0 {
			answers = append(answers, "not seen")
		}
	}
	out.Answer = strings.Join(answers, "; ")
	return out
}

// shaky says how many checks passed only because calls were made once more.
func shaky(run *result.Run) string {
	unstable := 0
	for _, r := range run.Requirements {
		for _, c := range r.Checks {
			if len(c.Unstable) > 0 {
				unstable++
			}
		}
	}
	switch unstable {
	case 0:
		return ""
	case 1:
		return "; 1 check was unstable"
	}
	return fmt.Sprintf("; %d checks were unstable", unstable)
}

// reason puts the verdict into a sentence.
func reason(run *result.Run) string {
	switch run.Verdict {
	case result.Conformant:
		return run.AllHold() + shaky(run)
	case result.Partial:
		return run.AllHold() + run.Beyond() + shaky(run)
	case result.NonConformant:
		return run.SomeFailed() + run.Beyond()
	}
	if run.Open() > 0 {
		return run.SomeOpen() + run.NotAsked()
	}
	return run.NoneFailed() + ", but the run ended early: " + run.Interrupted
}

// partReason is the reason of a part of a run: the checks of one requirement may
// stand in several parts, so that a part alone shows of none that it holds.
func partReason(run *result.Run) string {
	if run.Verdict != result.Partial {
		return reason(run)
	}
	checks := 0
	for _, r := range run.Requirements {
		checks += len(r.Checks)
	}
	return fmt.Sprintf("the %s of this part passed; merge all parts for the verdict%s", result.Counted(checks, "check"), shaky(run))
}
