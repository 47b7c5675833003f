package redact_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/redact"
)

// TestAQuoteIsHiddenByItsPlace holds that what a failure quotes of a telling place
// is hidden in whatever form it stands there, and that our own words stay.
func TestAQuoteIsHiddenByItsPlace(t *testing.T) {
	for _, c := range []struct{ place, actual, want string }{
		{"otp", `the string "12x456"`, `the string "«cut»", in the form ddaddd (d: a digit, a: a letter)`},
		{"data.otp", `the number 9876543`, `the number «cut»`},
		{"data.otp", `"12x4`, `"«cut»"`},
		{"otp", "absent", "absent"},
		{"otp", "another", "another"},
		{"password", `the object {"is":"hunter"}`, "the object «cut»"},
		{"password", "null", "null"},
		{"items.0.id_number", `the array ["123"]`, "the array «cut»"},
		{"phone_number", `the string "a@b.example"`, `the string "*********le"`},
		{"phone_number.number", `"254711222333", as in exchange x0012`, `"**********33", as in exchange x0012`},
		{"data.customer_details.mobile_number", "254711222333", "**********33"},
		{"data.baseInfo.email", "jane@people.example", "*****************le"},
		{"date_of_birth", `the string "1987.10.23"`, `the string "********23", in the form dddd.dd.dd (d: a digit, a: a letter)`},
		{"value", `the string "A1234567"`, `the string "******67", in the form addddddd (d: a digit, a: a letter)`},
		{"header Sign", "one, two", "«cut»"},
		{"header Sign", "absent", "absent"},
		{"header X-Api-Key", "sesame", "«cut»"},
		{"header Authorization", "another scheme than Bearer", "another scheme than Bearer"},
		{"header Content-Type", "text/plain", "text/plain"},
		{"request line", "/api/v2/limits/254711222333", "/api/v2/limits/**********33"},
		{"request line", "jane@people.example", "*****************le"},
		{"data.credit_limit", "the number 100000", "the number 100000"},
		{"data.id", `the string "9b2f0c1e-0000-4000-8000-000000000001"`, `the string "9b2f0c1e-0000-4000-8000-000000000001"`},
	} {
		r := redact.New(redact.Options{})
		q := redact.Quote{Place: c.place, Expected: "a string of six digits", Actual: c.actual, Message: c.place + " is " + c.actual + ", expected a string"}
		got := r.Quote(q)
		require.Equal(t, c.want, got.Actual, c.place)
		require.Equal(t, c.place+" is "+c.want+", expected a string", got.Message)
		require.Equal(t, q.Expected, got.Expected)
		require.Equal(t, got, r.Quote(got), "what is redacted stays as it is")
	}
}

func TestFullEvidenceShowsPersonsAndNoSecrets(t *testing.T) {
	r := redact.New(redact.Options{FullEvidence: true})
	require.Equal(t, `the string "254711222333"`, r.Quote(redact.Quote{Place: "phone_number", Actual: `the string "254711222333"`}).Actual)
	require.Equal(t, "/api/v2/limits/254711222333", r.URL("/api/v2/limits/254711222333"))
	require.Equal(t, `the string "«cut»", in the form ddaddd (d: a digit, a: a letter)`, r.Quote(redact.Quote{Place: "otp", Actual: `the string "12x456"`}).Actual)
	learner := redact.NewLearner(r)
	learner.Request("http://x/", nil, []byte(`{"phone_number":"254711222333"}`))
	require.Equal(t, "call 254711222333", r.Text("call 254711222333"))
}

func TestWhatTheSuiteInventedStaysReadable(t *testing.T) {
	r := redact.New(redact.Options{})
	r.Invented("+254711222333")
	redact.NewLearner(r).Persons([]byte(`{"mobile":"254711222333","email":"jane@people.example"}`))
	require.Equal(t, "call 254711222333 or write to *****************le", r.Text("call 254711222333 or write to jane@people.example"))
	require.Equal(t, `the string "+254711222333"`, r.Quote(redact.Quote{Place: "phone_number", Actual: `the string "+254711222333"`}).Actual)
}

