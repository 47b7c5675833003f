package steps

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// eachRecord runs a judgement over every record of every served call, with the
// item that it answers.
func (s *Scenario) eachRecord(judge func(c *call, path string, record gjson.Result, i *item, before kept)) error {
	s.shows(severalAtOnce)
	return s.each(func(c *call) {
		s.countRecords(c)
		for n, record := range c.records() {
			i, before := c.itemOf(record, n)
			judge(c, recordPath(c, n), record, i, before)
		}
	})
}

// countRecords notes that nothing can be said of the records that an answer
// lacks, or of those that answer no item.
func (s *Scenario) countRecords(c *call) {
	if got := len(c.records()); len(c.items) > 0 && got != len(c.items) {
		s.unreadable(c, c.aspect(CountAspect), wrongCount(c, len(c.items), got))
	}
}

// itemOf finds the item that a record answers: by its id, or, in the answer
// that first gives the ids, by its item_code.
func (c *call) itemOf(record gjson.Result, n int) (*item, kept) {
	if c.endpoint == createOrder {
		if n < len(c.answers) {
			return c.answers[n], kept{}
		}
		return nil, kept{}
	}
	for k, i := range c.items {
		if strings.EqualFold(record.Get("id").String(), i.id) && i.id != "" {
			return i, c.beforeOf(k)
		}
	}
	if len(c.items) == 1 && len(c.records()) == 1 {
		return c.items[0], c.beforeOf(0)
	}
	return nil, kept{}
}

func (c *call) beforeOf(k int) kept {
	if k < len(c.before) {
		return c.before[k]
	}
	return kept{}
}

func recordPath(c *call, n int) string {
	if c.data.IsArray() {
		return "data." + strconv.Itoa(n)
	}
	return "data"
}

// noTwoRecordsShare compares within each answer and across all of them.
func (s *Scenario) noTwoRecordsShare(member string) error {
	seen := make(map[string]*call)
	return s.each(func(c *call) {
		for n, record := range c.records() {
			s.unlike(seen, c, recordPath(c, n)+"."+member, record.Get(member))
		}
	})
}

// allRecordsShare holds every record against the first.
func (s *Scenario) allRecordsShare(member string) error {
	var first gjson.Result
	return s.each(func(c *call) {
		for n, record := range c.records() {
			path, got := recordPath(c, n)+"."+member, record.Get(member)
			switch {
			case !first.Exists() && !c.malformed(path):
				first = got
			case !judgement.Equal(first, got):
				s.differs(c, path, first, got, "2.3")
			}
		}
	})
}

func (s *Scenario) oneRecordForEachItem() error {
	return s.each(func(c *call) {
		if got := len(c.records()); got != len(c.items) {
			s.wrong(c, wrongCount(c, len(c.items), got))
		}
	})
}

func wrongCount(c *call, want, got int) result.Failure {
	return result.Failure{
		Path: "data", Section: spec.Of(c.endpoint).Section,
		Expected: fmt.Sprintf("%d records, one for each item", want), Actual: fmt.Sprintf("%d records", got),
		Message: "the answer does not hold one record for each item",
	}
}

// theRecordOfEachItem holds the ids of data against the ids of the request, in
// any order.
func (s *Scenario) theRecordOfEachItem() error {
	s.shows(severalAtOnce)
	return s.each(func(c *call) {
		if err := c.answered(); err != nil && isData(err) {
			s.take(err)
			return
		}
		given := make(map[string]int)
		for _, record := range c.records() {
			given[strings.ToLower(record.Get("id").String())]++
		}
		for _, i := range c.items {
			if given[strings.ToLower(i.id)] != 1 {
				s.fail(c, result.Failure{
					Path: "data.#.id", Section: "4.8", Expected: "one record with id " + i.id,
					Actual:  fmt.Sprintf("%d such records", given[strings.ToLower(i.id)]),
					Message: "an item of the request has not one record",
				})
			}
		}
		if len(c.records()) != len(c.items) {
			s.fail(c, wrongCount(c, len(c.items), len(c.records())))
		}
	})
}

func isData(err error) bool {
	var b *breakError
	return errors.As(err, &b) && b.Aspect.Name == DataAspect
}

func (s *Scenario) orderIDIsRepeated() error {
	return s.each(func(c *call) {
		sent, _ := c.sentString("order_id")
		s.orderIDIs(c, sent)
	})
}

func (s *Scenario) orderIDIsTheItems() error {
	return s.each(func(c *call) { s.orderIDIs(c, fmt.Sprint(c.items[0].orderID)) })
}

// orderIDIs compares the digits: in which JSON type they come is another rule.
func (s *Scenario) orderIDIs(c *call, want string) {
	if got := c.body.Get("order_id"); !sameOrder(want, got) {
		s.wrong(c, result.Failure{
			Path: "order_id", Section: "4.6", Expected: want, Actual: show(got),
			Message: "order_id is not the number of the order",
		})
	}
}

