package redact_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
)

// canary needs every kind of escaping.
const canary = `c4n ary/"<+>&=?\é%41`

func forms(secret string) map[string]string {
	quoted, _ := json.Marshal(secret)
	var plainJSON bytes.Buffer
	encoder := json.NewEncoder(&plainJSON)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(secret)
	all := map[string]string{
		"raw": secret, "query": url.QueryEscape(secret), "path": url.PathEscape(secret), "json": string(quoted), "plain json": plainJSON.String(),
		"json with \\/": strings.ReplaceAll(string(quoted), "/", `\/`),
		"twice query":   url.QueryEscape(url.QueryEscape(secret)),
		"hex":           hex.EncodeToString([]byte(secret)), "HEX": fmt.Sprintf("%X", secret),
	}
	var percent, unicode strings.Builder
	for _, octet := range []byte(secret) {
		fmt.Fprintf(&percent, "%%%02x", octet)
	}
	for _, r := range secret {
		fmt.Fprintf(&unicode, `\u%04x`, r)
	}
	all["each octet escaped"], all["each rune escaped"] = percent.String(), unicode.String()
	for name, e := range map[string]*base64.Encoding{"std": base64.StdEncoding, "url": base64.URLEncoding, "rawstd": base64.RawStdEncoding, "rawurl": base64.RawURLEncoding} {
		for shift := range 4 {
			all[fmt.Sprint("base64 ", name, shift)] = e.EncodeToString([]byte("user"[:shift] + secret + "tail"[:shift]))
		}
	}
	return all
}

// holds tells whether any 5 octets of the secret, in any form, are left.
func holds(text []byte, secret string) string {
	for name, form := range forms(secret) {
		if bytes.Contains(text, []byte(form)) {
			return name
		}
	}
	for shift := range 3 {
		encoded := base64.StdEncoding.EncodeToString([]byte("xyz"[:shift] + secret))
		if bytes.Contains(text, []byte(encoded[4:len(encoded)-4])) {
			return fmt.Sprint("base64 core ", shift)
		}
	}
	return ""
}

func TestSecretsAreCutInEveryForm(t *testing.T) {
	r := redact.New(redact.Options{Secrets: []string{canary}, FullEvidence: true})
	for name, form := range forms(canary) {
		text := "before " + form + " after"
		for where, shown := range map[string]string{
			"text": r.Text(text), "header": r.Header("X-Echo", text), "url": r.URL("http://h/" + form + "?a=" + form),
			"body": string(r.Body([]byte(text), "text/plain")),
		} {
			require.Empty(t, holds([]byte(shown), canary), "%s in %s: %s", name, where, shown)
			require.Contains(t, shown, redact.Marker, "%s in %s", name, where)
		}
		body, err := json.Marshal(map[string]any{"a": []string{text}, form: "name"})
		require.NoError(t, err)
		shown := r.Body(body, "application/json")
		require.True(t, json.Valid(shown))
		require.Empty(t, holds(shown, canary), name)
	}
}

func TestNothingElseIsTouched(t *testing.T) {
	r := redact.New(redact.Options{Secrets: []string{canary, "", "abc"}})
	for _, text := range []string{"", "abc", `{"a": 1.0e5 , "b":["x\u0041\/",null,true],"a":{}}`, "plain text", "otp: expected six digits", "not json {\"first_name\": \"Ann\""} {
		require.Equal(t, text, r.Text(text))
	}
	require.Equal(t, "http://h/a%20b?x=1&y", r.URL("http://h/a%20b?x=1&y"))
}

