package partner

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// If a build has two faults at once, one of them must not make the other one look right.

// TestTwoFaultsOfAnAddress holds that a call is recognised if two parts of it are wrong.
func TestTwoFaultsOfAnAddress(t *testing.T) {
	isJSON := http.Header{"Content-Type": {"application/json"}}
	for _, c := range []struct {
		method, path, body string
		header             http.Header
		endpoint           string
	}{
		{"POST", "/api/v2/purchases/" + anID + "-cancelled", "", nil, spec.GetPurchase},
		{"GET", "/api/v2/purchases-cancelled", "", nil, spec.GetPurchase},
		{"GET", "/api/v2/purchases/" + anID + "/-cancelled", "", nil, spec.GetPurchase},
		{"POST", "/api/v2/purchases/" + anID + "/cancelled", "", nil, spec.CancelPurchase},
		{"GET", "/api/v2/purchases/" + anID + "/cancel", "", nil, spec.CancelPurchase},
		{"POST", "/api/v1/purchases/" + anID, "", nil, spec.GetPurchase},
		{"PATCH", "/api/v2/purchases/" + anID + "/", "", nil, spec.GetPurchase},
		{"POST", "/api/v2/purchases?id=" + anID, "", nil, spec.GetPurchase},
		{"POST", "/api/v2/limits/create", "", isJSON, spec.CreateLimit},
		{"POST", "/api/v2/limits/" + anID, "", isJSON, spec.CreateLimit},
		{"POST", "/api/v2/purchases/items", "", isJSON, spec.CreatePurchases},
		{"POST", "/api/v2/purchases/items", `{"id_number":"1","loan_amount":1}`, isJSON, spec.CreatePurchases},
		{"PUT", "/api/v2/purchases", "", isJSON, spec.CreatePurchases},
		{"POST", "/api/v2/purchases", `{"items":"x"}`, isJSON, spec.UpdatePurchases},
		{"POST", "/api/v2/purchases", `{"items":[{"id":"x"}]}`, isJSON, spec.UpdatePurchases},
		{"POST", "/api/v2/purchases", `{"items":[{"note":"x"}]}`, isJSON, spec.UpdatePurchases},
		{"POST", "/api/v2/purchases/" + anID, `{"reason":"x"}`, isJSON, spec.GetPurchase},
		{"POST", "/api/v2/purchases", `{"items":[{"id":"x","item_type":"tv"}]}`, isJSON, spec.CreatePurchases},
		{"POST", "/api/v2/orders", `{"order_id":1,"items":[{"item_type":"tv"}]}`, isJSON, spec.CreatePurchases},
		{"POST", "/api/v2/applications", `{'loan_amount':1,'gender':'male'}`, isJSON, spec.CreateLimit},
		{"POST", "/open/query", "", http.Header{"Noncestr": {"n"}}, spec.CustomerLookup},
		{"POST", "/api/v2/code", `{"id_number":"1","item_value":"1","phone_number":"+254711000001"}`, isJSON, spec.VerifyOTP},
		{"POST", "/api/v2/code", `{"item_value":"1","phone_number":"+254711000001"}`, isJSON, spec.VerifyOTP},
		{"POST", "/api/v2/code", "otp=123456&item_value=1", isJSON, spec.VerifyOTP},
	} {
		if c.header == nil {
			c.header = http.Header{}
		}
		q := partnerRun(t, Config{Closed: true}).classify(&recording.Exchange{Request: recording.Request{Method: c.method, URL: "http://h" + c.path, Header: c.header, Body: []byte(c.body)}})
		require.NotNil(t, q, "%s %s", c.method, c.path)
		require.Equal(t, c.endpoint, q.Endpoint, "%s %s", c.method, c.path)
	}
}