// sameOrder compares an order's number with that of an answer. A number may be
// written in any way that JSON has for it, a string only by its digits.
func sameOrder(sent string, got gjson.Result) bool {
	if got.Type == gjson.Number {
		return judgement.SameNumber(sent, got.Raw)
	}
	number, ok := new(big.Rat).SetString(sent)
	return got.String() == sent || (ok && number.IsInt() && got.String() == number.Num().String())
}

func (s *Scenario) recordsRepeat(member string) error {
	s.shows(unusualTexts)
	return s.eachRecord(func(c *call, path string, record gjson.Result, i *item, _ kept) {
		if i == nil {
			return // that there is one record for each item is judged elsewhere
		}
		want, ok := i.said(c, member)
		if got := record.Get(member); ok && (got.Type != gjson.String || got.String() != want) {
			s.wrong(c, result.Failure{
				Path: path + "." + member, Section: "2.3", Expected: want, Actual: show(got),
				Message: member + " is not what the request said",
			})
		}
	})
}

// recordsShowOrDefault judges a member that has a default: where the request left
// it out and was taken, the record shows the default (section 2.2). One that was
// sent and is shown wrong is left to the rule that a record repeats its item.
func (s *Scenario) recordsShowOrDefault(member, fallback string) error {
	return s.eachRecord(func(c *call, path string, record gjson.Result, i *item, _ kept) {
		if i == nil {
			return
		}
		want, sent := i.said(c, member)
		if !sent {
			want = fallback
		}
		got := record.Get(member)
		f := result.Failure{
			Path: path + "." + member, Section: "2.2", Expected: want, Actual: show(got),
			Message: member + " is not what was sent, nor its default",
		}
		switch {
		case got.Type == gjson.String && got.String() == want:
		case sent:
			s.unreadable(c, Aspect{Endpoint: createOrder, Name: EchoAspect}, f)
		default:
			s.wrong(c, f)
		}
	})
}

// said is what the request said of an item. The plain values of a profile are
// not among the item's own details, so the request itself is read.
func (i *item) said(c *call, member string) (string, bool) {
	v := c.sentItem(fmt.Sprint(i.details["item_code"])).Get(member)
	return v.String(), v.Exists()
}

// sentItem is the item of a code as the request of an order has it.
func (c *call) sentItem(code string) gjson.Result {
	c.reading.Do(func() {
		c.sent = make(map[string]gjson.Result)
		for _, sent := range gjson.GetBytes(c.Request.Body, "items").Array() {
			if other := sent.Get("item_code").String(); !c.sent[other].Exists() {
				c.sent[other] = sent
			}
		}
	})
	return c.sent[code]
}

func (s *Scenario) recordsRepeatThePrice() error {
	s.shows(largeAmounts)
	return s.eachRecord(func(c *call, path string, record gjson.Result, i *item, _ kept) {
		if i == nil {
			return
		}
		want := fmt.Sprint(i.price)
		if got := record.Get("item_value"); got.Type == gjson.JSON || !judgement.SameNumber(want, got.String()) {
			s.wrong(c, result.Failure{
				Path: path + ".item_value", Section: "2.3", Expected: want, Actual: show(got),
				Message: "item_value is not the price that was sent",
			})
		}
	})
}

// isTheRecordOfBefore compares a fetched record, member by member, with the one
// that the last call which may change it gave.
func (s *Scenario) isTheRecordOfBefore() error {
	return s.each(func(c *call) {
		found := len(s.report.Failures)
		s.compareRecords(c, "data", c.data, c.items[0], c.before[0], nil)
		s.leaveToOwner(c.aspect(EchoAspect), found)
	})
}

// leaveToOwner turns failures into breaks of an aspect that another rule owns:
// if that one fails, it tells of them, and else they are this check's own.
func (s *Scenario) leaveToOwner(a Aspect, from int) {
	if s.check.Owner(a) == s.check.Requirement {
		return
	}
	for _, f := range s.withdraw(from) {
		s.report.Breaks = append(s.report.Breaks, Break{Aspect: a, Failure: f})
	}
}

func (s *Scenario) isAsBeforeBut(ctx context.Context, members string) error {
	found := len(s.report.Failures)
	defer func() { s.leaveMistold(ctx, found) }()
	except := append(strings.Split(members, ", "), "id") // that the ids are right is a rule of its own
	return s.eachRecord(func(c *call, path string, record gjson.Result, i *item, before kept) {
		if i != nil {
			s.compareRecords(c, path, record, i, before, except)
		}
	})
}

// compareRecords holds a record against the one of before, member by member.
func (s *Scenario) compareRecords(c *call, path string, got gjson.Result, i *item, before kept, except []string) {
	s.shows(largeAmounts, unusualTexts)
	want := gjson.Parse(before.raw)
	for _, member := range recordMembers {
		is, was := got.Get(member), want.Get(member)
		if slices.Contains(except, member) {
			continue
		}
		if is.Exists() && judgement.Equal(was, is) {
			s.noteStored(c, path+"."+member, is, i, before)
			continue
		}
		f := differing(path+"."+member, was, is, "2.3")
		aspect, owned := i.wrongInCreate(before, member, is)
		switch {
		case before.malformed(member):
			s.unreadable(c, before.by.aspect(DataAspect), f)
		case owned:
			s.unreadable(c, aspect, f)
		default:
			s.wrong(c, f)
		}
	}
}

