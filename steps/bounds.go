package steps

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// The specification names no largest amount, no longest text, no most items of
// an order (section 8). A target may have bounds of its own: what it refuses
// for its size is tried smaller, until it is of the size that every plain
// request has. The bound that shows is an observation.

// The sizes that are tried below the one of an example, the largest first. The
// last is one that plain requests have anyway.
var (
	smallerIncomes = []int64{1_250_000, 250_000, 90_000}
	smallerPrices  = []int64{1_000_000, 100_000, 10_000, 1_000, 100}
	smallerOrders  = []int64{100_000_000, 10_000} // the lowest number of nine digits, and of five
	shorterTexts   = []int64{255, 100, 50}
	shorterNames   = []int64{20}
)

// sizes are the size of an example, and what is tried below it.
func sizes(size int64, smaller []int64) []int64 {
	all := []int64{size}
	for _, s := range smaller {
		if s < size {
			all = append(all, s)
		}
	}
	return all
}

// largestTaken makes a call in falling sizes until one is served, and keeps that
// one to be judged. A refusal for the size is the target's right; that of the
// smallest size is judged as any other.
func (s *Scenario) largestTaken(bound string, sizes []int64, try func(size int64, k kind) (*call, error)) error {
	for n, size := range sizes {
		k := special
		if n < len(sizes)-1 {
			k = probe
		}
		answer, err := try(size, k)
		if err != nil {
			return err
		}
		if k == probe && answer.Response != nil && !answer.ok() {
			if answer.refusedForCertain() {
				s.run.bounds.refuse(answer.endpoint+" "+bound, size, answer)
			}
			continue
		}
		if answer.ok() {
			s.run.calls.open(answer)
			if len(sizes) > 1 {
				s.run.bounds.take(answer.endpoint+" "+bound, size)
			}
		}
		return s.asked(answer, nil)
	}
	return errored("no size of %s was tried", bound)
}

// refusedForCertain tells a refusal that is the target's, and of a call that it
// cannot have carried out before: not that of a proxy, nor of one that was asked
// again because no answer came, whose OTP may be used up.
func (c *call) refusedForCertain() bool {
	twice := c.Again == recording.AfterNoAnswer || c.Again == recording.AfterUnavailable
	return !twice && !unavailable(c) && c.status() != http.StatusTooManyRequests
}

// bounds keep, for each sort of value, how large a one was taken, and how small
// a one was refused that was not the smallest.
type bounds struct {
	mu  sync.Mutex
	all map[string]*bound // by endpoint and what is bounded
}

type bound struct {
	taken   int64
	refused int64 // 0: none
	by      *call // refused it
}

func (b *bounds) at(name string) *bound {
	if b.all == nil {
		b.all = make(map[string]*bound)
	}
	if b.all[name] == nil {
		b.all[name] = new(bound)
	}
	return b.all[name]
}

func (b *bounds) take(name string, size int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.at(name)
	one.taken = max(one.taken, size)
}

func (b *bounds) refuse(name string, size int64, by *call) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if one := b.at(name); one.refused == 0 || size < one.refused {
		one.refused, one.by = size, by
	}
}

// of lists the bounds of an endpoint by what they bound, in alphabetical order.
func (b *bounds) of(endpoint string) (names []string, all map[string]bound) {
	b.mu.Lock()
	defer b.mu.Unlock()
	all = make(map[string]bound)
	for name, one := range b.all {
		if what, ok := strings.CutPrefix(name, endpoint+" "); ok {
			all[what] = *one
		}
	}
	return slices.Sorted(maps.Keys(all)), all
}

// boundsAreNoted tells which sizes were taken, and which refused.
func (s *Scenario) boundsAreNoted(endpoint string) error {
	names, all := s.run.bounds.of(endpoint)
	for _, name := range names {
		b := all[name]
		switch {
		case b.refused == 0:
			s.noted("%s: %d is taken, and nothing larger was tried", name, b.taken)
		case b.taken == 0:
			s.noted("%s: %d is refused", name, b.refused)
		default:
			s.noted("%s: %d is taken, %d is refused", name, b.taken, b.refused)
		}
	}
	if len(names) == 0 {
		s.noted("nothing large was tried")
	}
	return nil
}

// noGaps fails where an amount was refused though a larger one was taken: that
// is no bound. (Of texts nothing like it can be said: their octets may count.)
func (s *Scenario) noGaps(endpoint, amounts string) error {
	_, all := s.run.bounds.of(endpoint)
	s.decides()
	for _, name := range strings.Split(amounts, ", ") {
		if b := all[name]; b.by != nil && b.refused < b.taken {
			s.fail(b.by, result.Failure{
				Path: "status", Section: spec.Of(endpoint).Section,
				Expected: fmt.Sprintf("a success with %s %d, since %d is taken", name, b.refused, b.taken),
				Actual:   fmt.Sprintf("HTTP status %d, %s", b.by.status(), excerpt(b.by.Response.Body)),
				Message:  name + " is refused in one size and taken in a larger one",
			})
		}
	}
	return nil
}

// cutTo cuts a text to a number of characters, and not within a word's end.
func cutTo(text string, size int64) string {
	runes := []rune(text)
	if int64(len(runes)) <= size {
		return text
	}
	return strings.TrimRight(string(runes[:size]), " -'/,;:&<>(")
}

func runes(text string) int64 { return int64(len([]rune(text))) }
