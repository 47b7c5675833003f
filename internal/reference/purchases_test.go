package reference_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/reference"
)

const uuidPattern = `^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`

func TestCreatePurchasesInEveryReading(t *testing.T) {
	cases := map[string]struct{ change, want members }{
		"as it stands":        {members{}, members{"item_value": 1000, "item_topup": 0, "topup_ref": ""}},
		"value as string":     {members{"item_value": "1000"}, members{"item_value": 1000}},
		"value with fraction": {members{"item_value": raw("1000.0")}, members{"item_value": 1000}},
		"value with exponent": {members{"item_value": raw("1e3")}, members{"item_value": 1000}},
		"value zero":          {members{"item_value": 0}, members{"item_value": 0}},
		"topup absent":        {members{"item_topup": absent, "topup_ref": absent}, members{"item_topup": 0, "topup_ref": ""}},
		"topup of an amount":  {members{"item_topup": "12.5", "topup_ref": "R1"}, members{"item_topup": 12.5, "topup_ref": "R1"}},
		"topup of a word":     {members{"item_topup": "none"}, members{"item_topup": 0}},
		"name of the table":   {members{"item_description": absent, "item_decriptionn": "x"}, members{"item_description": "x"}},
		"no delivery option":  {members{"delivery_option": absent}, members{"delivery_option": "store_delivery"}},
		"no preferred option": {members{"preferred_option": absent}, members{"preferred_option": "delivery"}},
		"text of the world":   {members{"item_brand": "Ünï <b>&\u2028日本 🛵\""}, members{"item_brand": "Ünï <b>&\u2028日本 🛵\""}},
		"long text":           {members{"item_code": strings.Repeat("ü", 20000)}, members{"item_code": strings.Repeat("ü", 20000)}},
	}
	for _, kind := range []string{"phone", "tv", "laptop", "tablet", "home_theater", "furniture", "fridge", "cooker", "other"} {
		cases[kind] = struct{ change, want members }{members{"item_type": kind}, members{"item_type": kind}}
	}
	for _, option := range []string{"customer_store_pickup", "customer_provider_pickup", "store_delivery", "provider_delivery", "agent_delivery"} {
		for _, preferred := range []string{"delivery", "pick_up"} {
			both := members{"delivery_option": option, "preferred_option": preferred}
			cases[option+" "+preferred] = struct{ change, want members }{both, both}
		}
	}
	s := serve(t, reference.Options{})
	owner := s.customer(1)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			record := s.buy(owner, item().but(c.change)).body.Get("data.0")
			require.Equal(t, "pending_collection_customer", record.Get("facility_status").Str)
			for member, want := range c.want {
				require.EqualValues(t, want, record.Get(member).Value(), member)
			}
		})
	}
}

func TestPurchaseRecord(t *testing.T) {
	s := serve(t, reference.Options{})
	bought := s.buy(s.customer(1), item().but(members{"item_value": 1050}), item())
	require.Equal(t, "77", bought.body.Get("order_id").Str)
	require.False(t, bought.body.Get("request_id").Exists(), "purchases carry none")
	require.EqualValues(t, 201, bought.body.Get("status").Int())
	require.Len(t, bought.body.Get("data").Array(), 2)
	record := bought.body.Get("data.0")
	for _, member := range []string{"id", "loan_application_detail_id", "partner_store_id", "loan_product_id"} {
		require.Regexp(t, uuidPattern, record.Get(member).Str, member)
	}
	require.NotEqual(t, record.Get("id").Str, bought.str("data.1.id"))
	require.Equal(t, "31.5", record.Get("upfront_fees").Raw)
	require.Equal(t, "15", record.Get("interest_rate").Raw)
	require.Equal(t, "1", record.Get("facility_plan").Raw)
	require.Equal(t, reference.DefaultStoreName, record.Get("store_name").Str)
	require.Regexp(t, `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`, record.Get("created_at").Str)
	require.Equal(t, record.Get("created_at").Str, record.Get("updated_at").Str)

	got := s.do(http.MethodGet, purchasesPath+"/"+strings.ToUpper(record.Get("id").Str), nil)
	require.Equal(t, http.StatusOK, got.status)
	require.Equal(t, "77", got.body.Get("order_id").Str)
	require.JSONEq(t, record.Raw, got.body.Get("data").Raw)
}

