package server

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/combination"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// combinations contains the sentences about documented values that are sent together.
type combinations struct{ *scenario.Scenario }

// To find out why a request was refused, its values are changed one by one to those of a request
// that was served, as long as the request is still refused. So a value is blamed only if it was
// refused again, in another request that has nothing else in common with the first.

// mostCauses is how many different refusals of a body are investigated.
const mostCauses = 12

// noCombinationIsRefused judges the combinations of one body that the target refused.
func (s combinations) noCombinationIsRefused(ctx context.Context) error {
	b := *scenario.State[*combination.Body](s.Scenario)
	left, unexplained := 0, 0
	var causes []*history.Cause
	for _, refused := range s.Session.CombinationLog.Refusals(b) {
		if known := explained(causes, b, refused.Row); known != nil {
			known.Times++
			continue
		}
		if len(causes)+unexplained >= mostCauses {
			left++
			continue
		}
		found, err := findCause(ctx, s.Session, b, refused)
		switch {
		case err != nil:
			return err
		case found == nil:
			unexplained++
		case unfounded(found):
			s.judgeAsPlain(refused.Call)
		default:
			causes = append(causes, found)
		}
	}
	s.Session.CombinationLog.Keep(b, causes)
	s.Decides()
	for _, c := range causes {
		s.judgeCause(b, c)
	}
	return s.openCombinations(b, causes, left+unexplained)
}

// judgeAsPlain leaves a call that failed once, and not again, to the rule about its status, because
// a server error is no refusal of the values. Customers with unusual values are left out: their
// values are not sent again, and other rules judge them.
func (s combinations) judgeAsPlain(c *driver.Call) {
	if c.IsServerError() && (c.Customer == nil || !c.Customer.Unusual && !c.Customer.Renamed) {
		s.Session.Calls.SetPlain(c)
	}
}

// unfounded reports whether a refusal did not occur again.
func unfounded(c *history.Cause) bool { return c.Call == nil }

// explained returns a cause all of whose values are in a row.
func explained(causes []*history.Cause, b *combination.Body, v combination.Row) *history.Cause {
	for _, c := range causes {
		if isSubset(c.Row, v) {
			return c
		}
	}
	return nil
}

// isSubset reports whether another row has all values of this one.
func isSubset(v combination.Row, other combination.Row) bool {
	for n, value := range v {
		if value != "" && other[n] != value {
			return false
		}
	}
	return true
}

// judgeCause fails the check, or blames the rule that lists the single value.
func (s combinations) judgeCause(b *combination.Body, c *history.Cause) {
	failure := c.Call.Fault(result.Failure{
		Path: "status", Section: spec.Of(b.Endpoint).Section, Want: result.ExpectStatus, Wanted: strconv.Itoa(spec.Of(b.Endpoint).Success),
		Expected: fmt.Sprintf("HTTP status %d", spec.Of(b.Endpoint).Success),
		Actual:   c.Call.Refusal(),
		Message:  c.Sentence(),
	})
	if c.Owner != "" {
		if len(s.Report.Breaks) < scenario.MostBreaks {
			s.Report.Breaks = append(s.Report.Breaks, judgement.Break{Aspect: judgement.Aspect{Endpoint: b.Endpoint, Variant: c.Owner, Name: judgement.StatusAspect}, Failure: failure})
		}
		return
	}
	s.Fail(c.Call, failure)
}

// openCombinations returns what could not be judged, if nothing is wrong.
func (s combinations) openCombinations(b *combination.Body, causes []*history.Cause, unexplained int) error {
	if broken := s.Session.IsNeverServed(b.Endpoint); broken != nil {
		return broken
	}
	switch {
	case len(causes) > 0:
		return nil
	case unexplained > 0:
		return judgement.Untested("%d requests were refused for a reason that is none of their documented values: see what the target says of them", unexplained)
	case s.Session.Config.Strength == 0:
		return nil
	}
	t := s.Session.CountTuples(b, s.Session.Config.Strength)
	counted := b.Count(t, s.Session.Config.Strength, func(one combination.Tuple) bool {
		return s.Session.Config.Strength <= combination.UsualStrength && b.IsApart(one)
	})
	if counted.Served < counted.Tuples {
		return judgement.Untested("of %d combinations of documented values only %d were served", counted.Tuples, counted.Served)
	}
	return nil
}

