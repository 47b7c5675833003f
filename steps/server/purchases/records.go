package purchases

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// Records contains the sentences that judge the records of purchases.
type Records struct{ *scenario.Scenario }

// NoTwoRecordsShare compares the records within each answer and across all answers.
func (s Records) NoTwoRecordsShare(member string) error {
	seen := make(map[string]*driver.Call)
	return s.Each(func(c *driver.Call) {
		for n, record := range c.Records() {
			s.ExpectUnique(seen, c, c.RecordPath(n)+"."+member, record.Get(member), "")
		}
	})
}

// AllRecordsShare compares every record with the first.
func (s Records) AllRecordsShare(member string) error {
	var first gjson.Result
	return s.Each(func(c *driver.Call) {
		for n, record := range c.Records() {
			path, got := c.RecordPath(n)+"."+member, record.Get(member)
			switch {
			case c.Malformed(path): // the rule about its form reports it, and nothing is compared
				s.BlockBy(c, c.FormAspect(path), call.Differing(path, first, got, "2.3"))
			case !first.Exists():
				first = got
			case !judgement.Equal(first, got):
				s.FailDiffers(c, path, first, got, "2.3")
			}
		}
	})
}

func (s Records) OneRecordForEachItem() error {
	return s.Each(func(c *driver.Call) { scenario.ExpectRecords(s.Scenario, c, len(c.Items)) })
}

// EachItemOfAnAcceptedOrderHasARecord counts the records of an order that the target may refuse.
func (s Records) EachItemOfAnAcceptedOrderHasARecord() error {
	if c := s.Answers[0]; !c.OK() || !c.HasAnyData() && c.Status() != http.StatusCreated {
		return call.Inapplicable("the target refuses such an order, which it may")
	}
	return s.Each(func(c *driver.Call) {
		scenario.ExpectRecords(s.Scenario, c, int(gjson.GetBytes(c.Request.Body, "items.#").Int()))
	})
}

// TheRecordOfEachItem compares the ids in data with the ids in the request, in any order.
func (s Records) TheRecordOfEachItem() error {
	s.JudgesValues(history.SeveralAtOnce, history.ManyAtOnce)
	return s.Each(func(c *driver.Call) {
		if err := c.Answered(); err != nil && isData(err) {
			s.RecordError(err)
			return
		}
		given := make(map[string]int)
		for _, record := range c.Records() {
			given[strings.ToLower(record.Get("id").String())]++
		}
		for _, i := range c.Items {
			if given[strings.ToLower(i.ID)] != 1 {
				f := result.Failure{
					Path: "data.#.id", Section: "4.8", Kind: result.WrongCount, Expected: "one record with id " + i.ID,
					Actual:  fmt.Sprintf("%d such records", given[strings.ToLower(i.ID)]),
					Message: "an item of the request has not one record",
				}
				if len(c.Items) == 1 && len(c.Records()) == 1 {
					f.Path, f.Want, f.Wanted = c.RecordPath(0)+".id", result.ExpectEqual, judgement.Quoted(i.ID)
				}
				s.Fail(c, f)
			}
		}
		if len(c.Records()) != len(c.Items) {
			s.Fail(c, scenario.WrongCount(c, len(c.Items), len(c.Records())))
		}
	})
}

func isData(err error) bool {
	var b *call.BreakError
	return errors.As(err, &b) && b.Aspect.Name == judgement.DataAspect
}

func (s Records) OrderIDIsRepeated() error {
	return s.Each(func(c *driver.Call) {
		sent, _ := c.SentString("order_id")
		s.orderIDIs(c, sent)
	})
}

func (s Records) OrderIDIsTheItems() error {
	return s.Each(func(c *driver.Call) { s.orderIDIs(c, fmt.Sprint(c.Items[0].OrderID)) })
}

// orderIDIs compares the digits only. Another rule judges their JSON type.
func (s Records) orderIDIs(c *driver.Call, want string) {
	if got := c.Body.Get("order_id"); !call.SameOrder(want, got) {
		s.FailValue(c, result.Failure{
			Path: "order_id", Section: "4.6", Expected: want, Want: result.ExpectEqual, Wanted: judgement.Quoted(want), Actual: judgement.Show(got),
			Message: "order_id is not the number of the order",
		})
	}
}

