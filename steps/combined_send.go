package steps

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/credit-partner/assay/internal/result"
)

// combined keeps what became of the combinations of documented values.
type combined struct {
	mu        sync.Mutex
	countries []string             // the lengths of a country's code that are combined
	refused   map[string][]refused // by body
	single    map[string]bool      // values that are refused by themselves, as "member value"
	causes    map[string][]*cause  // by body
	read      sync.Map             // the rows of each request that was looked at
	use       rowUse
}

// refused is a request that the target refused with the values of a row.
type refused struct {
	row  row
	call *call
}

func (k *combined) refuse(b *body, v row, c *call) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.refused == nil {
		k.refused = make(map[string][]refused)
	}
	k.refused[b.name] = append(k.refused[b.name], refused{v, c})
}

// refuseAlone notes a value that was refused beside others that are served.
func (k *combined) refuseAlone(details map[string]any) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.single == nil {
		k.single = make(map[string]bool)
	}
	for member, value := range details {
		k.single[fmt.Sprint(member, " ", value)] = true
	}
}

// isRefused tells a refusal from what says nothing of the request's values. One
// that is left without an answer, by a target that answers others, is refused too.
func (c *call) isRefused() bool {
	if c.Response == nil {
		return c.unanswered
	}
	return !c.ok() && !unavailable(c) && c.status() != http.StatusTooManyRequests
}

// refusal says how a call was refused.
func (c *call) refusal() string {
	if c.Response == nil {
		return fmt.Sprintf("no answer: %v", c.Err)
	}
	return fmt.Sprintf("HTTP status %d, %s", c.status(), excerpt(c.Response.Body))
}

// body is one of the bodies, with the country codes that this target takes.
func (r *Run) body(ctx context.Context, by, name string) (*body, error) {
	if name == orderedItem {
		return newBody(name, nil) // nobody need ask for a limit for it
	}
	countries, err := r.countryCodes(ctx, by)
	if err != nil {
		return nil, err
	}
	return newBody(name, countries)
}

// countryCodes are the lengths of a country's code that the target takes of an
// employed customer: the rule of the tolerance judges them, and what it does not
// take is not combined.
func (r *Run) countryCodes(ctx context.Context, by string) ([]string, error) {
	return shared(ctx, r, "country codes", func(ctx context.Context) ([]string, error) {
		base, err := r.limitBase(ctx, by, employed)
		if err != nil {
			return nil, err
		}
		codes := r.permitted(countryCode)
		spoken := base.form.readings[countryCode]
		if len(codes) > 1 && (r.roll.lists() || !r.takesOtherCode(ctx, by, base.form, spoken, codes)) {
			codes = []string{spoken}
		}
		r.combined.mu.Lock()
		r.combined.countries = codes
		r.combined.mu.Unlock()
		return codes, nil
	})
}

func (r *Run) takesOtherCode(ctx context.Context, by string, f form, spoken string, codes []string) bool {
	f = f.with(countryCode, codes[(slices.Index(codes, spoken)+1)%len(codes)])
	for range profiles {
		c, err := r.newCustomer("country code", employed, nil)
		if err != nil {
			return false
		}
		answer, _, err := r.ask(ctx, by, c, f, probe)
		if err == nil && answer.ok() {
			r.calls.open(answer)
			return true
		}
		f.profile = nextProfile(f.profile) // it may be refused for what stands beside it
	}
	return false
}

// givesUnasked tells whether the target gives a kind of customer the limit that
// it gives after an OTP without one, too (whether it wants one is not shown,
// section 4.2). Then who only asks for a limit is spared the OTP.
func (r *Run) givesUnasked(ctx context.Context, by string, kind customerKind) bool {
	given, _ := shared(ctx, r, "limit without an OTP "+string(kind), func(ctx context.Context) (bool, error) {
		base, err := r.limitBase(ctx, by, kind)
		if err != nil || r.roll.lists() {
			return false, err
		}
		c, err := r.newCustomer("no otp", kind, nil)
		if err != nil {
			return false, err
		}
		answer, err := r.askForLimit(ctx, by, c, base.form, probe)
		if err != nil || !answer.like(base.first.created) {
			return false, err
		}
		r.calls.open(answer)
		return true, nil
	})
	return given
}

// like tells whether a new limit is of the sort that another one is: given with
// the same status, in the same state, and to be spent.
func (c *call) like(other *call) bool {
	const state, available = "data.credit_limit_details.credit_limit_status", "data.credit_limit_details.available_limit"
	return c.ok() && c.status() == other.status() && c.body.Get(state).Raw == other.body.Get(state).Raw &&
		(c.body.Get(available).Num > 0) == (other.body.Get(available).Num > 0)
}

// ask asks for a limit, after an OTP where the target wants one. otpErr says what
// went wrong with that: it matters where the limit is then refused.
func (r *Run) ask(ctx context.Context, by string, c *customer, f form, k kind) (answer *call, otpErr, err error) {
	if !r.givesUnasked(ctx, by, c.kind) {
		otpErr = r.introduce(ctx, by, c)
	}
	answer, err = r.askForLimit(ctx, by, c, f, k)
	return answer, otpErr, err
}

