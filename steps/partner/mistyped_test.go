package partner

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// sends and verifies are the calls of customer n, with the OTP that was sent and the one
// that was typed.
func sends(n int, otp string) *recording.Exchange {
	return otpCall(spec.SendOTP, fmt.Sprintf(`{"id_number":"%d","phone_number":"+25470000000%d","country_code":"KE","date_of_birth":"01/31/1990"}`, n, n), `{"data":{"otp":"`+otp+`"}}`)
}

func verifies(n int, otp string) *recording.Exchange {
	return otpCall(spec.VerifyOTP, fmt.Sprintf(`{"id_number":"%d","phone_number":"+25470000000%d","item_value":"10","otp":"%s"}`, n, n, otp), `{}`)
}

// shares and sharer are the calls of customer n, whose phone is that of customer 1.
func shares(n int, otp string) *recording.Exchange {
	return otpCall(spec.SendOTP, fmt.Sprintf(`{"id_number":"%d","phone_number":"+254700000001"}`, n), `{"data":{"otp":"`+otp+`"}}`)
}

func sharer(n int, otp string) *recording.Exchange {
	return otpCall(spec.VerifyOTP, fmt.Sprintf(`{"id_number":"%d","phone_number":"+254700000001","item_value":"10","otp":"%s"}`, n, otp), `{}`)
}

// moved and mover are the calls of customer n with another phone.
func moved(n int, otp string) *recording.Exchange {
	return otpCall(spec.SendOTP, fmt.Sprintf(`{"id_number":"%d","phone_number":"+254755555555"}`, n), `{"data":{"otp":"`+otp+`"}}`)
}

func mover(n int, otp string) *recording.Exchange {
	return otpCall(spec.VerifyOTP, fmt.Sprintf(`{"id_number":"%d","phone_number":"+254755555555","item_value":"10","otp":"%s"}`, n, otp), `{}`)
}

func otpCall(endpoint, body, answer string) *recording.Exchange {
	header := http.Header{"Authorization": {"Bearer t"}, "Content-Type": {"application/json"}}
	return &recording.Exchange{
		ID:       "x",
		Request:  recording.Request{Method: http.MethodPost, URL: "http://h" + spec.Of(endpoint).Path, Header: header, Body: []byte(body)},
		Response: &recording.Response{Status: 200, Body: []byte(answer)},
	}
}

