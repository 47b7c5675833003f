package refused

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// knownItems are the answers of get about items that exist, fetched beside the calls about unknown
// items.
type knownItems struct{ fetched []*driver.Call }

// UnknownIDs contains the sentences about ids that do not exist.
type UnknownIDs struct{ *scenario.Scenario }

// strangeIDs returns ids that do not exist, most of them made from a known one: a new UUID, one
// that begins like the known id, one that ends like it, one that is no UUID, one that is too short,
// one that is too long, and one that LIKE matches with it. A target that searches for a part of an
// id finds the known one.
func strangeIDs(known string) []string {
	last, first := len(known)-1, 0
	return []string{
		uuid.NewString(), known[:last] + scenario.OtherDigit(known[last]), scenario.OtherDigit(known[first]) + known[1:], noUUID,
		known[:last], known + "0", known[:last] + "%",
	}
}

// noUUID is an id that a target cannot parse as a UUID.
const noUUID = "no-such-id"

// AnUnknownItemIsFetched fetches unknown items, and a known one. The latter shows what the target
// returns for an item that exists.
func (s UnknownIDs) AnUnknownItemIsFetched(ctx context.Context) error {
	known := s.Order.Items[0]
	fetchKnown := func() (*driver.Call, error) { return s.Session.Orders.Fetch(ctx, known, call.Special) }
	return s.amongKnown(strangeIDs(known.ID), func(id string) (*driver.Call, error) {
		return s.Session.Orders.Fetch(ctx, &driver.Item{ID: id, Buyer: known.Buyer}, call.Probe)
	}, fetchKnown, fetchKnown)
}

func (s UnknownIDs) AnUnknownLimitIsFetched(ctx context.Context) error {
	fetchKnown := func() (*driver.Call, error) { return s.Session.Limits.FetchLimitAs(ctx, s.Customer, call.Special) }
	return s.amongKnown(strangeIDs(s.Customer.ID), func(id string) (*driver.Call, error) {
		stranger := &customer.Customer{Kind: customer.Employed, Grant: customer.Grant{ID: id}}
		return s.Session.Limits.FetchLimitAs(ctx, stranger, call.Probe)
	}, fetchKnown, fetchKnown)
}

// amongKnown makes calls about unknown ids, and calls about a known id: one after the first unknown
// id, if early is set, and one after the others. A target that fails at the call after a refusal
// would otherwise fail at a call about an unknown id, where the failure is not visible.
func (s UnknownIDs) amongKnown(ids []string, probe func(id string) (*driver.Call, error), early, late func() (*driver.Call, error)) error {
	unknown := slices.DeleteFunc(ids, func(id string) bool { return knows(s.Session.Run, id) })
	first := min(1, len(unknown))
	if err := s.probeAll(unknown[:first], probe); err != nil {
		return err
	}
	if early != nil {
		if err := s.compareWithKnown(early()); err != nil {
			return err
		}
	}
	if err := s.probeAll(unknown[first:], probe); err != nil {
		return err
	}
	return s.compareWithKnown(late())
}

// probeAll makes calls about unknown ids, all at the same time. It adds the answers to those to
// judge, in the order of the ids.
func (s UnknownIDs) probeAll(ids []string, probe func(id string) (*driver.Call, error)) error {
	answers, err := scenario.AtTheSameTime(ids, probe)
	s.Answers = append(s.Answers, answers...)
	return err
}

// knows reports whether an id belongs to an item of this run.
func knows(r *driver.Run, id string) bool {
	_, known := r.ItemIDs.Load(strings.ToLower(id))
	return known
}

// add adds an answer to those to judge.
func (s UnknownIDs) add(c *driver.Call, err error) error {
	if err == nil {
		s.Answers = append(s.Answers, c)
	}
	return err
}

// compareWithKnown requires that the same call is served for a known id. A target that serves
// nothing shows nothing by refusing the other calls. If the answer about a known id does not show
// whose data it contains, the served answers about unknown ids show nothing either.
func (s UnknownIDs) compareWithKnown(c *driver.Call, err error) error {
	if err != nil {
		return err
	}
	if err := c.Served(); err != nil {
		return err
	}
	if slices.ContainsFunc(s.Answers, func(a *driver.Call) bool { return a.OK() && a.IsJSON }) && !recognisable(s.Session.Run, c) {
		s.NoteMissingEvidence(unrecognisable(c))
	}
	return nil
}