// findCause finds out which values of a request are the reason of its refusal. It returns an
// unfounded cause if the refusal does not occur again, and nil if nothing explains it.
func findCause(ctx context.Context, s *driver.Session, b *combination.Body, first history.Refused) (*history.Cause, error) {
	again, err := retry(ctx, s, b, first.Row, true)
	if err != nil {
		return nil, err
	}
	if !again.IsRefused() {
		return &history.Cause{}, nil
	}
	guilty, last := first.Row, again
	base := served(s.Run, b, func(v combination.Row) bool { return b.Kind(v) == b.Kind(first.Row) }, first.Row)
	only := make(combination.Row, len(guilty))
	for range combination.MaxCombined {
		if base == nil {
			return nil, nil
		}
		if guilty, last, err = reduce(ctx, s, b, guilty, base, last); err != nil {
			return nil, err
		}
		copyValues(only, differingMembers(b, guilty, base)) // a value that it shares with this base may differ from the next base
		if empty(only) {
			return nil, nil
		}
		if base = served(s.Run, b, func(v combination.Row) bool { return isSubset(only, v) && b.Kind(v) == b.Kind(first.Row) }, guilty); base == nil {
			return newCause(ctx, s, b, only, guilty, last)
		}
	}
	return nil, nil
}

// copyValues copies the values of another row.
func copyValues(v combination.Row, other combination.Row) {
	for n, value := range other {
		if value != "" {
			v[n] = value
		}
	}
}

// reduce changes a refused row into a served one, value by value, as long as it is refused.
func reduce(ctx context.Context, s *driver.Session, b *combination.Body, guilty, base combination.Row, last *driver.Call) (combination.Row, *driver.Call, error) {
	known := make(map[string]bool)
	for _, said := range s.SentRows(b) {
		if said.Call.OK() {
			known[said.Row.Key()] = true
		}
	}
	guilty = slices.Clone(guilty)
	for n := range guilty {
		if guilty[n] == base[n] {
			continue
		}
		was := guilty[n]
		guilty[n] = base[n]
		if known[guilty.Key()] {
			guilty[n] = was
			continue
		}
		answer, err := retry(ctx, s, b, guilty, false)
		switch {
		case err != nil:
			return nil, nil, err
		case answer.IsRefused():
			last = answer
		default:
			guilty[n] = was
		}
	}
	return guilty, last, nil
}

// differingMembers returns a row without the values that it shares with base.
func differingMembers(b *combination.Body, v, base combination.Row) combination.Row {
	only := make(combination.Row, len(v))
	for n := range v {
		if v[n] != base[n] {
			only[n] = v[n]
		}
	}
	return only
}

func empty(v combination.Row) bool {
	return !slices.ContainsFunc(v, func(s string) bool { return s != "" })
}

// served returns a row that the target served and that keep selects. It returns the one that has
// the least in common with the row unlike.
func served(r *driver.Run, b *combination.Body, keep func(combination.Row) bool, unlike combination.Row) combination.Row {
	var best combination.Row
	most := -1
	for _, said := range r.SentRows(b) {
		if !said.Call.OK() || !keep(said.Row) || !b.Documented(said.Row) {
			continue
		}
		if n := differences(said.Row, unlike); n > most {
			best, most = said.Row, n
		}
	}
	return best
}

func differences(a, b combination.Row) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// retry sends the values of a row again, with all other values as in a served request. If thorough
// is set, the customer makes every call of the journey first. A target that refuses with one status
// and fails with a server error may fail because it has just refused another request. In that case
// the row is sent once more.
func retry(ctx context.Context, s *driver.Session, b *combination.Body, v combination.Row, thorough bool) (*driver.Call, error) {
	answer, err := retryOnce(ctx, s, b, v, thorough)
	refusesOtherwise := func(r history.Refused) bool { return !r.Call.IsServerError() }
	if err != nil || !answer.IsServerError() || !slices.ContainsFunc(s.CombinationLog.Refusals(b), refusesOtherwise) {
		return answer, err
	}
	again, err := retryOnce(ctx, s, b, v, thorough)
	if err == nil && again.OK() {
		s.Calls.SetPlain(answer)
	}
	return again, err
}

