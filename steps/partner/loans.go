package partner

import (
	"math/big"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/spec"
)

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
