package partner

import (
	"testing"

	"github.com/stretchr/testify/require"

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
		require.Equal(t, c.failed, r.findings.at(obligation{spec.CustomerLookup, fitObligation}).failed, "%+v", c)
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
			require.Equal(t, failed, r.findings.at(obligation{spec.CustomerLookup, fitObligation}).failed, value)
		}
	}
}