func TestOrderIDs(t *testing.T) {
	s := serve(t, reference.Options{})
	owner := s.customer(1)
	for sent, want := range map[raw]string{
		`5`: "5", `"0012"`: "0012", `1e5`: "100000", `100000.0`: "100000", `12.50e1`: "125",
		`123456789012345678901`: "123456789012345678901", `0.000001e7`: "10", `0`: "0", `0e5`: "0", `-0`: "0", `0e999999999999999999999`: "0",
	} {
		bought := s.do(http.MethodPost, purchasesPath, cart(owner, item()).but(members{"order_id": sent}))
		require.Equal(t, want, bought.body.Get("order_id").Str, "%s: %s", sent, bought.body.Raw)
	}
	for _, sent := range []raw{`1.5`, `-1`, `""`, `"x"`, `null`, `[]`, `1e41`, `1e999999999999999999999`, `1e-5`, `"1e5"`} {
		refused := s.do(http.MethodPost, purchasesPath, cart(owner, item()).but(members{"order_id": sent}))
		require.Equal(t, http.StatusUnprocessableEntity, refused.status, sent)
	}
}

func TestAmountsSurviveExactly(t *testing.T) {
	s := serve(t, reference.Options{IgnoreAvailable: true})
	owner := s.customer(1)
	for _, value := range []raw{`999999999999999`, `"999999999999999"`, `100000000000001`, `1`, `123456789012345`} {
		record := s.buy(owner, item().but(members{"item_value": value})).body.Get("data.0")
		require.Equal(t, strings.Trim(string(value), `"`), record.Get("item_value").Raw)
	}
}

func TestCreatePurchasesRefuses(t *testing.T) {
	s := serve(t, reference.Options{})
	owner := s.customer(1)
	cases := map[string]members{
		"customer no UUID":   cart("17", item()),
		"customer in braces": cart("{"+owner+"}", item()),
		"no items":           cart(owner),
		"items no array":     cart(owner).but(members{"items": item()}),
		"item no object":     cart(owner).but(members{"items": []any{item(), 1}}),
		"no order":           cart(owner, item()).but(members{"order_id": absent}),
		"beyond the limit":   cart(owner, item().but(members{"item_value": 200_000}), item().but(members{"item_value": 100_001})),
	}
	for name := range item() {
		cases[name+" is null"] = cart(owner, item(), item().but(members{name: nil}))
	}
	for _, name := range []string{"item_type", "item_brand", "store_key", "item_description", "facility_plan", "item_code", "item_value"} {
		cases["no "+name] = cart(owner, item(), item().but(members{name: absent}))
	}
	wrong := members{
		"item_type": "car", "store_key": "elsewhere", "delivery_option": "drone", "preferred_option": "", "facility_plan": 1,
		"item_code": " ", "item_value": 1.5, "item_topup": 0, "topup_ref": false,
	}
	for name, value := range wrong {
		cases["wrong "+name] = cart(owner, item().but(members{name: value}))
	}
	for name, body := range cases {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, s.do(http.MethodPost, purchasesPath, body), http.StatusUnprocessableEntity)
		})
	}
	requireRefused(t, s.do(http.MethodPost, purchasesPath, cart(unknownID, item())), http.StatusNotFound)
	without := reference.TestCustomers()[2].CustomerID
	requireRefused(t, s.do(http.MethodPost, purchasesPath, cart(without, item())), http.StatusConflict)
	require.EqualValues(t, 300_000, s.available(owner), "nothing refused was bought")
}

func (s server) available(owner string) int64 {
	return s.do(http.MethodGet, limitsPath+"/"+owner, nil).body.Get("data.credit_limit_details.available_limit").Int()
}

func updates(pairs ...string) members {
	var items []members
	for i := 0; i < len(pairs); i += 2 {
		items = append(items, members{"id": pairs[i], "facility_status": pairs[i+1]})
	}
	return members{"items": items}
}

func TestUpdatePurchases(t *testing.T) {
	s := serve(t, reference.Options{})
	bought := s.buy(s.customer(1), item(), item(), item())
	one, two, three := bought.str("data.0.id"), bought.str("data.1.id"), bought.str("data.2.id")
	for _, path := range []string{purchasesPath, purchasesPath + "/" + one} {
		moved := s.do(http.MethodPut, path, updates(one, "collected_by_agent", two, "collected_by_agent"))
		require.Equal(t, http.StatusOK, moved.status, moved.body.Raw)
		require.False(t, moved.body.Get("order_id").Exists())
		require.Len(t, moved.body.Get("data").Array(), 2)
		require.Equal(t, one, moved.str("data.0.id"))
		require.Equal(t, "collected_by_agent", moved.str("data.1.facility_status"))
		require.Equal(t, bought.str("data.0.created_at"), moved.str("data.0.created_at"))
		require.Greater(t, moved.str("data.0.updated_at"), bought.str("data.0.updated_at"))
		got := s.do(http.MethodGet, purchasesPath+"/"+two, nil)
		require.JSONEq(t, moved.body.Get("data.1").Raw, got.body.Get("data").Raw)
	}
	untouched := s.do(http.MethodGet, purchasesPath+"/"+three, nil)
	require.JSONEq(t, bought.body.Get("data.2").Raw, untouched.body.Get("data").Raw)
}