func TestAWrongOTPIsAFaultUnlessTheRightOneFollows(t *testing.T) {
	for name, c := range map[string]struct {
		calls  []*recording.Exchange
		failed int
	}{
		"right":                            {[]*recording.Exchange{sends(1, "111111"), verifies(1, "111111")}, 0},
		"mistyped":                         {[]*recording.Exchange{sends(1, "111111"), verifies(1, "111112"), verifies(1, "111211"), verifies(1, "111111")}, 0},
		"mistyped, and sent anew":          {[]*recording.Exchange{sends(1, "111111"), verifies(1, "111112"), sends(1, "222222"), verifies(1, "222222")}, 0},
		"wrong after the right one":        {[]*recording.Exchange{sends(1, "111111"), verifies(1, "111111"), verifies(1, "111112")}, 0},
		"mistyped, and given up":           {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), verifies(1, "111112"), verifies(1, "111121"), verifies(2, "222222")}, 0},
		"of another customer":              {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), verifies(2, "222222"), verifies(1, "222222")}, 1},
		"the same for two customers":       {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), sends(3, "333333"), verifies(1, "123456"), verifies(2, "123456"), verifies(3, "333333")}, 0},
		"the same for most customers":      {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), sends(3, "333333"), sends(4, "444444"), verifies(1, "123456"), verifies(2, "123456"), verifies(3, "123456"), verifies(4, "444444")}, 3},
		"guessed by most":                  {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), sends(3, "333333"), sends(4, "444444"), sends(5, "555555"), verifies(1, "123456"), verifies(2, "123456"), verifies(3, "123456"), verifies(4, "444444"), verifies(5, "555555")}, 0},
		"a constant for most":              {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), sends(3, "333333"), sends(4, "444444"), sends(5, "555555"), verifies(1, "483920"), verifies(2, "483920"), verifies(3, "483920"), verifies(4, "444444"), verifies(5, "555555")}, 3},
		"the same for half of them":        {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), sends(3, "333333"), sends(4, "444444"), sends(5, "555555"), sends(6, "666666"), verifies(1, "000000"), verifies(2, "000000"), verifies(3, "000000"), verifies(4, "444444"), verifies(5, "555555"), verifies(6, "666666")}, 0},
		"three, and none is right":         {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), sends(3, "333333"), verifies(1, "123456"), verifies(2, "234567"), verifies(3, "345678")}, 3},
		"guessed after the right one":      {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), sends(3, "333333"), verifies(1, "111111"), verifies(2, "222222"), verifies(3, "333333"), verifies(1, "123456"), verifies(2, "123456"), verifies(3, "123456")}, 3},
		"a zero lost and filled up":        {[]*recording.Exchange{sends(1, "012345"), sends(2, "222222"), verifies(1, "123450"), verifies(2, "222222")}, 1},
		"of another customer, no other":    {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), verifies(1, "222222")}, 1},
		"of another, then the right one":   {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), verifies(1, "222222"), verifies(1, "111111")}, 1},
		"of another, then a new one":       {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), verifies(1, "222222"), sends(1, "333333"), verifies(1, "333333"), verifies(2, "222222")}, 1},
		"one digit off, as another's":      {[]*recording.Exchange{sends(1, "111111"), sends(2, "111112"), verifies(1, "111112"), verifies(1, "111111")}, 0},
		"two digits swapped, as another's": {[]*recording.Exchange{sends(1, "123456"), sends(2, "124356"), verifies(1, "124356"), verifies(1, "123456")}, 0},
		"one code for all":                 {[]*recording.Exchange{sends(1, "111111"), sends(2, "111111"), verifies(1, "222222"), verifies(1, "111111"), verifies(2, "111111")}, 0},
		"of one who shares the phone":      {[]*recording.Exchange{shares(1, "111111"), shares(2, "222222"), sharer(2, "111111"), sharer(2, "222222")}, 0},
		"of one's other phone":             {[]*recording.Exchange{sends(1, "111111"), moved(1, "222222"), mover(1, "111111"), mover(1, "222222")}, 0},
		"shifted once, and given up":       {[]*recording.Exchange{sends(1, "123456"), sends(2, "222222"), verifies(1, "012345"), verifies(2, "222222")}, 0},
		"shifted for two, and given up":    {[]*recording.Exchange{sends(1, "123456"), sends(2, "654321"), sends(3, "333333"), verifies(1, "012345"), verifies(2, "065432"), verifies(3, "333333")}, 2},
	} {
		found := matchOf(t, c.calls)
		require.Equal(t, c.failed, found.failed, name)
		require.Len(t, found.failures, c.failed, name)
		require.Positive(t, found.judged, name)
	}
}

// known is a sending for customer n, whom the service has met before. limits is the limit request of a
// self-employed one.
func known(n int, otp string) *recording.Exchange {
	return otpCall(spec.SendOTP, fmt.Sprintf(`{"id_number":"%d","phone_number":"+25470000000%d"}`, n, n), `{"data":{"otp":"`+otp+`"}}`)
}

func limits(n int) *recording.Exchange {
	return otpCall(spec.CreateLimit, fmt.Sprintf(`{"id_number":"%d","phone_number":"+25470000000%d","employed":"false","self_employed_occupational_detail":{"business_name":"B"}}`, n, n), `{}`)
}

// matchOf returns what is found in a day of calls about the OTPs that are verified.
func matchOf(t *testing.T, calls []*recording.Exchange) *finding {
	t.Helper()
	r := partnerRun(t, Config{Closed: true, Token: "t"})
	for _, call := range calls {
		r.Add(call)
	}
	r.End()
	return r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation})
}

