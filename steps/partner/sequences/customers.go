package sequences

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// NotePerson takes the details of a customer in a request. Faulty values are left out.
func (s *Comparisons) NotePerson(q *requests.Request) {
	claim := comparison.Claim{
		Endpoint: q.Endpoint, ID: q.Sound("id_number"), Email: q.Text("email"),
		First: q.Text("first_name"), Last: q.Text("last_name"), Birth: q.Text("date_of_birth"),
	}
	if formats.WhatIsNoID(claim.ID) != "" { // the members of a request with a wrong path are not judged
		claim.ID = ""
	}
	if !q.HasFault("id_number") { // if id_number is faulty, phone_number may hold the id
		claim.Phone = q.Text("phone_number")
	}
	if formats.IsOneNumber(claim.ID, claim.Phone) && !formats.IsMobile(claim.Phone) { // the id is in both
		claim.Phone = ""
	}
	if (q.Endpoint == spec.CreateLimit || q.Endpoint == spec.VerifyOTP) && q.HasFault("id_number") {
		s.faultyIDs++
	}
	var names []string
	for _, member := range []string{"first_name", "last_name"} {
		if !q.HasFault(member) {
			names = append(names, q.Text(member))
		}
	}
	if len(names) > 1 {
		names = append(names, q.Names()...)
	}
	s.People.See(claim, names)
	if !q.IsRead { // the path must be corrected first
		return
	}
	claim.ID = formats.PlainID(claim.ID) // two requests may write it in two ways
	claim.First, claim.Last, claim.Birth, claim.Phone = q.Sound("first_name"), q.Sound("last_name"), q.Sound("date_of_birth"), q.Sound("phone_number")
	claim.Country, claim.Occupation = q.Sound("country_code"), q.Occupation()
	s.People.Describe(claim, q.Hidden, func(member string) func(comparison.Difference) { return deferDetail(s, q, member) })
	if q.Endpoint == spec.CreateLimit && q.Sound("email") != "" {
		s.People.Contacts.See(comparison.Contact{ID: claim.ID, First: claim.First, Last: claim.Last, Phone: claim.Phone, Email: q.Sound("email")}, q.Defer("email", "the email address of the customer"))
	}
}

// deferDetail prepares the failure of a detail of a customer that another request has in another way.
func deferDetail(s *Comparisons, q *requests.Request, member string) func(comparison.Difference) {
	state := q.Defer(member, "what the "+otherRequest(q)+" request for the same id_number says")
	block, texts, endpoint := q.Wrong(member).Prepare(), differences(q), q.Endpoint
	return func(how comparison.Difference) {
		isOfOther := s.settings.Issued.WrongIDs.ofSendings() && !s.People.IsJoined
		if isOfOther && how != comparison.Damaged || s.verified.isStated && how == comparison.Carried { // the OTPs are those of other customers
			s.doubts.block(endpoint, member, ofPerson)
		} else {
			state(member + texts[how])
		}
		if how == comparison.OfAll { // no request shows that the other one is right
			block(otherEndpoint[endpoint], member)
		}
	}
}

// NoteUnread takes a request of which nothing can be compared, because its address or its whole
// body has a fault.
func (s *Comparisons) NoteUnread(q *requests.Request) {
	s.People.Describe(comparison.Claim{Endpoint: q.Endpoint}, q.Hidden, nil)
	s.doubts.note(q)
	if q.Endpoint == spec.CreatePurchases {
		s.charged.NoteUnread()
	}
	switch q.Endpoint {
	case spec.VerifyOTP:
		s.carts.NoteUnknownCustomer()
		s.carts.UnreadVerify(q.Hidden("item_value"))
	case spec.CreateLimit:
		s.faultyIDs++
		s.oneLoan.isSeveral = true
		s.carts.NoteUnknownCustomer()
		s.carts.UnreadLoan(q.Hidden("loan_amount"))
		s.carts.UnreadCustomer(q.ReturnedID("data.customer_details.id"), q.Hidden("loan_amount"))
	case spec.CreatePurchases:
		s.carts.NoteBuyer("", nil)
		s.carts.UnreadOrder(q.Hidden("items"))
	}
}

