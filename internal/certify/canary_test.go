package certify_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/internal/testsize"
	"github.com/credit-partner/assay/reports"
)

const (
	canaryToken = `canary/token+"quoted"&<=é`
	canarySign  = "canary-signature-0123456789"
)

// canarySigner signs with a value that must never be seen again.
type canarySigner struct{}

func (canarySigner) Sign(context.Context, client.SignInput) (http.Header, error) {
	return http.Header{"Sign": {canarySign}}, nil
}

// echoing is a target that breaks now and then, and gives back whatever it was
// sent, in every spelling and place that it can think of.
func echoing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(sent))
		token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		echoHeaders(w.Header(), token, r.Header.Get("Sign"))
		if r.Method == http.MethodDelete { // a refusal that is quoted up to the middle of the token
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, strings.Repeat("x", 148)+" "+token)
			return
		}
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		var body map[string]any
		_ = json.Unmarshal(answer.Body.Bytes(), &body)
		echoMembers(body, token, r.Header.Get("Sign"), sent)
		delete(body, "apiVersion") // so that there are failures to be told
		w.WriteHeader(answer.Code)
		_ = json.NewEncoder(w).Encode(body)
	})
}

func echoHeaders(h http.Header, token, sign string) {
	h.Set("X-Echo", token)
	h.Set("Content-Type", "application/json")
	h.Set("Location", "https://elsewhere.example/sign-in?next=%2Fa&t="+url.QueryEscape(url.QueryEscape(token))+"#"+url.PathEscape(token))
	h.Set("Set-Cookie", "session="+base64.URLEncoding.EncodeToString([]byte(token)))
	h.Set("WWW-Authenticate", `Bearer error="`+hex.EncodeToString([]byte(token))+`"`)
	if sign != "" {
		h.Set("X-"+sign, "1")
	}
}

func echoMembers(body map[string]any, token, sign string, sent []byte) {
	inner, _ := json.Marshal(map[string]string{"token": token})
	outer, _ := json.Marshal(map[string]string{"inner": string(inner)})
	otp := gjson.GetBytes(sent, "otp").String()
	for name, spelling := range map[string]string{
		"raw": token, "base64": base64.StdEncoding.EncodeToString([]byte("x" + token)), "url": url.QueryEscape(token),
		"sign": sign, "request": string(sent), "html": html.EscapeString(token), "nested": string(outer),
		"twice": url.QueryEscape(url.QueryEscape(token)), "otp": "Your code is " + otp + ".",
	} {
		body["echo_"+name] = spelling
	}
	if data, ok := body["data"].(map[string]any); ok && data["otp"] != nil {
		body["echo_sent"] = fmt.Sprint("We sent ", data["otp"], " to you")
	}
}

// TestNoSecretIsEverWritten searches every artefact of a run, and of a part of
// one, for every secret that went into it, in every spelling.
func TestNoSecretIsEverWritten(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	plan := whole(t)
	part, err := plan.Shard("run-0001", 1, 2, nil)
	require.NoError(t, err)
	plans := map[string]*suite.Plan{"whole": plan, "part": part}
	for _, name := range testsize.First([]string{"whole", "part"}, 1) {
		p := plans[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder, otps := canaryRun(t, p)
			searchEverything(t, folder, otps)
		})
	}
}

// canaryRun certifies the echoing target for listed people, and gives the folder
// of all that was written and the OTPs that went around.
func canaryRun(t *testing.T, plan *suite.Plan) (folder string, otps map[string]bool) {
	t.Helper()
	all, listed := townspeople()
	o := inProcess(echoing(reference.New(reference.Options{Token: canaryToken, Customers: all})))
	o.Token, o.Secrets, o.Signer = client.StaticToken(canaryToken), []string{canaryToken, canarySign}, canarySigner{}
	o.Identities = &identity.Identities{Existing: listed}
	for n := range 200 {
		digits := string(rune('1'+n/100)) + string(rune('0'+n/10%10)) + string(rune('0'+n%10))
		o.Identities.New = append(o.Identities.New, identity.Person{
			FirstName: "Amina", LastName: "Otieno", IDNumber: "77700" + digits, Phone: "+25476600" + digits + "9",
			Email: "canary" + digits + "@people.example", Birth: time.Date(1987, 10, 23, 0, 0, 0, 0, time.UTC), Country: "KEN",
		})
	}
	e, err := certify.Server(context.Background(), plan, o)
	require.NoError(t, err)
	require.NotEmpty(t, failed(e.Run))
	folder, otps = t.TempDir(), map[string]bool{}
	require.NoError(t, reports.WriteFolder(folder, e.Run, e.WriteHAR))
	var terminal, hub bytes.Buffer
	require.NoError(t, reports.Terminal{}.Write(&terminal, e.Run))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "terminal.txt"), terminal.Bytes(), 0o600))
	require.NoError(t, reports.WriteGitHub(&hub, e.Run))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "github.txt"), hub.Bytes(), 0o600))
	for _, x := range e.Log.All() {
		if otp := gjson.GetBytes(x.Request.Body, "otp").String(); otp != "" && x.Endpoint == "verify-otp" && !x.Negative {
			otps[otp] = true
		}
	}
	require.NotEmpty(t, otps)
	return folder, otps
}

func searchEverything(t *testing.T, folder string, otps map[string]bool) {
	t.Helper()
	quoted, err := json.Marshal(canaryToken)
	require.NoError(t, err)
	traces := map[string]string{
		"the token":                  canaryToken,
		"the token in JSON":          strings.Trim(string(quoted), `"`),
		"the token in a URL":         url.QueryEscape(canaryToken),
		"the token in base64":        base64.StdEncoding.EncodeToString([]byte(canaryToken))[:20],
		"the token, shifted":         base64.StdEncoding.EncodeToString([]byte("x" + canaryToken))[4:24],
		"the signature":              canarySign,
		"a password":                 "assay-77700",
		"an id number":               "7770010",
		"a phone number":             "254766001",
		"an email address":           "canary101@people.example",
		"a day of birth":             "10/23/1987",
		"a day of birth, day first":  "23/10/1987",
		"the token in HTML":          html.EscapeString(canaryToken),
		"how the token begins":       canaryToken[:6],
		"what the token holds":       canaryToken[4:11],
		"the token in hex":           hex.EncodeToString([]byte(canaryToken)),
		"the token, escaped twice":   url.QueryEscape(url.QueryEscape(canaryToken)),
		"a customer's id number":     "88800000",
		"a customer's phone":         "254711000000",
		"what the target alone knew": "town0@people.example",
	}
	files := 0
	require.NoError(t, filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		content, err := os.ReadFile(name)
		require.NoError(t, err)
		for what, trace := range traces {
			at := bytes.Index(content, []byte(trace))
			require.Negative(t, at, "%s holds %s: …%s…", name, what, around(content, at))
		}
		for _, at := range sixDigits.FindAllSubmatchIndex(content, -1) {
			require.False(t, otps[string(content[at[2]:at[3]])], "%s holds an OTP: …%s…", name, around(content, at[0]))
		}
		return nil
	}))
	require.GreaterOrEqual(t, files, 10)
}

// sixDigits are those that stand by themselves, and are no fraction: how long a call took
// has six digits behind its point.
var sixDigits = regexp.MustCompile(`(?:^|[^.\w])([0-9]{6})\b`)

func around(content []byte, at int) []byte {
	if at < 0 {
		return nil
	}
	return content[max(at-80, 0):min(at+80, len(content))]
}
