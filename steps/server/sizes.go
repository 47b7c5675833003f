package server

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// valueSizes contains the sentences about how large values the target takes.
type valueSizes struct{ *scenario.Scenario }

// boundsAreNoted notes which sizes were taken and which were refused.
func (s valueSizes) boundsAreNoted(endpoint string) error {
	names, all := s.Session.Bounds.Of(endpoint)
	for _, name := range names {
		b := all[name]
		switch {
		case b.Refused == 0:
			s.Noted("%s: %d was accepted, and nothing larger was tried", name, b.Taken)
		case b.Taken == 0:
			s.Noted("%s: %d was refused", name, b.Refused)
		default:
			s.Noted("%s: %d was accepted, %d was refused", name, b.Taken, b.Refused)
		}
		if b.Small > 0 {
			s.Noted("%s: %d was refused as too small", name, b.Small)
		}
	}
	texts := s.Session.Bounds.Texts(endpoint)
	for _, text := range texts {
		s.Noted("refused: %s", text)
	}
	if len(names) == 0 && len(texts) == 0 {
		s.Noted("nothing large was tried")
	}
	return nil
}

// noGaps fails if an amount was refused between two amounts that were taken, because that is no
// limit. For texts it does not apply: the target may limit their length in bytes.
func (s valueSizes) noGaps(endpoint, amounts string) error {
	_, all := s.Session.Bounds.Of(endpoint)
	s.Decides()
	for _, name := range strings.Split(amounts, ", ") {
		if b := all[name]; b.By != nil {
			s.Fail(b.By, result.Failure{
				Path: "status", Section: spec.Of(endpoint).Section, Want: result.ExpectServed,
				Expected: fmt.Sprintf("a success with %s %d, since %d is taken", name, b.Gap, b.Taken),
				Actual:   fmt.Sprintf("HTTP status %d, %s", b.By.Status(), judgement.Excerpt(b.By.Response.Body)),
				Message:  name + " is refused in one size and taken in a larger and in a smaller one",
			})
		}
	}
	return nil
}

// topupIsNoted notes whether a top-up was taken, and what its record then contained.
func (s valueSizes) topupIsNoted() error {
	if u := s.Session.UnusualItem.Load(); u == nil || u.Topup == "" {
		s.Noted("an item_topup of 2.50, and one of 25, was not taken")
		return nil
	}
	return s.EachRecord(func(c *driver.Call, _ string, record gjson.Result, i *driver.Item, _ driver.RecordBefore) {
		if i != nil && i.Details["item_topup"] != nil && len(s.Report.Notes) == 0 {
			s.Noted("sent as %q with a topup_ref; the record has item_topup %s and topup_ref %s", i.Details["item_topup"], judgement.Show(record.Get("item_topup")), judgement.Show(record.Get("topup_ref")))
		}
	})
}