// TestAWrongOTPInOneBranchIsAFault holds that the customers of one kind are judged by themselves.
func TestAWrongOTPInOneBranchIsAFault(t *testing.T) {
	day := func(of ...[]*recording.Exchange) []*recording.Exchange { return slices.Concat(of...) }
	each := func(ns []int, call func(n int) []*recording.Exchange) (all []*recording.Exchange) {
		for _, n := range ns {
			all = append(all, call(n)...)
		}
		return all
	}
	otp := func(n int) string { return fmt.Sprintf("%d0%d531", n, n) }
	right := func(n int) []*recording.Exchange { return []*recording.Exchange{sends(n, otp(n)), verifies(n, otp(n))} }
	wrong := func(send func(int, string) *recording.Exchange, typed string) func(n int) []*recording.Exchange {
		return func(n int) []*recording.Exchange {
			return []*recording.Exchange{send(n, otp(n)), verifies(n, cmp.Or(typed, otp(n)[1:]+"7"))}
		}
	}
	self := func(typed string) func(n int) []*recording.Exchange {
		return func(n int) []*recording.Exchange { return append(wrong(sends, typed)(n), limits(n)) }
	}
	first, three, five := []int{1, 2, 3, 4}, []int{5, 6, 7}, []int{5, 6, 7, 8, 9}
	for name, c := range map[string]struct {
		calls  []*recording.Exchange
		failed int
	}{
		"one constant for known customers":          {day(each(first, right), each(three, wrong(known, "481516"))), 3},
		"a guess of three known customers":          {day(each(first, right), each(three, wrong(known, "123456"))), 0},
		"a guess of five known customers":           {day(each(first, right), each(five, wrong(known, "123456"))), 5},
		"one known customer is right":               {day(each(first, right), each(three, wrong(known, "481516")), []*recording.Exchange{known(9, otp(9)), verifies(9, otp(9))}), 0},
		"three wrong OTPs of known customers":       {day(each(first, right), each(three, wrong(known, ""))), 0},
		"five wrong OTPs of known customers":        {day(each(first, right), each(five, wrong(known, ""))), 5},
		"one constant for self-employed customers":  {day(each(first, right), each(three, self("481516"))), 3},
		"one constant for customers of all kinds":   {day(each(first, right), each(three, wrong(sends, "481516"))), 0},
		"one constant for all later visits":         {day(each(first, right), each(five, right), each(first[:3], wrong(sends, "481516"))), 3},
		"one constant for three of four later ones": {day(each(first, right), each(five, right), each(first[:3], wrong(sends, "481516")), right(4)), 0},
	} {
		found := matchOf(t, c.calls)
		require.Equal(t, c.failed, found.failed, name)
	}
}

// TestAMistypedOTPOfAWrongSendingIsNoFault holds that a customer may mistype an OTP that a faulty request sent.
func TestAMistypedOTPOfAWrongSendingIsNoFault(t *testing.T) {
	other := func(n int, phone string) *recording.Exchange {
		return otpCall(spec.SendOTP, fmt.Sprintf(`{"id_number":"%d","phone_number":"%s%d"}`, n, phone, n), fmt.Sprintf(`{"data":{"otp":"70%d531"}}`, n))
	}
	for name, phone := range map[string]string{"a phone without its digits": "+000", "the phone of somebody": "+25472222222"} {
		r := partnerRun(t, Config{Closed: true, Token: "t"})
		for n := 1; n <= 4; n++ {
			for _, call := range []*recording.Exchange{other(n, phone), verifies(n, "999998"), verifies(n, fmt.Sprintf("70%d531", n)), limits(n)} {
				r.Add(call)
			}
		}
		r.End()
		match := r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation})
		require.Zero(t, match.failed, name)
		require.Positive(t, match.blocked, name)
		require.Positive(t, r.findings.at(obligation{spec.SendOTP, "phone_number"}).failed, name)
	}
}

// TestWrongOTPsAloneDecideNothing holds that a run in which one or two customers mistype the
// OTP and give up, and nobody types the right one, leaves the rule open: it is not exercised.
func TestWrongOTPsAloneDecideNothing(t *testing.T) {
	for name, calls := range map[string][]*recording.Exchange{
		"once":           {sends(1, "111111"), verifies(1, "111112")},
		"three times":    {sends(1, "111111"), verifies(1, "111112"), verifies(1, "111113"), verifies(1, "111114")},
		"two customers":  {sends(1, "111111"), sends(2, "222222"), verifies(1, "123123"), verifies(2, "321321")},
		"the same guess": {sends(1, "111111"), sends(2, "222222"), verifies(1, "000000"), verifies(2, "000000")},
	} {
		r := partnerRun(t, Config{Closed: true, Token: "t"})
		for _, call := range calls {
			r.Add(call)
		}
		r.End()
		found := r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation})
		require.Zero(t, found.failed, name)
		require.Zero(t, found.judged, name)
		s := r.NewScenario()
		s.endpoint = spec.VerifyOTP
		report := s.End(t.Context(), s.reportObligation(otpMatchObligation))
		require.True(t, report.Unexercised, name)
		require.Contains(t, report.Untested, neverRight, name)
	}
}