// noteStored notes that a value is given back as create recorded it, and was sent
// otherwise: the value that was sent did not come up.
func (s *Scenario) noteStored(c *call, path string, is gjson.Result, i *item, before kept) {
	if i == nil || before.by == nil || before.by.endpoint != createOrder {
		return
	}
	member := path[strings.LastIndexByte(path, '.')+1:]
	aspect := Aspect{Endpoint: createOrder, Name: EchoAspect}
	sent, known := i.said(before.by, member)
	same := sent == is.String()
	switch {
	case member == "item_value":
		aspect.Name, sent = PriceAspect, fmt.Sprint(i.price)
		same = judgement.SameNumber(sent, is.Raw)
	case !slices.Contains(repeated, member):
		return
	}
	if known && !same {
		s.halfSeen(Break{Aspect: aspect, Failure: c.fault(result.Failure{
			Path: path, Section: "2.3", Expected: sent, Actual: show(is), Message: member + " was not recorded as it was sent",
		})})
	}
}

// repeated are the members of a record that repeat its item (section 2.3).
var repeated = []string{"item_type", "item_brand", "item_code", "item_description", "delivery_option", "preferred_option"}

// updatedAtMoved judges that the stamp is new. The update was sent only after
// the target's clock had had time to move on.
func (s *Scenario) updatedAtMoved(ctx context.Context) error {
	found := len(s.report.Failures)
	defer func() { s.leaveMistold(ctx, found) }()
	return s.eachRecord(func(c *call, path string, record gjson.Result, i *item, before kept) {
		if i == nil {
			return
		}
		was, now := gjson.Get(before.raw, "updated_at"), record.Get("updated_at")
		then, err1 := time.Parse(time.RFC3339Nano, was.String())
		moved, err2 := time.Parse(time.RFC3339Nano, now.String())
		if err1 == nil && err2 == nil && moved.After(then) {
			return
		}
		f := result.Failure{
			Path: path + ".updated_at", Section: "4.8", Expected: "a time later than " + was.String(), Actual: show(now),
			Message: "updated_at has not moved",
		}
		if before.malformed("updated_at") {
			s.unreadable(c, before.by.aspect(DataAspect), f)
			return
		}
		s.wrong(c, f)
	})
}

func (s *Scenario) facilityStatusIs(want string) error {
	return s.eachRecord(func(c *call, path string, record gjson.Result, i *item, _ kept) {
		if i == nil && c.endpoint == updateItems {
			return // nobody asked for this record
		}
		if got := record.Get("facility_status"); got.Type != gjson.String || got.String() != want {
			s.wrong(c, result.Failure{
				Path: path + ".facility_status", Section: "3", Expected: want, Actual: show(got),
				Message: "the item is not in the documented state",
			})
		}
	})
}

// goneOrNot judges an item that was cancelled: it may be gone, but it cannot
// still be what it was, whatever that was.
func (s *Scenario) goneOrNot(status string) error {
	for _, c := range s.subject {
		if c.Response == nil {
			return c.served()
		}
		s.evidence.decide(c)
		if !c.ok() || !c.bearsData(false) {
			continue // gone
		}
		before := gjson.Get(c.items[0].record.raw, "facility_status").String()
		if got := c.body.Get("data.facility_status"); got.Type != gjson.String || got.String() == status || got.String() == before {
			s.wrong(c, result.Failure{
				Path: "data.facility_status", Section: "3", Expected: "any status but " + status, Actual: show(got),
				Message: "the cancelled item still has the status that it had",
			})
		}
	}
	return nil
}

func (s *Scenario) theMessageNamesTheItem() error {
	return s.each(func(c *call) {
		message := c.body.Get("data.message")
		if message.Type != gjson.String || !strings.Contains(strings.ToLower(message.String()), strings.ToLower(c.items[0].id)) {
			s.wrong(c, result.Failure{
				Path: "data.message", Section: "4.9", Expected: "a message with the id " + c.items[0].id, Actual: show(message),
				Message: "the message does not name the cancelled item",
			})
		}
	})
}

// theItemIsAsItWas fetches an item that a refused call named: a refusal that
// has done what it refused is none.
func (s *Scenario) theItemIsAsItWas(ctx context.Context) error {
	now, err := s.run.fetch(ctx, s.by(), s.subject[0].items[0], plain)
	if err != nil {
		return err
	}
	s.subject = append(s.subject, now)
	if err := now.served(); err != nil {
		return err
	}
	found := len(s.report.Failures)
	s.compareRecords(now, "data", now.data, now.items[0], now.before[0], nil)
	s.leaveMistold(ctx, found)
	return nil
}
