package driver

import (
	"context"
	"math/rand/v2"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/history"
	"github.com/credit-partner/assay/internal/driver/payload"
	"github.com/credit-partner/assay/internal/identity"
)

// customers is the part of a session that makes, shares and lends customers. Its embedded
// newPeople and customersWithLimit decide whether the customers are invented or listed.
type customers struct {
	*Session
	newPeople
	customersWithLimit
}

// newPeople returns people that the target does not know yet. They are invented, as many as
// needed, or the config lists them. A listed person is new only once.
type newPeople interface {
	// NewCustomer returns a new person as a customer. It makes no call.
	NewCustomer(by string, kind customer.Kind, details map[string]any) (*customer.Customer, error)
	// SpareCustomer returns a new person that no requirement is likely to need. Use it for calls
	// that are only observed and not judged: new people that are listed may be few.
	SpareCustomer(by string) (*customer.Customer, error)
	// OTPOnlyCustomer returns a new person that only receives OTPs and never asks for a limit.
	OTPOnlyCustomer() (*customer.Customer, error)
	// nextApplicant returns the person that repeats a request that the target refused: another
	// person, or the same one if the config lists the new people.
	nextApplicant(refused *customer.Customer, details map[string]any) (*customer.Customer, error)
	// openNew opens a limit for a new person.
	openNew(ctx context.Context, kind customer.Kind, base *LimitForm) (*customer.Customer, error)
	// otpForm finds out the form in which the target takes the OTP request of a new person.
	otpForm(ctx context.Context) (payload.Form, error)
	// noteLimitAnswer notes what the answer to a customer's limit request shows about the
	// customer.
	noteLimitAnswer(c *customer.Customer, answer *Call)
	// PutBack returns a person that the target refused: the person is still new.
	PutBack(c *customer.Customer)
	// NewAreListed reports whether the config lists the new people. Then they are few, and a
	// person that one check uses is missing for another check.
	NewAreListed() bool
}

// customersWithLimit returns customers with a limit. The run opens as many limits as it needs,
// or it has a few customers that the config lists. Listed customers serve one check after
// another and buy only within their limit. Before each check, their expensive items are
// cancelled and their limit is read again.
type customersWithLimit interface {
	// Lease lends a customer with a limit and no purchases. It does not return one of the
	// customers in not.
	Lease(ctx context.Context, kind customer.Kind, not ...*customer.Customer) (*customer.Customer, error)
	// Release takes a customer back.
	Release(c *customer.Customer)
	// SharedCustomer returns one customer of a kind, which all checks share that only read data.
	SharedCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error)
	// SharedBuyer returns a customer that can still spend the amount, and reserves the amount.
	SharedBuyer(ctx context.Context, amount int64) (*customer.Customer, error)
	// OpenedCustomer returns a customer whose limit this run has opened itself, as an example of
	// a new limit.
	OpenedCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error)
	// Stranger returns the identity of a person that the target does not know, for a lookup.
	Stranger(rng *rand.Rand) identity.Identity

	// Spend reserves an amount of a buyer's limit. It fails if the limit of a listed buyer does
	// not cover the amount.
	Spend(buyer *customer.Customer, amount int64) error
	// NoteExpensive notes a purchase that took much of a buyer's limit.
	NoteExpensive(buyer *customer.Customer, bought *Item)
	// KeepOpened keeps a customer whose limit a check opened for another purpose, so that later
	// checks can use the customer. It does not judge the answer: other rules do.
	KeepOpened(c *customer.Customer, answer *Call)
	// opened keeps a customer that has a limit now.
	opened(c *customer.Customer)
	// withoutLimit returns a customer that the target knows and that has no limit. It returns
	// nil if the run has none.
	withoutLimit() *customer.Customer
	// price finds out how much customers may spend, because the prices of the run depend on it.
	price(ctx context.Context) error
	// priceShare is the divisor of the first limit: one price may take that part of it.
	priceShare() int64
	// mayBeRefusedOTPs reports whether a customer has had so many OTPs, or so many wrong ones,
	// that a target may refuse more. The specification does not show these bounds (section 8).
	mayBeRefusedOTPs(c *customer.Customer) bool
	// lookedUp returns an error if the target finds a limit of a customer that is listed without
	// one: then the config is wrong.
	lookedUp(c *customer.Customer, answer *Call) error
	// ExistingAreListed reports whether the config lists the customers with a limit. Then they
	// are few, and a check should not use one of its own if it can avoid it.
	ExistingAreListed() bool
}

