package sequences

import (
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// minNumber is the minimum length of an order_id that counts as a number of a customer, and
// minTotal as a total. Test data may number customers, orders and prices from 1 on.
const (
	minNumber = 6
	minTotal  = 3
)

// Details of an order that its order_id may be. A store may give the orders of a test small numbers, so that a
// few of them are also the number of items.
const (
	orderAmount = "the total of the order"
	firstPrice  = "the price of the first item of the order"
	asOrderID   = "the order_id"
	itemCount   = "the number of items of the order"
	minCounted  = 10
)

// noteOrderID takes the order_id of an order. It identifies the order (section 2.1), and not its
// customer or its price.
func (s *Comparisons) noteOrderID(q *requests.Request) {
	id := q.Get("order_id").String()
	if id == "" || judgement.Digits(id) != id || q.HasFault("order_id") {
		return
	}
	var details []detail
	if len(id) >= minNumber {
		details = s.ofAnyCustomer(id)
	}
	if s.isOTP(id) {
		details = append(details, detail{"the OTP of a customer", id})
	}
	if count := len(q.Get("items").Array()); strconv.Itoa(count) == id {
		details = append(details, detail{itemCount, id})
	}
	if len(id) >= minTotal && q.Get("items.0.item_value").String() == id {
		details = append(details, detail{firstPrice, id})
	}
	if total := q.Total(); total == id && len(id) >= minTotal {
		details = append(details, detail{orderAmount, id})
	} else if cart := s.charged.Waiting(q.Text("customer_id")); cart == id && len(id) >= minTotal {
		details = append(details, detail{"the verified cart value", id})
	}
	s.misplaced.see(q, "order_id", "the identifier of the order", details)
}

// isOtherAmount reports whether another failure says the same: of orders of one item, whose price is their total, or
// of the prices, which may be the order_id for all items.
func (m misplacedValues) isOtherAmount(group, name string) bool {
	switch name {
	case firstPrice:
		return m.isWhole(group, orderAmount) || m.isWhole(groupOfPrices, asOrderID)
	case orderAmount:
		return m.isInWider(group, firstPrice)
	case asOrderID:
		return strings.HasPrefix(group, groupOfPrices+inBranch) && m.isWhole(groupOfOrderIDs, firstPrice) && !m.isWhole(groupOfPrices, asOrderID)
	}
	return false
}

// isWhole reports whether all values of a group are a detail.
func (m misplacedValues) isWhole(group, name string) bool {
	of := m[group]
	return of != nil && of.as[name] != nil && of.isAll(of.as[name], true)
}

// The groups of the order_ids and of the prices.
const (
	groupOfOrderIDs = spec.CreatePurchases + " order_id"
	groupOfPrices   = spec.CreatePurchases + " items.#.item_value"
)
