package server

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// observations contains the sentences that note what the specification leaves open.
type observations struct{ *scenario.Scenario }

// isNoted notes how a call was answered. Nothing is judged.
func (s observations) isNoted() error {
	for _, c := range s.Answers {
		switch {
		case c.Response == nil:
			s.Noted("no answer: %v", c.Err)
		case scenario.LooksServed(c) && c.Endpoint == spec.GetPurchase:
			s.Noted("HTTP %d, facility_status %s", c.Response.Status, judgement.Show(c.Body.Get("data.facility_status")))
		case scenario.LooksServed(c):
			s.Noted("served with HTTP %d", c.Response.Status)
		default:
			s.Noted("HTTP %d, %s", c.Response.Status, judgement.Excerpt(c.Response.Body))
		}
	}
	return nil
}

// valuesAreNoted notes the different values of a member.
func (s observations) valuesAreNoted(path string) error {
	const most = 8
	var seen []string
	err := s.Each(func(c *driver.Call) {
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
		s.Noted("%s", strings.Join(seen, ", "))
	}
	return err
}

// typesAreNoted notes the JSON types of a member.
func (s observations) typesAreNoted(path string) error {
	var seen []string
	err := s.Each(func(c *driver.Call) {
		if is := strings.ToLower(c.Body.Get(path).Type.String()); !slices.Contains(seen, is) {
			seen = append(seen, is)
		}
	})
	if len(seen) > 0 {
		s.Noted("%s", strings.Join(seen, ", "))
	}
	return err
}

// movementIsNoted notes a number and its value when the limit was given.
func (s observations) movementIsNoted(path string) error {
	return s.Each(func(c *driver.Call) {
		was := c.Customer.Limit.Get(strings.TrimPrefix(path, "data."))
		s.Noted("from %s to %s", judgement.Show(was), judgement.Show(c.Body.Get(path)))
	})
}

// lettersAreNoted compares a detail of a limit record with the request. The specification does not
// say whether capital letters of an email count.
func (s observations) lettersAreNoted(path string) error {
	c := s.Answers[0]
	if !scenario.LooksServed(c) {
		return s.isNoted()
	}
	sent, _ := c.SentString(path[strings.LastIndexByte(path, '.')+1:])
	switch shown := c.Body.Get(path).String(); {
	case shown == sent:
		s.Noted("it is shown as it was sent")
	case strings.EqualFold(shown, sent):
		s.Noted("it is shown with other capital letters than it was sent with")
	default:
		s.Noted("another one is shown")
	}
	return nil
}

// sharedValuesAreNoted counts the customers who have a value in common with another customer.
func (s observations) sharedValuesAreNoted(path string) error {
	first := make(map[*customer.Customer]string)
	holders := make(map[string]int)
	err := s.Each(func(c *driver.Call) {
		value := c.Body.Get(path)
		if _, known := first[c.Customer]; known || c.Customer == nil || value.Type != gjson.String {
			return
		}
		first[c.Customer] = value.Str
		holders[value.Str]++
	})
	shared := 0
	for _, n := range holders {
		if n > 1 {
			shared += n
		}
	}
	s.noteCounts("each customer has another one", "the customers share it", len(first)-shared, shared)
	return err
}

// laterIDsAreNoted compares the id of a person who had no limit with the ids of this person's other
// responses, and with the id of the limit that the person was given later. Section 2.9 calls it the
// identifier of the customer, but section 4.2 does not say what it is before there is a customer.
func (s observations) laterIDsAreNoted(path string) error {
	var same, other, repeated, changed int
	first := make(map[*customer.Customer]string)
	err := s.Each(func(c *driver.Call) {
		id := strings.ToLower(c.Body.Get(path).String())
		if c.Customer == nil || id == "" {
			return
		}
		if before, known := first[c.Customer]; known {
			count(before == id, &repeated, &changed)
		}
		first[c.Customer] = id
		if c.Customer.ID != "" {
			count(strings.EqualFold(c.Customer.ID, id), &same, &other)
		}
	})
	s.noteCounts("the id of the limit that the person was given later", "another id than the limit", same, other)
	s.noteCounts("the same id each time", "another id each time", repeated, changed)
	return err
}

func count(is bool, yes, no *int) {
	if is {
		*yes++
		return
	}
	*no++
}

func (s observations) noteCounts(usual, otherwise string, yes, no int) {
	switch {
	case yes+no == 0:
	case no == 0:
		s.Noted("%s (%d of %d)", usual, yes, yes)
	case yes == 0:
		s.Noted("%s (%d of %d)", otherwise, no, no)
	default:
		s.Noted("%s in %d of %d, %s in the others", usual, yes, yes+no, otherwise)
	}
}
