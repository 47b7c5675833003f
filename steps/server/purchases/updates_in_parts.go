package purchases

import (
	"context"
	"slices"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// UpdateInParts updates items in one call, or two at a time if the target refuses so many in one: the
// specification does not show how many it must take (section 8). It returns the answers.
func UpdateInParts(ctx context.Context, s *scenario.Scenario, items []*driver.Item, status string) ([]*driver.Call, error) {
	kind := call.Plain
	if len(items) > driver.SeveralSurely {
		kind = call.Probe
	}
	whole, err := s.Session.Orders.Update(ctx, items, status, kind)
	if err != nil || kind == call.Plain {
		return []*driver.Call{whole}, err
	}
	broken, err := s.Session.FailsWithServerError(ctx, whole)
	if err != nil {
		return nil, err
	}
	if broken || !call.IsSurelyRefused(&whole.Answer) {
		s.Session.Calls.SetPlain(whole)
		return []*driver.Call{whole}, nil
	}
	var answers []*driver.Call
	for part := range slices.Chunk(items, driver.SeveralSurely) {
		answer, err := s.Session.Orders.Update(ctx, part, status, call.Plain)
		if err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	return answers, nil
}
