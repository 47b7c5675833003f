package partner

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// TestWhichRequestOfACustomerIsWrong holds that of three requests for a customer the two that
// agree are right, and that the verify is to blame where nothing else shows which one is wrong.
func TestWhichRequestOfACustomerIsWrong(t *testing.T) {
	const phone, other = "+254722000201", "+254733000301"
	send := func(id, phone, otp string) *recording.Exchange {
		return otpCall(spec.SendOTP, `{"id_number":"`+id+`","phone_number":"`+phone+`"}`, `{"data":{"otp":"`+otp+`"}}`)
	}
	verify := func(id, phone, otp string) *recording.Exchange {
		return otpCall(spec.VerifyOTP, `{"id_number":"`+id+`","phone_number":"`+phone+`","item_value":"10","otp":"`+otp+`"}`, `{}`)
	}
	limit := func(id, phone string) *recording.Exchange {
		return otpCall(spec.CreateLimit, `{"id_number":"`+id+`","loan_amount":10,"phone_number":"`+phone+`"}`, `{}`)
	}
	for name, c := range map[string]struct {
		calls                   []*recording.Exchange
		id, phone, verify, open int // failures, and those of a recording
	}{
		"the sending, by id":      {[]*recording.Exchange{send("9", phone, "111111"), verify("1", phone, "111111"), limit("1", phone)}, 1, 0, 0, 0},
		"the sending, by phone":   {[]*recording.Exchange{send("1", other, "111111"), verify("1", phone, "111111"), limit("1", "0722000201")}, 0, 1, 0, 0},
		"the verify, by id":       {[]*recording.Exchange{send("1", phone, "111111"), verify("9", phone, "111111"), limit("1", phone)}, 0, 0, 1, 0},
		"the verify, by phone":    {[]*recording.Exchange{send("1", phone, "111111"), verify("1", other, "111111"), limit("1", phone)}, 0, 0, 1, 0},
		"without a limit":         {[]*recording.Exchange{send("1", phone, "111111"), verify("9", phone, "111111")}, 0, 0, 1, 0},
		"a limit with a third":    {[]*recording.Exchange{send("1", phone, "111111"), verify("9", phone, "111111"), limit("3", phone)}, 0, 0, 1, 0},
		"of another sending":      {[]*recording.Exchange{send("1", phone, "111111"), verify("9", phone, "222222"), limit("9", phone)}, 0, 0, 1, 0},
		"as for another customer": {[]*recording.Exchange{send("9", phone, "111111"), verify("1", phone, "111111"), limit("1", phone), send("9", other, "222222"), verify("2", other, "222222")}, 2, 0, 0, 0},
		"two customers":           {[]*recording.Exchange{send("9", phone, "111111"), verify("1", phone, "111111"), limit("1", phone), send("9", other, "222222"), verify("2", other, "222222"), limit("2", other)}, 2, 0, 0, 2},
		"one id for all sendings": {[]*recording.Exchange{
			send("9", "+254722000001", "111111"), verify("1", "+254722000001", "111111"), send("9", "+254722000002", "222222"), verify("2", "+254722000002", "222222"),
			send("9", "+254722000003", "333333"), verify("3", "+254722000003", "333333"),
		}, 3, 0, 0, 0},
		"one id for all verifies": {[]*recording.Exchange{
			send("1", "+254722000001", "111111"), verify("9", "+254722000001", "111111"), send("2", "+254722000002", "222222"), verify("9", "+254722000002", "222222"),
			send("3", "+254722000003", "333333"), verify("9", "+254722000003", "333333"),
		}, 0, 0, 3, 0},
		"one id for all":        {[]*recording.Exchange{send("1", phone, "111111"), verify("1", phone, "111111"), limit("1", phone), send("1", other, "222222"), verify("1", other, "222222"), limit("1", other)}, 0, 0, 0, 0},
		"an id with blanks":     {[]*recording.Exchange{send("3155 6702", phone, "111111"), verify("31556702", phone, "111111"), limit("31-556-702", phone)}, 0, 0, 0, 0},
		"an id in another case": {[]*recording.Exchange{send("a123", phone, "111111"), verify("A123", phone, "111111")}, 0, 0, 0, 0},
		"an id with commas":     {[]*recording.Exchange{send("31,556,702", phone, "111111"), verify("31556702", phone, "111111")}, 1, 0, 0, 1},
		"all with commas":       {[]*recording.Exchange{send("31,556,702", phone, "111111"), verify("31,556,702", phone, "111111")}, 0, 0, 0, 0},
		"a birth as id":         {[]*recording.Exchange{otpCall(spec.SendOTP, `{"id_number":"1990-01-31","phone_number":"`+phone+`","date_of_birth":"01/31/1990"}`, `{"data":{"otp":"111111"}}`), verify("31556702", phone, "111111")}, 1, 0, 0, 1},
	} {
		for _, isOpen := range []bool{false, true} {
			r := afterAll(t, Config{Closed: !isOpen, Cut: isOpen}, c.calls)
			failed := func(endpoint, name string) int { return r.findings.at(obligation{endpoint, name}).failed }
			if isOpen {
				require.Equal(t, c.open, failed(spec.SendOTP, "id_number")+failed(spec.SendOTP, "phone_number")+failed(spec.VerifyOTP, otpMatchObligation), name)
				continue
			}
			require.Equal(t, []int{c.id, c.phone, c.verify}, []int{failed(spec.SendOTP, "id_number"), failed(spec.SendOTP, "phone_number"), failed(spec.VerifyOTP, otpMatchObligation)}, name)
		}
	}
}

