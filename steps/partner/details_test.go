package partner

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// TestAnEmailOfAnotherCustomerIsNoted holds that one email for two customers is noted, and
// fails nothing: a couple may have one.
func TestAnEmailOfAnotherCustomerIsNoted(t *testing.T) {
	limit := func(id, email string) *recording.Exchange {
		return otpCall(spec.CreateLimit, `{"id_number":"`+id+`","email":"`+email+`"}`, `{}`)
	}
	for name, c := range map[string]struct {
		calls []*recording.Exchange
		noted int
	}{
		"one each":            {[]*recording.Exchange{limit("1", "a@x.example"), limit("2", "b@x.example")}, 0},
		"the same once more":  {[]*recording.Exchange{limit("1", "a@x.example"), limit("1", "a@x.example")}, 0},
		"that of the store":   {[]*recording.Exchange{limit("1", "a@x.example"), limit("2", "A@x.example "), limit("3", "a@x.example")}, 2},
		"of the one before":   {[]*recording.Exchange{limit("1", "a@x.example"), limit("2", "a@x.example"), limit("3", "c@x.example")}, 1},
		"two without any one": {[]*recording.Exchange{limit("1", ""), limit("2", "")}, 0},
	} {
		r := partnerRun(t, Config{Closed: true})
		for _, call := range c.calls {
			r.Add(call)
		}
		require.Equal(t, c.noted, r.undocumented.seen[obligation{spec.CreateLimit, "an email that an earlier request used with another id_number"}], name)
	}
}

// TestWhatIsKnownOfACustomerInAFaultyRequest holds that a name is one also where the
// request that has it goes to a wrong address, or has no id_number.
func TestWhatIsKnownOfACustomerInAFaultyRequest(t *testing.T) {
	for name, c := range map[string]struct{ path, body string }{
		"a wrong address": {"/api/v2/limits/now", `{"id_number":"1","first_name":"Wanjiru"}`},
		"no id_number":    {"/api/v2/limits", `{"first_name":"Wanjiru"}`},
	} {
		r := partnerRun(t, Config{Closed: true})
		x := otpCall(spec.CreateLimit, c.body, `{}`)
		x.Request.URL = "http://h" + c.path
		r.Add(x)
		r.Add(otpCall(spec.CustomerLookup, `{"queryFieldEnum":"NATIONAL_ID","value":"Wanjiru"}`, `{}`))
		r.End()
		require.Equal(t, 1, r.findings.at(obligation{spec.CustomerLookup, fitObligation}).failed, name)
	}
}

// TestATimestampThatFewClocksGiveIsNoted holds that a number fails nothing: what it counts
// is not shown.
func TestATimestampThatFewClocksGiveIsNoted(t *testing.T) {
	for value, noted := range map[string]int{"0": 1, "-1": 1, "0.0": 1, "1700000000": 0, "2026-11-23": 0} {
		r := partnerRun(t, Config{Closed: true})
		x := otpCall(spec.CustomerLookup, `{}`, `{}`)
		x.Request.Header.Set("Timestamp", value)
		r.Add(x)
		require.Equal(t, noted, r.undocumented.seen[obligation{spec.CustomerLookup, "a Timestamp of 0 or less"}], value)
		require.Zero(t, r.findings.at(obligation{spec.CustomerLookup, headerObligation + "Timestamp"}).failed, value)
	}
}

// TestAHeaderThatIsACopy holds that a Sign repeats no other header, and that a Timestamp may be
// the Noncestr only if it may be a time.
func TestAHeaderThatIsACopy(t *testing.T) {
	const random, millis, token = "9f86d081884c7d659a2feaa0c55ad015", "1732400000000", "a-token-of-some-length"
	for _, c := range []struct {
		nonce, sign, timestamp        string
		isSignWrong, isTimestampWrong bool
	}{
		{random, "signed", millis, false, false},
		{random, random, millis, true, false},
		{random, millis, millis, true, false},
		{random, token, millis, true, false},
		{random, "signed", random, false, true},
		{millis, "signed", millis, false, false},
		{"20261123T170000123Z", "signed", "20261123T170000123Z", false, false},
		{"lxyzabcd", "signed", "lxyzabcd", false, false},
		{"test", "test", "12:30", false, false},
		{"test", "test", "test", false, true},
		{random, "signed", token, false, true},
		{random, "signed", "STORE-2026", false, true},
		{random, "#<Sign:0x000078e1f2>", "#<Timestamp:0x000078e1f2>", true, true},
	} {
		r := partnerRun(t, Config{Closed: true, StoreKey: "STORE-2026"})
		x := otpCall(spec.CustomerLookup, `{}`, `{}`)
		x.Request.Header = http.Header{"Authorization": {"Bearer " + token}, "Noncestr": {c.nonce}, "Sign": {c.sign}, "Timestamp": {c.timestamp}}
		r.Add(x)
		require.Equal(t, c.isSignWrong, r.findings.at(obligation{spec.CustomerLookup, headerObligation + "Sign"}).failed == 1, "%+v", c)
		require.Equal(t, c.isTimestampWrong, r.findings.at(obligation{spec.CustomerLookup, headerObligation + "Timestamp"}).failed == 1, "%+v", c)
	}
}