// recognisable reports whether the answer about a known id would be recognised as data of another
// id, if it were the answer to an unknown id.
func recognisable(r *driver.Run, c *driver.Call) bool {
	_, _, is := foreignRecord(r, c, uuid.NewString(), true)
	return is
}

// unrecognisable returns the break of an answer that does not show whose data it contains.
func unrecognisable(c *driver.Call) judgement.Break {
	path := "data"
	if c.Endpoint == spec.FetchLimit && c.Data.IsObject() {
		path = "data.customer_details"
	}
	return judgement.Break{Aspect: c.Aspect(judgement.DataAspect), Failure: c.Fault(result.Failure{
		Path: path, Section: spec.Of(c.Endpoint).Section, Expected: "data that tells whose it is", Want: result.ExpectThere, Actual: judgement.Show(c.Body.Get(path)),
		Message: "whose data an answer gives cannot be told",
	})}
}

// AnUnknownItemIsMoved updates or cancels unknown items, and the known items of the purchase after
// fetching each. The second known item, which may be the newest of all, is moved after the first
// unknown one. The first known item, which the unknown ids resemble, is moved at the end.
func (s UnknownIDs) AnUnknownItemIsMoved(ctx context.Context, move string) error {
	scenario.State[knownItems](s.Scenario).fetched = nil
	known := s.Order.Items[0]
	var moveAnother func() (*driver.Call, error)
	if another := s.Order.Items[1:]; len(another) > 0 {
		moveAnother = func() (*driver.Call, error) { return s.lookAndMove(ctx, move, another[0]) }
	}
	moveKnown := func() (*driver.Call, error) {
		if move == "updated" {
			if err := s.updateNothing(ctx, known); err != nil {
				return nil, err
			}
		}
		return s.lookAndMove(ctx, move, known)
	}
	err := s.amongKnown(strangeIDs(known.ID), func(id string) (*driver.Call, error) {
		return s.moveProbe(ctx, move, &driver.Item{ID: id, Buyer: known.Buyer, Record: known.Record})
	}, moveAnother, moveKnown)
	if err != nil || move != "updated" {
		return err
	}
	return s.updateUnknownElsewhere(ctx, &driver.Item{ID: uuid.NewString(), Buyer: known.Buyer, Record: known.Record})
}

// updateNothing sends an update that names no item, so it must move none.
func (s UnknownIDs) updateNothing(ctx context.Context, known *driver.Item) error {
	f, err := s.Session.Orders.UpdateBase(ctx)
	if err != nil {
		return err
	}
	path := spec.Of(spec.UpdatePurchases).OtherPath
	if f.Readings[payload.UpdatePath] != payload.NoID {
		path = spec.Of(spec.UpdatePurchases).At(uuid.NewString())
	}
	_, err = s.Session.Perform(ctx, &driver.Call{Answer: call.Answer{Endpoint: spec.UpdatePurchases, Kind: call.Probe}, Customer: known.Buyer},
		driver.Request{Path: path, Body: map[string]any{"items": []any{}}})
	return err
}

// updateUnknownElsewhere updates an unknown item at the form of the path that the run does not use,
// where other code may read the ids.
func (s UnknownIDs) updateUnknownElsewhere(ctx context.Context, unknown *driver.Item) error {
	f, err := s.Session.Orders.UpdateBase(ctx)
	if err != nil {
		return err
	}
	return s.add(s.Session.Orders.UpdateAs(ctx, []*driver.Item{unknown}, driver.Collected, call.Probe, purchases.OtherPath{Scenario: s.Scenario}.OtherForm(f)))
}

func (s UnknownIDs) lookAndMove(ctx context.Context, move string, i *driver.Item) (*driver.Call, error) {
	now, err := s.Session.Orders.Fetch(ctx, i, call.Special)
	if err != nil {
		return nil, err
	}
	state := scenario.State[knownItems](s.Scenario)
	state.fetched = append(state.fetched, now)
	return purchases.SharedValues(s).MoveSpecial(ctx, move, i)
}

