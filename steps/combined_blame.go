package steps

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Why a request was refused is found out by changing its values one by one to
// those of a request that was served, until none is left that could be changed
// and the request still be refused. So only values are blamed that were refused
// again, in another request, with nothing else in common.

// cause is why some requests of a body were refused.
type cause struct {
	row    row      // the values that are refused together; "" elsewhere
	values []string // in words
	owner  string   // the case of the rule that lists the value, if it is one value
	call   *call    // a request that was refused for it
	times  int      // how many were
}

// mostCauses is how many different refusals of a body are looked into.
const mostCauses = 12

// noCombinationIsRefused judges what the target refused of the combinations of
// one body.
func (s *Scenario) noCombinationIsRefused(ctx context.Context) error {
	b := s.body
	left, unexplained := 0, 0
	var causes []*cause
	for _, refused := range s.run.combined.refusals(b) {
		if known := explained(causes, b, refused.row); known != nil {
			known.times++
			continue
		}
		if len(causes)+unexplained >= mostCauses {
			left++
			continue
		}
		found, err := s.run.cause(ctx, s.by(), b, refused)
		switch {
		case err != nil:
			return err
		case found == nil:
			unexplained++
		case !found.unfounded():
			causes = append(causes, found)
		}
	}
	s.run.combined.keep(b, causes)
	s.decides()
	for _, c := range causes {
		s.judgeCause(b, c)
	}
	return s.openCombinations(b, causes, left+unexplained)
}

// unfounded tells of a refusal that did not come again.
func (c *cause) unfounded() bool { return c.call == nil }

func (k *combined) keep(b *body, causes []*cause) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.causes == nil {
		k.causes = make(map[string][]*cause)
	}
	k.causes[b.name] = causes
}

// refusals are the refused requests of a body, in an order that does not depend
// on who was refused first.
func (k *combined) refusals(b *body) []refused {
	k.mu.Lock()
	defer k.mu.Unlock()
	all := slices.Clone(k.refused[b.name])
	slices.SortStableFunc(all, func(a, b refused) int { return cmp.Compare(a.row.key(), b.row.key()) })
	return all
}

// explained finds a cause that a row holds whole.
func explained(causes []*cause, b *body, v row) *cause {
	for _, c := range causes {
		if c.row.within(v) {
			return c
		}
	}
	return nil
}

// within tells whether another row has all values of this one.
func (v row) within(other row) bool {
	for n, value := range v {
		if value != "" && other[n] != value {
			return false
		}
	}
	return true
}

// judgeCause fails the check, or blames the rule that lists the one value.
func (s *Scenario) judgeCause(b *body, c *cause) {
	failure := c.call.fault(result.Failure{
		Path: "status", Section: spec.Of(b.endpoint).Section,
		Expected: fmt.Sprintf("HTTP status %d", spec.Of(b.endpoint).Success),
		Actual:   c.call.refusal(),
		Message:  c.sentence(),
	})
	if c.owner != "" {
		if len(s.report.Breaks) < mostBreaks {
			s.report.Breaks = append(s.report.Breaks, Break{Aspect: Aspect{Endpoint: b.endpoint, Variant: c.owner, Name: StatusAspect}, Failure: failure})
		}
		return
	}
	s.fail(c.call, failure)
}

func (c *cause) sentence() string {
	values := strings.Join(c.values, ", ")
	if n := len(c.values); n > 1 {
		values = strings.Join(c.values[:n-1], ", ") + " and " + c.values[n-1]
	}
	switch len(c.values) {
	case 1:
		return "refused with " + values
	case 2:
		return "refused with " + values + "; each alone is served"
	}
	return "refused with " + values + "; with fewer of them it is served"
}

