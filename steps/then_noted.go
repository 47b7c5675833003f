package steps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// isNoted keeps how a call was answered. Nothing is judged.
func (s *Scenario) isNoted() error {
	for _, c := range s.subject {
		switch {
		case c.Response == nil:
			s.noted("no answer: %v", c.Err)
		case c.looksServed() && c.endpoint == getItem:
			s.noted("HTTP %d, facility_status %s", c.Response.Status, show(c.body.Get("data.facility_status")))
		case c.looksServed():
			s.noted("served with HTTP %d", c.Response.Status)
		default:
			s.noted("HTTP %d, %s", c.Response.Status, excerpt(c.Response.Body))
		}
	}
	return nil
}

func (s *Scenario) noted(format string, args ...any) {
	s.report.Notes = append(s.report.Notes, fmt.Sprintf(format, args...))
}

// valuesAreNoted lists the different values that a member was seen to hold.
func (s *Scenario) valuesAreNoted(path string) error {
	const most = 8
	var seen []string
	err := s.each(func(c *call) {
		values := []gjson.Result{c.body.Get(path)}
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
func (s *Scenario) movementIsNoted(path string) error {
	return s.each(func(c *call) {
		was := c.customer.limit.Get(strings.TrimPrefix(path, "data."))
		s.noted("from %s to %s", show(was), show(c.body.Get(path)))
	})
}