// customerState is the state of the customers that all sessions of a run share.
type customerState struct {
	roster             *customer.Roster // nil: all people are invented
	pool               customer.Pool
	employeeBuyers     customer.Buyers // those whom checks share to buy things
	selfEmployedBuyers customer.Buyers
	expensive          history.ExpensiveItems
	most               customer.MostAvailable
}

// customersFor gives a session its customers.
func (r *Run) customersFor(s *Session) customers {
	c := customers{s, inventedApplicants{s}, openedAccounts{s}}
	if roster := r.people.roster; roster != nil {
		c.customersWithLimit = listedAccounts{s, roster}
		if roster.ListsNew() {
			c.newPeople = listedApplicants{s, roster}
		}
	}
	return c
}

// mostApplicants is how many people ask for a limit until one gets enough. The search stops
// earlier when manyAlike people got the same highest limit and nobody of their kind got more.
const mostApplicants, manyAlike = 10, 5

// newCustomerWhoCanPay opens limits for new customers until one of them may spend the amount. If
// none may, it returns the customer that may spend most. A target scores people as it likes
// (section 1): two limits may differ much, and a target may refuse a purchase beyond the limit.
func (s customers) newCustomerWhoCanPay(ctx context.Context, kind customer.Kind, amount int64) (best *customer.Customer, err error) {
	alike, tries := 0, mostApplicants
	if s.people.most.IsNothing(kind) {
		tries = 1
	}
	for n := range tries {
		c, err := s.newCustomer(ctx, s.people.most.Applicant(kind, n, amount))
		if best != nil && call.IsBreak(err) {
			continue // the rule about customers of this kind reports it
		}
		if err != nil {
			return nil, err
		}
		s.people.most.Keep(kind, c.Available())
		s.people.most.Keep(c.Kind, c.Available())
		switch {
		case best == nil || c.Available() > best.Available():
			best, alike = c, 1
		case c.Available() == best.Available():
			alike++
		}
		if best.Available() >= amount || s.Customers.NewAreListed() || (alike == manyAlike && s.people.most.AtMost(kind, best.Available())) {
			break
		}
	}
	s.people.most.Tried(kind)
	return best, nil
}

// minimumSpendable is the amount that a customer must be able to spend before the run lends the
// customer. It is half of the amount that the first customer could spend, and at least
// usualPrice. If several customers of the kind were tried, it is at most half of the highest
// amount that one of them may spend.
func (s customers) minimumSpendable(kind customer.Kind) int64 {
	return s.people.most.Bound(kind, max(s.affordable.Load()*s.Customers.priceShare()/2, usualPrice))
}

// kindForCheck returns the kind of customer for a check that takes anybody who may spend an amount.
// A third of the checks take self-employed customers, because the rules hold for all kinds. They take
// employees if a target gives self-employed people no limit, or a lower one (section 1).
func (s customers) kindForCheck(ctx context.Context, kind customer.Kind, amount int64) customer.Kind {
	if kind != customer.Anybody {
		return kind
	}
	if s.Customers.NewAreListed() || s.Rand("kind of customer "+s.Check).IntN(3) > 0 {
		return customer.AnyEmployee
	}
	found, err := s.Limits.LimitForm(ctx, customer.SelfEmployed)
	if err != nil || found.First.Available() < max(amount, s.minimumSpendable(customer.AnyEmployee)) {
		return customer.AnyEmployee
	}
	return customer.SelfEmployed
}
