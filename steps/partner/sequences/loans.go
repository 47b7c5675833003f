package sequences

import (
	"slices"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/charges"
	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// noteLoan takes the loan_amount of a limit. It is an amount of money (section 2.4).
func (s *Comparisons) noteLoan(q *requests.Request) {
	loan := q.Get("loan_amount").String()
	if q.Endpoint != spec.CreateLimit || loan == "" || judgement.Digits(loan) != loan || q.HasFault("loan_amount") {
		return
	}
	const expected = "the amount that the customer needs"
	var details []detail
	for _, name := range []string{"id_number", "phone_number"} {
		if len(loan) >= minNumber && judgement.Digits(q.Text(name)) == loan {
			details = append(details, detail{"the " + name + " of the customer", loan})
		}
	}
	if s.isOTP(loan) {
		details = append(details, detail{"the OTP of a customer", loan})
	}
	if requests.IsTimeOf(loan, q.Exchange.Started) {
		details = append(details, detail{"the time of the request", personOf(q)})
	}
	s.misplaced.see(q, "loan_amount", expected, details)
	before := s.verifies.of(q.Text("id_number"))
	if before.own != loan {
		s.loans.others++
	}
	s.loans.sure.note(q, loan, before)
	isOfOther := s.verified.stale.isLast || s.verified.isOfOther(q) // then the id_number is wrong
	if !isOfOther && before.other != "" && before.own != "" && before.own != before.other {
		details = nil
		if loan == before.other && loan != before.own {
			details = append(details, detail{cartBefore, loan})
		}
		s.misplaced.seeAs(q, loansBefore, "loan_amount", expected, details)
	}
	if past := s.loans.past; past.cart != "" && before.own != "" && past.cart != before.own {
		s.misplaced.seeAs(q, loanOfLimitBefore, "loan_amount", expected, past.in(loan, before.own))
	}
	s.loans.past = pastLoan{strings.Clone(loan), before.own}
	if id := q.ReturnedID("data.customer_details.id"); id != "" && len(s.loans.asked) < requests.MaxKept {
		s.loans.asked[strings.ToLower(id)] = loanAsked{strings.Clone(loan), append(branchesOf(q, "loan_amount"), traitBranches(q, "loan_amount")...), q.Defer("loan_amount", expected)}
	}
}

// note takes a loan_amount that is the customer's cart value in a wrong number of zeros, or the cart
// value of the customer before. Enough of them are a fault, though other loans are right: no customer needs
// such an amount.
func (l *sureLoans) note(q *requests.Request, loan string, before beforeIt) {
	trimmed := strings.TrimRight(loan, "0")
	var way string
	switch isTenth := loan+"0" == before.own; { // a store may finance this part
	case before.own == "" || loan == before.own || isTenth:
		return
	case len(trimmed) > 1 && trimmed == strings.TrimRight(before.own, "0"):
		way = otherZeros
	case loan == before.other:
		way = cartBefore
	default:
		l.others++
		return
	}
	l.see(way, loan+" "+before.own, q.Defer("loan_amount", "the amount that the customer needs"))
}

const otherZeros = "the verified cart value with zeros added or left out"

// sureLoans are loan amounts that are wrong in a way in which no customer needs them.
type sureLoans struct {
	byWay  map[string]*otherDetail
	others int // loan amounts that differ from the cart value in another way
}

func (l *sureLoans) see(way, amounts string, fail func(message string)) {
	if l.byWay == nil {
		l.byWay = make(map[string]*otherDetail)
	}
	as := l.byWay[way]
	if as == nil {
		as = &otherDetail{owners: make(map[string]bool)}
		l.byWay[way] = as
	}
	if len(as.owners) < requests.MaxKept {
		as.owners[amounts] = true
	}
	if fail != nil && len(as.fails) < requests.MaxFails {
		as.fails = append(as.fails, func() { fail("loan_amount is " + way + ", and so for several customers") })
	}
}

func (l *sureLoans) end() {
	for _, as := range l.byWay {
		if len(as.owners) < charges.MinCarts || l.others > len(as.owners) {
			continue
		}
		for _, fail := range as.fails {
			fail()
		}
	}
}

// loansBefore is the group of the loan amounts that may be the cart value of the customer before.
const (
	loansBefore = "loan before"
	cartBefore  = "the cart value of the customer before"
)

// loanOfLimitBefore is the group of the loan amounts that may be, or contain, that of the limit before.
const loanOfLimitBefore = "loan of the limit before"

// pastLoan is the loan_amount of the limit before, and the cart value that its customer verified.
type pastLoan struct{ amount, cart string }

// in returns what a loan_amount has from the limit before. own is the cart value of its customer.
func (p pastLoan) in(loan, own string) []detail {
	switch {
	case loan == own:
	case loan == p.cart:
		return []detail{{"the cart value of the customer of the limit before", loan}}
	case loan == comparison.Total([]string{p.amount, own}):
		return []detail{{"the loan_amount of the limit before and the customer's own cart value together", loan}}
	}
	return nil
}

// loans are the loan amounts whose customers have not ordered yet, and the orders whose customers cannot
// be read.
type loans struct {
	asked    map[string]loanAsked // by customer id in lower case
	compared int                  // how many were compared with an order that costs what its customer verified
	others   int                  // how many are not the cart value that their customer verified
	past     pastLoan
	unread   comparison.Comparisons
	incomes  incomesAsLoans
	sure     sureLoans
}

// end blocks what the amounts do not decide, because too few of their orders can be read.
func (l *loans) end() {
	l.sure.end()
	if len(l.asked) >= comparison.MinSimilarValues && l.unread.Count >= comparison.MinSimilarValues {
		l.unread.Block()
	}
}

// areUndecided reports whether too few orders show whether a loan_amount that was not verified is a value of
// the order.
func (l *loans) areUndecided() bool {
	return l.others >= comparison.MinSimilarValues && l.compared < comparison.MinSimilarValues
}

// loanAsked is a loan_amount whose customer has not ordered yet.
type loanAsked struct {
	amount   string
	branches []branch
	fail     func(message string)
}

// loanWays are the values of an order that the loan_amount before it is not. counts says whether an order
// shows it.
var loanWays = []struct {
	name       string
	counts, is func(loan string, q *requests.Request, prices []string) bool
}{
	{"the order_id", func(string, *requests.Request, []string) bool { return true }, func(loan string, q *requests.Request, _ []string) bool {
		return len(loan) >= minTotal && loan == q.Get("order_id").String()
	}},
	{"the price of the first item", func(_ string, _ *requests.Request, prices []string) bool { return len(prices) > 1 }, func(loan string, _ *requests.Request, prices []string) bool {
		return len(loan) >= minTotal && loan == prices[0]
	}},
	{"the price of the last item", func(_ string, _ *requests.Request, prices []string) bool { return len(prices) > 1 }, func(loan string, _ *requests.Request, prices []string) bool {
		return len(loan) >= minTotal && loan == prices[len(prices)-1]
	}},
	{"the prices of the items, one after the other", func(_ string, _ *requests.Request, prices []string) bool { return len(prices) > 1 }, func(loan string, _ *requests.Request, prices []string) bool {
		return loan == strings.Join(prices, "")
	}},
	{"the total times the number of the items", func(_ string, _ *requests.Request, prices []string) bool { return len(prices) > 1 }, func(loan string, _ *requests.Request, prices []string) bool {
		return loan == comparison.Total(slices.Repeat(prices, len(prices)))
	}},
	{"the number of the items", func(string, *requests.Request, []string) bool { return true }, func(loan string, _ *requests.Request, prices []string) bool {
		return loan == strconv.Itoa(len(prices))
	}},
	{tiny, func(string, *requests.Request, []string) bool { return true }, func(loan string, _ *requests.Request, prices []string) bool {
		return isTiny(loan, comparison.Total(prices))
	}},
}

const tiny = "less than half a percent"

// isTiny reports whether a loan is less than half a percent of an order. No customer needs a loan to pay
// that part of a cart (section 2.4).
func isTiny(loan, total string) bool {
	const part = 200
	asked, err := strconv.ParseInt(loan, 10, 64)
	cost, errCost := strconv.ParseInt(total, 10, 64)
	return err == nil && errCost == nil && asked < cost/part
}

// noteLoanOrder compares a loan_amount with the first order of its customer.
func (s *Comparisons) noteLoanOrder(q *requests.Request) {
	if hidden := q.Hidden("customer_id"); hidden != nil {
		s.loans.unread.Miss(q.Endpoint, hidden, spec.CreateLimit, "loan_amount")
	}
	customer := strings.ToLower(q.Text("customer_id"))
	loan, known := s.loans.asked[customer]
	if !known {
		return
	}
	delete(s.loans.asked, customer)
	total, id := q.Total(), q.Get("order_id").String()
	if total == id || s.charged.Waiting(customer) == id { // then the order_id is the wrong one
		return
	}
	prices := q.Prices()
	if verified := s.charged.Waiting(customer); total != "" && (verified == "" || verified == total) {
		s.loans.compared++
	}
	if isEachThe(loan.amount, prices) && s.charged.Waiting(customer) == loan.amount { // then the prices are wrong
		return
	}
	isVerified := s.charged.Waiting(customer) == loan.amount
	for _, way := range loanWays {
		if !way.counts(loan.amount, q, prices) || isVerified && way.name == tiny { // then the prices are wrong
			continue
		}
		is := loan.amount != total && way.is(loan.amount, q, prices)
		count := func(group, where string) {
			var as []late
			if is {
				as = append(as, late{way.name, customer, func() { loan.fail("loan_amount is " + way.name + " of the order that follows, and so " + where) }})
			}
			s.misplaced.count(q.Exchange, group, as)
		}
		count("loan "+way.name, "in all requests")
		for _, b := range append(slices.Clone(loan.branches), traitBranches(q, "items")...) {
			count("loan "+way.name+b.name, b.where)
		}
	}
}

// isEachThe reports whether several prices are all one amount.
func isEachThe(amount string, prices []string) bool {
	return len(prices) > 1 && !slices.ContainsFunc(prices, func(price string) bool { return price != amount })
}

// verifies are the cart values that customers verified, in their order.
type verifies []verifiedBy

type verifiedBy struct{ number, value string }

// before are the cart value that a customer verified last, and the one of another customer.
type beforeIt struct{ own, other string }

// add takes a verified cart value.
func (v *verifies) add(q *requests.Request) {
	const most = 50 // customers at a time
	*v = append(*v, verifiedBy{strings.Clone(formats.PlainID(q.Text("id_number"))), strings.Clone(q.Text("item_value"))})
	if len(*v) > most {
		*v = slices.Clone((*v)[1:])
	}
}

// of returns the last cart value of a customer, and the last one of another customer.
func (v verifies) of(number string) (b beforeIt) {
	number = formats.PlainID(number)
	for _, one := range slices.Backward(v) {
		switch {
		case one.number == number && b.own == "":
			b.own = one.value
		case one.number != number && b.other == "":
			b.other = one.value
		}
	}
	return b
}

// has reports whether any customer verified this cart value.
func (v verifies) has(value string) bool {
	return value != "" && slices.ContainsFunc(v, func(one verifiedBy) bool { return one.value == value })
}
