package partner

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// day draws the calls of a store. A mistake that a store makes, it makes for many customers: so each
// member has one mix-up for the whole day, such as the value of the customer before.
type day struct {
	*rapid.T
	n, right  int            // the customers, and the first one with whom nothing is mixed up
	mixUps    map[string]int // how many customers before the right one, for each member
	ids       []string       // of the items that were bought
	purchases map[int]string // the last item of each customer
}

const anyone = 9 // the mix-up of a member that is of another customer each time

// of returns the customer whose value a member has in the calls of customer i.
func (d *day) of(i int, member string) int {
	before, ok := d.mixUps[member]
	if !ok {
		before = rapid.SampledFrom([]int{0, 0, 0, 0, 1, -1, 2, anyone}).Draw(d.T, "mix-up of "+member)
		d.mixUps[member] = before
	}
	switch {
	case i >= d.right:
		return i
	case before == anyone:
		return rapid.IntRange(0, d.n-1).Draw(d.T, member)
	}
	return (i + d.n - before) % d.n
}

func (d *day) person(i int, call string) string {
	return fmt.Sprintf("1000000%d", d.of(i, call+" id_number"))
}
func (d *day) phone(i int, call string) string {
	return fmt.Sprintf("+25470000000%d", d.of(i, call+" phone_number"))
}
func (d *day) otp(i int, call string) string { return fmt.Sprintf("11111%d", d.of(i, call+" otp")) }
func (d *day) id(i int, call string) string {
	return fmt.Sprintf("00000000-0000-4000-8000-00000000000%d", d.of(i, call+" id"))
}

// price is the price of what the customer buys, changed in one way for the whole day.
func (d *day) price(i int, call string) string {
	price := 1500 + 1730*d.of(i, call+" price")
	switch d.of(0, "the way of the "+call+" price") {
	case 1:
		return fmt.Sprint(price * 100)
	case d.n - 1:
		return fmt.Sprint(2 * price)
	}
	return fmt.Sprint(price)
}

// calls are the calls of customer i of one kind.
func (d *day) call(i int, kind string) *recording.Exchange {
	who := fmt.Sprintf(`"id_number":%q,"phone_number":%q`, d.person(i, kind), d.phone(i, kind))
	details := fmt.Sprintf(`"first_name":"A%d","last_name":"B%d","country_code":"KE","date_of_birth":"01/2%d/1990"`, d.of(i, kind+" first_name"), d.of(i, kind+" last_name"), d.of(i, kind+" birth"))
	switch kind {
	case "send":
		return otpCall(spec.SendOTP, "{"+who+","+details+"}", `{"data":{"otp":"`+d.otp(i, kind)+`"}}`)
	case "known":
		return otpCall(spec.SendOTP, "{"+who+"}", `{"data":{"otp":"`+d.otp(i, "send")+`"}}`)
	case "verify":
		body := fmt.Sprintf(`{%s,"item_value":%q,"otp":%q}`, who, d.price(i, kind), d.otp(i, kind))
		return otpCall(spec.VerifyOTP, body, `{"data":{"id":"`+d.id(i, kind)+`"}}`)
	case "limit":
		body := fmt.Sprintf(`{%s,%s,"email":"c%d@example.com","loan_amount":%q,"employed":"false","gender":"male","self_employed_occupational_detail":{"business_name":"D%d"}}`,
			who, details, d.of(i, "email"), d.price(i, kind), d.of(i, "business_name"))
		return otpCall(spec.CreateLimit, body, `{"data":{"customer_details":{"id":"`+d.id(i, kind)+`"}}}`)
	case "buy":
		return d.buy(i)
	case "lookup":
		field, value := "mobile", d.phone(i, kind)
		if d.of(0, "lookup field") > 0 {
			field, value = "memberId", d.id(i, kind)
		}
		return otpCall(spec.CustomerLookup, fmt.Sprintf(`{"queryFieldEnum":%q,"value":%q}`, field, value), `{"code":200,"data":{}}`)
	case "fetch":
		return at(http.MethodGet, "/api/v2/limits/"+d.id(i, kind), "")
	}
	return d.move(i, kind)
}

