package partner

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/formats"
)

func TestWhatARecorderPutsInThePlaceOfATokenIsNoFault(t *testing.T) {
	for value, fault := range map[string]string{
		"Bearer abc": "", "Bearer ***": "", "bearer eyJ***X9": "", "Bearer «cut»": "", "Bearer xxxx": "", "Bearer [REDACTED]": "", "Bearer <redacted by proxy>": "",
		"Basic ***": "another scheme than Bearer", "Token ***": "another scheme than Bearer", "ApiKey «cut»": "another scheme than Bearer", "Basic xxxx": "another scheme than Bearer",
		"JWT [REDACTED]":   "another scheme than Bearer",
		"Bearer undefined": formats.APlaceholder, "Bearer null": formats.APlaceholder, "Bearer <ACCESS_TOKEN>": formats.APlaceholder, "Bearer {{token}}": formats.APlaceholder,
		"Bearer ${TOKEN}": formats.APlaceholder, "Bearer [object Object]": formats.APlaceholder, "Basic abc": "another scheme than Bearer",
	} {
		c := &bodies.Body{Redacted: true}
		require.Equal(t, fault, formats.AuthorizationFault([]string{value}, "", c.IsCut), value)
	}
	for value, hides := range map[string]bool{
		"[REDACTED]": true, "<redacted>": true, "«cut»": true, "***": true, "REDACTED": true, "<removed>": true, "xxxx": true, "[removed by a proxy]": true,
		"Bea***": true, "«cut» «cut»": true, "masked ***": true,
		"Bearer ***": false, "Basic ***": false, "Bearer abc": false, "abc": false, "": false,
	} {
		c := &bodies.Body{Redacted: true}
		require.Equal(t, hides, hidesScheme(c, value), value)
	}
	c := &bodies.Body{}
	require.False(t, hidesScheme(c, "[REDACTED]"), "a build that is run redacts nothing")
	require.NotEmpty(t, formats.AuthorizationFault([]string{"[REDACTED]"}, "", c.IsCut), "a build that is run redacts nothing")
}

// TestAnEntryCountsOnce holds that a lookup that stands in two recordings is no second
// use of its Noncestr, and one that was sent again is.
func TestAnEntryCountsOnce(t *testing.T) {
	lookup := func(at time.Time, status int) *recording.Exchange {
		return &recording.Exchange{Started: at, Response: &recording.Response{Status: status}, Request: recording.Request{
			Method: http.MethodPost, URL: "https://h" + spec.Of(spec.CustomerLookup).Path, Body: []byte(`{"queryFieldEnum":"mobile","value":"0722100417"}`), Connection: "7",
			Header: http.Header{"Authorization": {"Bearer t"}, "Content-Type": {"application/json"}, "Noncestr": {"n"}, "Sign": {"s"}, "Timestamp": {"1"}},
		}}
	}
	at := time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		again            time.Time
		status           int
		repeated, failed int
	}{
		"the same entry":         {at, 200, 1, 0},
		"sent again":             {at.Add(time.Second), 200, 0, 1},
		"after no answer":        {at.Add(time.Second), 0, 0, 0},
		"after too many of them": {at.Add(time.Second), 429, 0, 0},
		"after a failure":        {at.Add(time.Second), 503, 0, 0},
		"after a refused token":  {at.Add(time.Second), 401, 0, 0},
		"after another refusal":  {at.Add(time.Second), 403, 0, 1},
		"after a redirect":       {at.Add(time.Second), 307, 0, 0},
		"after a lasting one":    {at.Add(time.Second), 308, 0, 0},
		"after a slow body":      {at.Add(time.Second), 408, 0, 0},
	} {
		r := partnerRun(t, Config{Cut: true})
		r.Add(lookup(at, c.status))
		r.Add(lookup(c.again, c.status))
		require.Equal(t, c.repeated, r.Repeated(), name)
		require.Equal(t, 2-c.repeated, r.Total(), name)
		require.Equal(t, c.failed, r.findings.at(obligation{spec.CustomerLookup, nonceObligation}).failed, name)
	}
	r := partnerRun(t, Config{Closed: true})
	unheard := lookup(at, 200)
	unheard.Err = errors.New("the client was gone before the answer left")
	r.Add(unheard)
	r.Add(lookup(at.Add(time.Second), 200))
	require.Zero(t, r.findings.at(obligation{spec.CustomerLookup, nonceObligation}).failed, "whoever did not wait for the answer asks again")
	for again, failed := range map[string]int{"127.0.0.1:1001": 1, "127.0.0.1:1002": 0} {
		r = partnerRun(t, Config{Closed: true})
		for n, from := range []string{"127.0.0.1:1001", again} {
			x := lookup(at.Add(time.Duration(n)*time.Second), 200)
			x.Request.Connection = from
			r.Add(x)
		}
		require.Equal(t, failed, r.findings.at(obligation{spec.CustomerLookup, nonceObligation}).failed, "whose connection breaks may not have got the answer")
	}
	for again, failed := range map[string]int{"7": 1, "8": 0, "": 0} {
		r = partnerRun(t, Config{Cut: true})
		r.Add(lookup(at, 200))
		x := lookup(at.Add(time.Second), 200)
		x.Request.Connection = again
		r.Add(x)
		require.Equal(t, failed, r.findings.at(obligation{spec.CustomerLookup, nonceObligation}).failed, "a recording that does not show the connections shows no more than a run: %q", again)
	}
	r = partnerRun(t, Config{Closed: true})
	refused := lookup(at, 200)
	refused.Response.Body = []byte(`{"code":500,"msg":"invalid token","data":null,"success":false}`)
	r.Add(refused)
	r.Add(lookup(at.Add(time.Second), 200))
	require.Zero(t, r.findings.at(obligation{spec.CustomerLookup, nonceObligation}).failed, "section 7 shows a refused token in the body")
	r = partnerRun(t, Config{Cut: true})
	r.Add(lookup(time.Time{}, 200))
	r.Add(lookup(time.Time{}, 200))
	require.Zero(t, r.Repeated(), "without a time nobody can tell")
	r = partnerRun(t, Config{Cut: true})
	r.Add(lookup(at, 503))
	other := lookup(at.Add(time.Second), 200)
	other.Request.Header.Set("Sign", "another")
	r.Add(other)
	require.Equal(t, 1, r.findings.at(obligation{spec.CustomerLookup, nonceObligation}).failed, "another request uses the nonce")
}

