package certify_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/reports"
	"github.com/credit-partner/assay/steps"
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
// sent, in every spelling that it can think of.
func echoing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(sent))
		token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		answer := httptest.NewRecorder()
		next.ServeHTTP(answer, r)
		var body map[string]any
		_ = json.Unmarshal(answer.Body.Bytes(), &body)
		for name, spelling := range map[string]string{
			"raw": token, "base64": base64.StdEncoding.EncodeToString([]byte("x" + token)), "url": url.QueryEscape(token),
			"sign": r.Header.Get("Sign"), "request": string(sent),
		} {
			body["echo_"+name] = spelling
		}
		delete(body, "apiVersion") // so that there are failures to be told
		w.Header().Set("X-Echo", token)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(answer.Code)
		_ = json.NewEncoder(w).Encode(body)
	})
}

// TestNoSecretIsEverWritten searches every artefact of a run for every secret
// that went into it, in every spelling.
func TestNoSecretIsEverWritten(t *testing.T) {
	t.Parallel()
	o := inProcess(echoing(reference.New(reference.Options{Token: canaryToken})))
	o.Token, o.Secrets, o.Signer = client.StaticToken(canaryToken), []string{canaryToken, canarySign}, canarySigner{}
	o.Identities = &steps.Identities{}
	for n := range 400 {
		digits := string(rune('1'+n/100)) + string(rune('0'+n/10%10)) + string(rune('0'+n%10))
		o.Identities.New = append(o.Identities.New, steps.Person{
			FirstName: "Amina", LastName: "Otieno", IDNumber: "77700" + digits, Phone: "+25476600" + digits + "9",
			Email: "canary" + digits + "@people.example", Birth: time.Date(1987, 10, 23, 0, 0, 0, 0, time.UTC), Country: "KEN",
		})
	}
	e, err := certify.Server(context.Background(), whole(t), o)
	require.NoError(t, err)
	require.NotEmpty(t, failed(e.Run))
	folder := t.TempDir()
	require.NoError(t, reports.WriteFolder(folder, e.Run, func(w io.Writer) error {
		return recording.WriteHAR(w, recording.Creator{Name: "assay"}, slices.Values(e.Log.All()), e.Redactor)
	}))
	var terminal bytes.Buffer
	require.NoError(t, reports.Terminal{}.Write(&terminal, e.Run))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "terminal.txt"), terminal.Bytes(), 0o600))
	searchEverything(t, folder)
}

func searchEverything(t *testing.T, folder string) {
	t.Helper()
	quoted, err := json.Marshal(canaryToken)
	require.NoError(t, err)
	traces := map[string]string{
		"the token":                 canaryToken,
		"the token in JSON":         strings.Trim(string(quoted), `"`),
		"the token in a URL":        url.QueryEscape(canaryToken),
		"the token in base64":       base64.StdEncoding.EncodeToString([]byte(canaryToken))[:20],
		"the token, shifted":        base64.StdEncoding.EncodeToString([]byte("x" + canaryToken))[4:24],
		"the signature":             canarySign,
		"a password":                "assay-77700",
		"an id number":              "7770010",
		"a phone number":            "254766001",
		"an email address":          "canary101@people.example",
		"a day of birth":            "10/23/1987",
		"a day of birth, day first": "23/10/1987",
	}
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 7)
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		require.NoError(t, err)
		for what, trace := range traces {
			at := bytes.Index(content, []byte(trace))
			require.Negative(t, at, "%s holds %s: …%s…", entry.Name(), what, around(content, at))
		}
	}
}

func around(content []byte, at int) []byte {
	if at < 0 {
		return nil
	}
	return content[max(at-80, 0):min(at+80, len(content))]
}
