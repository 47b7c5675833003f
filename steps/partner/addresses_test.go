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

// TestASecretInAnAddressIsFoundByItsValue holds that an OTP and a password of earlier requests are found
// in the address of a later one, whatever the parameter is called and however they are encoded, and
// that a number which is an OTP by chance fails nothing.
func TestASecretInAnAddressIsFoundByItsValue(t *testing.T) {
	const id = "5f0c1c1e-0000-4000-8000-000000000001"
	for address, where := range map[string]string{
		"/api/v2/limits/" + id + "?ref=428193": "an OTP in a parameter ref", "/api/v2/limits/" + id + "?ref=NDI4MTkz": "an OTP in a parameter ref",
		"/api/v2/limits/" + id + "?ref=%2534%2532%2538%2531%2539%2533": "an OTP in a parameter ref", "/428193/api/v2/limits/" + id: "an OTP in the path", "/api/v2/limits/" + id + "?428193": "an OTP in the name of a parameter",
		"/api/v2/limits/" + id + "?ref=s3cret-word": "a password in a parameter ref", "/api/v2/limits/" + id + "?ref=czNjcmV0LXdvcmQ": "a password in a parameter ref",
		"/api/v2/limits/" + id + "?ref=dGhlLXRva2Vu": "the access token", "/api/v2/limits/" + id + "?ref=eDp0aGUtdG9rZW4%3D": "the access token",
		"/api/v2/limits/" + id + "?ref=1428193": "", "/api/v2/limits/" + id + "?ref=428194": "", "/api/v2/limits/428193": "", "/api/v2/limits/" + id + "?ref=s3cret": "", "/api/v2/limits/" + id + "?id=30428193": "",
	} {
		r := partnerRun(t, Config{})
		r.Add(otpCall(spec.SendOTP, `{"id_number":"30428193","phone_number":"+254711000001"}`, `{"data":{"otp":"428193"}}`))
		r.Add(otpCall(spec.CreateLimit, `{"password":"s3cret-word"}`, `{}`))
		fetch := &recording.Exchange{ID: "x", Request: recording.Request{Method: http.MethodGet, URL: "http://h" + address, Header: http.Header{"Authorization": {"Bearer the-token"}}}}
		r.Add(fetch)
		found := r.findings.at(obligation{spec.FetchLimit, secretObligation})
		require.Equal(t, where != "", found.failed == 1, address)
		if where != "" {
			require.Equal(t, where, found.failures[0].Actual, address)
		}
	}
}

// TestANumberInAnAddressMayBeAnOTPByChance holds that a parameter with other numbers of six digits, or
// with another value of the request, contains no OTP.
func TestANumberInAnAddressMayBeAnOTPByChance(t *testing.T) {
	r := partnerRun(t, Config{})
	r.Add(otpCall(spec.VerifyOTP, `{"otp":"428193"}`, `{}`))
	for _, order := range []string{"428192", "428193", "428194"} {
		x := otpCall(spec.CreatePurchases, `{}`, `{}`)
		x.Request.URL += "?order=" + order
		r.Add(x)
	}
	x := otpCall(spec.CreatePurchases, `{"items":[{"item_value":428193}]}`, `{}`)
	x.Request.URL += "?first=428193"
	r.Add(x)
	require.Zero(t, r.findings.at(obligation{spec.CreatePurchases, secretObligation}).failed)
}

// TestATokenThatIsAWordOfThePath holds that a test may have such a token: no address gives it away.
func TestATokenThatIsAWordOfThePath(t *testing.T) {
	for address, failed := range map[string]int{"": 0, "?key=the-token": 0, "?key=limits-2026": 0} {
		r := partnerRun(t, Config{Closed: true})
		x := &recording.Exchange{ID: "x", Request: recording.Request{
			Method: http.MethodPost, URL: "http://h" + spec.Of(spec.CreateLimit).Path + address,
			Header: http.Header{"Authorization": {"Bearer limits"}}, Body: []byte(`{}`),
		}}
		require.Equal(t, failed, r.findings.at(obligation{r.add(x).Endpoint, secretObligation}).failed, address)
	}
}
