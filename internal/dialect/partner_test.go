package dialect_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// send adds a request that was answered with a success.
func send(p *dialect.Partner, endpoint, body, answer string) {
	p.Add(endpoint, gjson.Get(body, "first_name").Exists(), gjson.Parse(body), &recording.Exchange{
		Request:  recording.Request{Header: http.Header{"Authorization": {"Bearer x"}}},
		Response: &recording.Response{Status: 200, Body: []byte(answer)},
	})
}

// The order of a date of birth shows by a day that is no month, or else by the limit
// request of the same person, whose form is documented (2.4).
func TestTheOrderOfDates(t *testing.T) {
	for _, one := range []struct{ otp, limit, entry, order string }{
		{"01/31/1990", "01/31/1990", dialect.BirthDate, dialect.MonthFirst},
		{"31/01/1990", "01/31/1990", dialect.BirthDate, dialect.DayFirst},
		{"04/03/1990", "03/04/1990", dialect.AmbiguousDate, dialect.DayFirst},
		{"03/04/1990", "03/04/1990", dialect.AmbiguousDate, dialect.MonthFirst},
		{"03/04/1990", "", dialect.AmbiguousDate, dialect.OrderUnknown},
		{"05/05/1990", "05/05/1990", "", ""},
		{"", "", "", ""},
	} {
		p := dialect.NewPartner()
		send(p, spec.SendOTP, `{"first_name":"A","id_number":"1","date_of_birth":"`+one.otp+`"}`, `{}`)
		if one.limit != "" {
			send(p, spec.CreateLimit, `{"id_number":"1","date_of_birth":"`+one.limit+`"}`, `{}`)
		}
		shown := p.Dialect([]result.FormUse{{Entry: dialect.BirthDate, Reading: dialect.MonthFirst, Endpoint: spec.SendOTP, State: result.FormSent}})
		for _, entry := range []string{dialect.BirthDate, dialect.AmbiguousDate} {
			for _, order := range []string{dialect.MonthFirst, dialect.DayFirst, dialect.OrderUnknown} {
				sent := shown.State(entry, order, spec.SendOTP) == result.FormSent
				require.Equal(t, entry == one.entry && order == one.order, sent, "%v: %s %s", one, entry, order)
			}
		}
	}
}

// A date that alone shows no order was written as the others were.
func TestADateIsWrittenAsTheOthers(t *testing.T) {
	p := dialect.NewPartner()
	send(p, spec.SendOTP, `{"first_name":"A","id_number":"1","date_of_birth":"31/01/1990"}`, `{}`)
	send(p, spec.SendOTP, `{"first_name":"B","id_number":"2","date_of_birth":"04/03/1990"}`, `{}`)
	shown := p.Dialect(nil)
	require.Equal(t, result.FormSent, shown.State(dialect.AmbiguousDate, dialect.DayFirst, spec.SendOTP))
}

func TestWhatAPartnerDoesInTurn(t *testing.T) {
	const limit, order = `{"id_number":"1"}`, `{"customer_id":"C","order_id":7,"items":[{"item_code":"A","item_value":"100","item_topup":""}]}`
	p := dialect.NewPartner()
	send(p, spec.VerifyOTP, `{"id_number":"1","phone_number":"254"}`, `{"data":{"id":"c"}}`)
	send(p, spec.CreateLimit, limit, `{}`)
	send(p, spec.CreatePurchases, order, `{}`)
	first := p.Dialect(nil)
	for _, entry := range []string{dialect.LimitWithoutOTP, dialect.PurchaseWithoutOTP, dialect.OrderIDAgain, dialect.ItemCodeAgain, dialect.TopupValue} {
		for _, f := range first.Forms {
			require.NotEqual(t, entry, f.Entry)
		}
	}
	require.Equal(t, result.FormSent, first.State(dialect.PhoneNumber, dialect.WithoutPlus, spec.VerifyOTP))

	send(p, spec.CreatePurchases, order, `{}`)
	second := p.Dialect(nil)
	for _, entry := range []string{dialect.PurchaseWithoutOTP, dialect.OrderIDAgain, dialect.ItemCodeAgain} {
		require.Equal(t, result.FormSent, second.State(entry, dialect.Yes, spec.CreatePurchases), entry)
	}
	require.Contains(t, second.Sizes, result.SizeUse{Name: "item_value", Endpoint: spec.CreatePurchases, Most: 100})

	p.Restart()
	send(p, spec.CreateLimit, limit, `{}`)
	require.Equal(t, result.FormSent, p.Dialect(nil).State(dialect.LimitWithoutOTP, dialect.Yes, spec.CreateLimit))
}
