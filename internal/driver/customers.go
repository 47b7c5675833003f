package driver

import (
	"context"
	"math/rand/v2"

	"github.com/credit-partner/assay/internal/customer"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/payload"
)

// customers is the part of a session that makes, shares and lends customers. Whom
// it has to do with decides who newPeople and customersWithLimit are.
type customers struct {
	*Session
	newPeople
	customersWithLimit
}

// newPeople are people whom the target has not met. They are invented, as many as
// are wanted, or listed in the config, and then each is new only once.
type newPeople interface {
	// NewCustomer gives somebody new; no call is made.
	NewCustomer(by string, kind customer.Kind, details map[string]any) (*customer.Customer, error)
	// SpareCustomer gives somebody new whom no requirement may still want: what is
	// only observed does without them sooner than that.
	SpareCustomer(by string) (*customer.Customer, error)
	// OTPOnlyCustomer gives somebody new who is sent OTPs and asks for nothing.
	OTPOnlyCustomer() (*customer.Customer, error)
	// nextApplicant gives who asks for what a customer was refused.
	nextApplicant(refused *customer.Customer, details map[string]any) (*customer.Customer, error)
	// openNew gives somebody new a limit.
	openNew(ctx context.Context, kind customer.Kind, base *LimitForm) (*customer.Customer, error)
	// otpForm finds out the form in which the target takes their OTP request.
	otpForm(ctx context.Context) (payload.Form, error)
	// asked says what an answer to their limit request shows of them.
	asked(c *customer.Customer, answer *Call)
	// PutBack takes somebody back whom the target refused: they are still new.
	PutBack(c *customer.Customer)
	// NewAreListed tells whether the config lists the new people: then they are few, and
	// one that a check uses is missing for another.
	NewAreListed() bool
}

// customersWithLimit are the customers with a limit. The run opens as many as it needs, or it
// has a few that the config lists: those serve one check after another, buy within
// what they may spend, and are put in order again before they serve the next.
type customersWithLimit interface {
	// Lease lends a customer with a limit and no purchases, other than those who
	// are to be somebody else.
	Lease(ctx context.Context, kind customer.Kind, not ...*customer.Customer) (*customer.Customer, error)
	// Release takes a customer back.
	Release(c *customer.Customer)
	// SharedCustomer is the customer of a kind whom all checks share that change
	// nothing of what they look at.
	SharedCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error)
	// SharedBuyer gives a customer who can still spend the amount, and books it.
	SharedBuyer(ctx context.Context, amount int64) (*customer.Customer, error)
	// OpenedCustomer is somebody whose limit this run has asked for itself, and who
	// shows what a new limit is like.
	OpenedCustomer(ctx context.Context, kind customer.Kind) (*customer.Customer, error)
	// Stranger is somebody whom the target does not know, to be asked for.
	Stranger(rng *rand.Rand) identity.Identity

	// Spend spends an amount of a buyer, if they have it.
	Spend(buyer *customer.Customer, amount int64) error
	// NoteExpensive notes what took much of a buyer's limit.
	NoteExpensive(buyer *customer.Customer, bought *Item)
	// KeepOpened keeps a customer whose limit a check opened for another purpose: they may serve
	// again. What is wrong with the answer, others say.
	KeepOpened(c *customer.Customer, answer *Call)
	// opened keeps a customer who has a limit now.
	opened(c *customer.Customer)
	// withoutLimit is a customer whom the target knows, without a limit; nil if the
	// run has none.
	withoutLimit() *customer.Customer
	// price finds out what customers may spend: the prices depend on it.
	price(ctx context.Context) error
	// priceShare is the part of the first limit that one price may take.
	priceShare() int64
	// mayBeRefusedOTPs tells whether somebody has had so many OTPs, or so many wrong
	// ones, that a target may refuse more: what it bounds is not shown (section 8).
	mayBeRefusedOTPs(c *customer.Customer) bool
	// lookedUp says what is wrong with the run if the target finds a limit of
	// somebody who should have none.
	lookedUp(c *customer.Customer, answer *Call) error
	// ExistingAreListed tells whether the config lists the customers with a limit: then
	// they are few, and a check should do without one of its own if it can.
	ExistingAreListed() bool
}

// customerState is what all sessions of a run share of their customers.
type customerState struct {
	roster    *customer.Roster // nil: everybody is invented
	pool      customer.Pool
	shop      customer.Buyers
	expensive expensiveItems
	most      customer.MostAvailable
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

// mostApplicants bounds how many people ask for a limit until one is given enough, and
// manyAlike how many who are given as little as each other.
const mostApplicants, manyAlike = 10, 5

// newCustomerWhoCanPay gives the first of some new customers who may spend an amount, or
// else the one who may spend most. A target scores people as it likes (section 1): the
// limits of two may differ much, and a purchase beyond the limit may be refused.
func (s customers) newCustomerWhoCanPay(ctx context.Context, kind customer.Kind, amount int64) (best *customer.Customer, err error) {
	alike, tries := 0, mostApplicants
	if s.people.most.IsNothing(kind) {
		tries = 1
	}
	for n := range tries {
		c, err := s.newCustomer(ctx, oneOf(kind, n))
		if err != nil {
			return nil, err
		}
		s.people.most.Keep(kind, c.Available())
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

// oneOf is the kind of the nth applicant. Where anybody will do, every second one is of a
// kind of their own: the others may all be of one kind that is given little.
func oneOf(kind customer.Kind, n int) customer.Kind {
	if kind == customer.AnyEmployee && n%2 == 1 {
		return customer.Employed
	}
	return kind
}

// minimumSpendable is what a customer must be able to spend to be lent: half of what the first
// customer could, or of what anybody of the kind can.
func (s customers) minimumSpendable(kind customer.Kind) int64 {
	return s.people.most.Bound(kind, max(s.affordable.Load()*s.Customers.priceShare()/2, usualPrice))
}