// askInRow asks for a limit with the details that a check wants, and all else
// from a row of the array. Where that is refused, others ask, with the plain
// values of the run: what is refused only beside some values is for the rule of
// combinations to judge, and a detail that is taken beside any is taken.
func (r *Run) askInRow(ctx context.Context, by, key string, c *customer, base *limitBase) (*call, error) {
	b, err := r.body(ctx, by, bodyOfKind(c.kind))
	if err != nil {
		return nil, err
	}
	rows, err := r.rows(ctx, b)
	if err != nil {
		return nil, err
	}
	details := c.details
	rows = slices.DeleteFunc(slices.Clone(rows), func(v row) bool { return b.kind(v) != c.kind || !b.agrees(v, details) })
	if len(rows) == 0 {
		return r.askPlainly(ctx, by, c, base.form)
	}
	first := r.rng("row of " + key).IntN(len(rows))
	v, _ := r.combined.use.claim(b, slices.Concat(rows[first:], rows[:first]))
	answer, err := r.askWith(ctx, by, c, base.form, b, v)
	if err != nil || !answer.isRefused() || c.regular {
		return answer, err
	}
	r.combined.refuse(b, v, answer)
	return r.askInstead(ctx, by, c, details, base.form, b)
}

// askWith asks for a limit with the values of a row, over the details that the
// customer has.
func (r *Run) askWith(ctx context.Context, by string, c *customer, f form, b *body, v row) (*call, error) {
	details := b.details(v)
	maps.Copy(details, c.details)
	c.details = details
	answer, otpErr, err := r.ask(ctx, by, c, b.form(f, v), special)
	if err == nil && otpErr != nil && !answer.ok() {
		return nil, otpErr
	}
	return answer, err
}

// askPlainly leads somebody through the whole journey to a limit.
func (r *Run) askPlainly(ctx context.Context, by string, c *customer, f form) (*call, error) {
	otpErr := r.introduce(ctx, by, c)
	answer, err := r.askForLimit(ctx, by, c, f, special)
	if err == nil && otpErr != nil && !answer.ok() {
		return nil, otpErr
	}
	return answer, err
}

// askInstead asks with the details in each set of plain values, until one is taken.
func (r *Run) askInstead(ctx context.Context, by string, c *customer, details map[string]any, f form, b *body) (*call, error) {
	var first *call
	for range profiles {
		c, err := r.successor(by, c, details)
		if err != nil {
			return nil, err
		}
		answer, err := r.askPlainly(ctx, by, c, f)
		if err != nil || !answer.isRefused() {
			if first != nil && err == nil {
				r.combined.refuse(b, b.sent(first)[0], first)
			}
			return answer, err
		}
		if first == nil {
			first = answer
		}
		f.profile = nextProfile(f.profile)
	}
	r.combined.refuseAlone(details)
	return first, nil
}

// successor is somebody else who asks for what a customer was refused: a target
// may remember whom it refused. Of those listed, the same person asks again.
func (r *Run) successor(by string, c *customer, details map[string]any) (*customer, error) {
	if r.roll.lists() {
		c.details = details
		return c, nil
	}
	next, err := r.newCustomer(by, c.kind, details)
	if err == nil {
		next.who.firstName, next.who.lastName = c.who.firstName, c.who.lastName
	}
	return next, err
}

// everyCombinationIsSent sends what combinations of documented values the run has
// not sent yet.
func (s *Scenario) everyCombinationIsSent(ctx context.Context, name string) error {
	for _, kind := range []customerKind{employed, government, selfEmployed} {
		if name != orderedItem && bodyOfKind(kind) == name {
			if _, err := s.run.limitBase(ctx, s.by(), kind); err != nil {
				return err
			}
		}
	}
	b, err := s.run.body(ctx, s.by(), name)
	if err != nil {
		return err
	}
	s.body = b
	if s.run.cfg.Strength > 0 {
		err = s.complete(ctx, b)
	}
	s.subject = nil
	for _, said := range s.run.said(b) {
		if n := len(s.subject); n == 0 || s.subject[n-1] != said.call {
			s.subject = append(s.subject, said.call)
		}
	}
	return err
}

func (s *Scenario) complete(ctx context.Context, b *body) error {
	pending, err := s.run.pending(ctx, b)
	if err != nil {
		return err
	}
	if b.endpoint == createOrder {
		return s.orderAll(ctx, b, pending)
	}
	return s.run.sideBySide(ctx, len(pending), func(n int) error {
		v := pending[n]
		by := fmt.Sprint("combination ", v.key())
		base, err := s.run.limitBase(ctx, s.by(), b.kind(v))
		if err != nil {
			return err
		}
		c, err := s.run.newCustomer(by, b.kind(v), nil)
		if err != nil {
			return err
		}
		answer, err := s.run.askWith(ctx, s.by(), c, base.form, b, v)
		if err == nil && answer.isRefused() {
			s.run.combined.refuse(b, v, answer)
		}
		return err
	})
}

