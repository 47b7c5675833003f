package partner

import (
	"math/big"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// Section 1 creates a limit for a new customer and returns the existing one of an existing
// customer. So who gets the first limit was new when the OTP was sent, and section 4.1
// asks for six members then. Only a service that was fresh shows which limit is the first.

// applicants are those for whom an OTP was sent, by id number and by phone number, and
// the id numbers of those with a limit.
type applicants struct {
	sent    map[string]*sending
	all     []*sending // in the order in which they came
	limited map[string]bool
}

// sending is the form of the OTP requests for a customer.
type sending struct {
	evidence string         // the first of them
	isFull   bool           // one had the form for a new customer
	failure  result.Failure // what the others lack
}

func newApplicants() applicants {
	return applicants{sent: make(map[string]*sending), limited: make(map[string]bool)}
}

// see takes in an OTP request, or the limit that shows whether its customer was new.
func (a *applicants) see(q *request) {
	switch id := q.text("id_number"); {
	case !q.run.isWhole():
	case q.endpoint == spec.SendOTP && q.isRead:
		a.sendTo(q, id)
	case q.endpoint == spec.CreateLimit && (!q.isRead || id == "" || !succeeded(q.exchange.Response)):
		a.hide(q)
	case q.endpoint == spec.CreateLimit && !a.limited[id] && len(a.limited) < maxSendings:
		a.limited[strings.Clone(id)] = true
		a.judge(q, id)
	}
}

func (a *applicants) sendTo(q *request, id string) {
	if owner := q.unnamedBy(); owner != "" && !q.isNewCustomer() {
		q.blocked(newCustomerObligation, owner)
		return
	}
	s := a.sent[id]
	if s == nil && len(a.sent) < maxSendings {
		s = &sending{evidence: q.keep()}
		a.sent[strings.Clone(id)], a.all = s, append(a.all, s)
		a.sent["phone "+phoneDigits(q.text("phone_number"))] = s
	}
	switch {
	case s == nil || s.isFull:
	case q.isNewCustomer():
		s.isFull = true
	case s.failure.Message == "":
		s.failure = placed(q, result.Failure{
			Section: "4.1", Kind: result.Missing, Expected: "first_name, last_name, country_code and date_of_birth, as for a new customer", Actual: "none of them",
			Message: "the first limit of this customer was created later: the customer was new",
		})
	}
}

// unnamedBy names the obligation for which a request does not say whose id number it is
// about; "" where it says so.
func (c *content) unnamedBy() string {
	switch {
	case len(c.faulty["id_number"]) > 0:
		return "id_number"
	case isBlank(c.get("id_number")):
		return blankObligation
	}
	return ""
}

// judge holds the OTP requests for a customer against the limit that is their first,
// unless the customer was published with an account. An OTP that was sent for somebody
// else to the same phone counts: whom it names is for PVO-10.
func (a *applicants) judge(q *request, id string) {
	s := a.sent[id]
	if s == nil {
		s = a.sent["phone "+phoneDigits(q.text("phone_number"))]
	}
	known := gjson.GetBytes(q.exchange.Response.Body, "data.customer_details.id").String()
	isPublished := slices.ContainsFunc(q.run.cfg.Customers, func(published string) bool { return strings.EqualFold(published, known) })
	if s == nil || isPublished {
		return
	}
	found := q.run.findings.at(obligation{spec.SendOTP, newCustomerObligation})
	found.judged++
	if len(found.evidence) < 2 {
		found.evidence = append(found.evidence, s.evidence)
	}
	if !s.isFull {
		found.fail(s.failure)
	}
}

// hide notes that a limit which nobody can read, or which was refused, does not show who
// was new: its own fault is to blame, if it has one.
func (a *applicants) hide(q *request) {
	for _, s := range a.all {
		if !s.isFull && q.firstFault != "" {
			found := q.run.findings.at(obligation{spec.SendOTP, newCustomerObligation})
			f := hiding(q, spec.CreateLimit, q.firstFault)
			f.Section, f.Exchange = spec.Of(spec.SendOTP).Section, s.evidence
			found.block(judgement.Aspect{Endpoint: spec.CreateLimit, Name: aspectOf(q.firstFault)}, f)
			return
		}
	}
}

// loans are what customers asked for, next to what they came to buy: section 2.4 calls
// loan_amount what the customer needs to complete the transaction. A part of it may be
// paid in another way.
type loans struct {
	carts map[string]string // id number to the cart value that was verified last
	asked map[string]string // customer to the loan_amount of the limit, until the first order
}

func newLoans() loans {
	return loans{carts: make(map[string]string), asked: make(map[string]string)}
}

// see notes a limit that was asked for less than the customer's cart.
func (l *loans) see(q *request) {
	id := q.text("id_number")
	switch {
	case q.endpoint == spec.VerifyOTP && id != "" && len(l.carts) < maxSendings:
		l.carts[strings.Clone(id)] = strings.Clone(q.text("item_value"))
	case q.endpoint == spec.CreateLimit && succeeded(q.exchange.Response):
		loan, owner := q.get("loan_amount").String(), gjson.GetBytes(q.exchange.Response.Body, "data.customer_details.id").String()
		if cart, known := l.carts[id]; known {
			l.compare(q, loan, cart, "the item_value that was verified for this id_number")
		} else if owner != "" && !q.cut(owner) && len(l.asked) < maxSendings {
			l.asked[strings.ToLower(owner)] = strings.Clone(loan)
		}
	case q.endpoint == spec.CreatePurchases:
		owner := strings.ToLower(q.text("customer_id"))
		if total := q.totalOf("items.#.item_value"); total != nil && l.asked[owner] != "" {
			l.compare(q, l.asked[owner], total.String(), "the first order of the customer")
		}
		delete(l.asked, owner)
	}
}

func (l *loans) compare(q *request, loan, cart, of string) {
	asked, isNumber := new(big.Int).SetString(loan, 10)
	needed, isOther := new(big.Int).SetString(cart, 10)
	if isNumber && isOther && asked.Cmp(needed) < 0 {
		q.run.undocumented.note(spec.CreateLimit, "a loan_amount below "+of)
	}
}

// totalOf adds up whole amounts; nil where one is none.
func (c *content) totalOf(name string) *big.Int {
	total := new(big.Int)
	for _, value := range c.each(name) {
		amount, ok := new(big.Int).SetString(value.String(), 10)
		if !ok {
			return nil
		}
		total.Add(total, amount)
	}
	return total
}
