package customers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// EveryKind contains the sentences about customers from the whole run that together have as many
// documented values as possible. A service may have lost the customers of one kind, or serve them
// only at some endpoints. The calls are made before the answers of the run are judged, so the rules
// about all answers judge these too.
type EveryKind struct{ *scenario.Scenario }

// LimitsAreFetched fetches the limits of such customers.
func (s EveryKind) LimitsAreFetched(ctx context.Context, most int) error {
	return s.each(ctx, s.Session.Calls.UntouchedCustomers, withLongTexts(most), "limits fetched", s.Session.Limits.FetchUntouched)
}

// TheyAreLookedUp looks up such customers.
func (s EveryKind) TheyAreLookedUp(ctx context.Context, most int) error {
	q, err := s.Session.Limits.LookupQuery(ctx)
	if err != nil {
		return err
	}
	return s.each(ctx, s.Session.Calls.CustomersWithLimit, withLongTexts(most), "looked up", func(ctx context.Context, c *customer.Customer) (*driver.Call, error) {
		return s.Session.Limits.LookUp(ctx, c, q.Field, q.Value(c), call.Plain)
	})
}

// TheyVerifyOTPs sends each of such customers an OTP, and verifies it.
func (s EveryKind) TheyVerifyOTPs(ctx context.Context, most int) error {
	return s.each(ctx, func() []*customer.Customer { return s.maybeSentAnOTP(ctx) }, ofEveryKind(most), "OTPs verified", s.verify)
}

// maybeSentAnOTP returns the customers whom the target may send another OTP, or all of them if there is
// no such customer.
func (s EveryKind) maybeSentAnOTP(ctx context.Context) []*customer.Customer {
	all := s.Session.Calls.WithoutWrongOTPs()
	some := slices.DeleteFunc(slices.Clone(all), func(c *customer.Customer) bool { return s.Session.OTPs.HasHadAll(ctx, c) })
	if len(some) == 0 {
		return all
	}
	return some
}

func (s EveryKind) verify(ctx context.Context, c *customer.Customer) (*driver.Call, error) {
	if s.Session.OTPs.HasHadAll(ctx, c) {
		return nil, judgement.Untested("the target sends this customer no more OTPs for some time")
	}
	if err := s.Session.OTPs.SendAndRead(ctx, c); err != nil {
		return nil, err
	}
	return s.VerifyAs(ctx, c, call.Plain, c.OTP, c.CartValue())
}

// TheyBuy places an order of one item for each of such customers. A customer who never verified
// an OTP does so first, because a service may require it (section 4.2).
func (s EveryKind) TheyBuy(ctx context.Context, most int) error {
	return s.each(ctx, s.Session.Calls.UntouchedWithoutWrongOTPs, ofEveryKind(most), "orders placed", func(ctx context.Context, c *customer.Customer) (*driver.Call, error) {
		if !s.Session.Calls.HasEverVerified(c) {
			verified, err := s.verify(ctx, c)
			if err == nil {
				err = verified.Served()
			}
			if err != nil {
				return nil, err
			}
		}
		return s.PurchaseOf(ctx, c, scenario.PlainItemDetails(1))
	})
}

// each makes a call for each of some customers, all at the same time. A customer for whom nothing
// can be tested, such as one with a small limit, is left out. If that is so for all customers, it
// returns their errors.
func (s EveryKind) each(ctx context.Context, among func() []*customer.Customer, some choice, name string, do func(context.Context, *customer.Customer) (*driver.Call, error)) error {
	chosen, err := s.chosen(ctx, among, some, name)
	if err != nil {
		return err
	}
	answers, errs := make([]*driver.Call, len(chosen)), make([]error, len(chosen))
	var all sync.WaitGroup
	for n, c := range chosen {
		all.Go(func() { answers[n], errs[n] = do(ctx, c) })
	}
	all.Wait()
	for n, err := range errs {
		switch {
		case err == nil:
			s.Answers = append(s.Answers, answers[n])
		case !call.IsUntested(err):
			return err
		}
	}
	if len(s.Answers) == 0 {
		return errors.Join(errs...)
	}
	return nil
}

// choice chooses some of the customers.
type choice func(customers []*customer.Customer, rng *rand.Rand) []*customer.Customer

func ofEveryKind(most int) choice {
	return func(customers []*customer.Customer, rng *rand.Rand) []*customer.Customer {
		return spread(customers, most, rng)
	}
}

// withLongTexts chooses also the customer with the longest name and the one with the longest email:
// a service may return them from the request, and store or show less of them.
func withLongTexts(most int) choice {
	return func(customers []*customer.Customer, rng *rand.Rand) []*customer.Customer {
		var long []*customer.Customer
		for _, length := range []func(*customer.Customer) int{
			func(c *customer.Customer) int { return utf8.RuneCountInString(c.Who.LastName) },
			func(c *customer.Customer) int { return utf8.RuneCountInString(c.Who.Email) },
		} {
			long = append(long, slices.MaxFunc(customers, func(a, b *customer.Customer) int { return cmp.Compare(length(a), length(b)) }))
		}
		chosen := spread(customers, most, rng)
		for _, c := range long {
			if !slices.Contains(chosen, c) {
				chosen = append(chosen, c)
			}
		}
		return chosen
	}
}

