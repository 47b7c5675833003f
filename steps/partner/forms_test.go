package partner

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// TestWhatContradictsEarlierRequestsIsNoted holds that what no section forbids is noted,
// and fails nothing.
func TestWhatContradictsEarlierRequestsIsNoted(t *testing.T) {
	header := http.Header{"Authorization": {"Bearer t"}, "Content-Type": {"application/json"}, "Noncestr": {"n"}, "Sign": {"s"}, "Timestamp": {"1"}}
	call := func(method, path, body string) *recording.Exchange {
		return &recording.Exchange{Request: recording.Request{Method: method, URL: "https://h" + path, Header: header, Body: []byte(body)}}
	}
	other := strings.Replace(anID, "5f", "6f", 1)
	for _, c := range []struct {
		what  string
		calls []*recording.Exchange
	}{
		{"an id in the path that no item of the body has", []*recording.Exchange{call("PUT", "/api/v2/purchases/"+anID, `{"items":[{"id":"`+other+`","facility_status":"collected_by_agent"}]}`)}},
		{"another store key than an earlier request", []*recording.Exchange{call("POST", "/api/v2/limits", `{"referral_source":"A"}`), call("POST", "/api/v2/purchases", `{"items":[{"store_key":"A"},{"store_key":"B"}]}`)}},
		{"a memberId that an earlier request used as id_number", []*recording.Exchange{sends(1, "111111"), call("POST", "/open/op/customer/detail", `{"queryFieldEnum":"memberId","value":"1"}`)}},
		{"a memberId that an earlier request used as phone_number", []*recording.Exchange{sends(1, "111111"), call("POST", "/open/op/customer/detail", `{"queryFieldEnum":"memberId","value":"254700000001"}`)}},
	} {
		r := partnerRun(t, Config{Cut: true})
		for _, x := range c.calls {
			r.Add(x)
		}
		noted := 0
		for at, times := range r.undocumented.seen {
			if at.name == c.what {
				noted += times
			}
		}
		require.Equal(t, 1, noted, c.what)
	}
}

func TestWhatAQueryFieldCannotHave(t *testing.T) {
	for _, c := range []struct {
		field, value string
		fits         bool
	}{
		{"mobile", "0722 100 417", true}, {"mobile", "123", false}, {"phoneNumber", " 254722100417", false}, {"mobile", "a@b.co", false},
		{"memberId", "M/17", true}, {"memberId", anID, false}, {"memberId", "a@b.co", false}, {"memberId", "undefined", false},
		{"NATIONAL_ID", "AB 12-C", true}, {"NATIONAL_ID", "12345678 ", false}, {"NATIONAL_ID", "<VALUE>", false},
		{"PASSPORT", "C01X00T47", true}, {"PASSPORT", "null", false}, {"email", "a@b.co", true}, {"email", "a@b.co ", false}, {"email", "a@b..co", false}, {"email", "undefined@undefined", false},
		{"NATIONAL_ID", "****4321", false}, {"PASSPORT", "xxxx4321", false}, {"NATIONAL_ID", "XX4321", true},
	} {
		expected, actual := formats.WrongForField(c.field, c.value, map[string]bool{anID: true}, nil)
		require.Equal(t, c.fits, expected == "", "%s %q", c.field, c.value)
		require.Equal(t, c.fits, actual == "")
	}
}

