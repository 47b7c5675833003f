package partner

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/testsize"
)

// TestWhatWasCutIsNotJudged holds that a body of which only the beginning was
// kept is neither wrong nor right, and that an id of which nobody can tell whether
// such an answer gave it is no fault.
func TestWhatWasCutIsNotJudged(t *testing.T) {
	header := http.Header{"Authorization": {"Bearer t"}, "Content-Type": {"application/json"}}
	create := func(cut int64) *recording.Exchange {
		return &recording.Exchange{
			Request:  recording.Request{Method: "POST", URL: "http://h/api/v2/purchases", Header: header, Body: []byte(`{"customer_id":"`), Cut: cut},
			Response: &recording.Response{Status: 201, Header: http.Header{}, Body: []byte(`{"data":[{"id":`), Cut: cut},
		}
	}
	get := &recording.Exchange{Request: recording.Request{Method: "GET", URL: "http://h/api/v2/purchases/" + anID, Header: header}}
	for _, cut := range []int64{0, 5} {
		r := partnerRun(t, Config{Closed: true, Token: "t"})
		r.Add(create(cut))
		r.Add(get)
		body := r.findings.at(obligation{spec.CreatePurchases, bodyObligation})
		known := r.findings.at(obligation{spec.GetPurchase, itemObligation})
		if cut == 0 {
			require.Positive(t, body.failed, "it is no JSON")
			require.Positive(t, known.failed, "nobody gave the id")
			continue
		}
		require.Zero(t, body.failed+body.judged)
		require.Positive(t, body.open)
		require.Equal(t, leftOut, body.why)
		require.Zero(t, known.failed+known.judged)
		require.Positive(t, known.open)
		require.Equal(t, 2, r.Cut())
	}
}

// TestWhatIsJudgedIsBounded holds that the work on bodies of many elements ends: what
// comes after them is not judged, and counted.
func TestWhatIsJudgedIsBounded(t *testing.T) {
	testsize.SkipIfShort(t) // one goroutine, and much work
	header := http.Header{"Authorization": {"Bearer t"}, "Content-Type": {"application/json"}}
	r := partnerRun(t, Config{Token: "t"})
	r.room.Remaining = 50_000
	body := []byte(`{"customer_id":"` + anID + `","order_id":1,"items":[` + strings.Repeat("{},", 12_000) + `{}]}`)
	const uploads = 5
	for range uploads {
		r.Add(&recording.Exchange{Request: recording.Request{Method: "POST", URL: "http://h/api/v2/purchases", Header: header, Body: body}})
	}
	require.Equal(t, uploads-2, r.Unread())
	found := r.findings.at(obligation{spec.CreatePurchases, bodyObligation})
	require.Equal(t, uploads-2, found.open)
	require.Equal(t, tooMuch, found.why)
	for range 1000 {
		r.Add(&recording.Exchange{Request: recording.Request{Method: "POST", URL: "http://h/api/v2/otp/send", Header: header, Body: []byte(`{"id_number":"1","phone_number":"+254700000001"}`)}})
	}
	require.Equal(t, uploads-2, r.Unread(), "small bodies find room")
}

// TestAMaskedIDInAPathIsNotJudged holds that a report of ours, in which the id of a
// customer is masked, can be judged again.
func TestAMaskedIDInAPathIsNotJudged(t *testing.T) {
	header := http.Header{"Authorization": {"Bearer t"}}
	get := &recording.Exchange{Request: recording.Request{Method: "GET", URL: "http://h/api/v2/limits/" + strings.Repeat("*", 34) + "b5", Header: header}}
	for _, cut := range []bool{true, false} {
		r := partnerRun(t, Config{Cut: cut, Token: "t"})
		r.Add(get)
		found := r.findings.at(obligation{spec.FetchLimit, pathIDObligation})
		require.Equal(t, !cut, found.failed > 0)
		require.Equal(t, cut, found.why == cutAway)
	}
}

// TestHeadersThatARecorderLeftOutAreNotJudged holds that a recording without any header
// says nothing of those that the specification wants; a live call without any does.
func TestHeadersThatARecorderLeftOutAreNotJudged(t *testing.T) {
	for name, header := range map[string]http.Header{"none": {}, "the token alone": {"Authorization": {"Bearer t"}}} {
		lookup := &recording.Exchange{Request: recording.Request{
			Method: http.MethodPost, URL: "http://h" + spec.Of(spec.CustomerLookup).Path, Header: header, Body: []byte(`{"queryFieldEnum":"mobile","value":"0722100417"}`),
		}}
		for _, cut := range []bool{true, false} {
			r := partnerRun(t, Config{Cut: cut})
			r.Add(lookup)
			for _, of := range []string{contentTypeObligation, headerObligation + "Sign", headerObligation + "Noncestr"} {
				found := r.findings.at(obligation{spec.CustomerLookup, of})
				require.Equal(t, !cut, found.failed > 0, "%s: %s", name, of)
				require.Equal(t, cut, found.unknown > 0, "%s: %s", name, of)
			}
		}
	}
}
