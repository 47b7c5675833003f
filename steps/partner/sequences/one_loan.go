package sequences

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// oneLoan finds one loan_amount for all customers of a recording. Section 2.4 calls it the amount that the
// customer needs for the transaction. A store may offer one amount, and a test may have one. It may also pay a
// part of each cart up to a bound. But nobody needs the same amount for carts that differ, and more than
// one of them costs.
type oneLoan struct {
	amount    string
	isSeveral bool              // some limits have other amounts, or amounts that are unknown
	carts     map[string]string // what each customer's cart costs, by id number; "" if that is unknown yet
	numbers   map[string]string // the id numbers of customers whose cart is unknown, by customer id
	isPrice   bool              // a customer ordered for this amount: it is that of one cart, which all may buy
	fails     []func()
}

// minLoans is how many customers must have the same amount.
const minLoans = 5

// note takes a limit, with the cart value that the customer verified before.
func (o *oneLoan) note(q *requests.Request, cart string) {
	amount, number := q.Get("loan_amount").String(), strings.Clone(q.Text("id_number"))
	if o.carts == nil {
		o.amount, o.carts, o.numbers = strings.Clone(amount), make(map[string]string), make(map[string]string)
	}
	if amount != o.amount || amount == "" || number == "" || q.IsCut(amount) || q.HasFault("loan_amount") || len(o.carts) >= requests.MaxKept {
		o.isSeveral = true
		return
	}
	if o.carts[number] == "" {
		o.carts[number] = strings.Clone(cart)
	}
	if id := strings.ToLower(q.ReturnedID("data.customer_details.id")); cart == "" && id != "" {
		o.numbers[strings.Clone(id)] = number
	}
	if len(o.fails) < requests.MaxFails {
		o.fails = append(o.fails, q.DeferFailure("loan_amount", "the amount that the customer needs", "loan_amount is the same for all customers, and they have different carts"))
	}
}

// order takes an order. The first one of a customer who verified no cart shows what the cart costs.
func (o *oneLoan) order(q *requests.Request) {
	o.isPrice = o.isPrice || o.amount != "" && q.Total() == o.amount
	id := strings.ToLower(q.Text("customer_id"))
	if number, isWaiting := o.numbers[id]; isWaiting {
		o.carts[number] = strings.Clone(q.Total())
		delete(o.numbers, id)
	}
}

// end reports the limits if enough carts differ. A fee that depends on the place does not double a cart.
func (o *oneLoan) end() {
	const far, alikeOf = 2, 4 // one customer in five may have the cart of another one
	seen := make(map[string]bool)
	least, most := math.Inf(1), 0.0
	for _, cart := range o.carts {
		value, err := strconv.ParseFloat(cart, 64)
		if err != nil {
			return
		}
		seen[cart], least, most = true, min(least, value), max(most, value)
	}
	amount, err := strconv.ParseFloat(o.amount, 64)
	isPart := amount > 0 && amount <= least
	areAlike := alikeOf*(len(o.carts)-len(seen)) > len(seen)
	if err != nil || areAlike || isPart || o.isSeveral || o.isPrice || len(seen) < minLoans || most < far*least {
		return
	}
	for _, fail := range o.fails {
		fail()
	}
}

// noteOneLoan takes a limit or an order.
func noteOneLoan(s *Comparisons, q *requests.Request) {
	switch q.Endpoint {
	case spec.CreateLimit:
		own := s.verifies.of(q.Text("id_number")).own
		s.oneLoan.note(q, own)
		s.loans.incomes.note(s, q, own)
	case spec.CreatePurchases:
		s.oneLoan.order(q)
		s.loans.incomes.order(q)
	}
}

// incomesAsLoans are the limits whose loan_amount is an income, while no verify shows what the cart costs.
// The first order of the customer shows it. They are kept by customer id.
type incomesAsLoans map[string]func(cart string)

// note takes a limit, with the cart value that the customer verified before.
func (w *incomesAsLoans) note(s *Comparisons, q *requests.Request, cart string) {
	loan := q.Get("loan_amount").String()
	if cart == "" && s.verifies.has(loan) {
		cart = loan // the id_number of the limit may be wrong
	}
	id := strings.ToLower(q.ReturnedID("data.customer_details.id"))
	if cart != "" || id == "" || len(*w) >= requests.MaxKept || !slices.Contains(q.Incomes(), loan) {
		noteIncomeAsLoan(s, q, cart)
		return
	}
	if *w == nil {
		*w = make(incomesAsLoans)
	}
	(*w)[id] = func(cart string) { noteIncomeAsLoan(s, q, cart) }
}

// order takes an order.
func (w incomesAsLoans) order(q *requests.Request) {
	id := strings.ToLower(q.Text("customer_id"))
	if compare, isWaiting := w[id]; isWaiting {
		delete(w, id)
		compare(q.Total())
	}
}

// end compares the limits of customers who did not order.
func (w incomesAsLoans) end() {
	for _, id := range slices.Sorted(maps.Keys(w)) {
		w[id]("")
	}
}

// noteIncomeAsLoan takes a loan_amount that is an income or an expense of the customer (2.5, 2.6). If it is
// also what the cart costs, the other amount may be wrong, or a test has one amount for all. If the cart is
// unknown, only different amounts show that this is not so.
func noteIncomeAsLoan(s *Comparisons, q *requests.Request, cart string) {
	loan := q.Get("loan_amount").String()
	if loan == "" || q.IsCut(loan) || q.HasFault("loan_amount") {
		return
	}
	var details []detail
	if loan != cart && len(loan) >= minTotal && slices.Contains(q.Incomes(), loan) {
		owner := q.Text("id_number")
		if cart == "" {
			owner = loan
		}
		details = append(details, detail{"an income or an expense of the customer", owner})
	}
	s.misplaced.seeAs(q, "loan income", "loan_amount", "the amount that the customer needs", details)
	if cart != "" {
		s.misplaced.noteLoanAsIncome(q, loan, loan == cart)
	}
}

// noteLoanAsIncome takes the incomes and the expenses of a limit. They are not the loan_amount, if that is
// the verified cart value.
func (m misplacedValues) noteLoanAsIncome(q *requests.Request, loan string, isCart bool) {
	for _, member := range requests.IncomeMembers {
		amount := q.Get(member).String()
		if amount == "" || q.IsCut(amount) || q.HasFault(member) {
			continue
		}
		var details []detail
		if isCart && amount == loan && len(loan) >= minTotal {
			details = append(details, detail{"the loan_amount", loan})
		}
		m.seeAs(q, q.Endpoint+" "+member+" as loan", member, "a monthly amount of the customer", details)
	}
}
