package partner

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

func TestWhatAnAddressGivesAway(t *testing.T) {
	verify, lookup := spec.Of(spec.VerifyOTP).Path, spec.Of(spec.CustomerLookup).Path
	for address, where := range map[string]string{
		verify + "?otp=123456": "an OTP in a parameter otp", verify + "?OTP-Code=654321": "an OTP in a parameter OTP-Code", verify + "?c=123456": "an OTP in a parameter c",
		verify + "?otp=sms": "", verify + "?otp=1": "", verify + "?c=654321": "", verify + "?sign=yes": "", verify: "",
		lookup + "?sign=9f86d081": "a Sign in a parameter sign", lookup + "?s=the-sign-of-the-lookup": "a Sign in a parameter s", lookup + "?s=the-sign": "", lookup + "?signed=the-other-sign": "",
		verify + "?password=": "a parameter password", verify + "?x=the-token": "the access token",
	} {
		r := partnerRun(t, Config{Closed: true})
		header := http.Header{"Authorization": {"Bearer the-token"}, "Sign": {"the-sign-of-the-lookup"}}
		x := &recording.Exchange{ID: "x", Request: recording.Request{Method: http.MethodPost, URL: "http://h" + address, Header: header, Body: []byte(`{"otp":"123456"}`)}}
		found := r.findings.at(obligation{r.add(x).Endpoint, secretObligation})
		require.Equal(t, where != "", found.failed == 1, address)
		if where != "" {
			require.Equal(t, where, found.failures[0].Actual)
		}
	}
}

// TestADetailInAnAddressIsNoted holds that a customer's details in an address are noted,
// and fail nothing: no section calls them secret.
func TestADetailInAnAddressIsNoted(t *testing.T) {
	for address, what := range map[string]string{
		"?id=20000001": "the id_number of a customer in the parameter id", "?tel=0711%20000001": "the phone_number of a customer in the parameter tel", "?tel=%2B254711000009": "", "?id=7": "",
	} {
		r := partnerRun(t, Config{Closed: true})
		x := otpCall(spec.SendOTP, `{"id_number":"20000001","phone_number":"+254711000001"}`, `{}`)
		x.Request.URL += address
		r.Add(x)
		require.Equal(t, what != "", r.undocumented.seen[obligation{spec.SendOTP, what}] == 1, address)
		require.Zero(t, r.findings.at(obligation{spec.SendOTP, secretObligation}).failed)
		require.Len(t, r.undocumented.seen, map[bool]int{true: 2, false: 1}[what != ""], "the parameter itself is noted")
	}
}