func (s Records) RecordsRepeat(member string) error {
	s.JudgesValues(history.UnusualTexts)
	return s.EachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, _ driver.RecordBefore) {
		if i == nil {
			return // another rule judges that there is one record for each item
		}
		want, ok := i.SentValue(c, member)
		if got := record.Get(member); ok && (got.Type != gjson.String || got.String() != want) {
			s.FailValue(c, result.Failure{
				Path: path + "." + member, Section: "2.3", Expected: seen(want), Want: result.ExpectEqual, Wanted: judgement.Quoted(want), Actual: judgement.Show(got),
				Message: member + " is not what the request said",
			})
		}
	})
}

// RecordsShowOrDefault judges a member that has a default. If an accepted request left it out, the
// record must show the default (section 2.2). If the request has the member and the record shows
// another value, the rule that a record repeats its item reports that.
func (s Records) RecordsShowOrDefault(member, fallback string) error {
	return s.EachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, _ driver.RecordBefore) {
		if i == nil {
			return
		}
		want, sent := i.SentValue(c, member)
		if !sent {
			want = fallback
		}
		got := record.Get(member)
		f := result.Failure{
			Path: path + "." + member, Section: "2.2", Expected: want, Want: result.ExpectEqual, Wanted: judgement.Quoted(want), Actual: judgement.Show(got),
			Message: member + " is not what was sent, nor its default",
		}
		switch {
		case got.Type == gjson.String && got.String() == want:
		case sent:
			s.BlockBy(c, judgement.Aspect{Endpoint: spec.CreatePurchases, Name: judgement.EchoAspect}, f)
		default:
			s.FailValue(c, f)
		}
	})
}

func (s Records) RecordsRepeatThePrice() error {
	s.JudgesValues(history.LargeAmounts)
	return s.EachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, _ driver.RecordBefore) {
		if i == nil {
			return
		}
		want := fmt.Sprint(i.Price)
		if got := record.Get("item_value"); got.Type == gjson.JSON || !judgement.SameNumber(want, got.String()) {
			s.FailValue(c, result.Failure{
				Path: path + ".item_value", Section: "2.3", Expected: want, Want: result.ExpectEqual, Wanted: want, Actual: judgement.Show(got),
				Message: "item_value is not the price that was sent",
			})
		}
	})
}

// IsTheRecordOfBefore compares each member of a fetched record with the record in the answer to the
// last call that may change it.
func (s Records) IsTheRecordOfBefore() error {
	return s.Each(func(c *driver.Call) {
		found := len(s.Report.Failures)
		s.CompareRecords(c, "data", c.Data, c.Items[0], c.Before[0], nil)
		s.BlameOwner(c.Aspect(judgement.EchoAspect), found)
	})
}

func (s Records) IsAsBeforeBut(ctx context.Context, members string) error {
	found := len(s.Report.Failures)
	defer func() { scenario.AttributeIfGetDiffersToo(ctx, s.Scenario, found) }()
	except := append(strings.Split(members, ", "), "id") // another rule judges the ids
	return s.EachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, before driver.RecordBefore) {
		if i != nil {
			s.CompareRecords(c, path, record, i, before, except)
		}
	})
}

// UpdatedAtIsLater checks that updated_at is newer than before. The update was sent only after the
// target's clock had time to move on.
func (s Records) UpdatedAtIsLater(ctx context.Context) error {
	found := len(s.Report.Failures)
	defer func() { scenario.AttributeIfGetDiffersToo(ctx, s.Scenario, found) }()
	return s.EachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, before driver.RecordBefore) {
		if i == nil {
			return
		}
		was, now := gjson.Get(before.Raw, "updated_at"), record.Get("updated_at")
		then, known := call.Time(was)
		moved, read := call.Time(now)
		if known && read && moved.After(then) {
			return
		}
		f := result.Failure{
			Path: path + ".updated_at", Section: "4.8", Expected: "a time later than " + was.String(), Kind: result.WrongTime, Want: result.ExpectAfter, Wanted: was.Raw, Actual: judgement.Show(now),
			Message: "updated_at did not change",
		}
		if before.Malformed("updated_at") {
			s.BlockBy(c, before.By.Aspect(judgement.DataAspect), f)
			return
		}
		s.FailValue(c, f)
	})
}

func (s Records) FacilityStatusIs(want string) error {
	return s.statusIs(want, func(*driver.Call, *driver.Item) bool { return true })
}