// TestOneIDForAllIsNoted holds that one id number in all requests for several persons is noted, and
// fails nothing: a service for tests may know only one.
func TestOneIDForAllIsNoted(t *testing.T) {
	r := partnerRun(t, Config{Closed: true})
	for n, name := range []string{"Amina", "Otieno", "Wanjiru"} {
		body := fmt.Sprintf(`"id_number":"20000001","phone_number":"+25471100000%d","first_name":"%s","last_name":"Test"`, n, name)
		r.Add(otpCall(spec.SendOTP, `{`+body+`}`, `{"data":{"otp":"111111"}}`))
		r.Add(otpCall(spec.VerifyOTP, fmt.Sprintf(`{"id_number":"20000001","phone_number":"+25471100000%d","item_value":"10","otp":"111111"}`, n), `{}`))
	}
	r.End()
	require.Zero(t, r.findings.at(obligation{spec.SendOTP, "id_number"}).failed)
	require.Zero(t, r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation}).failed)
	require.Equal(t, 1, r.undocumented.seen[obligation{spec.SendOTP, "one id_number for several phone numbers and names"}])
}

// TestZerosOfAnIDNumber holds that a limit lacks the zeros at the beginning of an id number where all
// limits lack them, for two customers.
func TestZerosOfAnIDNumber(t *testing.T) {
	call := func(endpoint, id, phone string) *recording.Exchange {
		return otpCall(endpoint, `{"id_number":"`+id+`","phone_number":"`+phone+`","loan_amount":10}`, `{}`)
	}
	send := func(id, phone string) *recording.Exchange { return call(spec.SendOTP, id, phone) }
	limit := func(id, phone string) *recording.Exchange { return call(spec.CreateLimit, id, phone) }
	const one, two, three = "+254722000201", "+254722000202", "+254722000203"
	for name, c := range map[string]struct {
		calls []*recording.Exchange
		fails int
	}{
		"two customers":         {[]*recording.Exchange{send("0123456", one), limit("123456", one), send("0223456", two), limit("223456", "0722000202")}, 2},
		"one customer":          {[]*recording.Exchange{send("0123456", one), limit("123456", one)}, 0},
		"one customer, twice":   {[]*recording.Exchange{send("0123456", one), limit("123456", one), limit("123456", one)}, 0},
		"a third one has zeros": {[]*recording.Exchange{send("0123456", one), limit("123456", one), send("0223456", two), limit("223456", two), send("0323456", three), limit("0323456", three)}, 0},
		"other numbers":         {[]*recording.Exchange{send("0123456", one), limit("999456", one), send("0223456", two), limit("999457", two)}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := afterAll(t, Config{Closed: true}, c.calls)
			fails := 0
			for _, f := range r.findings.at(obligation{spec.CreateLimit, "id_number"}).failures {
				if strings.Contains(f.Message, "lacks the zeros") {
					fails++
				}
			}
			require.Equal(t, c.fails, fails)
		})
	}
}
