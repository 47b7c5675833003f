package partner

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
)

// TestADetailInAllRequests holds that a text which is another detail fails only if it is so in all
// requests, for at least three customers, orders or items.
func TestADetailInAllRequests(t *testing.T) {
	limit := func(n int, employer string) *recording.Exchange {
		return otpCall(spec.CreateLimit, fmt.Sprintf(`{"id_number":"2000000%d","phone_number":"+25471100000%d","email":"c%d@x.example","employed":true,"employed_occupational_detail":{"employer":"%s"}}`, n, n, n, employer), `{}`)
	}
	business := func(n int, name, kind string) *recording.Exchange {
		return otpCall(spec.CreateLimit, fmt.Sprintf(`{"id_number":"2000000%d","phone_number":"+25471100000%d","employed":false,"self_employed_occupational_detail":{"business_name":"%s","business_type":"%s"}}`, n, n, name, kind), `{}`)
	}
	person := func(n int, id string) *recording.Exchange {
		return otpCall(spec.CreateLimit, fmt.Sprintf(`{"id_number":"%s","phone_number":"+25471100000%d","gender":"female"}`, id, n), `{}`)
	}
	born := func(n int, phone string) *recording.Exchange {
		return otpCall(spec.CreateLimit, fmt.Sprintf(`{"id_number":"2000000%d","phone_number":"%s","date_of_birth":"01/31/199%d"}`, n, phone, n), `{}`)
	}
	order := func(id, price int, brand, key, code string) *recording.Exchange {
		return otpCall(spec.CreatePurchases, fmt.Sprintf(`{"customer_id":"%s","order_id":%d,"items":[{"item_value":%d,"item_brand":"%s","store_key":"%s","item_code":"%s","item_description":"A chair"}]}`, anID, id, price, brand, key, code), `{}`)
	}
	for name, c := range map[string]struct {
		calls            []*recording.Exchange
		endpoint, member string
		failed           int
	}{
		"the email as employer":      {[]*recording.Exchange{limit(1, "c1@x.example"), limit(2, "c2@x.example"), limit(3, "C3@x.example")}, spec.CreateLimit, bodies.Employed + ".employer", 3},
		"but for one":                {[]*recording.Exchange{limit(1, "c1@x.example"), limit(2, "c2@x.example"), limit(3, "c3@x.example"), limit(4, "Kilele")}, spec.CreateLimit, bodies.Employed + ".employer", 0},
		"of two customers":           {[]*recording.Exchange{limit(1, "c1@x.example"), limit(2, "c2@x.example")}, spec.CreateLimit, bodies.Employed + ".employer", 0},
		"one customer three times":   {[]*recording.Exchange{limit(1, "c1@x.example"), limit(1, "c1@x.example"), limit(1, "c1@x.example")}, spec.CreateLimit, bodies.Employed + ".employer", 0},
		"order_id is the total":      {[]*recording.Exchange{order(150, 150, "A", "K", "1"), order(160, 160, "A", "K", "1"), order(170, 170, "A", "K", "1")}, spec.CreatePurchases, "order_id", 3},
		"but once":                   {[]*recording.Exchange{order(150, 150, "A", "K", "1"), order(160, 160, "A", "K", "1"), order(170, 170, "A", "K", "1"), order(180, 181, "A", "K", "1")}, spec.CreatePurchases, "order_id", 0},
		"small numbers":              {[]*recording.Exchange{order(1, 1, "A", "K", "1"), order(2, 2, "A", "K", "1"), order(3, 3, "A", "K", "1")}, spec.CreatePurchases, "order_id", 0},
		"order_id is the id number":  {[]*recording.Exchange{limit(1, "A"), limit(2, "B"), limit(3, "C"), order(20000001, 5, "A", "K", "1"), order(20000002, 5, "A", "K", "1"), order(20000003, 5, "A", "K", "1")}, spec.CreatePurchases, "order_id", 3},
		"the own brand of a store":   {[]*recording.Exchange{order(1, 5, "KILELE", "KILELE", "1"), order(2, 5, "KILELE", "KILELE", "2"), order(3, 5, "KILELE", "KILELE", "3")}, spec.CreatePurchases, "items.#.item_brand", 0},
		"the store key as brand":     {[]*recording.Exchange{order(1, 5, "SK-48213", "SK-48213", "1"), order(2, 5, "SK-48213", "SK-48213", "2"), order(3, 5, "SK-48213", "SK-48213", "3")}, spec.CreatePurchases, "items.#.item_brand", 3},
		"for one item":               {[]*recording.Exchange{order(1, 5, "SK-48213", "SK-48213", "1"), order(2, 5, "SK-48213", "SK-48213", "1"), order(3, 5, "SK-48213", "SK-48213", "1")}, spec.CreatePurchases, "items.#.item_brand", 0},
		"a delivery_option as brand": {[]*recording.Exchange{order(1, 5, "store_delivery", "K", "1"), order(2, 5, "agent_delivery", "K", "2"), order(3, 5, "store_delivery", "K", "3"), order(4, 5, "store_delivery", "K", "4")}, spec.CreatePurchases, "items.#.item_brand", 4},
		"but for one item":           {[]*recording.Exchange{order(1, 5, "store_delivery", "K", "1"), order(2, 5, "store_delivery", "K", "2"), order(3, 5, "store_delivery", "K", "3"), order(4, 5, "Kilele", "K", "4")}, spec.CreatePurchases, "items.#.item_brand", 0},
		"a word as brand":            {[]*recording.Exchange{order(1, 5, "delivery", "K", "1"), order(2, 5, "delivery", "K", "2"), order(3, 5, "delivery", "K", "3")}, spec.CreatePurchases, "items.#.item_brand", 0},
		"students call it so":        {[]*recording.Exchange{business(1, "student", "student"), business(2, "student", "student"), business(3, "student", "student")}, spec.CreateLimit, bodies.SelfEmployed + ".business_name", 0},
		"the type of the business":   {[]*recording.Exchange{business(1, "limited_company", "limited_company"), business(2, "limited_company", "limited_company"), business(3, "sole_proprietorship", "sole_proprietorship")}, spec.CreateLimit, bodies.SelfEmployed + ".business_name", 3},
		"the gender as id number":    {[]*recording.Exchange{person(1, "female"), person(2, "female"), person(3, "Female")}, spec.CreateLimit, "id_number", 3},
		"a birthday as phone":        {[]*recording.Exchange{born(1, "01/31/1991"), born(2, "01/31/1992"), born(3, "01/31/1993")}, spec.CreateLimit, "phone_number", 3},
		"but for another one":        {[]*recording.Exchange{person(1, "female"), person(2, "female"), person(3, "female"), person(4, "20000004")}, spec.CreateLimit, "id_number", 0},
		"an id of the service, once": {[]*recording.Exchange{otpCall(spec.CreateLimit, `{}`, `{"data":{"customer_details":{"id":"`+anID+`"}}}`), limit(1, anID)}, spec.CreateLimit, bodies.Employed + ".employer", 1},
	} {
		r := partnerRun(t, Config{Closed: true})
		for _, call := range c.calls {
			r.Add(call)
		}
		r.End()
		require.Equal(t, c.failed, r.findings.at(obligation{c.endpoint, c.member}).failed, name)
	}
}