// TestAWrongOTPInARecording holds that a recording judges a wrong OTP as a run does where it
// shows as much: that the right one follows, or that the OTP went to another customer. An
// earlier OTP, from before its start, may be right as well.
func TestAWrongOTPInARecording(t *testing.T) {
	refused := func(x *recording.Exchange) *recording.Exchange {
		x.Response.Status = http.StatusBadRequest
		return x
	}
	for name, c := range map[string]struct {
		calls                   []*recording.Exchange
		judged, failed, unknown int
	}{
		"mistyped":                        {[]*recording.Exchange{sends(1, "111111"), refused(verifies(1, "111112")), verifies(1, "111111")}, 2, 0, 0},
		"mistyped, and taken":             {[]*recording.Exchange{sends(1, "111111"), verifies(1, "111112"), verifies(1, "111111")}, 2, 0, 0},
		"never the right one":             {[]*recording.Exchange{sends(1, "111111"), refused(verifies(1, "111112"))}, 0, 0, 1},
		"of an earlier sending":           {[]*recording.Exchange{verifies(1, "999999"), sends(1, "111111"), verifies(1, "111111")}, 1, 0, 1},
		"of another customer":             {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), verifies(1, "222222")}, 1, 1, 0},
		"of another, then the right one":  {[]*recording.Exchange{sends(1, "111111"), sends(2, "222222"), verifies(1, "222222"), verifies(1, "111111")}, 2, 1, 0},
		"of another, and one digit off":   {[]*recording.Exchange{sends(1, "111111"), sends(2, "111112"), verifies(1, "111112"), verifies(1, "111111")}, 2, 0, 0},
		"of one who shares the phone":     {[]*recording.Exchange{shares(1, "111111"), shares(2, "222222"), sharer(2, "111111"), sharer(2, "222222")}, 2, 0, 0},
		"of another, and none of its own": {[]*recording.Exchange{sends(2, "222222"), verifies(1, "222222")}, 0, 0, 1},
	} {
		r := partnerRun(t, Config{Cut: true})
		for _, call := range c.calls {
			r.Add(call)
		}
		r.End()
		found := r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation})
		require.Equal(t, []int{c.judged, c.failed, c.unknown}, []int{found.judged, found.failed, found.unknown}, name)
	}
}

func TestWhoGuessesWithoutEndMistypesNothing(t *testing.T) {
	r := partnerRun(t, Config{Closed: true, Token: "t"})
	r.Add(sends(1, "111111"))
	for n := range maxSendings + 5 {
		r.Add(verifies(1, fmt.Sprint(200000+n)))
	}
	r.Add(verifies(1, "111111"))
	r.End()
	require.Equal(t, 5, r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation}).failed)
}

// TestAVerifyAfterAFaultySending holds that what is wrong with a sending is not laid to the
// verify that is right.
func TestAVerifyAfterAFaultySending(t *testing.T) {
	const id, phone = "20000001", "+254722000202"
	for _, c := range []struct {
		id, phone, owner string
		failed, blocked  int
	}{
		{id, phone, "", 0, 0},
		{"****0001", phone, "id_number", 0, 1}, {"xxxx0001", phone, "id_number", 0, 1}, {"undefined", phone, "id_number", 0, 1},
		{id, "+254254722000202", "phone_number", 0, 1}, {id, "2.54722E+11", "phone_number", 0, 1}, {id, "+25472", "phone_number", 0, 1},
		{id, "%2B254722000202", "phone_number", 0, 1}, {id, "0722000202", "phone_number", 0, 1}, {id, "20000001", "phone_number", 0, 1},
		{id, "+254722000203", "", 1, 0}, {"20000002", phone, "", 1, 0}, {"20000002", "2.54722E+11", "phone_number", 1, 0},
	} {
		r := partnerRun(t, Config{Closed: true})
		r.Add(otpCall(spec.SendOTP, `{"id_number":"`+c.id+`","phone_number":"`+c.phone+`"}`, `{"data":{"otp":"111111"}}`))
		r.Add(otpCall(spec.VerifyOTP, `{"id_number":"`+id+`","phone_number":"`+phone+`","item_value":"10","otp":"111111"}`, `{}`))
		r.End()
		found := r.findings.at(obligation{spec.VerifyOTP, otpMatchObligation})
		require.Equal(t, []int{c.failed, c.blocked}, []int{found.failed, found.blocked}, "%+v", c)
		if c.owner != "" {
			require.Equal(t, 1, r.findings.at(obligation{spec.SendOTP, c.owner}).failed, "%+v", c)
		}
	}
}

// TestALateFaultShowsItsExchange holds that the failures of a branch that comes late in a recording have
// their exchange, too.
func TestALateFaultShowsItsExchange(t *testing.T) {
	otp := func(n int) string { return fmt.Sprintf("%d531", n) }
	r := partnerRun(t, Config{Closed: true, Token: "t"})
	for n := 10; n < 40; n++ {
		r.Add(sends(n, otp(n)))
		r.Add(verifies(n, otp(n)))
	}
	for n := 50; n < 55; n++ {
		r.Add(moved(n, otp(n)))
		r.Add(verifies(n, otp(n)))
	}
	r.End()
	found := r.findings.at(obligation{spec.SendOTP, "phone_number"})
	require.Equal(t, 5, found.failed)
	for _, f := range found.failures {
		require.NotEmpty(t, f.Exchange)
	}
}
