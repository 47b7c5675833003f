// Package repro makes packs: for each failure of a run, the shortest sequence of calls that
// reproduces it, starting from nothing. It follows values from answers into later requests, as
// the recording of the run shows them. A pack contains no secrets: it is made only from what the
// view of the recording shows, and the finished pack is redacted as a whole.
package repro

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Options describe the run.
type Options struct {
	BaseURL       string
	LookupBaseURL string
	Mark          int64 // makes the people and orders of the run different from those of other runs
	Redactor      *redact.Redactor
	View          *recording.View // shows requests in a form that may leave the process
	Sound         *Target         // a sound build, on which a pack must hold
}

// mostTried is the largest number of failures of one requirement that a pack is made for. The
// best of these packs is chosen.
const mostTried = 8

// Add gives every failed requirement of a server's run its pack. It returns the other packs that
// it made, by requirement, the best first.
func Add(ctx context.Context, run *result.Run, log *recording.Log, o Options) (others map[string][]*result.Pack) {
	var h *history
	others = make(map[string][]*result.Pack)
	for i := range run.Requirements {
		r := &run.Requirements[i]
		if r.Outcome != result.Failed {
			continue
		}
		if h == nil {
			h = newHistory(log)
		}
		if all := sortedByCost(h.packsOf(ctx, r, o)); len(all) > 0 {
			r.Pack, others[r.ID] = all[0], all[1:]
		}
	}
	redactAll(run, o.Redactor)
	for id, packs := range others {
		others[id] = redactedPacks(packs, o.Redactor)
	}
	return others
}

func redactedPacks(packs []*result.Pack, r *redact.Redactor) []*result.Pack {
	var run result.Run
	for _, p := range packs {
		run.Requirements = append(run.Requirements, result.Requirement{Pack: p})
	}
	redactAll(&run, r)
	for i := range packs {
		packs[i] = run.Requirements[i].Pack
	}
	return packs
}

// redactAll removes known secrets and personal details from every text of the packs.
func redactAll(run *result.Run, r *redact.Redactor) {
	packs := result.Rewriter{
		Keep: func(of reflect.Type, member string) bool {
			return of == reflect.TypeFor[result.Run]() && member != "Requirements" || of == reflect.TypeFor[result.Requirement]() && member != "Pack"
		},
		Text: func(of reflect.Value, member, text string) string {
			if slices.Contains(sentences[of.Type()], member) {
				return r.Prose(text)
			}
			if r.NearToken("Bearer "+text) == text {
				return text // a bad token that has no part of the valid one
			}
			return string(r.Known([]byte(text)))
		},
	}
	*run = *packs.Run(run)
}

// sentences are the members of packs that contain sentences of assay.
var sentences = map[reflect.Type][]string{
	reflect.TypeFor[result.Pack]():      {"Check", "Message", "Expected", "Why"},
	reflect.TypeFor[result.PackCall]():  {"Title"},
	reflect.TypeFor[result.PackInput](): {"Meaning"},
	reflect.TypeFor[result.Expect]():    {"Text"},
}

// sortedByCost returns the packs, the best first: first those that hold on a sound build, then
// those that are understood, then the shorter ones.
func sortedByCost(all []*candidate) []*result.Pack {
	slices.SortStableFunc(all, func(a, b *candidate) int { return cmp.Compare(a.cost(), b.cost()) })
	packs := make([]*result.Pack, len(all))
	for n, c := range all {
		packs[n] = c.pack
	}
	return packs
}

type candidate struct {
	pack       *result.Pack
	understood bool
	sound      bool // it holds on a sound build
	unsound    bool // it fails on a sound build
}

// cost returns a number that is higher for a worse candidate.
func (c *candidate) cost() int {
	const notUnderstood, unsound = 1000, 2000
	cost := len(c.pack.Calls)
	if !c.understood {
		cost += notUnderstood
	}
	if !c.sound {
		cost += unsound
	}
	return cost
}