func TestValuesAreHiddenByTheirNames(t *testing.T) {
	for name, test := range map[string]struct{ in, masked, full string }{
		"secrets": {`{"password":"p","otp":123456,"a":[{"access_token":"t","client_secret":"s"}]}`,
			`{"password":"«cut»","otp":"«cut»","a":[{"access_token":"«cut»","client_secret":"«cut»"}]}`,
			`{"password":"«cut»","otp":"«cut»","a":[{"access_token":"«cut»","client_secret":"«cut»"}]}`},
		"persons": {`{"id_number":"12345678","data":{"nationalIdNo":"AB12","birthday":631152000,"first_name":"Ann"}}`,
			`{"id_number":"******78","data":{"nationalIdNo":"****","birthday":"*******00","first_name":"Ann"}}`,
			`{"id_number":"12345678","data":{"nationalIdNo":"AB12","birthday":631152000,"first_name":"Ann"}}`},
		"layout, null, empty": {"{ \"email\" :\tnull,\n\"mobile\":\"\" }", "{ \"email\" :\tnull,\n\"mobile\":\"\" }", "{ \"email\" :\tnull,\n\"mobile\":\"\" }"},
		"below a name":        {`{"mobile":{"n":["254700000001"]},"b":"c"}`, `{"mobile":{"n":["**********01"]},"b":"c"}`, `{"mobile":{"n":["254700000001"]},"b":"c"}`},
		"twice the same":      {`{"otp":"111111","otp":"222222"}`, `{"otp":"«cut»","otp":"«cut»"}`, `{"otp":"«cut»","otp":"«cut»"}`},
		"escaped name":        {`{"\u006ftp":"111111"}`, `{"\u006ftp":"«cut»"}`, `{"\u006ftp":"«cut»"}`},
		"JSON in a string":    {`{"raw":"{\"otp\":\"111111\"}"}`, `{"raw":"{\"otp\":\"«cut»\"}"}`, `{"raw":"{\"otp\":\"«cut»\"}"}`},
		"lookup": {`{"queryFieldEnum":"mobile","value":"254700000001"}`,
			`{"queryFieldEnum":"mobile","value":"**********01"}`, `{"queryFieldEnum":"mobile","value":"254700000001"}`},
		"cut off": {`{"otp":"111111","email":"ann@example.com","id_number": 12345678, "pass`,
			`{"otp":"«cut»","email":"*************om","id_number": ******78, "pass`, `{"otp":"«cut»","email":"ann@example.com","id_number": 12345678, "pass`},
		"cut off in a value": {`{"password":"hunter`, `{"password":"«cut»`, `{"password":"«cut»`},
		"non-ASCII":          {`{"email":"ännä@é"}`, `{"email":"****@é"}`, `{"email":"ännä@é"}`},
	} {
		require.Equal(t, test.masked, string(redact.New(redact.Options{}).Body([]byte(test.in), "application/json")), name)
		require.Equal(t, test.full, string(redact.New(redact.Options{FullEvidence: true}).Body([]byte(test.in), "application/json")), name)
		require.Equal(t, test.masked, string((*redact.Redactor)(nil).Body([]byte(test.in), "")), "nil: "+name)
	}
}

func TestFormsAndQueries(t *testing.T) {
	r := redact.New(redact.Options{})
	require.Equal(t, "otp=«cut»&phone_number=*************01&a=b", string(r.Body([]byte("otp=123456&phone_number=%2B254700000001&a=b"), "application/x-www-form-urlencoded")))
	require.Equal(t, "https://«cut»@h/p?access_token=«cut»&b", r.URL("https://joe:hush@h/p?access_token=abc&b"))
}

func TestHeadersByName(t *testing.T) {
	r := redact.New(redact.Options{Secrets: []string{"shortword"}})
	for _, test := range [][3]string{
		{"Authorization", "Bearer abc", "Bearer «cut»"}, {"authorization", "Basic a b", "Basic «cut»"},
		{"Authorization", "abc", "«cut»"}, {"Authorization", "", ""}, {"Authorization", "Bearer", "Bearer"},
		{"Authorization", "shortword abc", "«cut» «cut»"}, {"Authorization", "eyJhbGci.x y", "«cut»"},
		{"Proxy-Authorization", "Digest abc", "Digest «cut»"}, {"Sign", "abc", "«cut»"},
		{"Cookie", "a=b", "«cut»"}, {"Set-Cookie", "a=b; Path=/", "«cut»"}, {"X-Any", "abc", "abc"},
	} {
		require.Equal(t, test[2], r.Header(test[0], test[1]), test[1])
	}
}

func TestLaterSecretsAndPersonalDetails(t *testing.T) {
	r := redact.New(redact.Options{})
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() { r.Add(fmt.Sprintf("secret-%d", i)); _ = r.Text("secret-0") })
	}
	group.Wait()
	r.Mask("254700000001")
	require.Equal(t, "«cut» «cut» **********01", r.Text("secret-0 secret-3 254700000001"))
	full := redact.New(redact.Options{FullEvidence: true})
	full.Mask("254700000001")
	require.Equal(t, "254700000001", full.Text("254700000001"))
}

