package server

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// purchaseRecords are the sentences that judge the records of purchases.
type purchaseRecords struct{ *Scenario }

// eachRecord runs a judgement over every record of every served call, with the
// item that it answers.
func (s *Scenario) eachRecord(judge func(c *driver.Call, path string, record gjson.Result, i *driver.Item, before driver.RecordBefore)) error {
	s.shows(driver.SeveralAtOnce)
	return s.each(func(c *driver.Call) {
		purchaseRecords{s}.countRecords(c)
		for n, record := range c.Records() {
			i, before := c.ItemOf(record, n)
			judge(c, c.RecordPath(n), record, i, before)
		}
	})
}

// countRecords notes that nothing can be said of the records that an answer
// lacks, or of those that answer no item.
func (s purchaseRecords) countRecords(c *driver.Call) {
	if got := len(c.Records()); len(c.Items) > 0 && got != len(c.Items) {
		s.unreadable(c, c.Aspect(judgement.CountAspect), wrongCount(c, len(c.Items), got))
	}
}

// noTwoRecordsShare compares within each answer and across all of them.
func (s purchaseRecords) noTwoRecordsShare(member string) error {
	seen := make(map[string]*driver.Call)
	return s.each(func(c *driver.Call) {
		for n, record := range c.Records() {
			s.expectUnique(seen, c, c.RecordPath(n)+"."+member, record.Get(member))
		}
	})
}

// allRecordsShare holds every record against the first.
func (s purchaseRecords) allRecordsShare(member string) error {
	var first gjson.Result
	return s.each(func(c *driver.Call) {
		for n, record := range c.Records() {
			path, got := c.RecordPath(n)+"."+member, record.Get(member)
			switch {
			case !first.Exists() && !c.Malformed(path):
				first = got
			case !judgement.Equal(first, got):
				s.failDiffers(c, path, first, got, "2.3")
			}
		}
	})
}

func (s purchaseRecords) oneRecordForEachItem() error {
	return s.each(func(c *driver.Call) {
		if got := len(c.Records()); got != len(c.Items) {
			s.wrong(c, wrongCount(c, len(c.Items), got))
		}
	})
}

func wrongCount(c *driver.Call, want, got int) result.Failure {
	return result.Failure{
		Path: "data", Section: spec.Of(c.Endpoint).Section,
		Expected: fmt.Sprintf("%d records, one for each item", want), Actual: fmt.Sprintf("%d records", got),
		Message: "the response does not contain one record for each item",
	}
}

// theRecordOfEachItem holds the ids of data against the ids of the request, in
// any order.
func (s purchaseRecords) theRecordOfEachItem() error {
	s.shows(driver.SeveralAtOnce)
	return s.each(func(c *driver.Call) {
		if err := c.Answered(); err != nil && isData(err) {
			s.recordError(err)
			return
		}
		given := make(map[string]int)
		for _, record := range c.Records() {
			given[strings.ToLower(record.Get("id").String())]++
		}
		for _, i := range c.Items {
			if given[strings.ToLower(i.ID)] != 1 {
				s.fail(c, result.Failure{
					Path: "data.#.id", Section: "4.8", Expected: "one record with id " + i.ID,
					Actual:  fmt.Sprintf("%d such records", given[strings.ToLower(i.ID)]),
					Message: "an item of the request has not one record",
				})
			}
		}
		if len(c.Records()) != len(c.Items) {
			s.fail(c, wrongCount(c, len(c.Items), len(c.Records())))
		}
	})
}

func isData(err error) bool {
	var b *call.BreakError
	return errors.As(err, &b) && b.Aspect.Name == judgement.DataAspect
}

func (s purchaseRecords) orderIDIsRepeated() error {
	return s.each(func(c *driver.Call) {
		sent, _ := c.SentString("order_id")
		s.orderIDIs(c, sent)
	})
}

func (s purchaseRecords) orderIDIsTheItems() error {
	return s.each(func(c *driver.Call) { s.orderIDIs(c, fmt.Sprint(c.Items[0].OrderID)) })
}