func (h *history) packsOf(ctx context.Context, r *result.Requirement, o Options) []*candidate {
	var all []*candidate
	tried := 0
	seen := make(map[string]bool)
	for _, c := range r.Checks {
		for n := range c.Failures {
			f := &c.Failures[n]
			place := c.Name + "\n" + f.Exchange
			if seen[place] || tried == mostTried {
				continue
			}
			seen[place] = true
			tried++
			if made := h.pack(f, c.Name, r.ID+" "+c.Name, o); made != nil {
				ran := o.Sound.Run(ctx, made.pack)
				made.sound, made.unsound = ran == Holds, ran == Fails
				made.pack.Why = made.why(h, f)
				all = append(all, made)
			}
		}
	}
	return all
}

// pack makes a pack for one failure. It returns nil if the recording does not have the calls.
func (h *history) pack(f *result.Failure, check, sender string, o Options) *candidate {
	all, from := h.sequenceOf(f, sender)
	if len(all) == 0 {
		return nil
	}
	v := newValues(&o, h)
	v.learn(all)
	x := expectation{values: v, all: all, target: h.shownBy(f), f: f}
	expect, understood := x.expect()
	p := &result.Pack{Check: check, Section: f.Section, Message: f.Message, Expected: f.Expected, Actual: f.Actual, Expect: []result.Expect{expect}}
	for _, e := range all {
		p.Calls = append(p.Calls, v.callOf(e))
	}
	for n, e := range all {
		p.Calls[n].Captures = v.captures[e]
		p.Calls[n].Origin = from[e.at]
		// If a refusal is expected, a sound build may already refuse an earlier call.
		p.Calls[n].Served = n != expect.Call && expect.Kind != result.ExpectRefused && e.served && (len(p.Calls[n].Captures) > 0 || changes(e))
	}
	p.Inputs = v.inputs
	return &candidate{pack: p, understood: understood}
}

// changes reports whether a call stores something or sends an OTP. If such a call fails, the
// later calls show nothing.
func changes(e *event) bool {
	switch e.Endpoint {
	case spec.SendOTP, spec.CreateLimit, spec.CreatePurchases, spec.UpdatePurchases, spec.CancelPurchase:
		return true
	}
	return false
}

// The reasons why a pack may not show its failure.
const (
	notAgain = "The build gave the expected answer this time. The failure depends on more than these calls: " +
		"on what the build did before, on the time, or on chance."
	comesAndGoes = "The failure comes and goes: these calls do not show it each time. Make them several times."
	atOnce       = "The check made these calls at the same time. A pack makes one call after another."
	notOfText    = "The check does not say as data what it expects. This pack checks something near it, which the reference does not meet either: compare the answer with what is expected."
)

// whyNotRun says why assay does not run a pack against the target, or returns "" if it does.
func whyNotRun(p *result.Pack, most int) string {
	if len(p.Calls) > most {
		return fmt.Sprintf("assay did not run these calls: they are %d, and it makes at most %d for one pack.", len(p.Calls), most)
	}
	var names []string
	for _, in := range p.Inputs {
		if in.Default == "" && len(in.OfToken) == 0 {
			names = append(names, in.Name)
		}
	}
	if len(names) > 0 {
		return "assay did not run these calls: they need what only you have, " + strings.Join(names, ", ") + "."
	}
	return ""
}

// why says what can keep a candidate from reproducing the failure, before it is run; "" if
// nothing can.
func (c *candidate) why(h *history, f *result.Failure) string {
	switch {
	case h.overlaps(h.byID[f.Exchange]), h.overlaps(h.byID[f.Other]):
		return atOnce
	case c.unsound:
		return notOfText
	}
	return ""
}

// overlaps reports whether the check made another call to the endpoint at the same time.
func (h *history) overlaps(e *event) bool {
	if e == nil {
		return false
	}
	return slices.ContainsFunc(h.events, func(other *event) bool {
		return other != e && other.Check == e.Check && other.Endpoint == e.Endpoint &&
			other.Started.Before(e.Started.Add(e.Duration)) && e.Started.Before(other.Started.Add(other.Duration))
	})
}