// TestWhatStoodInATellingPlaceIsHiddenEverywhere holds that credentials of
// somebody else's are learnt, and that what could be anything is not.
func TestWhatStoodInATellingPlaceIsHiddenEverywhere(t *testing.T) {
	for name, c := range map[string]struct {
		address     string
		header      http.Header
		body        string
		said, shown string
	}{
		"API key":             {header: http.Header{"X-Api-Key": {"sesame-1234"}}, said: "saw sesame-1234", shown: "saw «cut»"},
		"cookie":              {header: http.Header{"Cookie": {"theme=dark; sid=session-0002"}}, said: "dark session-0002", shown: "dark «cut»"},
		"Basic":               {header: http.Header{"Authorization": {"Basic c3RvcmU6aHVudGVyLTIyMg=="}}, said: "hunter-222", shown: "«cut»"},
		"form":                {header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, body: "grant_type=x&client_secret=abc%2B12345", said: "x abc+12345", shown: "x «cut»"},
		"form without a type": {body: "client_secret=abc-12345", said: "abc-12345", shown: "«cut»"},
		"query":               {address: "http://h/p?api_key=abc-12345", said: "abc-12345", shown: "«cut»"},
		"address":             {address: "http://u:abc-12345@h/p", said: "abc-12345", shown: "«cut»"},
		"member":              {body: `{"a":[{"accessToken":"abc-12345"}]}`, said: "abc-12345", shown: "«cut»"},
		"below a member":      {body: `{"password":{"is":"abc-12345"}}`, said: "abc-12345", shown: "«cut»"},
		"code":                {body: `{"otp":"123456"}`, said: "123456, and 1234567", shown: "«cut», and 1234567"},
		"a cut-off body":      {body: `{"phone_number":"254711222333","x":`, said: "254711222333", shown: "**********33"},
		"a person":            {body: `{"phone_number":"+254711222333"}`, said: "+254711222333", shown: "+**********33"},
		"a lookup":            {body: `{"queryFieldEnum":"PASSPORT","value":"A1234567"}`, said: "A1234567", shown: "******67"},
		"a person in a path":  {address: "http://h/limits/254711222333", said: "no 254711222333", shown: "no **********33"},
		"a word":              {body: `{"otp":"HTTP status","password":"data","token":"purchases"}`, said: "HTTP status of data: purchases", shown: "HTTP status of data: purchases"},
		"a small number":      {body: `{"id_number":100,"password":12345}`, said: "100 and 12345", shown: "100 and 12345"},
		"no secret":           {header: http.Header{"Access-Control-Allow-Credentials": {"true-enough-1"}}, said: "true-enough-1", shown: "true-enough-1"},
	} {
		r := redact.New(redact.Options{})
		redact.NewLearner(r).Request(c.address, c.header, []byte(c.body))
		require.Equal(t, c.shown, r.Text(c.said), name)
	}
}

func TestWhatAnAnswerIssuesIsLearnt(t *testing.T) {
	r := redact.New(redact.Options{})
	redact.NewLearner(r).Answer(http.Header{"Set-Cookie": {"sid=issued-session-1; Path=/"}}, []byte(`{"access_token":"issued-token-22","otp":"x0001-y","mobile":"254711222333"}`))
	require.Equal(t, "«cut» «cut» x0001-y **********33", r.Text("issued-session-1 issued-token-22 x0001-y 254711222333"))
}

// TestLearningIsBounded holds that a target that sends much does not have all of
// it read once more.
func TestLearningIsBounded(t *testing.T) {
	r := redact.New(redact.Options{})
	learner := redact.NewLearner(r)
	large := []byte(`{"mobile":"254711000001","x":"` + strings.Repeat("x", 1<<18) + `","mobile":"254711000002"}`)
	for range 64 {
		learner.Persons(large)
	}
	learner.Persons([]byte(`{"mobile":"254711000003"}`))
	require.Equal(t, "**********01 254711000002 254711000003", r.Text("254711000001 254711000002 254711000003"))
}