// orderIDIs compares the digits: in which JSON type they come is another rule.
func (s purchaseRecords) orderIDIs(c *driver.Call, want string) {
	if got := c.Body.Get("order_id"); !sameOrder(want, got) {
		s.wrong(c, result.Failure{
			Path: "order_id", Section: "4.6", Expected: want, Actual: judgement.Show(got),
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

func (s purchaseRecords) recordsRepeat(member string) error {
	s.shows(driver.UnusualTexts)
	return s.eachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, _ driver.RecordBefore) {
		if i == nil {
			return // that there is one record for each item is judged elsewhere
		}
		want, ok := i.SentValue(c, member)
		if got := record.Get(member); ok && (got.Type != gjson.String || got.String() != want) {
			s.wrong(c, result.Failure{
				Path: path + "." + member, Section: "2.3", Expected: want, Actual: judgement.Show(got),
				Message: member + " is not what the request said",
			})
		}
	})
}

// recordsShowOrDefault judges a member that has a default: where the request left
// it out and was taken, the record shows the default (section 2.2). One that was
// sent and is shown wrong is left to the rule that a record repeats its item.
func (s purchaseRecords) recordsShowOrDefault(member, fallback string) error {
	return s.eachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, _ driver.RecordBefore) {
		if i == nil {
			return
		}
		want, sent := i.SentValue(c, member)
		if !sent {
			want = fallback
		}
		got := record.Get(member)
		f := result.Failure{
			Path: path + "." + member, Section: "2.2", Expected: want, Actual: judgement.Show(got),
			Message: member + " is not what was sent, nor its default",
		}
		switch {
		case got.Type == gjson.String && got.String() == want:
		case sent:
			s.unreadable(c, judgement.Aspect{Endpoint: spec.CreatePurchases, Name: judgement.EchoAspect}, f)
		default:
			s.wrong(c, f)
		}
	})
}

func (s purchaseRecords) recordsRepeatThePrice() error {
	s.shows(driver.LargeAmounts)
	return s.eachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, _ driver.RecordBefore) {
		if i == nil {
			return
		}
		want := fmt.Sprint(i.Price)
		if got := record.Get("item_value"); got.Type == gjson.JSON || !judgement.SameNumber(want, got.String()) {
			s.wrong(c, result.Failure{
				Path: path + ".item_value", Section: "2.3", Expected: want, Actual: judgement.Show(got),
				Message: "item_value is not the price that was sent",
			})
		}
	})
}

// isTheRecordOfBefore compares a fetched record, member by member, with the one
// that the last call which may change it gave.
func (s purchaseRecords) isTheRecordOfBefore() error {
	return s.each(func(c *driver.Call) {
		found := len(s.report.Failures)
		s.compareRecords(c, "data", c.Data, c.Items[0], c.Before[0], nil)
		s.blameOwner(c.Aspect(judgement.EchoAspect), found)
	})
}

// blameOwner turns failures into breaks of an aspect that another rule owns:
// if that one fails, it tells of them, and else they are this check's own.
func (s *Scenario) blameOwner(a judgement.Aspect, from int) {
	if s.check.Owner(a) == s.check.Requirement {
		return
	}
	for _, f := range s.takeFailuresSince(from) {
		s.report.Breaks = append(s.report.Breaks, judgement.Break{Aspect: a, Failure: f})
	}
}

func (s purchaseRecords) isAsBeforeBut(ctx context.Context, members string) error {
	found := len(s.report.Failures)
	defer func() { s.blameCreate(ctx, found) }()
	except := append(strings.Split(members, ", "), "id") // that the ids are right is a rule of its own
	return s.eachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, before driver.RecordBefore) {
		if i != nil {
			s.compareRecords(c, path, record, i, before, except)
		}
	})
}

// compareRecords holds a record against the one of before, member by member.
func (s *Scenario) compareRecords(c *driver.Call, path string, got gjson.Result, i *driver.Item, before driver.RecordBefore, except []string) {
	s.shows(driver.LargeAmounts, driver.UnusualTexts)
	want := gjson.Parse(before.Raw)
	for _, member := range call.RecordMembers {
		is, was := got.Get(member), want.Get(member)
		if slices.Contains(except, member) {
			continue
		}
		if is.Exists() && judgement.Equal(was, is) {
			purchaseRecords{s}.noteStored(c, path+"."+member, is, i, before)
			continue
		}
		f := call.Differing(path+"."+member, was, is, "2.3")
		aspect, owned := isWrongInCreate(i, before, member, is)
		switch {
		case before.Malformed(member):
			s.unreadable(c, before.By.Aspect(judgement.DataAspect), f)
		case owned:
			s.unreadable(c, aspect, f)
		default:
			s.wrong(c, f)
		}
	}
}