// TestATimestampThatIsNoTimeSaysSo holds that the failure names the text and says that it is no time.
func TestATimestampThatIsNoTimeSaysSo(t *testing.T) {
	r := partnerRun(t, Config{Closed: true})
	x := otpCall(spec.CustomerLookup, `{}`, `{}`)
	x.Request.Header = http.Header{"Timestamp": {"hello"}}
	r.Add(x)
	failures := r.findings.at(obligation{spec.CustomerLookup, headerObligation + "Timestamp"}).failures
	require.Len(t, failures, 1)
	require.Equal(t, "the Timestamp is not a time in any format", failures[0].Message)
	require.Contains(t, failures[0].Actual, "hello")
}

// TestATimestampThatStaysIsNoted holds that one Timestamp for lookups at different times is
// noted, and fails nothing: it may count days.
func TestATimestampThatStaysIsNoted(t *testing.T) {
	for later, noted := range map[time.Duration]int{0: 0, time.Second: 0, 2 * time.Second: 1, time.Hour: 1} {
		r := partnerRun(t, Config{Closed: true})
		for n, at := range []time.Duration{0, later} {
			x := otpCall(spec.CustomerLookup, `{}`, `{}`)
			x.Request.Header.Set("Timestamp", "20261123")
			x.Request.Header.Set("Noncestr", []string{"one", "other"}[n])
			x.Started = time.Unix(1, 0).Add(at)
			r.Add(x)
		}
		require.Equal(t, noted, r.undocumented.seen[obligation{spec.CustomerLookup, "the Timestamp of an earlier lookup, seconds after it"}], later)
		require.Zero(t, r.findings.at(obligation{spec.CustomerLookup, headerObligation + "Timestamp"}).failed, later)
	}
}

// TestAnOrderForAnotherCustomerIsNoted holds that an order is noted where the customer
// who came just before it still waits, and another one is named.
func TestAnOrderForAnotherCustomerIsNoted(t *testing.T) {
	const one, other = anID, "5f0c1c1e-0000-4000-8000-000000000002"
	verified := func(id string) *recording.Exchange {
		return otpCall(spec.VerifyOTP, `{"otp":"111111"}`, `{"data":{"id":"`+id+`"}}`)
	}
	limited := func(id string) *recording.Exchange {
		return otpCall(spec.CreateLimit, `{"id_number":"1"}`, `{"data":{"customer_details":{"id":"`+id+`"}}}`)
	}
	order := func(id string) *recording.Exchange {
		return otpCall(spec.CreatePurchases, `{"customer_id":"`+id+`","items":[]}`, `{}`)
	}
	for name, c := range map[string]struct {
		calls []*recording.Exchange
		noted int
	}{
		"in turn":               {[]*recording.Exchange{verified(one), order(one), verified(other), limited(other), order(other)}, 0},
		"of the first":          {[]*recording.Exchange{verified(one), order(one), verified(other), order(one), order(other)}, 1},
		"of the first, limited": {[]*recording.Exchange{limited(one), order(one), limited(other), order(one)}, 1},
		"two at a time":         {[]*recording.Exchange{verified(one), verified(other), order(one), order(other)}, 0},
		"the first order again": {[]*recording.Exchange{verified(one), verified(other), order(one), order(one), order(other)}, 0},
		"twice":                 {[]*recording.Exchange{verified(one), order(one), order(one)}, 0},
		"of nobody who came":    {[]*recording.Exchange{order(one)}, 0},
	} {
		r := partnerRun(t, Config{Closed: true})
		for _, call := range c.calls {
			r.Add(call)
		}
		what := "the customer_id of another customer than the one of the OTP or the limit before"
		require.Equal(t, c.noted, r.undocumented.seen[obligation{spec.CreatePurchases, what}], name)
	}
}

// TestWhatAFailureCallsAValue holds that the message of a failure names what the value is, where
// a program shows it.
func TestWhatAFailureCallsAValue(t *testing.T) {
	for _, c := range []struct{ endpoint, member, value, message string }{
		{spec.SendOTP, "id_number", "+254711000001", "id_number is a phone number with its +"},
		{spec.VerifyOTP, "id_number", "amina@customers.example", "id_number is an email address"},
		{spec.CreateLimit, "id_number", "****4321", "id_number is a number of which a part is hidden"},
		{spec.CreateLimit, "id_number", "2.7114e+07", "id_number is a number as a program prints it"},
		{spec.CreateLimit, "first_name", "amina@customers.example", "first_name is an email address"},
		{spec.CreateLimit, "first_name", "#<Customer:0x000078e1>", "first_name is an object that a program printed"},
		{spec.CreateLimit, "last_name", "[object Object]", "last_name is an object that a program printed"},
		{spec.CreateLimit, "last_name", "%<desc>s", "last_name is a placeholder"},
		{spec.CreateLimit, "referral_source", `KEY-1\n`, "referral_source is the store key with blanks around it"},
		{spec.CreateLimit, "referral_source", `\"KEY-1\"`, "referral_source is the store key in quotes"},
		{spec.CreateLimit, "referral_source", "key-1", "referral_source is the store key with capital and small letters changed"},
		{spec.CreateLimit, "referral_source", "KEY-2", "referral_source is another store key"},
		{spec.CreateLimit, "referral_source", " ", "referral_source is blank"},
	} {
		r := partnerRun(t, Config{Closed: true, StoreKey: "KEY-1"})
		r.Add(otpCall(c.endpoint, `{"`+c.member+`":"`+c.value+`"}`, `{}`))
		r.End()
		failures := r.findings.at(obligation{c.endpoint, c.member}).failures
		require.NotEmpty(t, failures, c.value)
		require.Equal(t, c.message, failures[0].Message)
		require.Empty(t, r.undocumented.seen[obligation{c.endpoint, "HTML markup in " + c.member}], c.value)
	}
}
