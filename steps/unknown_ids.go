package steps

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// strangeIDs are ids that nobody gave, made from one that is known: one that
// has nothing of it, one that begins as it does, and one that ends so. A target
// that looks for a part of an id finds the known one.
func strangeIDs(known string) []string {
	last, first := len(known)-1, 0
	return []string{uuid.NewString(), known[:last] + otherDigit(known[last]), otherDigit(known[first]) + known[1:]}
}

func otherDigit(digit byte) string {
	if digit == '7' {
		return "8"
	}
	return "7"
}

// anUnknownItemIsFetched asks for items that nobody bought and then for one
// that somebody did: it shows what the target gives when it has something.
func (s *Scenario) anUnknownItemIsFetched(ctx context.Context) error {
	known := s.order.items[0]
	for _, id := range strangeIDs(known.id) {
		if s.run.knows(id) {
			continue
		}
		if err := s.add(s.run.fetch(ctx, s.by(), &item{id: id, buyer: known.buyer}, probe)); err != nil {
			return err
		}
	}
	return s.compareWithKnown(s.run.fetch(ctx, s.by(), known, special))
}

func (s *Scenario) anUnknownLimitIsFetched(ctx context.Context) error {
	for _, id := range strangeIDs(s.customer.id) {
		stranger := &customer{kind: employed, id: id}
		if err := s.add(s.run.fetchLimitAs(ctx, s.by(), stranger, probe)); err != nil {
			return err
		}
	}
	return s.compareWithKnown(s.run.fetchLimitAs(ctx, s.by(), s.customer, special))
}

// knows tells whether an id is that of an item of this run.
func (r *Run) knows(id string) bool {
	_, known := r.ids.Load(strings.ToLower(id))
	return known
}

// add keeps an answer to be judged.
func (s *Scenario) add(c *call, err error) error {
	if err == nil {
		s.subject = append(s.subject, c)
	}
	return err
}

// compareWithKnown wants the same call served for an id that is known: a target
// that serves nothing shows nothing by refusing the others.
func (s *Scenario) compareWithKnown(c *call, err error) error {
	if err != nil {
		return err
	}
	return c.served()
}

// anUnknownItemIsMoved names items that nobody bought in an update or a cancel,
// then looks at the item that it can be mistaken for, and moves that one.
func (s *Scenario) anUnknownItemIsMoved(ctx context.Context, move string) error {
	known := s.order.items[0]
	for _, id := range strangeIDs(known.id) {
		stranger := &item{id: id, buyer: known.buyer, record: known.record}
		if s.run.knows(id) {
			continue
		}
		answer, err := s.moveProbe(ctx, move, stranger)
		if err := s.add(answer, err); err != nil {
			return err
		}
	}
	s.known = nil
	now, err := s.run.fetch(ctx, s.by(), known, special)
	if err != nil {
		return err
	}
	s.known = now
	return s.compareWithKnown(s.moveSpecial(ctx, move, known))
}

func (s *Scenario) moveProbe(ctx context.Context, move string, i *item) (*call, error) {
	if move == "updated" {
		return s.run.update(ctx, s.by(), []*item{i}, collected, probe)
	}
	return s.run.cancel(ctx, s.by(), i, probe)
}

// nobodysDataIsGiven judges answers about ids that nobody gave. They may be
// refused in any way, and also served with an empty body or list; what they may
// not hold is a record of somebody.
func (s *Scenario) nobodysDataIsGiven() error {
	for n, c := range s.subject {
		if c.Response == nil && !c.unanswered {
			return errored("%s was not answered: %v", spec.Line(c.endpoint), c.Err)
		}
		s.evidence.decide(c)
		if !c.ok() || !c.isJSON {
			continue
		}
		asked, invented := c.askedID(), n == 0
		if path, got, is := s.run.somebody(c, asked, invented); is {
			s.fail(c, result.Failure{
				Path: path, Section: spec.Of(c.endpoint).Section, Expected: "nobody's data: the id " + asked + " was given to nobody", Actual: show(got),
				Message: "an id that nobody gave is answered with somebody's data",
			})
		}
	}
	return nil
}

// askedID is the id that a call asked for.
func (c *call) askedID() string {
	if c.endpoint == fetchLimit {
		return c.customer.id
	}
	return c.items[0].id
}

