package suite

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Run runs the plan and judges every planned requirement. The caller adds the target and the
// exchanges to the result. If there is an error, there is no result.
func (p *Plan) Run(ctx context.Context, o Options) (*result.Run, error) {
	run := &result.Run{Schema: result.Schema, Side: p.Ledger.Side, Scope: p.Scope, Only: p.Only}
	run.Started = o.now().Round(0) // as a file can hold it, without the reading of the monotonic clock
	found, err := p.execute(ctx, o)
	if err != nil {
		return nil, err
	}
	run.Finished = o.now().Round(0)
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

// judgedAlone counts the requirements that a part of a plan has judged completely: no check of
// them is in another part, and none judges a whole run.
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

// judge computes the outcomes and the verdict of a run from the findings of the checks.
func (p *Plan) judge(run *result.Run, found *collector) {
	j := &judge{
		ledger: p.Ledger, found: found, started: run.Started, interruption: run.Interrupted,
		planned: make(map[string]*result.Requirement), progress: make(map[string]state), findingsByLocation: make(map[string]*finding),
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

// state says how far the computation of a requirement's outcome is.
type state int

const (
	pending state = iota
	inProgress
	done
)

// judge computes outcomes from findings.
type judge struct {
	ledger             *Ledger
	found              *collector
	started            time.Time
	interruption       string
	planned            map[string]*result.Requirement
	progress           map[string]state
	findingsByLocation map[string]*finding // by the location of the check
}

func (j *judge) requirement(r *Requirement, checks []*Check) result.Requirement {
	out := result.Requirement{
		ID: r.ID, Scope: r.Scope, Sections: r.Sections, Grade: r.Grade, Endpoint: spec.Line(r.Endpoint),
		Statement: r.Statement, Why: r.Why, Feature: r.Feature, Optional: r.Optional, Owns: r.ownedEverywhere(), Outcome: result.Passed,
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
	j.findingsByLocation[c.Location] = f
	if f.unfinished(j.interruption) {
		out.Outcome, out.Reason = result.Untested, endedBefore(j.interruption)
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
		out.Outcome, out.Reason = result.Tolerated, "tolerated reading: "+strings.Join(f.report.Readings, ", ")
	}
	return out
}

// unfinished reports whether a run that was stopped ended before the check.
func (f *finding) unfinished(stopped string) bool { return f == nil || (stopped != "" && f.ran == 0) }

func endedBefore(stopped string) string { return "the run ended before this check: " + stopped }

// settle decides for every broken precondition who is to blame, then computes the outcome of
// each requirement.
func (j *judge) settle(requirements []result.Requirement) {
	for n := range requirements {
		j.planned[requirements[n].ID] = &requirements[n]
	}
	for n := range requirements {
		j.outcome(requirements[n].ID)
	}
	j.block(j.checksWithHiddenEvidence(requirements))
}

// outcome computes the outcome of one requirement, and before it those of the requirements that
// it depends on.
func (j *judge) outcome(id string) result.Outcome {
	r := j.planned[id]
	if r == nil {
		return ""
	}
	switch j.progress[id] {
	case done:
		return worstOutcome(r)
	case inProgress:
		return "" // it depends on itself through others: no other requirement is to blame
	}
	j.progress[id] = inProgress
	defer func() { j.progress[id] = done }()
	for n := range r.Checks {
		if r.Checks[n].Outcome == result.Blocked && r.Checks[n].BlockedBy == nil {
			j.blame(r, &r.Checks[n])
		}
	}
	j.summarize(r)
	return r.Outcome
}

// worstOutcome is the worst outcome of the checks that apply. If none applies, nothing was judged, so the
// requirement is untested.
func worstOutcome(r *result.Requirement) result.Outcome {
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

// summarize stores in a requirement the worst outcome of its checks, and the reason of the first
// check that applies and has it.
func (j *judge) summarize(r *result.Requirement) {
	r.Outcome, r.Decided, r.Undecided = worstOutcome(r), 0, 0
	for _, c := range r.Checks {
		r.Decided, r.Undecided = r.Decided+c.Decided, r.Undecided+c.Undecided
	}
	r.BlockedBy, r.Reason, r.Readings = nil, "", nil
	r.Unexercised = r.Outcome == result.Untested && j.onlyUnexercised(r)
	anyApplies := slices.ContainsFunc(r.Checks, func(c result.Check) bool { return !c.Inapplicable })
	for _, c := range r.Checks {
		if c.Outcome == r.Outcome && r.Reason == "" && r.Outcome != result.Passed && (!c.Inapplicable || !anyApplies) {
			r.Reason = c.Reason
		}
		for _, id := range c.BlockedBy {
			if !slices.Contains(r.BlockedBy, id) {
				r.BlockedBy = append(r.BlockedBy, id)
			}
		}
		for _, reading := range j.findingsByLocation[c.Location].readings() {
			if !slices.Contains(r.Readings, reading) {
				r.Readings = append(r.Readings, reading)
			}
		}
	}
}

// onlyUnexercised reports whether all untested checks of a requirement are about something that
// never occurred.
func (j *judge) onlyUnexercised(r *result.Requirement) bool {
	for _, c := range r.Checks {
		f := j.findingsByLocation[c.Location]
		if c.Outcome == result.Untested && (f.unfinished(j.interruption) || !f.report.Unexercised) {
			return false
		}
	}
	return true
}

func (f *finding) readings() []string {
	if f == nil {
		return nil
	}
	return f.report.Readings
}

// observe collects the answers to a rule about something that the specification does not say. If
// it has several checks, each answer begins with the name of its check.
func (j *judge) observe(r *Requirement, checks []*Check) result.Observation {
	out := result.Observation{ID: r.ID, Scope: r.Scope, Sections: r.Sections, Question: r.Statement}
	checks = slices.DeleteFunc(slices.Clone(checks), func(c *Check) bool { return c.Requirement != r || j.found.findings[c] == nil })
	var answers []string
	for _, c := range checks {
		f := j.found.findings[c]
		out.Exchanges = append(out.Exchanges, f.report.Exchanges...)
		out.Noted += f.report.Noted
		answer := cmp.Or(strings.Join(f.report.Notes, "; "), "not seen")
		if len(checks) > 1 {
			answer = c.Name + ": " + answer
		}
		answers = append(answers, answer)
	}
	out.Answer = strings.Join(answers, "; ")
	return out
}

// unstableSuffix says how many checks passed only because calls were repeated.
func unstableSuffix(run *result.Run) string {
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

// reason explains the verdict in one sentence.
func reason(run *result.Run) string {
	switch run.Verdict {
	case result.Conformant:
		return run.AllPassed() + unstableSuffix(run)
	case result.Partial:
		return run.AllPassed() + run.Beyond() + unstableSuffix(run)
	case result.NonConformant:
		return run.SomeFailed() + run.Beyond()
	}
	if run.Open() > 0 {
		return run.SomeOpen() + run.NotAsked()
	}
	return run.NoneFailed() + ", but the run ended early: " + run.Interrupted
}

// partReason is the reason of a part of a run. The checks of one requirement may be in several
// parts, so a part alone shows for no requirement that it is satisfied.
func partReason(run *result.Run) string {
	if run.Verdict != result.Partial {
		return reason(run)
	}
	checks := 0
	for _, r := range run.Requirements {
		checks += len(r.Checks)
	}
	return fmt.Sprintf("the %s of this part passed; merge all parts for the verdict%s", result.Counted(checks, "check"), unstableSuffix(run))
}
