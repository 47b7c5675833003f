package partner

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// TestAMemberIDThatTheServiceContradicts holds that a phone number or an id number is no
// member id once the service has returned another one for its owner, and not before.
func TestAMemberIDThatTheServiceContradicts(t *testing.T) {
	const found = `{"data":{"creditLimitInfo":{"memberId":"M-17"},"baseInfo":{"memberId":"M-17","mobile":"+254711000001","nationalIdNo":"20000001"}}}`
	const asPhone = `{"data":{"creditLimitInfo":{"memberId":"254711000001"},"baseInfo":{"memberId":"254711000001","mobile":"+254711000001","nationalIdNo":"20000001"}}}`
	for _, c := range []struct {
		field, value, answer, member string
		failed                       int
	}{
		{"mobile", "+254711000001", found, "+254711000001", 1},
		{"mobile", "+254711000001", found, "0711000001", 1},
		{"mobile", "+254711000001", found, "20000001", 1},
		{"mobile", "+254711000001", found, "711000001", 0},
		{"NATIONAL_ID", "20000001", `{"data":{"creditLimitInfo":{"memberId":"M-17"},"baseInfo":null}}`, "20000001", 1},
		{"mobile", "+254711000001", found, "M-17", 0},
		{"mobile", "+254711000001", found, "+254711000002", 0},
		{"mobile", "+254711000001", asPhone, "254711000001", 0},
		{"mobile", "+254711000001", `{"data":{"redirectUrl":"https://s.example","creditLimitInfo":null,"baseInfo":null}}`, "+254711000001", 0},
		{"memberId", "20000001", found, "20000001", 0},
	} {
		r := partnerRun(t, Config{Closed: true})
		r.Add(otpCall(spec.CustomerLookup, `{"queryFieldEnum":"`+c.field+`","value":"`+c.value+`"}`, c.answer))
		r.Add(otpCall(spec.CustomerLookup, `{"queryFieldEnum":"memberId","value":"`+c.member+`"}`, found))
		r.End()
		require.Equal(t, c.failed, r.findings.at(obligation{spec.CustomerLookup, fitObligation}).failed, "%+v", c)
	}
}

// TestNumbersAsMemberIDs holds that the numbers of customers are no member ids if a fresh service
// returned none, and all lookups by memberId have them. A recording may have begun later.
func TestNumbersAsMemberIDs(t *testing.T) {
	const nobody, found = `{"data":{"creditLimitInfo":null,"baseInfo":null}}`, `{"data":{"creditLimitInfo":{"memberId":"20000002"}}}`
	send := func(id, phone string) *recording.Exchange {
		return otpCall(spec.SendOTP, `{"id_number":"`+id+`","phone_number":"`+phone+`"}`, `{}`)
	}
	lookup := func(value, answer string) *recording.Exchange {
		return otpCall(spec.CustomerLookup, `{"queryFieldEnum":"memberId","value":"`+value+`"}`, answer)
	}
	one, other := send("20000001", "+254711000001"), send("20000002", "+254711000002")
	for name, c := range map[string]struct {
		calls  []*recording.Exchange
		failed int
	}{
		"id numbers":         {[]*recording.Exchange{one, other, lookup("20000001", nobody), lookup("20000002", nobody)}, 2},
		"phones":             {[]*recording.Exchange{one, other, lookup("+254711000001", nobody), lookup("254711000002", nobody)}, 2},
		"one customer":       {[]*recording.Exchange{one, other, lookup("20000001", nobody), lookup("20000001", nobody)}, 0},
		"beside another":     {[]*recording.Exchange{one, other, lookup("20000001", nobody), lookup("20000002", nobody), lookup("M-1", nobody)}, 0},
		"which service has":  {[]*recording.Exchange{one, other, lookup("20000001", nobody), lookup("20000002", found)}, 0},
		"of nobody who came": {[]*recording.Exchange{lookup("20000001", nobody), lookup("20000002", nobody)}, 0},
	} {
		for _, closed := range []bool{true, false} {
			r := partnerRun(t, Config{Closed: closed, Cut: !closed})
			for n, call := range c.calls {
				x := *call
				x.Started = time.Unix(int64(n+1), 0)
				r.Add(&x)
			}
			r.End()
			want := map[bool]int{true: c.failed}[closed]
			require.Equal(t, want, r.findings.at(obligation{spec.CustomerLookup, fitObligation}).failed, name)
		}
	}
}

