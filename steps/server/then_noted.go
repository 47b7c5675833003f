package server

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// observations are the sentences that note what the specification leaves open.
type observations struct{ *Scenario }

// isNoted keeps how a call was answered. Nothing is judged.
func (s observations) isNoted() error {
	for _, c := range s.answers {
		switch {
		case c.Response == nil:
			s.noted("no answer: %v", c.Err)
		case looksServed(c) && c.Endpoint == spec.GetPurchase:
			s.noted("HTTP %d, facility_status %s", c.Response.Status, judgement.Show(c.Body.Get("data.facility_status")))
		case looksServed(c):
			s.noted("served with HTTP %d", c.Response.Status)
		default:
			s.noted("HTTP %d, %s", c.Response.Status, judgement.Excerpt(c.Response.Body))
		}
	}
	return nil
}

func (s *Scenario) noted(format string, args ...any) {
	s.report.Notes = append(s.report.Notes, fmt.Sprintf(format, args...))
}

// valuesAreNoted lists the different values that a member was seen to hold.
func (s observations) valuesAreNoted(path string) error {
	const most = 8
	var seen []string
	err := s.each(func(c *driver.Call) {
		values := []gjson.Result{c.Body.Get(path)}
		if strings.Contains(path, "#") {
			values = values[0].Array()
		}
		for _, v := range values {
			if v.Exists() && !slices.Contains(seen, v.Raw) && len(seen) < most {
				seen = append(seen, v.Raw)
			}
		}
	})
	if len(seen) > 0 {
		s.noted("%s", strings.Join(seen, ", "))
	}
	return err
}

// movementIsNoted compares a number with what it was when the limit was given.
func (s observations) movementIsNoted(path string) error {
	return s.each(func(c *driver.Call) {
		was := c.Customer.Limit.Get(strings.TrimPrefix(path, "data."))
		s.noted("from %s to %s", judgement.Show(was), judgement.Show(c.Body.Get(path)))
	})
}
