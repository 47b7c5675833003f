package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

func HasCredit(c *driver.Call) bool { return c.Data.Get("creditLimitInfo").IsObject() }

// ExpectUnique reports a value that another call returned before, with a message of its own if
// there is one. An absent value cannot be compared, so it blocks the check.
func (s *Scenario) ExpectUnique(seen map[string]*driver.Call, c *driver.Call, path string, v gjson.Result, message string) {
	f := result.Failure{Path: path, Section: spec.Of(c.Endpoint).Section, Expected: "a value of its own", Want: result.ExpectNot, Wanted: v.Raw, Actual: judgement.Show(v)}
	if !v.Exists() || v.Type == gjson.Null {
		f.Message = path + " is absent, so it cannot be compared"
		s.BlockBy(c, c.FormAspect(path), f)
		return
	}
	key := strings.ToLower(v.String())
	first, known := seen[key]
	if !known {
		seen[key] = c
		return
	}
	f.Actual += ", as in exchange " + first.ID
	f.Other = first.ID
	f.Message = cmp.Or(message, path+" repeats an earlier one")
	s.FailValue(c, f)
}

// FailDiffers reports that a value is not the expected one.
func (s *Scenario) FailDiffers(c *driver.Call, path string, want, got gjson.Result, section string) {
	s.FailValue(c, call.Differing(path, want, got, section))
}

func (s *Scenario) Noted(format string, args ...any) {
	s.Report.Notes = append(s.Report.Notes, fmt.Sprintf(format, args...))
}

// EachRecord calls judge for every record of every served call, with the item that the record
// belongs to.
func (s *Scenario) EachRecord(judge func(c *driver.Call, path string, record gjson.Result, i *driver.Item, before driver.RecordBefore)) error {
	s.JudgesValues(history.SeveralAtOnce, history.ManyAtOnce)
	return s.Each(func(c *driver.Call) {
		s.countRecords(c)
		for n, record := range c.Records() {
			i, before := c.ItemOf(record, n)
			judge(c, c.RecordPath(n), record, i, before)
		}
	})
}

// countRecords notes that nothing can be judged about missing records, or about records that belong
// to no item.
func (s *Scenario) countRecords(c *driver.Call) {
	if got := len(c.Records()); len(c.Items) > 0 && got != len(c.Items) {
		s.BlockBy(c, c.Aspect(judgement.CountAspect), WrongCount(c, len(c.Items), got))
	}
}

// ExpectRecords counts the records of an order. The rule about the count owns a wrong one (section 4.6).
func ExpectRecords(s *Scenario, c *driver.Call, want int) {
	got := len(c.Records())
	count := judgement.Aspect{Endpoint: spec.CreatePurchases, Name: judgement.CountAspect}
	switch f := WrongCount(c, want, got); {
	case got == want:
	case s.Check.Owner(count) == s.Check.Requirement:
		s.FailValue(c, f)
	default:
		s.BlockBy(c, count, f)
	}
}

func WrongCount(c *driver.Call, want, got int) result.Failure {
	return result.Failure{
		Path: "data", Section: spec.Of(c.Endpoint).Section, Want: result.ExpectCount, Wanted: strconv.Itoa(want),
		Expected: fmt.Sprintf("%d records, one for each item", want), Actual: fmt.Sprintf("%d records", got),
		Message: "the response does not contain one record for each item",
	}
}

// BlameOwner turns failures into breaks of an aspect that another rule owns. If that rule fails, it
// reports them. Otherwise they are failures of this check.
func (s *Scenario) BlameOwner(a judgement.Aspect, from int) {
	if s.Check.Owner(a) == s.Check.Requirement {
		return
	}
	for _, f := range s.TakeFailuresSince(from) {
		s.Report.Breaks = append(s.Report.Breaks, judgement.Break{Aspect: a, Failure: f})
	}
}

// CompareRecords compares each member of a record with the earlier record.
func (s *Scenario) CompareRecords(c *driver.Call, path string, got gjson.Result, i *driver.Item, before driver.RecordBefore, except []string) {
	s.JudgesValues(history.LargeAmounts, history.UnusualTexts)
	want := gjson.Parse(before.Raw)
	for _, member := range call.RecordMembers {
		is, was := got.Get(member), want.Get(member)
		if slices.Contains(except, member) || s.MayHaveMoved(member, want, got) {
			continue
		}
		if is.Exists() && judgement.Equal(was, is) {
			s.noteStored(c, path+"."+member, is, i, before)
			continue
		}
		f := call.Differing(path+"."+member, was, is, "2.3")
		if before.By != nil && before.By.Exchange != nil {
			f.Other = before.By.ID
		}
		aspect, owned := isWrongInCreate(i, before, member, is)
		if !owned {
			aspect, owned = isWrongInUpdate(i, before, member, is)
		}
		switch {
		case before.Malformed(member):
			s.BlockBy(c, before.By.Aspect(judgement.DataAspect), f)
		case owned:
			s.BlockBy(c, aspect, f)
		default:
			s.FailValue(c, f)
		}
	}
}

// MayHaveMoved reports whether an item may have changed its status by itself. Section 3 does not
// show all such changes. An item then gets a status that is not in the table and is not the status
// of cancelled items. A change from a status of the table also needs a later updated_at. Otherwise
// get shows the item wrong. With its status, an item may change accepted_terms, whose meaning
// section 2.3 does not show.
func (s *Scenario) MayHaveMoved(member string, was, is gjson.Result) bool {
	if member != "facility_status" && member != "updated_at" && member != "accepted_terms" {
		return false
	}
	before, now := was.Get("facility_status"), is.Get("facility_status")
	if before.Type != gjson.String || now.Type != gjson.String || strings.TrimSpace(now.Str) == "" || before.Str == now.Str || now.Str == spec.CollectedByAgent {
		return false
	}
	if !isInTable(before.Str) {
		return true
	}
	cancelled, known := s.Session.Calls.ShowsCancelledAs(now.Str)
	return !isInTable(now.Str) && known && !cancelled && call.IsLater(is.Get("updated_at"), was.Get("updated_at"))
}

// isInTable reports whether section 3 names a status.
func isInTable(status string) bool {
	return status == spec.PendingCollection || status == spec.CollectedByAgent
}

// noteStored notes a value that is as create recorded it but not as it was sent. So the evidence
// for the value that was sent is missing.
func (s *Scenario) noteStored(c *driver.Call, path string, is gjson.Result, i *driver.Item, before driver.RecordBefore) {
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
		s.NoteMissingEvidence(judgement.Break{Aspect: aspect, Failure: c.Fault(result.Failure{
			Path: path, Section: "2.3", Expected: sent, Want: result.ExpectEqual, Wanted: judgement.Quoted(sent), Actual: judgement.Show(is), Message: member + " was not recorded as it was sent",
		})})
	}
}

// repeated are the members of a record that repeat its item (section 2.3).
var repeated = []string{"item_type", "item_brand", "item_code", "item_description", "delivery_option", "preferred_option"}

// LooksServed reports whether an answer is a success by the specification alone: in its status, its
// envelope and most of its data.
func LooksServed(c *driver.Call) bool {
	if !c.OK() || !c.IsJSON {
		return false
	}
	if spec.Of(c.Endpoint).HasOwnEnvelope() {
		return c.HasLookupEnvelope()
	}
	if status := c.Body.Get("status"); status.Type == gjson.Number && (status.Num < 200 || status.Num > 299) {
		return false
	}
	return c.HasServedData(false)
}