// TestAPostForAnItem holds that a POST for an item is a cancel if the build gets items by GET. If it
// may be a get or a cancel, the cancel is blocked, unless the build sends one by DELETE.
func TestAPostForAnItem(t *testing.T) {
	call := func(method, path string) *recording.Exchange {
		address := strings.TrimSuffix("http://h/api/v2/purchases/"+path, "/")
		return &recording.Exchange{ID: "x", Request: recording.Request{Method: method, URL: address, Header: http.Header{}}}
	}
	bought := otpCall(spec.CreatePurchases, `{"customer_id":"`+anID+`","items":[]}`, `{"data":[{"id":"`+anID+`"}]}`)
	for name, c := range map[string]struct {
		calls         []*recording.Exchange
		gets, cancels int
		isBlocked     bool
	}{
		"gets with a wrong id": {[]*recording.Exchange{call("GET", "null"), call("POST", anID)}, 1, 1, false},
		"both by POST":         {[]*recording.Exchange{call("POST", anID), call("POST", anID)}, 2, 0, true},
		"of no order":          {[]*recording.Exchange{bought, call("GET", anID), call("POST", "")}, 1, 1, false},
		"cancels by DELETE":    {[]*recording.Exchange{call("POST", anID), call("DELETE", anID)}, 1, 1, false},
	} {
		r := partnerRun(t, Config{Closed: true})
		for _, x := range c.calls {
			r.Add(x)
		}
		r.End()
		require.Equal(t, []int{c.gets, c.cancels}, []int{r.calls[spec.GetPurchase], r.calls[spec.CancelPurchase]}, name)
		s := r.NewScenario()
		err := s.everyRequestIsRead(spec.CancelPurchase)
		require.NoError(t, err, name)
		require.NoError(t, s.reportObligation(addressObligation), name)
		require.Equal(t, c.isBlocked, len(s.report.Breaks) > 0, name)
	}
}

// TestTwoFaultsOfABody holds that the second fault of a body does not hide the first one.
func TestTwoFaultsOfABody(t *testing.T) {
	const nobody = `"first_name":"A","last_name":"B","phone_number":"+254711000001"`
	for name, c := range map[string]struct{ endpoint, body, obligation string }{
		"the body of a limit, and an id of a customer": {spec.CreatePurchases, `{"customer_id":"` + anID + `","id_number":"1","loan_amount":1,"referral_source":"k"}`, bodyObligation},
		"all in a member, and one beside it":           {spec.CreateLimit, `{"data":{"id_number":"1","loan_amount":1},"password":1}`, bodyObligation},
		"the id of the item as status, with a space":   {spec.UpdatePurchases, `{"items":[{"id":"` + anID + ` ","facility_status":"` + anID + ` "}]}`, "items.#.facility_status"},
		"the number of the order as both":              {spec.UpdatePurchases, `{"items":[{"id":"1001","facility_status":"1001"}]}`, "items.#.facility_status"},
		"another date as id number":                    {spec.CreateLimit, `{` + nobody + `,"id_number":"01/31/1990","date_of_birth":"01/30/1990"}`, "id_number"},
		"another date as name":                         {spec.SendOTP, `{"id_number":"1","phone_number":"+254711000001","last_name":"01/31/1990","date_of_birth":"31.01.1990"}`, "last_name"},
		"a missing code with a lost letter":            {spec.CreatePurchases, `{"customer_id":"` + anID + `","items":[{"item_code":"<nil> <nil>` + "\ufffd" + `"}]}`, "items.#.item_code"},
	} {
		r := partnerRun(t, Config{Closed: true})
		x := otpCall(c.endpoint, c.body, `{}`)
		x.Request.Method = spec.Of(c.endpoint).Method
		r.Add(x)
		r.End()
		require.NotZero(t, r.findings.at(obligation{c.endpoint, c.obligation}).failed, name)
	}
}

// TestTheSchemeAsSign holds that a Sign that is the whole Authorization is a copy, however short.
func TestTheSchemeAsSign(t *testing.T) {
	r := partnerRun(t, Config{Closed: true})
	x := otpCall(spec.CustomerLookup, `{"queryFieldEnum":"mobile","value":"+254711000001"}`, `{}`)
	x.Request.Header = http.Header{"Authorization": {"Bearer"}, "Sign": {"Bearer"}, "Noncestr": {"n"}, "Timestamp": {"1732400000000"}}
	r.Add(x)
	require.NotZero(t, r.findings.at(obligation{spec.CustomerLookup, headerObligation + "Sign"}).failed)
}

// TestTheOTPOfAnotherCustomerDamaged holds that no customer types the OTP of another one, cut and
// filled up with a zero.
func TestTheOTPOfAnotherCustomerDamaged(t *testing.T) {
	r := partnerRun(t, Config{Closed: true})
	for _, x := range []*recording.Exchange{
		sends(1, "714253"), verifies(1, "714253"), sends(2, "836475"), verifies(2, "071425"), sends(3, "925814"), verifies(3, "083647"),
	} {
		r.Add(x)
	}
	r.End()
	require.Equal(t, 2, r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation}).failed)
}

// shop is a day with several customers. The functions say what the requests for the nth one have.
type shop struct {
	cart, value, loan func(n int) string
	name              string // of the first customer, in all requests
}

