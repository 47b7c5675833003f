package sequences

import (
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// Some comparisons use what other requests show. If those requests are wrong themselves, the
// comparison does not show that a value is right, even if it does not find it wrong. The obligation
// that it would decide is then blocked by the requirements that own the other values, if those
// failed.

// doubts are the functions that block an obligation because of the fault of another one, by the other
// one and by the obligation that hides it.
type doubts map[place]map[string]func(endpoint, obligation string)

// place is an obligation of an endpoint.
type place struct{ endpoint, obligation string }

var (
	idOfSending = place{spec.SendOTP, "id_number"}
	idOfLimit   = place{spec.CreateLimit, "id_number"}
	idOfVerify  = place{spec.VerifyOTP, "id_number"}
	ofCart      = []place{
		{spec.VerifyOTP, "item_value"}, {spec.VerifyOTP, "otp"}, {spec.VerifyOTP, "otp-match"}, {spec.VerifyOTP, "phone_number"},
		{spec.SendOTP, "phone_number"}, {spec.VerifyOTP, bodies.WholeBody}, idOfSending, idOfVerify, idOfLimit,
	}
	ofBuyer   = []place{{spec.CreatePurchases, "customer_id"}, {spec.CreatePurchases, "customer"}, {spec.CreatePurchases, bodies.WholeBody}, {spec.CreateLimit, bodies.WholeBody}}
	ofOrder   = []place{{spec.CreatePurchases, "order_id"}, {spec.CreatePurchases, "items.#.item_value"}, {spec.CreatePurchases, "negative"}}
	ofNames   = []place{{spec.SendOTP, "first_name"}, {spec.SendOTP, "last_name"}, {spec.CreateLimit, "first_name"}, {spec.CreateLimit, "last_name"}, {spec.SendOTP, bodies.WholeBody}, {spec.CreateLimit, bodies.WholeBody}}
	ofPerson  = []place{idOfSending, idOfLimit, idOfVerify, {spec.VerifyOTP, "otp-sent"}}
	ofPhone   = []place{{spec.SendOTP, "phone_number"}}
	ofContact = []place{{spec.CreateLimit, "phone_number"}}
	ofLoan    = []place{{spec.CreateLimit, "loan_amount"}}
	ofLimits  = []place{{spec.CreateLimit, bodies.WholeBody}}
	ofItems   = []place{{spec.CreatePurchases, "items"}, {spec.CreatePurchases, bodies.WholeBody}}
	ofVerify  = []place{{spec.VerifyOTP, "phone_number"}, {spec.VerifyOTP, bodies.WholeBody}, idOfVerify}
)

// sources are all obligations that a comparison depends on.
var sources = [][]place{ofCart, ofBuyer, ofOrder, ofNames, ofPerson, ofPhone, ofContact, ofLoan, ofItems, ofLimits, ofVerify}

// note takes a request. If nothing of it can be read, what hides it hides all its sources.
func (d doubts) note(q *requests.Request) {
	for _, group := range sources {
		for _, source := range group {
			if source.endpoint != q.Endpoint {
				continue
			}
			owner := source.obligation
			if !q.IsRead {
				hidden := q.Hidden(owner)
				if hidden == nil {
					continue
				}
				owner = hidden.Owner
			}
			d.add(q, source, owner)
		}
	}
}

func (d doubts) add(q *requests.Request, source place, owner string) {
	if d[source] == nil {
		d[source] = make(map[string]func(endpoint, obligation string))
	}
	if d[source][owner] == nil {
		d[source][owner] = q.Doubt(owner)
	}
}

// block blocks an obligation that no comparison showed to be right.
func (d doubts) block(endpoint, obligation string, groups ...[]place) {
	for _, group := range groups {
		for _, source := range group {
			for _, block := range d[source] {
				block(endpoint, obligation)
			}
		}
	}
}

// endDoubts blocks what nothing showed to be right: the items of the orders, their prices and their
// customers if few orders have the total that their customer verified, the cart values if no order has
// one of them, the loan amounts if none is the verified cart value or few orders can be read, the lookups by an id if a value may
// be a name that no request shows, those by a phone number that is an id number too, the id numbers of
// limits if no verify has one, and the details of customers if no request has the same as another one. Nothing else must follow, because a doubt needs
// the failures of all others.
func endDoubts(s *Comparisons, how unclearLookups) {
	if s.charged.IsUndecided() {
		s.doubts.block(spec.CreatePurchases, "items", ofCart, ofBuyer, ofOrder)
		s.doubts.block(spec.CreatePurchases, "items.#.item_value", ofCart, ofBuyer, ofLoan)
		s.doubts.block(spec.CreatePurchases, "customer_id", ofCart, ofOrder)
	}
	if s.carts.NoCartFits() {
		s.doubts.block(spec.VerifyOTP, "item_value", ofCart, ofBuyer, ofOrder, ofLoan)
	}
	if s.carts.NoLoanFits() {
		s.doubts.block(spec.CreateLimit, "loan_amount", ofCart, ofBuyer, ofOrder)
	}
	if s.loans.areUndecided() {
		s.doubts.block(spec.CreateLimit, "loan_amount", ofOrder, ofItems)
	}
	if s.misplaced[loansBefore] == nil { // then no two verified carts of different customers are known
		s.doubts.block(spec.CreateLimit, "loan_amount", ofPerson)
	}
	if s.verified.isUndecided() {
		s.doubts.block(spec.CreateLimit, "id_number", ofVerify, ofContact)
	}
	if how.names {
		s.doubts.block(spec.CustomerLookup, "value-fits", ofNames)
	}
	if how.phones {
		s.doubts.block(spec.CustomerLookup, "value-fits", ofPhone)
	}
	if s.People.Contacts.IsUnclear() {
		s.doubts.block(spec.CreateLimit, "email", ofNames, ofContact)
	}
	for _, member := range s.misplaced.undecided(spec.CreatePurchases) {
		s.doubts.block(spec.CreatePurchases, member, ofItems)
	}
	for _, endpoint := range []string{spec.SendOTP, spec.CreateLimit} {
		for _, member := range s.People.Unconfirmed() {
			s.doubts.block(endpoint, member, ofPerson)
		}
		for _, member := range s.misplaced.undecided(endpoint) {
			s.doubts.block(endpoint, member, ofPerson)
		}
	}
}
