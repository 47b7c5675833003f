package repro

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
)

// answering answers each path with a body of its own, and counts the calls.
func answering(bodies map[string]string) (*Target, *[]string) {
	var called []string
	return &Target{Token: "the-access-token", Send: func(_ context.Context, c result.PackCall) (*Answer, error) {
		called = append(called, c.Path+c.Body)
		for path, body := range bodies {
			if strings.HasPrefix(c.Path, path) {
				return &Answer{Status: 200, Header: http.Header{}, Body: []byte(body)}, nil
			}
		}
		return &Answer{Status: 404, Header: http.Header{}, Body: []byte(`{}`)}, nil
	}}, &called
}

// chain is a pack of three calls, of which the last needs the second.
func chain() *result.Pack {
	return &result.Pack{
		Calls: []result.PackCall{
			{Path: "/otp"},
			{Path: "/create", Body: `{"phone": "{{run}}"}`, Served: true, Captures: []result.Capture{{Name: "id", Path: "data.id"}}},
			{Path: "/get/{{id}}"},
		},
		Expect: []result.Expect{{Call: 2, Kind: result.ExpectText, Path: "price", Value: "5"}},
	}
}

func TestValuesFlowFromAnswersIntoRequests(t *testing.T) {
	build, called := answering(map[string]string{"/otp": `{}`, "/create": `{"data":{"id":"abc"}}`, "/get/abc": `{"price":5}`})
	require.Equal(t, Holds, build.Run(t.Context(), chain()))
	require.Equal(t, "/get/abc", (*called)[2])
	require.Regexp(t, `^/create\{"phone": "[1-9][0-9]{4}"\}$`, (*called)[1])
	less, _ := answering(map[string]string{"/get": `{"price":5}`})
	require.Equal(t, Undecided, less.Run(t.Context(), chain()), "what leads there was not served")
	wrong, _ := answering(map[string]string{"/create": `{"data":{"id":"abc"}}`, "/get/abc": `{"price":6}`})
	require.Equal(t, Fails, wrong.Run(t.Context(), chain()))
}

// TestOnlyWhatIsNeededIsLeft holds that a call goes where the failure shows without
// it, and a sound build still passes.
func TestOnlyWhatIsNeededIsLeft(t *testing.T) {
	faulty, called := answering(map[string]string{"/otp": `{}`, "/create": `{"data":{"id":"abc"}}`, "/get/abc": `{"price":6}`})
	sound, _ := answering(map[string]string{"/otp": `{}`, "/create": `{"data":{"id":"abc"}}`, "/get/abc": `{"price":5}`})
	p := chain()
	calls := Shorten(t.Context(), p, faulty, sound, 40)
	require.Len(t, *called, calls)
	require.Equal(t, result.ShownAgain, p.Shown)
	require.Len(t, p.Calls, 2)
	require.Equal(t, 1, p.Expect[0].Call)

	p = chain()
	Shorten(t.Context(), p, sound, sound, 40)
	require.Equal(t, result.NotShownAgain, p.Shown)
	require.Equal(t, notAgain, p.Why)
	require.Len(t, p.Calls, 3)
	p = chain()
	require.Zero(t, Shorten(t.Context(), p, faulty, sound, 2), "it costs no more than was granted")
	require.Contains(t, p.Why, "they are 3, and it makes at most 2")
	p = chain()
	p.Inputs = []result.PackInput{{Name: "otp"}, {Name: "bad_token", OfToken: []result.TokenPart{{From: 1}}}}
	require.Zero(t, Shorten(t.Context(), p, faulty, sound, 40))
	require.Contains(t, p.Why, "what only you have, otp.")
}