func (s shop) judge(t *testing.T) *Run {
	r := partnerRun(t, Config{Closed: true})
	for n := 1; n <= 5; n++ {
		id := fmt.Sprintf("%08d-0000-4000-8000-000000000000", n)
		phone := fmt.Sprintf("+25471100000%d", n)
		r.Add(otpCall(spec.SendOTP, fmt.Sprintf(`{"id_number":"2000000%d","phone_number":%q,"first_name":%q,"last_name":"Doe"}`, n, phone, s.name), `{"data":{"otp":"111111"}}`))
		r.Add(otpCall(spec.VerifyOTP, fmt.Sprintf(`{"id_number":"2000000%d","phone_number":%q,"otp":"111111","item_value":%s}`, n, phone, s.value(n)), `{"data":{"id":"`+id+`"}}`))
		r.Add(otpCall(spec.CreateLimit, fmt.Sprintf(`{"id_number":"2000000%d","phone_number":%q,"first_name":%q,"last_name":"Doe","loan_amount":%s}`, n, phone, s.name, s.loan(n)), `{"data":{"customer_details":{"id":"`+id+`"}}}`))
		r.Add(otpCall(spec.CreatePurchases, fmt.Sprintf(`{"customer_id":%q,"order_id":%d,"items":[{"item_code":"K%d","item_value":%s}]}`, id, 100+n, n, s.cart(n)), `{"data":[]}`))
	}
	r.Add(otpCall(spec.CustomerLookup, `{"queryFieldEnum":"NATIONAL_ID","value":"Amina"}`, `{}`))
	r.End()
	return r
}

// TestAComparisonWithWrongRequestsIsBlocked holds that a value does not pass if all requests that it
// is compared with are wrong. If they are right, or some of them are, it passes.
func TestAComparisonWithWrongRequestsIsBlocked(t *testing.T) {
	amount := func(first int) func(int) string { return func(n int) string { return fmt.Sprint(first + 1000*n) } }
	text := func(first int) func(int) string { return func(n int) string { return `"` + amount(first)(n) + `"` } }
	items, loan, fits := obligation{spec.CreatePurchases, "items"}, obligation{spec.CreateLimit, "loan_amount"}, obligation{spec.CustomerLookup, fitObligation}
	none := func(int) string { return "null" }
	for name, c := range map[string]struct {
		shop
		blocked, free []obligation
	}{
		"all right":           {shop{amount(0), text(0), amount(0), "Joy"}, nil, []obligation{items, loan, fits}},
		"fees":                {shop{amount(0), text(50), amount(70), "Joy"}, nil, []obligation{items, loan, fits}},
		"no cart value":       {shop{amount(0), none, amount(0), "Joy"}, []obligation{items, loan}, []obligation{fits}},
		"a negative price":    {shop{func(n int) string { return fmt.Sprint(-n) }, text(0), amount(0), "Joy"}, []obligation{items}, []obligation{loan, fits}},
		"no readable name":    {shop{amount(0), text(0), amount(0), "${name}"}, []obligation{fits}, []obligation{items, loan}},
		"some without a cart": {shop{amount(0), func(n int) string { return map[bool]string{true: "null", false: text(0)(n)}[n == 3] }, amount(0), "Joy"}, nil, []obligation{items}},
	} {
		r := c.judge(t)
		for _, o := range c.blocked {
			require.NotZero(t, r.findings.at(o).blocked, "%s: %v", name, o)
		}
		for _, o := range c.free {
			require.Zero(t, r.findings.at(o).blocked, "%s: %v", name, o)
			require.Zero(t, r.findings.at(o).failed, "%s: %v", name, o)
		}
	}
}

// TestACartValueThatIsNoAmountOfTheOrder holds that a cart value of less than a tenth of the order is a
// fault if it is so for all of five customers. A fee or a discount does not explain that.
func TestACartValueThatIsNoAmountOfTheOrder(t *testing.T) {
	count := func(n int) string { return fmt.Sprintf(`"%d"`, 1+n%3) }
	r := shop{func(n int) string { return fmt.Sprint(1000 * n) }, count, func(n int) string { return fmt.Sprint(1000 * n) }, "Joy"}.judge(t)
	require.NotZero(t, r.findings.at(obligation{spec.VerifyOTP, "item_value"}).failed)
	once := func(n int) string { return map[bool]string{true: `"5000"`, false: count(n)}[n == 5] }
	r = shop{func(n int) string { return fmt.Sprint(1000 * n) }, once, func(n int) string { return fmt.Sprint(1000 * n) }, "Joy"}.judge(t)
	require.Zero(t, r.findings.at(obligation{spec.VerifyOTP, "item_value"}).failed)
}