// TestAMemberIDAndACustomerID holds that the two are one only if the service says so: none
// may be sent in the place of the other that it returned for the customer.
func TestAMemberIDAndACustomerID(t *testing.T) {
	const unknown, member, limit = "11111111-0000-4000-8000-000000000000", "77777777-0000-4000-8000-000000000000", "99999999-0000-4000-8000-000000000000"
	made := otpCall(spec.CreateLimit, `{}`, `{"request_id":"`+unknown+`","data":{"customer_details":{"id":"`+anID+`","id_number":"20000001"},"credit_limit_details":{"id":"`+limit+`"}}}`)
	lookup := func(field, value, member string) *recording.Exchange {
		return otpCall(spec.CustomerLookup, `{"queryFieldEnum":"`+field+`","value":"`+value+`"}`,
			`{"data":{"creditLimitInfo":{"memberId":"`+member+`"},"baseInfo":{"memberId":"`+member+`","nationalIdNo":"20000001"}}}`)
	}
	nobody := otpCall(spec.CustomerLookup, `{"queryFieldEnum":"memberId","value":"`+limit+`"}`, `{"data":{"creditLimitInfo":null,"baseInfo":null}}`)
	order := func(customer string) *recording.Exchange {
		return otpCall(spec.CreatePurchases, `{"customer_id":"`+customer+`","items":[]}`, `{}`)
	}
	for name, c := range map[string]struct {
		calls          []*recording.Exchange
		unfit, unknown int
	}{
		"each in its place":                   {[]*recording.Exchange{made, lookup("mobile", "0711000001", member), lookup("memberId", member, member), order(anID)}, 0, 0},
		"the customer as member":              {[]*recording.Exchange{made, lookup("mobile", "0711000001", member), lookup("memberId", strings.ToUpper(anID), member)}, 1, 0},
		"the customer, and no other known":    {[]*recording.Exchange{made, lookup("memberId", anID, member)}, 0, 0},
		"a service with one id":               {[]*recording.Exchange{made, lookup("mobile", "0711000001", anID), lookup("memberId", strings.ToUpper(anID), anID), order(anID)}, 0, 0},
		"the member as customer":              {[]*recording.Exchange{made, lookup("mobile", "0711000001", member), order(member)}, 0, 1},
		"the limit as member":                 {[]*recording.Exchange{made, nobody}, 1, 0},
		"a service that names members by it":  {[]*recording.Exchange{made, lookup("memberId", limit, limit)}, 0, 0},
		"the member as national id":           {[]*recording.Exchange{made, lookup("mobile", "0711000001", member), lookup("NATIONAL_ID", member, member)}, 1, 0},
		"the request as national id":          {[]*recording.Exchange{made, lookup("NATIONAL_ID", unknown, member)}, 1, 0},
		"an id that nobody returned as other": {[]*recording.Exchange{made, lookup("memberId", strings.Replace(anID, "5", "6", 1), member)}, 0, 0},
	} {
		for _, cfg := range []Config{{Closed: true}, {Cut: true}} {
			r := partnerRun(t, cfg)
			for n, call := range c.calls {
				x := *call
				x.Started = time.Unix(int64(n+1), 0)
				r.Add(&x)
			}
			r.End()
			require.Equal(t, c.unfit, r.findings.at(obligation{spec.CustomerLookup, fitObligation}).failed, name)
			found := r.findings.at(obligation{spec.CreatePurchases, customerObligation})
			require.Equal(t, c.unknown, found.failed, name)
			require.Zero(t, found.unknown, name)
		}
	}
}

// TestAMemberIDMayBeACustomerID holds that in a recording a memberId may be the id of the
// customer, if no answer shows another one. The sandbox has two.
func TestAMemberIDMayBeACustomerID(t *testing.T) {
	found := otpCall(spec.CustomerLookup, `{"queryFieldEnum":"mobile","value":"0711000001"}`, `{"data":{"creditLimitInfo":{"memberId":"`+anID+`"},"baseInfo":null}}`)
	for failed, cfg := range []Config{{Cut: true}, {Closed: true}} {
		r := partnerRun(t, cfg)
		r.Add(found)
		r.Add(otpCall(spec.CreatePurchases, `{"customer_id":"`+anID+`","items":[]}`, `{}`))
		judged := r.findings.at(obligation{spec.CreatePurchases, customerObligation})
		require.Equal(t, []int{1, failed}, []int{judged.judged, judged.failed})
	}
}

// TestANationalIDThatIsAPhoneNumber holds that a known phone number is no national id in
// the forms that people dial, unless a customer has it as id_number.
func TestANationalIDThatIsAPhoneNumber(t *testing.T) {
	for value, failed := range map[string]int{"+254711400401": 1, "0711400401": 1, "711400401": 0, "0711 400 401": 1, "11400401": 0, "0711400402": 0, "20000001": 0} {
		for _, field := range []string{"NATIONAL_ID", "PASSPORT"} {
			r := partnerRun(t, Config{Closed: true})
			r.Add(otpCall(spec.SendOTP, `{"id_number":"20000001","phone_number":"+254711400401"}`, `{}`))
			r.Add(otpCall(spec.CustomerLookup, `{"queryFieldEnum":"`+field+`","value":"`+value+`"}`, `{}`))
			r.End()
			require.Equal(t, failed, r.findings.at(obligation{spec.CustomerLookup, fitObligation}).failed, value)
		}
	}
}