// pending are the rows that hold a combination which is not judged yet, and is in
// no row before. They are shuffled: an array has rows with one value beside each
// other, and a target that hangs up on that value would seem to be dead.
func (r *Run) pending(ctx context.Context, b *body) ([]row, error) {
	rows, err := r.rows(ctx, b)
	if err != nil {
		return nil, err
	}
	size := r.cfg.Strength
	judged := r.judgedTuples(b, size)
	var pending []row
	for _, v := range rows {
		fresh := false
		b.tuples(v, size, func(one tuple) {
			fresh = fresh || (!judged[one] && !(size <= usualStrength && b.isApart(one)))
		})
		if fresh {
			pending = append(pending, v)
			b.tuples(v, size, func(one tuple) { judged[one] = true })
		}
	}
	r.rng("order of combinations of a "+b.name).Shuffle(len(pending), func(i, j int) { pending[i], pending[j] = pending[j], pending[i] })
	return pending, nil
}

// judgedTuples are the combinations that were served, or whose refusal is looked
// into. One that was only in a request by which the run found out how the target
// is spoken to may have been refused for that.
func (r *Run) judgedTuples(b *body, size int) map[tuple]bool {
	judged := r.tallied(b, size).served
	for _, refused := range r.combined.refusals(b) {
		b.tuples(refused.row, size, func(one tuple) { judged[one] = true })
	}
	return judged
}

// sideBySide does some things, as many at once as the run makes requests at
// once, and gives the first error.
func (r *Run) sideBySide(ctx context.Context, count int, do func(n int) error) error {
	group, going := errgroup.WithContext(ctx)
	group.SetLimit(max(r.cfg.AtOnce, 1))
	for n := range count {
		if going.Err() != nil {
			break
		}
		group.Go(func() error { return do(n) })
	}
	err := group.Wait()
	if err == nil && ctx.Err() != nil {
		return errored("the run ended before every combination was sent: %v", context.Cause(ctx))
	}
	return err
}

// orderAll buys an item for each row, as many in one order as the target takes.
func (s *Scenario) orderAll(ctx context.Context, b *body, rows []row) error {
	size, err := s.run.cartSize(ctx, s.by(), many)
	if err != nil {
		return err
	}
	for chunk := range slices.Chunk(rows, max(size, 1)) {
		if err := s.orderRows(ctx, b, chunk); err != nil {
			return err
		}
	}
	return nil
}

// orderRows buys items in one order. Where it is refused, each half of it is
// ordered alone, down to the item that is refused by itself.
func (s *Scenario) orderRows(ctx context.Context, b *body, rows []row) error {
	answer, err := s.run.orderOf(ctx, s.by(), b, rows)
	switch {
	case err != nil || !answer.isRefused():
		return err
	case len(rows) == 1:
		s.run.combined.refuse(b, rows[0], answer)
		return nil
	}
	if err := s.orderRows(ctx, b, rows[:len(rows)/2]); err != nil {
		return err
	}
	return s.orderRows(ctx, b, rows[len(rows)/2:])
}

func (r *Run) orderOf(ctx context.Context, by string, b *body, rows []row) (*call, error) {
	rng := r.rng("items of combinations " + rows[0].key())
	items := make([]*item, len(rows))
	var total int64
	for n, v := range rows {
		items[n] = r.newItem(rng, b.details(v), r.smallPrice(rng))
		total += items[n].price
	}
	buyer, err := r.shopper(ctx, by, total)
	if err != nil {
		return nil, err
	}
	return r.buy(ctx, by, cart{buyer: buyer, items: items, kind: special, variant: severalItems})
}

// buyDetailed buys an item with details that a rule lists. Where that is refused,
// it is bought with the other plain values beside them.
func (s *Scenario) buyDetailed(ctx context.Context, details map[string]any) error {
	if err := s.buyItems(ctx, s.items(1, details), details); err != nil {
		return err
	}
	refused := s.subject[0]
	if !refused.isRefused() {
		return nil
	}
	beside, err := s.run.beside(ctx, s.by(), details)
	if err != nil {
		return err
	}
	if err := s.buyItems(ctx, s.items(1, beside), details); err != nil {
		return err
	}
	if s.subject[0].isRefused() {
		s.run.combined.refuseAlone(details)
		s.subject = []*call{refused}
		return nil
	}
	b, err := newBody(orderedItem, nil)
	if err != nil {
		return err
	}
	s.run.combined.refuse(b, b.sent(refused)[0], refused)
	return nil
}

// found are the combinations that were seen to be refused.
func (k *combined) found(b *body) []result.Refusal {
	k.mu.Lock()
	defer k.mu.Unlock()
	all := []result.Refusal{}
	for _, c := range k.causes[b.name] {
		if c.owner == "" {
			all = append(all, result.Refusal{Values: c.values, Times: c.times, Exchange: c.call.ID})
		}
	}
	return all
}
