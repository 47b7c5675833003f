package purchases

import (
	"context"

	"github.com/credit-partner/assay/internal/call"
	"github.com/credit-partner/assay/internal/combination"
	"github.com/credit-partner/assay/internal/driver"
)

// buyDetailed buys an item with details that a rule lists. Where that is refused,
// it is bought with the other plain values beside them.
func (s Calls) buyDetailed(ctx context.Context, details map[string]any) error {
	if err := s.buyItems(ctx, s.Items(1, details), details); err != nil {
		return err
	}
	refused := s.Answers[0]
	if !refused.IsRefused() {
		return nil
	}
	beside, err := s.Session.Orders.Beside(ctx, details)
	if err != nil || beside == nil { // no plain value goes with them: the refusal stands
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

// oddTexts are texts that a target may refuse. What it takes it must give back as it is
// in the request (section 2.3).
var oddTexts = map[string]string{
	"of two lines":          "refurbished, grade A\nwith a remote",
	"with spaces around it": "  energy class A ",
}

// TheCustomerBuysOddly buys an item with a text that the target may refuse.
func (s Calls) TheCustomerBuysOddly(ctx context.Context, member, how string) error {
	answer, err := s.buyAs(ctx, s.Items(1, map[string]any{member: oddTexts[how]}), call.Probe, "")
	if err != nil {
		return err
	}
	if !answer.OK() || len(answer.Records()) == 0 {
		return &call.InapplicableError{Reason: "the target refuses such a text, which it may"}
	}
	return s.SetAnswer(answer, nil)
}