// PickUpStatusIs judges the items for pick-up at the store, in an order that also has other items.
func (s Records) PickUpStatusIs(want string) error {
	return s.statusIs(want, func(c *driver.Call, i *driver.Item) bool {
		if i == nil {
			return false
		}
		delivery, _ := i.SentValue(c, "delivery_option")
		preferred, _ := i.SentValue(c, "preferred_option")
		return delivery == spec.StorePickup && preferred == spec.PickUp
	})
}

func (s Records) statusIs(want string, concerns func(*driver.Call, *driver.Item) bool) error {
	return s.EachRecord(func(c *driver.Call, path string, record gjson.Result, i *driver.Item, _ driver.RecordBefore) {
		if i == nil && c.Endpoint == spec.UpdatePurchases || !concerns(c, i) || scenario.ShowsAnother(s.Scenario, c) {
			return // the request did not name this record
		}
		if got := record.Get("facility_status"); got.Type != gjson.String || got.String() != want {
			s.FailValue(c, result.Failure{
				Path: path + ".facility_status", Section: "3", Expected: want, Want: result.ExpectEqual, Wanted: judgement.Quoted(want), Actual: judgement.Show(got),
				Message: "the item is not in the documented state",
			})
		}
	})
}

// NotFoundOrStatusIsNot judges an item that was cancelled. It may be gone, but it cannot still have
// the status that it had, whatever that was. It must not show a status of the table that comes
// before the cancel either (section 3).
func (s Records) NotFoundOrStatusIsNot(status string) error {
	defer CancelledItems(s).nameTheCancel()
	for _, c := range s.Answers {
		if c.Response == nil {
			return c.Served()
		}
		s.Evidence.Decide(c)
		if !c.OK() || !c.HasServedData(false) || scenario.ShowsAnother(s.Scenario, c) {
			continue // gone
		}
		before := gjson.Get(c.Items[0].Record.Raw, "facility_status").String()
		if got := c.Body.Get("data.facility_status"); got.Type != gjson.String || slices.Contains([]string{status, before, spec.PendingCollection, spec.CollectedByAgent}, got.String()) {
			s.FailValue(c, StillHasStatus(status, got))
		}
	}
	return nil
}

// StillHasStatus returns the failure of a cancelled item that shows a status which it must have left.
func StillHasStatus(status string, got gjson.Result) result.Failure {
	if got.Type == gjson.String {
		status = got.Str // the status that it shows, which need not be its last one
	}
	return result.Failure{
		Path: "data.facility_status", Section: "3", Expected: "any status but " + status, Want: result.ExpectNot, Wanted: judgement.Quoted(got.String()), Actual: judgement.Show(got),
		Message: "the cancelled item still has the status that it had",
	}
}

func (s Records) TheMessageNamesTheItem() error {
	return s.Each(func(c *driver.Call) {
		message := c.Body.Get("data.message")
		if message.Type != gjson.String || !strings.Contains(strings.ToLower(message.String()), strings.ToLower(c.Items[0].ID)) {
			s.FailValue(c, result.Failure{
				Path: "data.message", Section: "4.9", Expected: "a message with the id " + c.Items[0].ID, Want: result.ExpectMatch, Wanted: c.Items[0].ID, Actual: judgement.Show(message),
				Message: "the message does not name the cancelled item",
			})
		}
	})
}

// TheItemIsAsItWas fetches an item that a refused call named. A call that is refused must not have
// any effect.
func (s Records) TheItemIsAsItWas(ctx context.Context) error {
	now, err := s.Session.Orders.Fetch(ctx, s.Answers[0].Items[0], call.Plain)
	if err != nil {
		return err
	}
	s.Answers = append(s.Answers, now)
	if err := now.Served(); err != nil {
		return err
	}
	found := len(s.Report.Failures)
	s.CompareRecords(now, "data", now.Data, now.Items[0], now.Before[0], nil)
	scenario.AttributeToGetPurchase(s.Scenario, found)
	scenario.AttributeIfGetDiffersToo(ctx, s.Scenario, found)
	if len(s.Report.Failures) == found {
		return nil
	}
	return EndOfRun(s).blameMovers(ctx, now.Items[0].Buyer, found)
}

// seen quotes a text whose spaces or line breaks would otherwise not be visible, and the word null,
// which would look like the JSON value.
func seen(text string) string {
	if strings.TrimSpace(text) != text || strings.Contains(text, "\n") || text == "null" {
		return judgement.Quoted(text)
	}
	return text
}