// TestOneOrderIDForAllOrders holds that one order_id for different carts of five customers identifies no
// order, and that a retry, parts of an order, a count of the orders of each customer and the date do.
func TestOneOrderIDForAllOrders(t *testing.T) {
	at := time.Date(2026, 11, 23, 22, 30, 0, 0, time.UTC)
	failures := func(id string, customers, carts int) int {
		r := partnerRun(t, Config{})
		for n := range 6 {
			x := otpCall(spec.CreatePurchases, fmt.Sprintf(`{"customer_id":"5f0c1c1e-0000-4000-8000-00000000000%d","order_id":%s,"items":[{"item_value":%d}]}`, n%customers, id, 200+n%carts), `{}`)
			x.Started = at
			r.Add(x)
		}
		r.End()
		return r.findings.at(obligation{spec.CreatePurchases, "order_id"}).failed
	}
	require.Equal(t, 6, failures("1001", 5, 6))
	require.Zero(t, failures("1001", 4, 6), "few customers")
	require.Zero(t, failures("1001", 6, 4), "few carts")
	require.Zero(t, failures("1", 6, 6), "a count of each customer's orders")
	require.Zero(t, failures("20261124", 6, 6), "the date in the east")
}

// TestOneOrderIDForOrdersOfSeveralItems holds that these orders are judged by themselves, and that the parts of one
// customer's order are not.
func TestOneOrderIDForOrdersOfSeveralItems(t *testing.T) {
	failures := func(customers int) int {
		r := partnerRun(t, Config{})
		for n := range 6 {
			customer := fmt.Sprintf("5f0c1c1e-0000-4000-8000-00000000000%d", n%customers)
			r.Add(otpCall(spec.CreatePurchases, fmt.Sprintf(`{"customer_id":%q,"order_id":"5%d","items":[{"item_value":%d}]}`, customer, 300+n, 200+n), `{}`))
			r.Add(otpCall(spec.CreatePurchases, fmt.Sprintf(`{"customer_id":%q,"order_id":"1001","items":[{"item_value":%d},{"item_value":7}]}`, customer, 200+n), `{}`))
		}
		r.End()
		found := r.findings.at(obligation{spec.CreatePurchases, "order_id"})
		require.Zero(t, found.blocked)
		return found.failed
	}
	require.Equal(t, 6, failures(6))
	require.Zero(t, failures(1))
}