// somebody finds a record in an answer about an id that nobody gave: one under
// another id, or one under this id, where the id is made up and not only like a
// known one, which may by chance be somebody's.
func (r *Run) somebody(c *call, asked string, invented bool) (path string, record gjson.Result, is bool) {
	if c.endpoint == fetchLimit {
		who := c.data.Get("customer_details")
		return "data.customer_details", who, holds(who, asked, invented, "first_name", "last_name", "email", "id_number", "mobile_number")
	}
	if c.endpoint == cancelItem {
		message := c.body.Get("data.message")
		return "data.message", message, r.namesAnother(message.String(), asked)
	}
	for n, record := range c.records() {
		if holds(record, asked, invented, "item_code", "item_brand", "item_description") {
			return recordPath(c, n), record, true
		}
	}
	return "", gjson.Result{}, false
}

// namesAnother tells whether a message names an item of this run other than the
// one that was asked for.
func (r *Run) namesAnother(message, asked string) bool {
	for _, id := range anyUUID.FindAllString(message, -1) {
		if !strings.EqualFold(id, asked) && r.knows(id) {
			return true
		}
	}
	return false
}

var anyUUID = regexp.MustCompile(`[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}`)

// holds tells whether an object holds something of somebody. One that is all
// empty is none.
func holds(o gjson.Result, asked string, invented bool, members ...string) bool {
	if !o.IsObject() {
		return false
	}
	filled := false
	for _, member := range members {
		v := o.Get(member)
		filled = filled || (v.Type == gjson.String && v.String() != "")
	}
	return filled && (invented || !strings.EqualFold(o.Get("id").String(), asked))
}

// theKnownItemIsAsItWas judges the item that an unknown id may have been taken
// for.
func (s *Scenario) theKnownItemIsAsItWas(ctx context.Context) error {
	c := s.known
	if c == nil {
		return errored("no item was looked at: nothing can be judged")
	}
	if err := c.served(); err != nil {
		return err
	}
	s.subject = append(s.subject, c)
	s.evidence.decide(c)
	found := len(s.report.Failures)
	s.compareRecords(c, "data", c.data, c.items[0], c.before[0], nil)
	s.leaveMistold(ctx, found)
	return nil
}

// strangeValues are values of query fields that are nobody's, most of them a
// part of somebody's.
func (s *Scenario) strangeValues() []struct{ field, value string } {
	who := s.customer.who
	all := []struct{ field, value string }{{"mobile", s.run.stranger(s.run.rng("stranger " + s.check.Key)).phone}}
	part := func(field, whole string, from, to int) {
		if len(whole) > from+to+3 {
			all = append(all, struct{ field, value string }{field, whole[from : len(whole)-to]})
		}
	}
	part("email", who.email, 2, 0)
	part("NATIONAL_ID", who.idNumber, 0, 1)
	part("mobile", who.phone, 0, 1)
	return all
}

func (s *Scenario) strangersAreLookedUp(ctx context.Context) error {
	if _, err := s.run.lookedUp(ctx, s.by(), s.customer); err != nil {
		return err
	}
	for _, v := range s.strangeValues() {
		s.run.personal.note(v.value)
		if err := s.add(s.run.lookUp(ctx, s.by(), nil, v.field, v.value, probe)); err != nil {
			return err
		}
	}
	return nil
}

// searched is the member of a profile that a query field searches.
var searched = map[string]string{"mobile": "mobile", "email": "email", "NATIONAL_ID": "nationalIdNo"}

// nobodysProfileIsGiven judges by the answer itself: a profile whose own member
// is not what was asked for is that of somebody else.
func (s *Scenario) nobodysProfileIsGiven() error {
	for _, c := range s.subject {
		if c.Response == nil && !c.unanswered {
			return errored("%s was not answered: %v", spec.Line(c.endpoint), c.Err)
		}
		s.evidence.decide(c)
		field, _ := c.sentString("queryFieldEnum")
		asked, _ := c.sentString("value")
		got := c.body.Get("data.baseInfo." + searched[field])
		if !c.ok() || got.Type != gjson.String || got.String() == "" || sameDetail(searched[field], asked, got.String()) {
			continue
		}
		s.fail(c, result.Failure{
			Path: "data.baseInfo." + searched[field], Section: "4.5", Expected: fmt.Sprintf("nobody, or somebody whose %s is %s", searched[field], asked), Actual: show(got),
			Message: "a lookup gives the profile of somebody else than was asked for",
		})
	}
	return nil
}