func retryOnce(ctx context.Context, s *driver.Session, b *combination.Body, v combination.Row, thorough bool) (*driver.Call, error) {
	if b.Endpoint == spec.CreatePurchases {
		answer, err := orderOf(ctx, s, b, []combination.Row{v})
		if err == nil && !answer.IsRefused() && !answer.OK() {
			err = answer.Served()
		}
		return answer, err
	}
	base, err := s.Limits.LimitForm(ctx, b.Kind(v))
	if err != nil {
		return nil, err
	}
	c, err := s.Customers.NewCustomer(s.Check+" "+v.Key(), b.Kind(v), nil)
	if err != nil {
		return nil, err
	}
	c.Details = amounts(base)
	if thorough {
		maps.Copy(c.Details, b.Details(v))
		return s.Combinations.AskAfterJourney(ctx, c, b.Form(base.Form, v))
	}
	return s.Combinations.AskWith(ctx, c, base.Form, b, v)
}

// amounts returns the amounts of the request that found the form for this kind of customer.
func amounts(l *driver.LimitForm) map[string]any {
	amounts := make(map[string]any)
	for _, holder := range []any{l.First.Request, l.First.Request[spec.EmployedDetail], l.First.Request[spec.SelfEmployedDetail]} {
		members, _ := holder.(map[string]any)
		for name, value := range members {
			if n, ok := value.(int64); ok {
				amounts[name] = n
			}
		}
	}
	if n, err := strconv.ParseInt(fmt.Sprint(l.First.Request["loan_amount"]), 10, 64); err == nil {
		amounts["loan_amount"] = n // in both readings
	}
	return amounts
}

// newCause names the values that are refused together. If a rule lists a single value for this kind
// of customer, that rule owns it. If it lists the value for another kind, the value and the member
// that makes the difference between the kinds form a combination.
func newCause(ctx context.Context, s *driver.Session, b *combination.Body, only, guilty combination.Row, last *driver.Call) (*history.Cause, error) {
	found := &history.Cause{Row: only, Call: last, Times: 1}
	var listed []string
	for n, value := range only {
		if value == "" {
			continue
		}
		found.Values = append(found.Values, b.InWords(only, n))
		if !slices.Contains(listed, b.Parameters[n].Listed) {
			listed = append(listed, b.Parameters[n].Listed)
		}
	}
	kind := b.Kind(guilty)
	if kind != customer.Employed && b.Endpoint == spec.CreateLimit && sharedWithEmployed(b, only) {
		alone, err := servedOfEmployed(ctx, s, b, only)
		if err != nil {
			return nil, err
		}
		if alone {
			found.Values = append(found.Values, map[customer.Kind]string{customer.SelfEmployed: "employed false", customer.Government: "employer_sector government_sector"}[kind])
		}
	}
	if n := len(found.Values); n == 1 || (b.Endpoint == spec.CreatePurchases && len(listed) == 1) {
		found.Owner = listed[0]
		if found.Owner == "" {
			return &history.Cause{}, nil // the rule about the tolerance judges it
		}
	}
	return found, nil
}

// sharedWithEmployed reports whether a privately employed customer may also have the values of a
// row.
func sharedWithEmployed(b *combination.Body, only combination.Row) bool {
	for n, p := range b.Parameters {
		if only[n] == "" {
			continue
		}
		if p.Name == combination.GroupMember || p.Listed == call.BusinessCase || p.Listed == call.IndustryCase {
			return false
		}
	}
	return true
}

// servedOfEmployed reports whether the same values are served for a privately employed customer.
func servedOfEmployed(ctx context.Context, s *driver.Session, b *combination.Body, only combination.Row) (bool, error) {
	plain, err := s.Combinations.Body(ctx, combination.EmployedLimit)
	if err != nil {
		return false, err
	}
	wanted := make(combination.Row, len(plain.Parameters))
	for n, value := range only {
		if i := plain.Index(b.Parameters[n].Name); i >= 0 && b.Parameters[n].Name != combination.SectorMember {
			wanted[i] = value
		}
	}
	private := func(v combination.Row) bool { return plain.Kind(v) == customer.Employed }
	if served(s.Run, plain, func(v combination.Row) bool { return private(v) && isSubset(wanted, v) }, wanted) != nil {
		return true, nil
	}
	v := slices.Clone(served(s.Run, plain, private, wanted))
	if v == nil {
		return false, nil
	}
	for n, value := range wanted {
		if value != "" {
			v[n] = value
		}
	}
	answer, err := retry(ctx, s, plain, v, false)
	return err == nil && answer.OK(), err
}
