package partner

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

const (
	bare = `{"id_number":"1","phone_number":"+254722100417"}`
	full = `{"id_number":"1","phone_number":"+254722100417","first_name":"A","last_name":"B","country_code":"KE","date_of_birth":"01/31/1990"}`
)

// limitFor is a limit that was created for the customer with id number 1.
func limitFor(customer string) *recording.Exchange {
	return otpCall(spec.CreateLimit, `{"id_number":"1","phone_number":"+254722100417","loan_amount":"500"}`, `{"data":{"customer_details":{"id":"`+customer+`"}}}`)
}

// TestWhoGetsTheFirstLimitWasNew holds that an OTP request for such a customer in the
// shorter form is noted, where it is known that the limit is the first.
func TestWhoGetsTheFirstLimitWasNew(t *testing.T) {
	published := strings.Replace(anID, "5f", "6f", 1)
	send := func(body string) *recording.Exchange { return otpCall(spec.SendOTP, body, `{}`) }
	for name, c := range map[string]struct {
		calls []*recording.Exchange
		noted bool
	}{
		"as a new customer":       {[]*recording.Exchange{send(full), limitFor(anID)}, false},
		"as an existing one":      {[]*recording.Exchange{send(bare), limitFor(anID)}, true},
		"sent again as a new one": {[]*recording.Exchange{send(bare), send(full), limitFor(anID)}, false},
		"with a limit before":     {[]*recording.Exchange{limitFor(anID), send(bare), limitFor(anID)}, false},
		"without a limit":         {[]*recording.Exchange{send(bare)}, false},
		"published":               {[]*recording.Exchange{send(bare), limitFor(published)}, false},
		"for nobody":              {[]*recording.Exchange{send(strings.Replace(bare, `"1"`, `""`, 1)), limitFor(anID)}, false},
	} {
		for _, closed := range []bool{true, false} {
			r := partnerRun(t, Config{Closed: closed, Cut: !closed, Customers: []string{published}})
			for _, x := range c.calls {
				r.Add(x)
			}
			noted := r.undocumented.seen[obligation{spec.SendOTP, "the form for an existing customer, for one whose first limit follows"}] > 0
			require.Equal(t, c.noted && closed, noted, "%s; a recording may have begun later", name)
		}
	}
}

func TestALoanBelowTheCartIsNoted(t *testing.T) {
	verify := func(cart string) *recording.Exchange {
		return otpCall(spec.VerifyOTP, `{"id_number":"1","phone_number":"+254722100417","item_value":"`+cart+`","otp":"111111"}`, `{}`)
	}
	order := func(price string) *recording.Exchange {
		return otpCall(spec.CreatePurchases, `{"customer_id":"`+anID+`","items":[{"item_value":1},{"item_value":`+price+`}]}`, `{}`)
	}
	const verified, first = "a loan_amount below the item_value that was verified for this id_number", "a loan_amount below the first order of the customer"
	for name, c := range map[string]struct {
		calls []*recording.Exchange
		noted string
	}{
		"less than was verified": {[]*recording.Exchange{verify("501"), limitFor(anID)}, verified},
		"what was verified":      {[]*recording.Exchange{verify("500"), limitFor(anID)}, ""},
		"more":                   {[]*recording.Exchange{verify("499"), limitFor(anID)}, ""},
		"less than is bought":    {[]*recording.Exchange{limitFor(anID), order("500")}, first},
		"enough":                 {[]*recording.Exchange{limitFor(anID), order("499"), order("900")}, ""},
		"no whole amount":        {[]*recording.Exchange{limitFor(anID), order("900.5")}, ""},
	} {
		r := partnerRun(t, Config{Cut: true})
		for _, x := range c.calls {
			r.Add(x)
		}
		for _, what := range []string{verified, first} {
			require.Equal(t, what == c.noted, r.undocumented.seen[obligation{spec.CreateLimit, what}] == 1, "%s: %s", name, what)
		}
	}
}