// TestAPhoneInTheIDNumberOfAWrongCall holds that a call to a wrong path does not make a phone number
// the number of an ID.
func TestAPhoneInTheIDNumberOfAWrongCall(t *testing.T) {
	const phone = "+254711000001"
	r := partnerRun(t, Config{Closed: true})
	stray := otpCall(spec.SendOTP, `{"id_number":"`+phone+`","phone_number":"`+phone+`"}`, `{}`)
	stray.Request.URL = strings.Replace(stray.Request.URL, "otp/send", "otp/resend", 1)
	r.Add(stray)
	r.Add(otpCall(spec.CustomerLookup, `{"queryFieldEnum":"NATIONAL_ID","value":"`+phone+`"}`, `{}`))
	r.End()
	require.NotZero(t, r.findings.at(obligation{spec.CustomerLookup, fitObligation}).failed)
}

// TestAnIDNumberInBothMembers holds that an id number does not become a phone number by being in both
// members.
func TestAnIDNumberInBothMembers(t *testing.T) {
	r := partnerRun(t, Config{Closed: true})
	for n := range 2 {
		id := fmt.Sprintf("1000000%d", n)
		r.Add(otpCall(spec.SendOTP, `{"id_number":"`+id+`","phone_number":"`+id+`"}`, `{}`))
		r.Add(otpCall(spec.CustomerLookup, `{"queryFieldEnum":"mobile","value":"`+id+`"}`, `{}`))
	}
	r.End()
	require.NotZero(t, r.findings.at(obligation{spec.CustomerLookup, fitObligation}).failed)
}

// TestACallThatNamesNoEndpoint holds that a POST that nothing in it assigns to an endpoint is meant for
// the only one that the build never calls. If there are several, nobody is accused.
func TestACallThatNamesNoEndpoint(t *testing.T) {
	nameless := otpCall(spec.CreatePurchases, "", `{}`)
	nameless.Request.URL = "http://h/api/v2/orders"
	known := []*recording.Exchange{nameless, otpCall(spec.SendOTP, `{}`, `{}`), otpCall(spec.VerifyOTP, `{}`, `{}`), otpCall(spec.CreateLimit, `{}`, `{}`)}
	for called, orders := range map[int]int{2: 0, 3: 0, 4: 1} {
		r := partnerRun(t, Config{Closed: true})
		for _, x := range known[:called] {
			r.Add(x)
		}
		r.End()
		require.Equal(t, orders, r.calls[spec.CreatePurchases])
		require.Equal(t, orders, r.findings.at(obligation{spec.CreatePurchases, addressObligation}).failed)
		require.Len(t, r.foreign, 1-orders)
	}
}

// TestAnOrderWithTheCartsOfOthers holds that the carts of the two customers before are not the order of
// a customer, and so for all.
func TestAnOrderWithTheCartsOfOthers(t *testing.T) {
	amount := func(n int) int { return 1000*n + n*n }
	total := func(n int) string { return fmt.Sprint(amount(n-1) + amount(n-2)) }
	loan := func(n int) string { return fmt.Sprint(amount(n)) }
	r := shop{total, func(n int) string { return `"` + loan(n) + `"` }, loan, "Joy"}.judge(t)
	require.NotZero(t, r.findings.at(obligation{spec.CreatePurchases, "items"}).failed)
}

// TestASendingToAWrongPathWithoutATextAsID holds that such a sending does not show that a verify has the
// right id number.
func TestASendingToAWrongPathWithoutATextAsID(t *testing.T) {
	r := partnerRun(t, Config{Closed: true})
	x := otpCall(spec.SendOTP, `{"id_number":5,"phone_number":"+254711000001"}`, `{"data":{"otp":"111111"}}`)
	x.Request.URL = "http://h/API/V2/OTP/SEND"
	r.Add(x)
	r.Add(otpCall(spec.VerifyOTP, `{"id_number":"20000001","phone_number":"+254711000001","otp":"111111","item_value":"1"}`, `{}`))
	r.End()
	require.NotZero(t, r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation}).blocked)
}

// TestOneEmailForCustomersWithoutNames holds that one email address for all customers does not pass if
// their names are wrong. A family may have one address.
func TestOneEmailForCustomersWithoutNames(t *testing.T) {
	for name, isBlocked := range map[string]bool{"${name}": true, "Joy": false} {
		r := partnerRun(t, Config{Closed: true})
		for n := range 6 {
			r.Add(otpCall(spec.CreateLimit, fmt.Sprintf(`{"id_number":"2000000%d","phone_number":"+25471100000%d","email":"a@b.example","first_name":%q,"last_name":"Doe"}`, n, n, name), `{}`))
		}
		r.End()
		require.Equal(t, isBlocked, r.findings.at(obligation{spec.CreateLimit, "email"}).blocked > 0, name)
	}
}