// chosen returns some of the customers who were given a limit.
func (s EveryKind) chosen(ctx context.Context, among func() []*customer.Customer, some choice, name string) ([]*customer.Customer, error) {
	if _, err := s.Session.Customers.SharedCustomer(ctx, customer.Employed); err != nil {
		return nil, err // there is no customer with a limit
	}
	if err := s.openOtherKinds(ctx); err != nil {
		return nil, err
	}
	customers := among()
	if len(customers) == 0 && s.Session.Customers.ExistingAreListed() {
		return nil, call.Inapplicable("no listed customer was given a limit in this run")
	}
	if len(customers) == 0 {
		c, err := s.Session.Customers.OpenedCustomer(ctx, customer.Employed)
		if err != nil {
			return nil, err
		}
		customers = []*customer.Customer{c}
	}
	return some(customers, s.Session.Rand(name)), nil
}

// openOtherKinds makes sure that the run has a government employee and a self-employed customer,
// even if only one capability is tested. A target that gives them no limit fails the requirements
// about limits.
func (s EveryKind) openOtherKinds(ctx context.Context) error {
	if s.Session.Customers.ExistingAreListed() {
		return nil // there are few, and new ones are for the checks of limits
	}
	for _, kind := range []customer.Kind{customer.Government, customer.SelfEmployed} {
		if _, err := s.Session.Customers.SharedCustomer(ctx, kind); err != nil && ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// spread chooses the two oldest customers, because a service may lose old data, and then others.
// Each of the others adds as many values as possible that the customers before it do not have, and
// first those with unusual names: a service may return them from the request and store others.
func spread(customers []*customer.Customer, most int, rng *rand.Rand) []*customer.Customer {
	first := min(2, most, len(customers))
	chosen, others := customers[:first:first], customers[first:]
	rng.Shuffle(len(others), func(a, b int) { others[a], others[b] = others[b], others[a] })
	values := make([][]value, len(others))
	for n, c := range others {
		values[n] = valuesOf("", c.Request)
	}
	left := weights(values)
	for n, c := range others {
		for _, v := range unusualIn(c.Request) {
			values[n], left[v] = append(values[n], v), fullWeight
		}
	}
	for len(chosen) < min(most, len(customers)) {
		best, gain := 0, -1
		for n, of := range values {
			sum := 0
			for _, v := range of {
				sum += left[v]
			}
			if others[n] != nil && sum > gain {
				best, gain = n, sum
			}
		}
		for _, v := range values[best] {
			delete(left, v)
		}
		chosen, others[best] = append(chosen, others[best]), nil
	}
	return chosen
}

// value is a text or a boolean in a request.
type value struct{ member, is string }

func valuesOf(at string, members map[string]any) (all []value) {
	for name, is := range members {
		switch is := is.(type) {
		case map[string]any:
			all = append(all, valuesOf(at+name+".", is)...)
		case string, bool:
			all = append(all, value{at + name, fmt.Sprint(is)})
		}
	}
	return all
}

// fullWeight is the total weight of all values of a member.
const fullWeight = 1_000_000

// weights returns the weight of each value that several customers have. The more values a member
// has, the smaller is the weight of each. A value that only one customer has is a name or a number,
// and has no weight.
func weights(customers [][]value) map[value]int {
	times, ofMember := make(map[value]int), make(map[string]int)
	for _, values := range customers {
		for _, v := range values {
			if times[v]++; times[v] == 2 {
				ofMember[v.member]++
			}
		}
	}
	all := make(map[value]int)
	for v, n := range times {
		if n > 1 {
			all[v] = fullWeight / ofMember[v.member]
		}
	}
	return all
}

// unusual lists what makes a name or an email unusual.
var unusual = map[string]func(text string) bool{
	"short":              func(text string) bool { return utf8.RuneCountInString(text) <= 2 },
	"with an apostrophe": func(text string) bool { return strings.Contains(text, "'") },
	"with a space":       func(text string) bool { return strings.Contains(text, " ") },
	"with a full stop":   func(text string) bool { return strings.Contains(text, ".") },
	"not in ASCII": func(text string) bool {
		return strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
	},
	"not in Latin-1": func(text string) bool {
		return strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxLatin1 })
	},
	"beyond the basic plane": func(text string) bool { return strings.ContainsFunc(text, func(r rune) bool { return r > 0xffff }) },
	"that reads null":        func(text string) bool { return strings.EqualFold(text, "null") },
}

// unusualIn returns what is unusual in the names and the email of a request. Each is as important
// as all values of a member, even if only one customer has it.
func unusualIn(request map[string]any) (all []value) {
	for _, member := range []string{"first_name", "last_name", "email"} {
		text, _ := request[member].(string)
		for name, is := range unusual {
			if is(text) {
				all = append(all, value{member, name})
			}
		}
	}
	return all
}