// TestAFailureOfEverySecondCallSaysThatItComesAndGoes holds that a pack which shows the
// failure once and not once more says so.
func TestAFailureOfEverySecondCallSaysThatItComesAndGoes(t *testing.T) {
	for every, why := range map[int]string{1: "", 2: comesAndGoes} {
		n := 0
		build := func(faulty bool) *Target {
			return &Target{Send: func(_ context.Context, c result.PackCall) (*Answer, error) {
				body := `{"data":{"id":"abc"},"price":5}`
				if strings.HasPrefix(c.Path, "/get") && faulty {
					if n++; n%every == every-1 {
						body = `{"price":6}`
					}
				}
				return &Answer{Status: 200, Header: http.Header{}, Body: []byte(body)}, nil
			}}
		}
		p := chain()
		build(true).Run(t.Context(), chain())
		n -= every - 1
		Shorten(t.Context(), p, build(true), build(false), 40)
		require.Equal(t, result.ShownAgain, p.Shown, every)
		require.Equal(t, why, p.Why, every)
	}
}

func TestATokenIsMadeOfTheAccessToken(t *testing.T) {
	parts := partsOf(`$(printf %s "$ASSAY_TOKEN" | cut -b1-4)$(printf %s "$ASSAY_TOKEN" | cut -b5-8 | tr A-Za-z0-9 B-ZAb-za1-90)0a1b`)
	require.Equal(t, "good"+strings.Repeat("0", 512), madeOf(partsOf(`$(printf %s "$ASSAY_TOKEN" | cut -b1-4)$(printf %0512d 0)`), "good"))
	require.Equal(t, "goodTpZ0"+"0a1b", madeOf(parts, "goodSoY9more")[:8]+"0a1b")
	require.Equal(t, "GOOD", madeOf(partsOf(`$(printf %s "$ASSAY_TOKEN" | cut -b1-4 | tr A-Za-z a-zA-Z)`), "good-token"))
	require.Empty(t, partsOf(`$(rm -rf /)`))
}

func TestAnIDThatNobodyHasIsMadeOfOneThatSomebodyHas(t *testing.T) {
	known, strange := "8a3568b2-79e6-4ce2-b9fe-a306fb65d47f", "8a3568b2-79e6-4ce2-b9fe-a306fb65d477"
	by := turned(known, strange)
	require.Equal(t, "8a3568b2-79e6-4ce2-b9fe-a306fb65d47a", turn(known, by))
	require.NotEqual(t, "0b3568b2-79e6-4ce2-b9fe-a306fb65d479", turn("0b3568b2-79e6-4ce2-b9fe-a306fb65d479", by))
	require.Equal(t, "34", turn("123456", turned("271828", "18")), "a part of an OTP")
	require.Equal(t, "123467", turn("123456", turned("271828", "271899")))
	require.Equal(t, "987654", turn("456789", turned("271828", "828172")), "backwards")
	require.Equal(t, 1, differences(known, strange))
}

// TestTheCallThatGaveAForeignValueStays holds that a target which remembers something of
// the run does not make a pack shorter than another target needs it.
func TestTheCallThatGaveAForeignValueStays(t *testing.T) {
	p := chain()
	p.Calls[0].Origin = true
	require.Nil(t, without(p, 0))
	require.NotNil(t, without(chain(), 0))
}

func TestAMemberMayBeThereOnce(t *testing.T) {
	for body, once := range map[string]bool{`{"a":1,"b":{"a":2}}`: true, `{"a":1,"a":1}`: false, `[{"a":1},{"a":2}]`: true, `{"x":[{"a":1,"a":2}]}`: false} {
		require.Equal(t, once, holds(&result.Expect{Kind: result.ExpectNamesOnce}, []*Answer{{Body: []byte(body)}}, func(s string) string { return s }), body)
	}
}