// TestALookupForAnotherDetail holds that what is known of a customer is asked for as what
// it is. What the customer's own id or phone number may be as well is not judged.
func TestALookupForAnotherDetail(t *testing.T) {
	const amina = `{"id_number":"20000001","phone_number":"+254711000002","first_name":"Amina","last_name":"Hassan"}`
	for value, wrong := range map[string][]string{
		"Amina": {"NATIONAL_ID", "PASSPORT", "memberId"}, "Amina Hassan": {"NATIONAL_ID", "PASSPORT", "memberId"}, "Hassan Amina": {"NATIONAL_ID", "PASSPORT", "memberId"}, "Hassan": {"NATIONAL_ID", "PASSPORT", "memberId"},
		anID: {"NATIONAL_ID", "PASSPORT"}, "20000001": {"mobile", "phoneNumber"}, "+254711000002": {"NATIONAL_ID", "PASSPORT"}, "254711000002": {"NATIONAL_ID", "PASSPORT"},
		"Otieno": nil, "C01X00T47": nil, "20000002": nil, "+254711000003": {"NATIONAL_ID", "PASSPORT"}, strings.Replace(anID, "5f", "6f", 1): nil,
	} {
		for _, field := range []string{"NATIONAL_ID", "PASSPORT", "memberId", "mobile", "phoneNumber"} {
			r := partnerRun(t, Config{Cut: true})
			r.Add(otpCall(spec.CreateLimit, amina, `{"data":{"customer_details":{"id":"`+anID+`"}}}`))
			r.Add(otpCall(spec.CustomerLookup, `{"queryFieldEnum":"`+field+`","value":"`+value+`"}`, `{}`))
			r.End()
			expected, _ := formats.WrongForField(field, value, nil, nil)
			failed := r.findings.at(obligation{spec.CustomerLookup, fitObligation}).failed == 1
			require.Equal(t, expected != "" || slices.Contains(wrong, field), failed, "%s %s", field, value)
		}
	}
	r := partnerRun(t, Config{Cut: true})
	r.Add(otpCall(spec.CreateLimit, strings.Replace(amina, "Amina", "20000003", 1), `{}`))
	r.Add(otpCall(spec.SendOTP, `{"id_number":"711000002","phone_number":"+254711000004"}`, `{}`))
	r.Add(otpCall(spec.VerifyOTP, `{"id_number":"Mina","phone_number":"+254711000005"}`, `{}`))
	r.Add(otpCall(spec.CreateLimit, `{"id_number":"5","first_name":"Mina"}`, `{}`))
	for _, query := range [][2]string{{"NATIONAL_ID", "20000003"}, {"mobile", "711000002"}, {"NATIONAL_ID", "711000002"}, {"NATIONAL_ID", "Mina"}} {
		r.Add(otpCall(spec.CustomerLookup, `{"queryFieldEnum":"`+query[0]+`","value":"`+query[1]+`"}`, `{}`))
	}
	r.End()
	require.Zero(t, r.findings.at(obligation{spec.CustomerLookup, fitObligation}).failed)
}

// TestTheOrderOfLookupsDecidesNothing holds that what is learnt after a lookup counts as what
// was known before it, and that one value in the wrong box is a slip of a person.
func TestTheOrderOfLookupsDecidesNothing(t *testing.T) {
	ask := func(field, value string) *recording.Exchange {
		return otpCall(spec.CustomerLookup, `{"queryFieldEnum":"`+field+`","value":"`+value+`"}`, `{}`)
	}
	send := otpCall(spec.SendOTP, `{"id_number":"20000001","phone_number":"+254711400401"}`, `{}`)
	for name, c := range map[string]struct {
		calls         []*recording.Exchange
		failed, noted int
	}{
		"before":                {[]*recording.Exchange{ask("NATIONAL_ID", "0711400401"), send}, 1, 0},
		"after":                 {[]*recording.Exchange{send, ask("NATIONAL_ID", "0711400401")}, 1, 0},
		"an id as mobile":       {[]*recording.Exchange{ask("mobile", "20000001"), send}, 1, 0},
		"once beside right":     {[]*recording.Exchange{ask("NATIONAL_ID", "20000001"), ask("NATIONAL_ID", "0711400401"), send}, 0, 1},
		"right by another box":  {[]*recording.Exchange{ask("mobile", "0711400401"), ask("NATIONAL_ID", "0711400401"), send}, 1, 0},
		"twice beside right":    {[]*recording.Exchange{ask("NATIONAL_ID", "0711400401"), ask("NATIONAL_ID", "20000001"), ask("NATIONAL_ID", "+254711400401"), send}, 2, 0},
		"of a customer unknown": {[]*recording.Exchange{ask("NATIONAL_ID", "0711400402"), send}, 0, 0},
	} {
		r := partnerRun(t, Config{Closed: true})
		for _, call := range c.calls {
			r.Add(call)
		}
		r.End()
		require.Equal(t, c.failed, r.findings.at(obligation{spec.CustomerLookup, fitObligation}).failed, name)
		require.Equal(t, c.noted, r.undocumented.seen[obligation{spec.CustomerLookup, "the phone_number of a customer as NATIONAL_ID, once beside other values"}], name)
	}
}

// TestMembersInAnotherSpelling holds that a member under a name that differs only in case or signs is a fault,
// unless the customer is known, who needs no such member (section 4.1).
func TestMembersInAnotherSpelling(t *testing.T) {
	send := otpCall(spec.SendOTP, `{"id_number":"20000001","phone_number":"+254711000001","firstName":"Amina"}`, `{"data":{"otp":"111111"}}`)
	for fails, isKnown := range []bool{true, false} {
		r := partnerRun(t, Config{Closed: true})
		r.issued.limited["20000001"] = isKnown
		r.Add(send)
		r.End()
		require.Equal(t, fails, r.findings.at(obligation{spec.SendOTP, "first_name"}).failed)
	}
}