// TestANonceIsUsedOnceInARun holds that a build may send the same Noncestr to a service
// that was started afresh, as test data does in each form of the responses.
func TestANonceIsUsedOnceInARun(t *testing.T) {
	lookup := func(phone string) *recording.Exchange {
		x := otpCall(spec.CustomerLookup, `{"queryFieldEnum":"mobile","value":"`+phone+`"}`, `{}`)
		x.Request.Header = http.Header{"Authorization": {"Bearer t"}, "Content-Type": {"application/json"}, "Noncestr": {"n"}, "Sign": {"s"}, "Timestamp": {"1"}}
		return x
	}
	r := partnerRun(t, Config{Closed: true})
	for _, form := range []string{"", "production", "slow"} {
		r.RestartWith(form)
		r.Add(lookup("0722100417"))
	}
	found := r.findings.at(obligation{spec.CustomerLookup, nonceObligation})
	require.Zero(t, found.failed)
	r.Add(lookup("0722100418"))
	require.Equal(t, 1, found.failed, "once in each")
}

// TestAMaskedAuthorizationIsNoEvidence holds that nobody passes for a token of which not
// even the scheme can be seen.
func TestAMaskedAuthorizationIsNoEvidence(t *testing.T) {
	call := func(authorization string) *recording.Exchange {
		return &recording.Exchange{Request: recording.Request{
			Method: http.MethodGet, URL: "https://h/api/v2/limits/" + anID, Header: http.Header{"Authorization": {authorization}},
		}}
	}
	for name, c := range map[string]struct {
		sent             []string
		untested, failed bool
	}{
		"masked as a whole":     {[]string{"[REDACTED]", "***"}, true, false},
		"masked behind Bearer":  {[]string{"Bearer ***"}, false, false},
		"one masked":            {[]string{"Bearer ***", "***"}, true, false},
		"masked behind another": {[]string{"Basic ***", "Bearer ***"}, false, true},
		"masked, and another":   {[]string{"***", "Basic abc"}, false, true},
	} {
		r := partnerRun(t, Config{Cut: true})
		for _, authorization := range c.sent {
			r.Add(call(authorization))
		}
		s := r.NewScenario()
		require.NoError(t, s.everyRequestIsRead(spec.FetchLimit))
		report := s.End(t.Context(), s.reportObligation(authorizationObligation))
		require.Equal(t, c.untested, report.Untested != "" && !report.Unexercised, name)
		require.Equal(t, c.failed, len(report.Failures) > 0, name)
	}
}
