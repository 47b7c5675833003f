package repro

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
)

// Target is a build against which packs are run.
type Target struct {
	Token string
	// Send makes one call.
	Send func(ctx context.Context, c result.PackCall) (*Answer, error)
}

// Finding is the result of running a pack against a build.
type Finding int

// The possible findings.
const (
	Undecided Finding = iota // a call before the decisive one was not served or not answered
	Holds
	Fails
)

// Run makes the calls of a pack.
func (t *Target) Run(ctx context.Context, p *result.Pack) Finding {
	known := map[string]string{"run": fmt.Sprint(10_000 + rand.IntN(90_000)), "token": t.Token}
	for _, in := range p.Inputs {
		switch {
		case len(in.OfToken) > 0:
			known[in.Name] = madeOf(in.OfToken, t.Token)
		case in.Default != "":
			known[in.Name] = in.Default
		default:
			return Undecided // no user is there to enter it
		}
	}
	fill := func(text string) string { return filled(text, known) }
	var answers []*Answer
	for n, c := range p.Calls {
		a, err := t.Send(ctx, filledCall(c, fill))
		switch {
		case err != nil && slices.ContainsFunc(p.Expect, func(e result.Expect) bool { return e.Call == n }):
			return Fails // an expected answer did not come
		case err != nil || c.Served && !a.served():
			return Undecided
		}
		answers = append(answers, a)
		for _, capture := range c.Captures {
			v := a.at(capture.Path)
			if !v.Exists() && c.Served {
				return Undecided
			}
			known[capture.Name] = turn(v.String(), capture.Turn)
		}
	}
	for n := range p.Expect {
		if !holds(&p.Expect[n], answers, fill) {
			return Fails
		}
	}
	return Holds
}

// placeholder matches the name of a value in a text.
var placeholder = regexp.MustCompile(`\{\{([A-Za-z0-9_]+)\}\}`)

func filled(text string, known map[string]string) string {
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		if value, ok := known[found[2:len(found)-2]]; ok {
			return value
		}
		return found
	})
}

func filledCall(c result.PackCall, fill func(string) string) result.PackCall {
	c.Path, c.Body = fill(c.Path), fill(c.Body)
	headers := make([]result.Header, len(c.Headers))
	for i, h := range c.Headers {
		headers[i] = result.Header{Name: h.Name, Value: fill(h.Value)}
	}
	c.Headers = headers
	return c
}

// turn applies a Turn of a Capture to an OTP or an id.
func turn(text, by string) string {
	if by == result.TurnedBackwards {
		return backwards(text)
	}
	var turned []byte
	for i, c := range []byte(text) {
		change := i < len(by) && by[i] == '1'
		switch {
		case i < len(by) && by[i] == '-':
			continue
		case change && c >= '0' && c <= '9':
			c = '0' + (c-'0'+1)%10
		case change && c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c&0x20 | ('A' + (c&^0x20-'A'+1)%6)
		}
		turned = append(turned, c)
	}
	return string(turned)
}

func backwards(text string) string {
	turned := []byte(text)
	slices.Reverse(turned)
	return string(turned)
}

// timesMore is how often the shortest pack is run again: a failure of every second call appears
// only half of the time.
const timesMore = 2

// Shorten removes every call that is not needed: without it, the pack still fails on the target
// and still holds on a sound build. It makes at most the given number of calls to the target, and
// records whether the failure appeared again. It returns the number of calls that it made.
func Shorten(ctx context.Context, p *result.Pack, target, sound *Target, most int) (calls int) {
	why := p.Why
	if p.Why = whyNotRun(p, most); p.Why != "" {
		return 0
	}
	kept := 0
	fails := func(p *result.Pack) bool {
		if calls+len(p.Calls)+kept > most {
			return false
		}
		calls += len(p.Calls)
		return target.Run(ctx, p) == Fails
	}
	if !fails(p) {
		p.Shown = result.NotShownAgain
		p.Why = cmp.Or(why, notAgain)
		return calls
	}
	p.Shown = result.ShownAgain
	if why == notOfText {
		p.Why = why
	}
	kept = min(timesMore*len(p.Calls), most-calls)
	for n := len(p.Calls) - 1; n >= 0; n-- { // from the end, so that a call is tried before the calls that it needs
		if less := without(p, n); less != nil && sound.Run(ctx, less) == Holds && fails(less) {
			less.Shown = p.Shown
			*p = *less
		}
	}
	kept = 0
	for range timesMore {
		if calls+len(p.Calls) <= most && !fails(p) {
			p.Why = comesAndGoes
		}
	}
	return calls
}

// without returns a pack without one of its calls, or nil if the others need that call.
func without(p *result.Pack, n int) *result.Pack {
	if p.Calls[n].Origin {
		return nil // the target may still have the call's data from the run, but another target would not
	}
	less := *p
	less.Calls = nil
	needed := ""
	for i, c := range p.Calls {
		if i != n {
			less.Calls = append(less.Calls, c)
			needed += c.Path + c.Body
		}
	}
	less.Expect = nil
	for _, e := range p.Expect {
		if e.Call == n || len(e.Calls) > 0 {
			return nil
		}
		if e.Call > n {
			e.Call--
		}
		less.Expect = append(less.Expect, e)
		needed += e.Value
	}
	for _, c := range p.Calls[n].Captures {
		if strings.Contains(needed, "{{"+c.Name+"}}") {
			return nil
		}
	}
	return &less
}