// firstHidden returns the first of the members of a request that a fault hides, or nil.
func firstHidden(q *requests.Request, members ...string) *comparison.Hidden {
	for _, member := range members {
		if hidden := q.Hidden(member); hidden != nil {
			return hidden
		}
	}
	return nil
}

// otherRequest returns the name of the other request that describes a customer.
func otherRequest(q *requests.Request) string {
	return map[string]string{spec.SendOTP: "create limit", spec.CreateLimit: "send OTP"}[q.Endpoint]
}

// otherEndpoint contains the endpoint of the other request.
var otherEndpoint = map[string]string{spec.SendOTP: spec.CreateLimit, spec.CreateLimit: spec.SendOTP}

func differences(q *requests.Request) map[comparison.Difference]string {
	return map[comparison.Difference]string{
		comparison.OfAll:    " is another one than in the " + otherRequest(q) + " request for the same id_number, and so for all customers",
		comparison.OfKind:   " is another one than in the " + otherRequest(q) + " request for the same id_number, and so for the customers who are " + q.Occupation().Kind,
		comparison.OfSector: " is another one than in the " + otherRequest(q) + " request for the same id_number, and so for the customers who are " + q.Occupation().Sector,
		comparison.Carried:  " is that of another customer, and so for several customers",
		comparison.Cut:      " is only the beginning of that in the " + otherRequest(q) + " request for the same id_number, and so for several customers",
		comparison.Turned:   " has the day and the month in the other order than another request for the same id_number, and so for several customers",
		comparison.Added:    " has an addition to that in the " + otherRequest(q) + " request for the same id_number, the same for all customers",
		comparison.Swapped:  " is the other name of the customer in the " + otherRequest(q) + " request, and so for several customers",
		comparison.Shifted:  " is a day before or after that in the " + otherRequest(q) + " request for the same id_number, and so for several customers",
		comparison.Damaged:  " is escaped, or has lost letters: the " + otherRequest(q) + " request for the same id_number has it right",
	}
}

// noteCart takes a cart value that a customer verifies, asks for or orders.
func (s *Comparisons) noteCart(q *requests.Request) {
	switch q.Endpoint {
	case spec.VerifyOTP:
		if hidden := firstHidden(q, "item_value", "id_number"); hidden != nil {
			s.carts.UnreadVerify(hidden)
		}
		s.carts.Verified(q.ReturnedID("data.id"), formats.PlainID(q.Text("id_number")), q.Sound("item_value"), cartFailures(q))
	case spec.CreateLimit:
		if hidden := firstHidden(q, "loan_amount", "id_number"); hidden != nil {
			s.carts.UnreadLoan(hidden)
		}
		if !q.IsServed() {
			return
		}
		s.carts.Asked(q.ReturnedID("data.customer_details.id"), formats.PlainID(q.Text("id_number")), q.Get("loan_amount").String(), q.Occupation(), q.Traits(), func() func() {
			return q.DeferFailure("loan_amount", "the amount that the customer needs, in the unit of the cart value",
				"loan_amount is 10, 100 or 1000 times the verified cart value, or such a part of it, and so for all customers, or for all with one kind of occupation")
		})
	case spec.CreatePurchases:
		if hidden := firstHidden(q, "customer_id", "items", "items.#.item_value"); hidden != nil {
			s.carts.UnreadOrder(hidden)
		}
		noteServed(s, q)
		s.carts.Ordered(q.Text("customer_id"), q.Total(), q.ItemTypes(), orderFailures(s, q))
	}
}

// cartFailures returns the failures that a verified cart value may be.
func cartFailures(q *requests.Request) comparison.CartFailures {
	fails := func(expected, message string) comparison.DeferredFailure {
		return func() func() { return q.DeferFailure("item_value", expected, message) }
	}
	failures := comparison.CartFailures{
		Unit: fails("the cart value, in the unit of the prices of the items",
			"item_value is 10, 100 or 1000 times the order that follows, or such a part of it, and so for all customers, or for all of one kind"),
		Carried: fails("the cart value of this customer",
			"item_value is the total of the order before, of another customer, and not of the order that follows, and so for all customers, or for all of one kind"),
		Other: fails("the cart value",
			"item_value does not depend on the prices of the order that follows: it is the same in all requests, or in those of one kind of customers or orders, or it is the number of items"),
	}
	if member := memberWithValue(q, q.Text("item_value")); member != "" {
		failures.Member = fails("the cart value", "item_value is the "+member+" of the request, and so in all requests, or in those of one kind of customers or orders")
	}
	return failures
}

