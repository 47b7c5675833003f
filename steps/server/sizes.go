package server

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// valueSizes are the sentences about how large values the target takes.
type valueSizes struct{ *Scenario }

// largestTaken makes a call in falling sizes until one is served, and keeps that
// one to be judged. A refusal for the size is the target's right; that of the
// smallest size is judged as any other.
func (s *Scenario) largestTaken(bound string, sizes []int64, try func(size int64, k call.Kind) (*driver.Call, error)) error {
	for n, size := range sizes {
		k := call.Special
		if n < len(sizes)-1 {
			k = call.Probe
		}
		answer, err := try(size, k)
		if err != nil {
			return err
		}
		if k == call.Probe && answer.Response != nil && !answer.OK() {
			if answer.RefusedForCertain() {
				s.session.Bounds.Refuse(answer.Endpoint+" "+bound, size, answer)
			}
			continue
		}
		if answer.OK() {
			s.session.Calls.Include(answer)
			if len(sizes) > 1 {
				s.session.Bounds.Take(answer.Endpoint+" "+bound, size)
			}
		}
		return s.setAnswer(answer, nil)
	}
	return judgement.Errored("no size of %s was tried", bound)
}

// boundsAreNoted tells which sizes were taken, and which refused.
func (s valueSizes) boundsAreNoted(endpoint string) error {
	names, all := s.session.Bounds.Of(endpoint)
	for _, name := range names {
		b := all[name]
		switch {
		case b.Refused == 0:
			s.noted("%s: %d is taken, and nothing larger was tried", name, b.Taken)
		case b.Taken == 0:
			s.noted("%s: %d is refused", name, b.Refused)
		default:
			s.noted("%s: %d is taken, %d is refused", name, b.Taken, b.Refused)
		}
	}
	if len(names) == 0 {
		s.noted("nothing large was tried")
	}
	return nil
}

// noGaps fails where an amount was refused though a larger one was taken: that
// is no bound. (Of texts nothing like it can be said: their octets may count.)
func (s valueSizes) noGaps(endpoint, amounts string) error {
	_, all := s.session.Bounds.Of(endpoint)
	s.decides()
	for _, name := range strings.Split(amounts, ", ") {
		if b := all[name]; b.By != nil && b.Refused < b.Taken {
			s.fail(b.By, result.Failure{
				Path: "status", Section: spec.Of(endpoint).Section,
				Expected: fmt.Sprintf("a success with %s %d, since %d is taken", name, b.Refused, b.Taken),
				Actual:   fmt.Sprintf("HTTP status %d, %s", b.By.Status(), judgement.Excerpt(b.By.Response.Body)),
				Message:  name + " is refused in one size and taken in a larger one",
			})
		}
	}
	return nil
}

// topupIsNoted tells whether a top-up was taken, and what its record then held.
func (s valueSizes) topupIsNoted() error {
	if u := s.session.UnusualItem.Load(); u == nil || !u.Topup {
		s.noted("an item_topup of 2.50 was not taken")
		return nil
	}
	return s.eachRecord(func(c *driver.Call, _ string, record gjson.Result, i *driver.Item, _ driver.RecordBefore) {
		if i != nil && i.Details["item_topup"] != nil && len(s.report.Notes) == 0 {
			s.noted("sent as \"2.50\" with a topup_ref; the record has item_topup %s and topup_ref %s", judgement.Show(record.Get("item_topup")), judgement.Show(record.Get("topup_ref")))
		}
	})
}