// noteStored notes that a value is given back as create recorded it, and was sent
// otherwise: the value that was sent did not come up.
func (s purchaseRecords) noteStored(c *driver.Call, path string, is gjson.Result, i *driver.Item, before driver.RecordBefore) {
	if i == nil || before.By == nil || before.By.Endpoint != spec.CreatePurchases {
		return
	}
	member := path[strings.LastIndexByte(path, '.')+1:]
	aspect := judgement.Aspect{Endpoint: spec.CreatePurchases, Name: judgement.EchoAspect}
	sent, known := i.SentValue(before.By, member)
	same := sent == is.String()
	switch {
	case member == "item_value":
		aspect.Name, sent = judgement.PriceAspect, fmt.Sprint(i.Price)
		same = judgement.SameNumber(sent, is.Raw)
	case !slices.Contains(repeated, member):
		return
	}
	if known && !same {
		s.halfSeen(judgement.Break{Aspect: aspect, Failure: c.Fault(result.Failure{
			Path: path, Section: "2.3", Expected: sent, Actual: judgement.Show(is), Message: member + " was not recorded as it was sent",
		})})
	}
}

// repeated are the members of a record that repeat its item (section 2.3).
var repeated = []string{"item_type", "item_brand", "item_code", "item_description", "delivery_option", "preferred_option"}

// updatedAtMoved judges that the stamp is new. The update was sent only after
// the target's clock had had time to move on.
func (s purchaseRecords) updatedAtMoved(ctx context.Context) error {
	found := len(s.report.Failures)
	defer func() { s.blameCreate(ctx, found) }()
	return s.eachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, before driver.RecordBefore) {
		if i == nil {
			return
		}
		was, now := gjson.Get(before.Raw, "updated_at"), record.Get("updated_at")
		then, err1 := time.Parse(time.RFC3339Nano, was.String())
		moved, err2 := time.Parse(time.RFC3339Nano, now.String())
		if err1 == nil && err2 == nil && moved.After(then) {
			return
		}
		f := result.Failure{
			Path: path + ".updated_at", Section: "4.8", Expected: "a time later than " + was.String(), Actual: judgement.Show(now),
			Message: "updated_at did not change",
		}
		if before.Malformed("updated_at") {
			s.unreadable(c, before.By.Aspect(judgement.DataAspect), f)
			return
		}
		s.wrong(c, f)
	})
}

func (s purchaseRecords) facilityStatusIs(want string) error {
	return s.eachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, _ driver.RecordBefore) {
		if i == nil && c.Endpoint == spec.UpdatePurchases {
			return // nobody asked for this record
		}
		if got := record.Get("facility_status"); got.Type != gjson.String || got.String() != want {
			s.wrong(c, result.Failure{
				Path: path + ".facility_status", Section: "3", Expected: want, Actual: judgement.Show(got),
				Message: "the item is not in the documented state",
			})
		}
	})
}

// goneOrNot judges an item that was cancelled: it may be gone, but it cannot
// still be what it was, whatever that was.
func (s purchaseRecords) goneOrNot(status string) error {
	for _, c := range s.answers {
		if c.Response == nil {
			return c.Served()
		}
		s.evidence.decide(c)
		if !c.OK() || !c.HasServedData(false) {
			continue // gone
		}
		before := gjson.Get(c.Items[0].Record.Raw, "facility_status").String()
		if got := c.Body.Get("data.facility_status"); got.Type != gjson.String || got.String() == status || got.String() == before {
			s.wrong(c, result.Failure{
				Path: "data.facility_status", Section: "3", Expected: "any status but " + status, Actual: judgement.Show(got),
				Message: "the cancelled item still has the status that it had",
			})
		}
	}
	return nil
}

func (s purchaseRecords) theMessageNamesTheItem() error {
	return s.each(func(c *driver.Call) {
		message := c.Body.Get("data.message")
		if message.Type != gjson.String || !strings.Contains(strings.ToLower(message.String()), strings.ToLower(c.Items[0].ID)) {
			s.wrong(c, result.Failure{
				Path: "data.message", Section: "4.9", Expected: "a message with the id " + c.Items[0].ID, Actual: judgement.Show(message),
				Message: "the message does not name the cancelled item",
			})
		}
	})
}

// theItemIsAsItWas fetches an item that a refused call named: a refusal that
// has done what it refused is none.
func (s purchaseRecords) theItemIsAsItWas(ctx context.Context) error {
	now, err := s.session.Orders.Fetch(ctx, s.answers[0].Items[0], call.Plain)
	if err != nil {
		return err
	}
	s.answers = append(s.answers, now)
	if err := now.Served(); err != nil {
		return err
	}
	found := len(s.report.Failures)
	s.compareRecords(now, "data", now.Data, now.Items[0], now.Before[0], nil)
	s.blameCreate(ctx, found)
	return nil
}