// orderFailures returns the failures that an order may be.
func orderFailures(s *Comparisons, q *requests.Request) comparison.OrderFailures {
	return comparison.OrderFailures{
		Customer: func() func() {
			if !s.settings.Issued.Customers[strings.ToLower(q.Text("customer_id"))] { // another rule judges an unknown id
				return nil
			}
			return q.DeferFailure("customer_id", "the customer whose cart it is",
				"the items cost what another customer verified and not this one, and so in several orders")
		},
		Prices: func() func() {
			return q.DeferFailure("items.0.item_value", "the price of the item, in the unit of the verified cart value and of the loan_amount",
				"item_value is in another unit than the verified cart value and the loan_amount, and so for all customers, or for all of one kind")
		},
	}
}

// noteServed takes the customer whom an order names. Another rule judges an id that the service did not
// return.
func noteServed(s *Comparisons, q *requests.Request) {
	customer := strings.ToLower(q.Text("customer_id"))
	if q.HasFault("customer_id") || !s.settings.Issued.Customers[customer] {
		customer = ""
	}
	s.carts.NoteBuyer(customer, func() func() {
		return q.DeferFailure("customer_id", "the customer who verified the OTP or got the limit just before",
			"customer_id is one customer for all orders, or that of the customer before, and never the customer who was just served")
	})
}

// memberWithValue returns the member of a verify OTP request that has the same digits as the
// cart value, or "".
func memberWithValue(q *requests.Request, value string) string {
	if judgement.Digits(value) != value || value == "" {
		return ""
	}
	for _, name := range []string{"otp", "id_number", "phone_number"} {
		if judgement.Digits(q.Text(name)) == value {
			return name
		}
	}
	return ""
}

// Applicants keeps the id numbers that OTPs were sent for, with the short form for an existing
// customer or with the full form, and those with a limit. Section 1 creates a limit for a new
// customer and returns the existing limit of an existing customer. So the customer of the first
// limit of a fresh service was new, and section 4.1 requires six members for a new customer. That
// is noted and not judged: a store need not know who is new before the service refuses the short
// form, and a sandbox serves it.
type Applicants struct {
	short, full, limited map[string]bool // id numbers
}

// NewApplicants returns Applicants without any id number.
func NewApplicants() Applicants {
	return Applicants{short: make(map[string]bool), full: make(map[string]bool), limited: make(map[string]bool)}
}

// See takes an OTP request, or the limit that shows whether its customer was new.
func (a *Applicants) See(q *requests.Request, published []string, note func(endpoint, what string)) {
	id := q.Text("id_number")
	if id == "" || len(a.short)+len(a.full)+len(a.limited) > 3*requests.MaxKept {
		return
	}
	switch {
	case q.Endpoint == spec.SendOTP && q.IsRead && q.IsNewCustomer():
		a.full[strings.Clone(id)] = true
	case q.Endpoint == spec.SendOTP && q.IsRead:
		a.short[strings.Clone(id)] = true
	case q.Endpoint == spec.CreateLimit && q.IsServed() && !a.limited[id]:
		a.limited[strings.Clone(id)] = true
		if a.short[id] && !a.full[id] && !isPublished(q, published) {
			note(spec.SendOTP, "the form for an existing customer, for one whose first limit follows")
		}
	}
}

// isPublished reports whether a limit belongs to a customer that was published with an account.
func isPublished(q *requests.Request, customers []string) bool {
	known := gjson.GetBytes(q.Exchange.Response.Body, "data.customer_details.id").String()
	return slices.ContainsFunc(customers, func(published string) bool { return strings.EqualFold(published, known) })
}