// TestAnOrderIDThatIsAnotherNumberOfItsOrder holds that the number of items or the price of the first one identifies
// no order, but that a few orders of a test may be numbered so.
func TestAnOrderIDThatIsAnotherNumberOfItsOrder(t *testing.T) {
	failures := func(orders int, id func(n, items int) int) int {
		r := partnerRun(t, Config{})
		for n := range orders {
			items := 1 + n%4
			all := fmt.Sprintf(`{"item_value":%d}`, 500+n) + strings.Repeat(`,{"item_value":70}`, items-1)
			r.Add(otpCall(spec.CreatePurchases, fmt.Sprintf(`{"customer_id":%q,"order_id":"%d","items":[%s]}`, anID, id(n, items), all), `{}`))
		}
		r.End()
		return r.findings.at(obligation{spec.CreatePurchases, "order_id"}).failed
	}
	require.Equal(t, 12, failures(12, func(_, items int) int { return items }), "the number of items")
	require.Zero(t, failures(9, func(_, items int) int { return items }), "of a few")
	require.Equal(t, 9, failures(9, func(n, _ int) int { return 500 + n }), "the price of the first item")
	require.Equal(t, 4, failures(4, func(n, items int) int { return 500 + n + 70*(items-1) }), "the total")
}

// TestUpdatesOfSeveralItemsAreJudgedByThemselves holds that they must name different items, and have a status for each.
func TestUpdatesOfSeveralItemsAreJudgedByThemselves(t *testing.T) {
	id := func(n int) string { return fmt.Sprintf("6f0c1c1e-0000-4000-8000-0000000000%02d", n) }
	failures := func(updates int, second func(n int) int, status string) (ids, statuses int) {
		r := partnerRun(t, Config{})
		for n := range updates {
			one, two := id(2*n), id(second(2*n))
			r.Add(updateOf(id(50+n), fmt.Sprintf(`{"items":[{"id":%q,"facility_status":"collected_by_agent"}]}`, id(50+n))))
			r.Add(updateOf(one, fmt.Sprintf(`{"items":[{"id":%q,"facility_status":%q},{"id":%q,"facility_status":%q}]}`, one, status, two, status)))
		}
		r.End()
		return r.findings.at(obligation{spec.UpdatePurchases, "items.#.id"}).failed, r.findings.at(obligation{spec.UpdatePurchases, "items.#.facility_status"}).failed
	}
	next, same := func(n int) int { return n + 1 }, func(n int) int { return n }
	for name, c := range map[string]struct {
		updates       int
		second        func(int) int
		status        string
		ids, statuses int
	}{
		"two items":                   {3, next, "collected_by_agent", 0, 0},
		"one item twice":              {3, same, "collected_by_agent", 3, 0},
		"twice in two updates":        {2, same, "collected_by_agent", 0, 0},
		"a delivery option as status": {3, next, "store_delivery", 0, 6},
		"of two items only":           {1, next, "store_delivery", 0, 0},
	} {
		ids, statuses := failures(c.updates, c.second, c.status)
		require.Equal(t, c.ids, ids, name)
		require.Equal(t, c.statuses, statuses, name)
	}
}

// updateOf is an update of purchases.
func updateOf(id, body string) *recording.Exchange {
	call := otpCall(spec.UpdatePurchases, body, `{}`)
	call.Request.URL = strings.Replace(call.Request.URL, "{id}", id, 1)
	call.Request.Method = http.MethodPut
	return call
}