func TestWhatHolds(t *testing.T) {
	body := `{"a":1,"b":"x","c":null,"d":[1,2],"e":{"f":"2.50"},"g":1.5,"at":"2026-01-02T03:04:05.000Z","basic":"20260102T030405.000Z"}`
	for _, c := range []struct {
		e    result.Expect
		want bool
	}{
		{result.Expect{Kind: result.ExpectEqual, Path: "a", Value: "1.0"}, true},
		{result.Expect{Kind: result.ExpectEqual, Path: "b", Value: `"y"`}, false},
		{result.Expect{Kind: result.ExpectText, Path: "b", Value: "x"}, true},
		{result.Expect{Kind: result.ExpectNot, Path: "b", Value: "x"}, false},
		{result.Expect{Kind: result.ExpectThere, Path: "c"}, false},
		{result.Expect{Kind: result.ExpectAbsent, Path: "c"}, false},
		{result.Expect{Kind: result.ExpectAbsent, Path: "z"}, true},
		{result.Expect{Kind: result.ExpectType, Path: "c", Value: "string or null"}, true},
		{result.Expect{Kind: result.ExpectType, Path: "g", Value: "integer"}, false},
		{result.Expect{Kind: result.ExpectType, Path: "d", Value: "array"}, true},
		{result.Expect{Kind: result.ExpectMatch, Path: "e.f", Value: `^[0-9]+[.][0-9]{2}$`}, true},
		{result.Expect{Kind: result.ExpectOneOf, Path: "b", Values: []string{"y"}}, false},
		{result.Expect{Kind: result.ExpectCount, Path: "d", Value: "2"}, true},
		{result.Expect{Kind: result.ExpectStatus, Value: "200"}, true},
		{result.Expect{Kind: result.ExpectRefused}, false},
		{result.Expect{Kind: result.ExpectNobody, Path: "c"}, true},
		{result.Expect{Kind: result.ExpectAfter, Path: "at", Value: "2026-01-02T03:04:04.999Z"}, true},
		{result.Expect{Kind: result.ExpectAfter, Path: "at", Value: "2026-01-02T03:04:05Z"}, false},
		{result.Expect{Kind: result.ExpectAfter, Path: "basic", Value: "2026-01-02T03:04:04.999Z"}, true},
		{result.Expect{Kind: result.ExpectAfter, Path: "at", Value: "2026-01-02T05:04:04.999+02:00"}, true},
		{result.Expect{Kind: result.ExpectAfter, Path: "b", Value: "a"}, false},
		{result.Expect{Kind: result.ExpectNow, Path: "at", Value: "1"}, true},
		{result.Expect{Kind: result.ExpectNow, Path: "basic", Value: "1"}, true},
		{result.Expect{Kind: "of a version to come"}, false},
	} {
		a := []*Answer{{Status: 200, Header: http.Header{"Date": {"Fri, 02 Jan 2026 03:04:05 GMT"}}, Body: []byte(body)}}
		require.Equal(t, c.want, holds(&c.e, a, func(s string) string { return s }), "%+v", c.e)
	}
}

func TestARequestIsCorrectedWhereItIsWrong(t *testing.T) {
	body := []byte(`{"a":7,"b":{"c":"x","e":1},"d":[{"k":"v"}]}`)
	for path, c := range map[string]struct {
		f    result.Failure
		want string
	}{
		"a":     {result.Failure{Want: result.ExpectType, Wanted: "string"}, `{"a":"7","b":{"c":"x","e":1},"d":[{"k":"v"}]}`},
		"b.c":   {result.Failure{Want: result.ExpectEqual, Wanted: `"y"`}, `{"a":7,"b":{"c":"y","e":1},"d":[{"k":"v"}]}`},
		"b.e":   {result.Failure{Want: result.ExpectAbsent}, `{"a":7,"b":{"c":"x"},"d":[{"k":"v"}]}`},
		"d.0.n": {result.Failure{Want: result.ExpectMatch, Wanted: "^[0-9a-f-]{36}$", Expected: "a UUID"}, `{"a":7,"b":{"c":"x","e":1},"d":[{"k":"v","n":"‹a UUID›"}]}`},
	} {
		c.f.Path = path
		got := indented(body, &c.f)
		require.JSONEq(t, c.want, got, path)
		require.True(t, gjson.Valid(got))
	}
}
