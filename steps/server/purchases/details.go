package purchases

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/combination"
	"github.com/credit-partner/assay/internal/judgement"
)

// buyDetailed buys an item with details that a rule lists. If the target refuses them, it tries
// them with other plain values beside them.
func (s Calls) buyDetailed(ctx context.Context, details map[string]any) error {
	if err := s.buyItems(ctx, s.Items(1, details), details); err != nil {
		return err
	}
	refused := s.Answers[0]
	if !refused.IsRefused() {
		return nil
	}
	beside, err := s.Session.Orders.WithUnusedValues(ctx, details)
	if err != nil || beside == nil { // no plain value goes with them, so the refusal counts
		return err
	}
	if err := s.buyItems(ctx, s.Items(1, beside), details); err != nil {
		return err
	}
	if s.Answers[0].IsRefused() {
		s.Answers = []*driver.Call{refused}
		return nil
	}
	b, err := combination.NewBody(combination.OrderedItem, nil)
	if err != nil {
		return err
	}
	s.Session.CombinationLog.Refuse(b, b.Sent(refused.Request.Body)[0], refused)
	return nil
}

// oddTexts are texts that a target may refuse. If the target takes one, it must return it as the
// request has it (section 2.3).
var oddTexts = map[string]string{
	"with a line break":            "refurbished, grade A\nwith a remote",
	"with spaces around it":        "  energy class A ",
	"with two spaces in a row":     "energy  class A",
	"with combining characters":    "Cafe\u0301 Noir, Bru\u0308hgruppe",
	"with template syntax":         `{0} $1 %s ${name} {{ name }} &amp; \n it''s (a_b | c; d).`,
	"of 60 characters":             "a maker of household appliances, with all that goes with them",
	"of 300 characters":            strings.Repeat("a maker of appliances, and ", 12)[:300],
	"of 100 characters":            strings.Repeat("SKU-2024-", 10),
	"that can be read as a number": "e5",
	"that reads null":              "null",
	"with URL characters":          "AB 12#3&4?c=5%20",
	"with the signs of a formula":  `=US$& "$$" \u0041 * 2`,
	"with a web address":           "see https://shop.example/tv?a=1&b=2#c or sales@shop.example",
	"in quotes":                    `"Jumbo" or "Mini"`,
	"with words of SQL":            "Select a drop-leaf table -- union made; insert script holder or delete",
	"with rare characters":         "Işık İstanbul\tlamp \u200frtl\u2028second line",
	"with a carriage return":       "refurbished, grade A\r\nwith a remote",
	"that reads true":              "true",
	"that reads as a number":       "007",
	"that reads as a date":         "2026-01-02",
	"that is a word of JavaScript": "constructor",
}

// OddTexts are the keys of oddTexts, as a sentence uses them.
var OddTexts = strings.Join(slices.Sorted(maps.Keys(oddTexts)), "|")

// TheCustomerBuysOddly buys an item with a text that the target may refuse, once for all checks.
func (s SharedOrders) TheCustomerBuysOddly(ctx context.Context, member, how string) error {
	err := s.sharedOrder(ctx, member+" "+how, func(ctx context.Context) error {
		text := s.oddText(member, how)
		return s.SetAnswer(Calls(s).buyAs(ctx, s.Items(1, map[string]any{member: text}), call.Probe, ""))
	})
	if err != nil {
		return err
	}
	if answer := s.Answers[0]; !answer.OK() || len(answer.Records()) == 0 {
		s.Answers = nil
		return call.Inapplicable("the target refuses such a text, which it may")
	}
	return nil
}

// AnOddItemIsFetched fetches such an item. A service may answer create from the request, and get
// from what it stored.
func (s SharedOrders) AnOddItemIsFetched(ctx context.Context, member, how string) error {
	if s.Session.Customers.ExistingAreListed() {
		return call.Inapplicable("what a listed customer buys is cancelled before anybody looks at it")
	}
	if err := s.orderIs(s.TheCustomerBuysOddly(ctx, member, how)); err != nil {
		return err
	}
	return Calls(s).ThePurchaseIsFetched(ctx, "")
}

// oddText returns such a text for a member. A target may accept each item_code only once.
func (s SharedOrders) oddText(member, how string) string {
	text := oddTexts[how]
	if member != "item_code" {
		return text
	}
	code := s.Session.Orders.NewItemCode("")
	if how == "that can be read as a number" {
		return judgement.Digits(code) + text
	}
	return text + code
}
