package customer_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

func TestABudgetIsNotOverspent(t *testing.T) {
	var b customer.Budget
	require.True(t, b.Reserve(0))
	require.True(t, b.Unspent(), "nothing was taken")
	require.False(t, b.Reserve(1))
	b.Refresh(100)
	require.True(t, b.Reserve(60))
	require.False(t, b.Unspent())
	require.False(t, b.Reserve(41))
	require.True(t, b.Reserve(40))
	b.Refresh(5)
	require.True(t, b.Unspent())
	b.Touch()
	require.False(t, b.Unspent())
}

func TestACartStaysWithinHalfOfTheLimit(t *testing.T) {
	for available, want := range map[int64]int64{1_000_000: 1000, 500: 250, 1: 1, 0: 1} {
		c := &customer.Customer{Grant: customer.Grant{ID: "known"}}
		c.Refresh(available)
		require.Equal(t, want, c.CartValue(), available)
	}
	require.EqualValues(t, 1000, new(customer.Customer).CartValue(), "of somebody without a limit nothing is known")
}

func TestWhatALimitLeavesToSpend(t *testing.T) {
	for limit, want := range map[string]int64{
		`{"credit_limit_details":{"available_limit":2500.75}}`: 2500,
		`{"credit_limit_details":{"available_limit":0}}`:       100_000,
		`{"credit_limit_details":{"available_limit":"2500"}}`:  100_000,
		`{"credit_limit_details":{"available_limit":1e300}}`:   1 << 52,
		`{}`: 100_000,
	} {
		require.Equal(t, want, customer.Spendable(gjson.Parse(limit)), limit)
	}
}

func TestALimitIsKeptWithItsID(t *testing.T) {
	const id = "5f0c1c1e-0000-4000-8000-0000000000fe"
	read := func(id string) *call.Answer {
		body := gjson.Parse(`{"data":{"customer_details":{"id":"` + id + `"},"credit_limit_details":{"available_limit":70}}}`)
		return &call.Answer{Endpoint: spec.CreateLimit, Exchange: &recording.Exchange{Response: &recording.Response{Status: 201}}, Content: call.Content{IsJSON: true, Body: body, Data: body.Get("data")}}
	}
	c := new(customer.Customer)
	require.Error(t, c.KeepLimit(read("not a UUID")))
	require.Empty(t, c.ID)
	require.NoError(t, c.KeepLimit(read(id)))
	require.Equal(t, id, c.ID)
	require.EqualValues(t, 70, c.Available())
	require.True(t, c.Opened())
	c.Created().Endpoint = spec.FetchLimit
	require.False(t, c.Opened(), "it was looked at anew")
}

func TestAMemberIsReadAsItWasSent(t *testing.T) {
	c := &customer.Customer{Grant: customer.Grant{Request: map[string]any{"loan_amount": 1200, "email": "a@example.com"}}}
	require.Equal(t, "1200", c.SentMember("loan_amount"))
	require.Equal(t, "a@example.com", c.SentMember("email"))
	require.Empty(t, c.SentMember("gender"))
}

func TestThePoolLendsWhoIsFit(t *testing.T) {
	fit := func(kind customer.Kind) *customer.Customer { return &customer.Customer{Kind: kind} }
	var pool customer.Pool
	require.Nil(t, pool.Take(customer.AnyEmployee, customer.MaxOTPs, 0))
	for _, worn := range []*customer.Customer{
		{Kind: customer.Employed, OTPHistory: customer.OTPHistory{OTPSends: customer.MaxOTPs}},
		{Kind: customer.Employed, OTPHistory: customer.OTPHistory{WrongOTPs: 1}},
	} {
		pool.Release(worn)
	}
	spent := fit(customer.Employed)
	spent.Touch()
	pool.Release(spent)
	require.Nil(t, pool.Take(customer.Employed, customer.MaxOTPs, 0))

	employed, government := fit(customer.Employed), fit(customer.Government)
	pool.Release(employed)
	pool.Release(government)
	require.Nil(t, pool.Take(customer.SelfEmployed, customer.MaxOTPs, 0))
	require.Same(t, government, pool.Take(customer.AnyEmployee, customer.MaxOTPs, 0), "any will do: a government employee first")
	require.Same(t, employed, pool.Take(customer.AnyEmployee, customer.MaxOTPs, 0))
}

func TestTheNextBuyerIsCounted(t *testing.T) {
	var shop customer.Buyers
	c := new(customer.Customer)
	shop.Next(c)
	shop.Next(nil) // nobody could be made
	current, made := shop.Current()
	require.Same(t, c, current)
	require.Equal(t, 2, made)
}

func TestThePlainVariantHasNoLabel(t *testing.T) {
	require.Empty(t, customer.Employed.Variant())
	require.Equal(t, "government", customer.Government.Variant())
}