// No artefact of an exchange that echoes a secret everywhere holds it.
func TestCanaryInEveryArtefact(t *testing.T) {
	r := redact.New(redact.Options{Secrets: []string{canary}})
	for name, form := range forms(canary) {
		h := http.Header{"X-Echo": {form}, "Content-Type": {form}, "Authorization": {"Bearer " + canary}, form: {"x"}, "Location": {form}}
		e := &recording.Exchange{
			Err:      errors.New(form),
			Request:  recording.Request{Method: "POST", URL: "http://h/" + form + "?" + form + "=" + form, Header: h, Body: []byte(form)},
			Response: &recording.Response{Status: 200, Header: h, Body: []byte(form + "\xff")},
		}
		var har bytes.Buffer
		require.NoError(t, recording.NewView(r).WriteHAR(&har, recording.Creator{}, slices.Values([]*recording.Exchange{e})))
		result, err := json.Marshal(recording.NewView(r).Result(e, 0))
		require.NoError(t, err)
		for artefact, text := range map[string][]byte{"har": har.Bytes(), "result": result, "curl": []byte(recording.NewView(r).Curl(e))} {
			require.Empty(t, holds(text, canary), "%s in %s: %s", name, artefact, text)
		}
	}
}

func FuzzBodyStaysJSON(f *testing.F) {
	f.Add([]byte(`{"otp":"1\u0041","a":[1,{"email":"x"}]}`))
	f.Add([]byte("\x000hush"))
	f.Add([]byte(`{"a":"hush hush%68ush","b":"\ud83d\ude00"`))
	r := redact.New(redact.Options{Secrets: []string{"hush", "1234"}})
	f.Fuzz(func(t *testing.T, body []byte) {
		shown := r.Body(body, "")
		if json.Valid(body) && !json.Valid(shown) {
			t.Fatalf("%q became %q", body, shown)
		}
		if bytes.Contains(shown, []byte("hush")) {
			t.Fatalf("%q is left in %q", "hush", shown)
		}
		_ = r.Text(string(body))
		_ = r.URL(string(body))
		_ = recording.NewView(r).Curl(&recording.Exchange{Request: recording.Request{URL: string(body), Body: body}})
	})
}

// Of a base64 text only the characters that the secret shares with its
// neighbours are left.
func TestBase64IsCutToTheCharacter(t *testing.T) {
	r := redact.New(redact.Options{Secrets: []string{canary}})
	for shift := range 3 {
		text := base64.StdEncoding.EncodeToString([]byte("user"[:shift] + canary + "tail"))
		before, after, cut := strings.Cut(r.Text(text), redact.Marker)
		require.True(t, cut)
		require.Len(t, before, (8*shift+5)/6)
		require.LessOrEqual(t, len(after), (8*len("tail")+5)/6+3, "with one shared character and padding")
	}
}

// TestInventedDetailsStayReadable holds that what belongs to nobody can be
// repeated, and that everybody else's details are masked beside it.
func TestInventedDetailsStayReadable(t *testing.T) {
	r := redact.New(redact.Options{})
	r.Invented("+254700000001")
	got := r.Text(`{"phone_number":"+254700000001","mobile":"+254711111111","otp":"123456"}`)
	require.Contains(t, got, `"+254700000001"`)
	require.NotContains(t, got, "254711111111")
	require.NotContains(t, got, "123456")
}

// TestADetailHasOneForm holds that what the suite invented stays readable in whatever way it is
// written, and that the phone of somebody else is masked in whatever way it is written.
func TestADetailHasOneForm(t *testing.T) {
	r := redact.New(redact.Options{})
	redact.NewLearner(r).Sent([]byte(`{"phone_number":"+254700000001","id_number":"012345678"}`))
	for _, body := range []string{
		`{"phone_number":"+254700000001"}`, `{"mobile_number":"254700000001"}`, `{"mobile":"+254 700 000-001"}`, `{"mobile":254700000001}`, `{"id_number":"012345678"}`,
	} {
		require.Equal(t, body, string(r.Body([]byte(body), "application/json")))
	}
	for _, body := range []string{`{"phone_number":"+254700000002"}`, `{"mobile":"254 700 000 002"}`, `{"mobile":254700000002}`} {
		require.Contains(t, string(r.Body([]byte(body), "application/json")), "*02\"", body)
	}
}