func (s UnknownIDs) moveProbe(ctx context.Context, move string, i *driver.Item) (*driver.Call, error) {
	if move == "updated" {
		return s.Session.Orders.Update(ctx, []*driver.Item{i}, driver.Collected, call.Probe)
	}
	return s.Session.Orders.Cancel(ctx, i, call.Probe)
}

// NoOtherDataIsReturned judges answers about ids that do not exist. They may be refusals of any
// form, or successes with an empty body or list. They must not contain a record of an existing id.
func (s UnknownIDs) NoOtherDataIsReturned() error {
	for n, c := range s.Answers {
		if c.Response == nil && !c.Unanswered {
			return judgement.Errored("%s was not answered: %v", spec.Line(c.Endpoint), c.Err)
		}
		s.Evidence.Decide(c)
		if !c.OK() || !c.IsJSON {
			continue
		}
		asked, invented := askedID(c), n == 0
		if path, got, is := foreignRecord(s.Session.Run, c, asked, invented); is {
			s.Fail(c, result.Failure{
				Path: path, Section: spec.Of(c.Endpoint).Section, Want: result.ExpectNobody, Expected: "no data: the id " + asked + " does not exist", Actual: judgement.Show(got),
				Message: "the response to an unknown id contains data of another id",
			})
		}
	}
	return nil
}

// askedID returns the id that a call asked for.
func askedID(c *driver.Call) string {
	if c.Endpoint == spec.FetchLimit {
		return c.Customer.ID
	}
	return c.Items[0].ID
}

// foreignRecord finds a record in an answer about an unknown id. A record counts if it has another
// id. A record with the same id counts only if the id is a new UUID, because an id similar to a
// known one may by chance exist.
func foreignRecord(r *driver.Run, c *driver.Call, asked string, invented bool) (path string, record gjson.Result, is bool) {
	if c.Endpoint == spec.FetchLimit {
		who := c.Data.Get("customer_details")
		return "data.customer_details", who, hasData(who, asked, invented, "first_name", "last_name", "email", "id_number", "mobile_number")
	}
	if c.Endpoint == spec.CancelPurchase {
		message := c.Body.Get("data.message")
		return "data.message", message, namesAnother(r, message.String(), asked)
	}
	for n, record := range c.Records() {
		if hasData(record, asked, invented, "item_code", "item_brand", "item_description") {
			return c.RecordPath(n), record, true
		}
	}
	return "", gjson.Result{}, false
}

// namesAnother reports whether a message names an item of this run other than the one that was
// asked for. It removes that id first, because it may contain the other one.
func namesAnother(r *driver.Run, message, asked string) bool {
	message = strings.ReplaceAll(strings.ToLower(message), strings.ToLower(asked), "")
	return slices.ContainsFunc(anyUUID.FindAllString(message, -1), func(id string) bool { return knows(r, id) })
}

var anyUUID = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// hasData reports whether an object has data of a customer or an item. An object with only empty
// members has none.
func hasData(o gjson.Result, asked string, invented bool, members ...string) bool {
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

// TheKnownItemIsAsItWas judges the items that a target may confuse with an unknown id.
func (s UnknownIDs) TheKnownItemIsAsItWas(ctx context.Context) error {
	fetched := scenario.State[knownItems](s.Scenario).fetched
	if len(fetched) == 0 {
		return judgement.Errored("no item was looked at: nothing can be judged")
	}
	for _, c := range fetched {
		if err := s.isAsItWas(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

func (s UnknownIDs) isAsItWas(ctx context.Context, c *driver.Call) error {
	if err := c.Served(); err != nil {
		return err
	}
	s.Answers = append(s.Answers, c)
	s.Evidence.Decide(c)
	found := len(s.Report.Failures)
	s.CompareRecords(c, "data", c.Data, c.Items[0], c.Before[0], nil)
	scenario.AttributeToGetPurchase(s.Scenario, found)
	scenario.AttributeIfGetDiffersToo(ctx, s.Scenario, found)
	scenario.UnchangedMayBeStale(s.Scenario, c)
	return nil
}