// buy is an order of up to three items, each with its own id in the answer.
func (d *day) buy(i int) *recording.Exchange {
	var items, records []string
	for n := range rapid.IntRange(1, 3).Draw(d.T, "items") {
		of := d.of(i, "item")
		items = append(items, fmt.Sprintf(`{"item_type":"tv","item_brand":"LG %d","item_description":"a screen %d","item_code":"C%d","item_value":%q}`, of, n, of+n, d.price(i, "buy")))
		d.purchases[i] = fmt.Sprintf("00000000-0000-4000-9000-%012d", len(d.ids))
		d.ids = append(d.ids, d.purchases[i])
		records = append(records, fmt.Sprintf(`{"id":%q,"facility_status":"pending_collection_customer"}`, d.purchases[i]))
	}
	body := fmt.Sprintf(`{"customer_id":%q,"order_id":"58000%d","items":[%s]}`, d.id(i, "buy"), d.of(i, "order_id"), strings.Join(items, ","))
	return otpCall(spec.CreatePurchases, body, `{"data":[`+strings.Join(records, ",")+`]}`)
}

// move reads or moves the last item of a customer.
func (d *day) move(i int, kind string) *recording.Exchange {
	item := d.purchases[d.of(i, kind+" item")]
	if kind == "update" {
		return at(http.MethodPut, "/api/v2/purchases/"+item, fmt.Sprintf(`{"items":[{"id":%q,"facility_status":"collected_by_agent"}]}`, d.purchases[d.of(i, "updated item")]))
	}
	return at(map[string]string{"get": http.MethodGet, "cancel": http.MethodDelete}[kind], "/api/v2/purchases/"+item, "")
}

// at returns a call of an address under which something is stored.
func at(method, path, body string) *recording.Exchange {
	x := otpCall(spec.CreatePurchases, body, `{"data":{}}`)
	x.Request.Method, x.Request.URL = method, "http://h"+path
	return x
}

// all draws the calls of a day: customer by customer, or each kind for all customers.
func (d *day) all() (calls []*recording.Exchange) {
	d.n = rapid.IntRange(3, 8).Draw(d.T, "customers")
	d.right = rapid.IntRange(d.n/2, d.n).Draw(d.T, "the first customer without a mix-up")
	kinds := rapid.SliceOfN(rapid.SampledFrom([]string{"send", "known", "verify", "limit", "buy", "buy", "fetch", "get", "update", "cancel", "lookup"}), 1, 8).Draw(d.T, "kinds")
	if rapid.Bool().Draw(d.T, "as documented") {
		kinds = append([]string{"send", "verify", "limit", "buy"}, kinds...)
	}
	rounds := [][]string{kinds}
	if at := rapid.IntRange(0, len(kinds)).Draw(d.T, "what all do first"); at > 0 {
		rounds = [][]string{kinds[:at], kinds[at:]}
	}
	for _, kinds := range rounds {
		for i := range d.n {
			for _, kind := range kinds {
				calls = append(calls, d.call(i, kind))
			}
		}
	}
	return calls
}

// TestAnyDayOfAStoreIsJudged holds that no sequence of calls breaks the judgement: a store may mix up its
// customers, its carts and its prices in any way.
func TestAnyDayOfAStoreIsJudged(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := &day{T: rt, mixUps: make(map[string]int), purchases: make(map[int]string)}
		r := afterAll(t, Config{Closed: true, Token: "t", StoreKey: "k"}, d.all())
		for where := range r.findings {
			s := r.NewScenario()
			require.NoError(rt, ignore(s.everyRequestIsRead(where.endpoint)))
			require.NoError(rt, ignore(s.reportObligation(where.name)))
			for _, failure := range s.report.Failures {
				require.NotEmpty(rt, failure.Expected, "%s of %s", where.name, where.endpoint)
				require.NotEmpty(rt, failure.Section, "%s of %s", where.name, where.endpoint)
			}
		}
	})
}
