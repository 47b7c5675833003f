package partner

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

func TestWhatARecorderPutsInThePlaceOfATokenIsNoFault(t *testing.T) {
	for value, fault := range map[string]string{
		"Bearer abc": "", "Bearer ***": "", "[REDACTED]": "", "<redacted>": "", "«cut»": "", "***": "", "REDACTED": "", "Bearer [REDACTED]": "",
		"Bearer <redacted by proxy>": "", "<removed>": "",
		"Bearer undefined": aPlaceholder, "Bearer null": aPlaceholder, "Bearer <ACCESS_TOKEN>": aPlaceholder, "Bearer {{token}}": aPlaceholder,
		"Bearer ${TOKEN}": aPlaceholder, "Bearer [object Object]": aPlaceholder, "Basic abc": "another scheme than Bearer",
	} {
		c := content{redacted: true}
		require.Equal(t, fault, c.authorizationFault([]string{value}, ""), value)
	}
	c := content{}
	require.NotEmpty(t, c.authorizationFault([]string{"[REDACTED]"}, ""), "a build that is run redacts nothing")
}

// TestAnEntryCountsOnce holds that a lookup that stands in two recordings is no second
// use of its Noncestr, and one that was sent again is.
func TestAnEntryCountsOnce(t *testing.T) {
	lookup := func(at time.Time, status int) *recording.Exchange {
		return &recording.Exchange{Started: at, Response: &recording.Response{Status: status}, Request: recording.Request{
			Method: http.MethodPost, URL: "https://h" + spec.Of(spec.CustomerLookup).Path, Body: []byte(`{"queryFieldEnum":"mobile","value":"0722100417"}`),
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
		"after a refusal":        {at.Add(time.Second), 401, 0, 1},
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