// openCombinations says what could not be judged, where nothing is found wrong.
func (s *Scenario) openCombinations(b *body, causes []*cause, unexplained int) error {
	if broken := s.run.neverServed(b.endpoint); broken != nil {
		return broken
	}
	switch {
	case len(causes) > 0:
		return nil
	case unexplained > 0:
		return untested("%d requests were refused for a reason that is none of their documented values: see what the target says of them", unexplained)
	case s.run.cfg.Strength == 0:
		return nil
	}
	t := s.run.tallied(b, s.run.cfg.Strength)
	counted := b.count(t, s.run.cfg.Strength, func(one tuple) bool { return s.run.cfg.Strength <= usualStrength && b.isApart(one) })
	if counted.Served < counted.Tuples {
		return untested("of %d combinations of documented values only %d were served", counted.Tuples, counted.Served)
	}
	return nil
}

// cause finds out which values of a request it was refused for. A refusal that
// does not come again has an unfounded cause; one that nothing explains, none.
func (r *Run) cause(ctx context.Context, by string, b *body, first refused) (*cause, error) {
	again, err := r.retry(ctx, by, b, first.row, true)
	if err != nil {
		return nil, err
	}
	if !again.isRefused() {
		return &cause{}, nil
	}
	guilty, last := first.row, again
	base := r.served(b, func(v row) bool { return b.kind(v) == b.kind(first.row) }, first.row)
	only := make(row, len(guilty))
	for range mostCombined {
		if base == nil {
			return nil, nil
		}
		if guilty, last, err = r.reduce(ctx, by, b, guilty, base, last); err != nil {
			return nil, err
		}
		only.take(b.differing(guilty, base)) // what it shares with this base, it may not share with the next
		if only.empty() {
			return nil, nil
		}
		if base = r.served(b, func(v row) bool { return only.within(v) && b.kind(v) == b.kind(first.row) }, guilty); base == nil {
			return r.accuse(ctx, by, b, only, guilty, last)
		}
	}
	return nil, nil
}

// take adds the values of another row.
func (v row) take(other row) {
	for n, value := range other {
		if value != "" {
			v[n] = value
		}
	}
}

// reduce changes a refused row towards a served one, value by value, as long as
// it is refused.
func (r *Run) reduce(ctx context.Context, by string, b *body, guilty, base row, last *call) (row, *call, error) {
	known := make(map[string]bool)
	for _, said := range r.said(b) {
		if said.call.ok() {
			known[said.row.key()] = true
		}
	}
	guilty = slices.Clone(guilty)
	for n := range guilty {
		if guilty[n] == base[n] {
			continue
		}
		was := guilty[n]
		guilty[n] = base[n]
		if known[guilty.key()] {
			guilty[n] = was
			continue
		}
		answer, err := r.retry(ctx, by, b, guilty, false)
		switch {
		case err != nil:
			return nil, nil, err
		case answer.isRefused():
			last = answer
		default:
			guilty[n] = was
		}
	}
	return guilty, last, nil
}

// differing is a row without the values that another one shares.
func (b *body) differing(v, base row) row {
	only := make(row, len(v))
	for n := range v {
		if v[n] != base[n] {
			only[n] = v[n]
		}
	}
	return only
}

func (v row) empty() bool { return !slices.ContainsFunc(v, func(s string) bool { return s != "" }) }

// served is a row that the target served and that a condition picks: the one that
// has least in common with another.
func (r *Run) served(b *body, keep func(row) bool, unlike row) row {
	var best row
	most := -1
	for _, said := range r.said(b) {
		if !said.call.ok() || !keep(said.row) || !b.documented(said.row) {
			continue
		}
		if n := differences(said.row, unlike); n > most {
			best, most = said.row, n
		}
	}
	return best
}