func TestUpdatePurchasesRefusesAsAWhole(t *testing.T) {
	s := serve(t, reference.Options{})
	bought := s.buy(s.customer(1), item(), item())
	one, two := bought.str("data.0.id"), bought.str("data.1.id")
	const collected = "collected_by_agent"
	for name, c := range map[string]struct {
		path   string
		body   members
		status int
	}{
		"unknown item":      {purchasesPath, updates(one, collected, unknownID, collected), http.StatusNotFound},
		"unknown status":    {purchasesPath, updates(one, collected, two, "lost"), http.StatusUnprocessableEntity},
		"id no UUID":        {purchasesPath, updates(one, collected, "2", collected), http.StatusUnprocessableEntity},
		"item twice":        {purchasesPath, updates(one, collected, strings.ToUpper(one), collected), http.StatusUnprocessableEntity},
		"no items":          {purchasesPath, updates(), http.StatusUnprocessableEntity},
		"path of another":   {purchasesPath + "/" + two, updates(one, collected), http.StatusUnprocessableEntity},
		"path without UUID": {purchasesPath + "/2", updates(one, collected), http.StatusBadRequest},
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, s.do(http.MethodPut, c.path, c.body), c.status)
			got := s.do(http.MethodGet, purchasesPath+"/"+one, nil)
			require.JSONEq(t, bought.body.Get("data.0").Raw, got.body.Get("data").Raw)
		})
	}
}

func TestCancelPurchase(t *testing.T) {
	s := serve(t, reference.Options{})
	owner := s.customer(1)
	id := s.buy(owner, item()).str("data.0.id")
	require.EqualValues(t, 299_000, s.available(owner))
	for range 2 {
		gone := s.do(http.MethodDelete, purchasesPath+"/"+id, nil)
		require.Equal(t, http.StatusOK, gone.status)
		require.Contains(t, gone.str("data.message"), id)
		require.False(t, gone.body.Get("order_id").Exists())
		require.EqualValues(t, 300_000, s.available(owner), "the credit is free again, once")
	}
	got := s.do(http.MethodGet, purchasesPath+"/"+id, nil)
	require.Equal(t, "cancelled", got.str("data.facility_status"))
	requireRefused(t, s.do(http.MethodPut, purchasesPath, updates(id, "collected_by_agent")), http.StatusConflict)
	requireRefused(t, s.do(http.MethodDelete, purchasesPath+"/"+unknownID, nil), http.StatusNotFound)
	requireRefused(t, s.do(http.MethodDelete, purchasesPath+"/2", nil), http.StatusBadRequest)
}

func TestCancelledItemsByOption(t *testing.T) {
	dropping := serve(t, reference.Options{DropCancelled: true})
	id := dropping.buy(dropping.customer(1), item()).str("data.0.id")
	require.Equal(t, http.StatusOK, dropping.do(http.MethodDelete, purchasesPath+"/"+id, nil).status)
	requireRefused(t, dropping.do(http.MethodGet, purchasesPath+"/"+id, nil), http.StatusNotFound)

	naming := serve(t, reference.Options{CancelledStatus: "void"})
	id = naming.buy(naming.customer(1), item()).str("data.0.id")
	naming.do(http.MethodDelete, purchasesPath+"/"+id, nil)
	require.Equal(t, "void", naming.do(http.MethodGet, purchasesPath+"/"+id, nil).str("data.facility_status"))
}

func TestRequireOTPPerPurchase(t *testing.T) {
	s := serve(t, reference.Options{RequireOTPPerPurchase: true})
	owner := s.customer(1)
	requireRefused(t, s.do(http.MethodPost, purchasesPath, cart(owner, item())), http.StatusConflict)
	for range 2 {
		require.Equal(t, http.StatusOK, s.verify(1).status)
		s.buy(owner, item(), item())
		requireRefused(t, s.do(http.MethodPost, purchasesPath, cart(owner, item())), http.StatusConflict)
	}
}

func TestAnyStoreKeyHasItsName(t *testing.T) {
	s := serve(t, reference.Options{AnyStoreKey: true})
	bought := s.buy(s.customer(1), item(), item().but(members{"store_key": "K2"}))
	require.Equal(t, reference.DefaultStoreName, bought.str("data.0.store_name"))
	require.Equal(t, "Store K2", bought.str("data.1.store_name"))
	require.NotEqual(t, bought.str("data.0.partner_store_id"), bought.str("data.1.partner_store_id"))
}

func TestASeedRepeatsEverything(t *testing.T) {
	var runs []string
	for range 2 {
		s := serve(t, reference.Options{Seed: 42})
		verified := s.verify(1).body.Raw
		runs = append(runs, fmt.Sprint(verified, s.buy(s.customer(1), item(), item()).body.Raw))
	}
	require.Equal(t, runs[0], runs[1])
}