func differences(a, b row) int {
	n := 0
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// documented tells whether a row has nothing but values of the lists.
func (b *body) documented(v row) bool {
	for n, p := range b.parameters {
		if !slices.Contains(p.values, v[n]) && (p.name != groupMember || v[n] != "") {
			return false
		}
	}
	return true
}

// retry sends the values of a row once more, all else as in a request that was
// served. thorough takes no short cut on the customer's journey.
func (r *Run) retry(ctx context.Context, by string, b *body, v row, thorough bool) (*call, error) {
	if b.endpoint == createOrder {
		answer, err := r.orderOf(ctx, by, b, []row{v})
		if err == nil && !answer.isRefused() && !answer.ok() {
			err = answer.served()
		}
		return answer, err
	}
	base, err := r.limitBase(ctx, by, b.kind(v))
	if err != nil {
		return nil, err
	}
	c, err := r.newCustomer(by+" "+v.key(), b.kind(v), nil)
	if err != nil {
		return nil, err
	}
	c.details = base.amounts()
	if thorough {
		maps.Copy(c.details, b.details(v))
		return r.askPlainly(ctx, by, c, b.form(base.form, v))
	}
	return r.askWith(ctx, by, c, base.form, b, v)
}

// amounts are those of the request by which the form of this kind was found.
func (l *limitBase) amounts() map[string]any {
	amounts := make(map[string]any)
	for _, holder := range []any{l.first.request, l.first.request[spec.EmployedDetail], l.first.request[spec.SelfEmployedDetail]} {
		members, _ := holder.(map[string]any)
		for name, value := range members {
			if n, ok := value.(int64); ok {
				amounts[name] = n
			}
		}
	}
	if n, err := strconv.ParseInt(fmt.Sprint(l.first.request["loan_amount"]), 10, 64); err == nil {
		amounts["loan_amount"] = n // in either reading
	}
	return amounts
}

// accuse names the values that are refused together. A value that a rule lists
// for this kind of customer is that rule's; one that it lists for another kind
// makes a combination with what tells the kinds apart.
func (r *Run) accuse(ctx context.Context, by string, b *body, only, guilty row, last *call) (*cause, error) {
	found := &cause{row: only, call: last, times: 1}
	var listed []string
	for n, value := range only {
		if value == "" {
			continue
		}
		found.values = append(found.values, b.said(only, n))
		if !slices.Contains(listed, b.parameters[n].listed) {
			listed = append(listed, b.parameters[n].listed)
		}
	}
	kind := b.kind(guilty)
	if kind != employed && b.endpoint == createLimit && b.sharedWithEmployed(only) {
		alone, err := r.servedOfEmployed(ctx, by, b, only)
		if err != nil {
			return nil, err
		}
		if alone {
			found.values = append(found.values, map[customerKind]string{selfEmployed: "employed false", government: "employer_sector government_sector"}[kind])
		}
	}
	if n := len(found.values); n == 1 || (b.endpoint == createOrder && len(listed) == 1) {
		found.owner = listed[0]
		if found.owner == "" {
			return &cause{}, nil // the rule of the tolerance judges it
		}
	}
	return found, nil
}

// sharedWithEmployed tells whether a privately employed customer may have the
// values of a row as well.
func (b *body) sharedWithEmployed(only row) bool {
	for n, p := range b.parameters {
		if only[n] == "" {
			continue
		}
		if p.name == groupMember || p.listed == businessCase || p.listed == industryCase {
			return false
		}
	}
	return true
}

// servedOfEmployed tells whether the same values are served of a privately
// employed customer.
func (r *Run) servedOfEmployed(ctx context.Context, by string, b *body, only row) (bool, error) {
	plain, err := r.body(ctx, by, employedLimit)
	if err != nil {
		return false, err
	}
	wanted := make(row, len(plain.parameters))
	for n, value := range only {
		if i := plain.index(b.parameters[n].name); i >= 0 && b.parameters[n].name != sectorMember {
			wanted[i] = value
		}
	}
	private := func(v row) bool { return plain.kind(v) == employed }
	if r.served(plain, func(v row) bool { return private(v) && wanted.within(v) }, wanted) != nil {
		return true, nil
	}
	v := slices.Clone(r.served(plain, private, wanted))
	if v == nil {
		return false, nil
	}
	for n, value := range wanted {
		if value != "" {
			v[n] = value
		}
	}
	answer, err := r.retry(ctx, by, plain, v, false)
	return err == nil && answer.ok(), err
}
