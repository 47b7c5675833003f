package cli_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/cli"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/testsize"
	"github.com/credit-partner/assay/internal/visible"
)

// hostileText holds what CI runners take for commands and what steers a terminal,
// at the start of lines, in lines, and wherever a long text may be broken.
var hostileText = "\n::stop-commands::x\n \t::notice::y\n##[set-output name=a]b ##vso[task.setvariable variable=a]b ##teamcity[c]" +
	"\x1b[31m\a\u0085::error::\u009b\u202e\r::error::z" + strings.Repeat(" ::notice::w", 90)

// hostileJSON is a target that answers as the reference does, and puts the hostile
// text before every text but ids, which it needs for what comes next.
func hostileJSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given := httptest.NewRecorder()
		next.ServeHTTP(given, r)
		var body any
		if json.Unmarshal(given.Body.Bytes(), &body) != nil {
			body = given.Body.String()
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(given.Code)
		_ = json.NewEncoder(w).Encode(spoilt(body))
	})
}

func spoilt(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			if name != "id" && name != "otp" {
				value[name] = spoilt(member)
			}
		}
	case []any:
		for n := range value {
			value[n] = spoilt(value[n])
		}
	case string:
		return hostileText + value
	}
	return value
}

// hostileLines is a target that answers everything with hostile lines.
var hostileLines = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Location", "/##[set-output name=a]b\u202e\u009b")
	w.WriteHeader(http.StatusTeapot)
	_, _ = io.WriteString(w, hostileText)
})

var (
	ourCommand   = regexp.MustCompile(`^::(error|warning|notice) title=[^:]*::`)
	otherCommand = regexp.MustCompile(`##[\w.-]*\[`)
)

// requireHarmless holds that no octet of an output steers a terminal, and that no
// line of it is a command of a runner but our own.
func requireHarmless(t *testing.T, out string) {
	t.Helper()
	require.Equal(t, visible.Text(out), out, "what cannot be seen is shown")
	for line := range strings.Lines(out) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") {
			require.Regexp(t, ourCommand, line)
		}
		require.NotRegexp(t, otherCommand, line)
	}
}

// printedBy runs a command, and holds that both outputs are harmless.
func printedBy(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	cli.Run(t.Context(), args, strings.NewReader(""), &out, &errs)
	requireHarmless(t, out.String())
	requireHarmless(t, errs.String())
	return out.String() + errs.String()
}

// spoiltCommand is what shows in place of a command at the start of a line.
const spoiltCommand = ":⟨U+003A⟩"

func TestTextOfATargetIsNoCommand(t *testing.T) {
	testsize.SkipIfShort(t)
	t.Setenv("ASSAY_TOKEN", reference.DefaultToken)
	t.Chdir(t.TempDir())
	target := httptest.NewServer(hostileJSON(reference.New(reference.Options{})))
	defer target.Close()
	lines := httptest.NewServer(hostileLines)
	defer lines.Close()
	some := []string{"--only", "OTP-0*", "--only", "LIM-01", "--only", "LIM-02"}
	formats := []string{"github", "text", "json", "quiet"}
	if testing.Short() { // the other formats share no memory that these do not
		formats = formats[:1]
	}
	for _, url := range []string{target.URL, lines.URL} {
		for _, format := range formats {
			said := printedBy(t, append([]string{"server", "--base-url", url, "--format", format, "--out", "report"}, some...)...)
			if format != "quiet" && url == target.URL {
				require.Contains(t, said, "stop-commands", "the text is told in format %s", format)
			}
		}
		printedBy(t, append([]string{"server", "--base-url", url, "--repeat", "2", "--out", "soak"}, some...)...)
		printedBy(t, "doctor", "--base-url", url)
	}
	require.Contains(t, printedBy(t, append([]string{"server", "--base-url", target.URL, "--out", "report"}, some...)...), "##⟨U+005B⟩set-output")
	printedBy(t, append([]string{"server", "--base-url", target.URL, "--out", "part", "--shard", "1/2", "--seed", "7", "--run-id", "a"}, some...)...)
	printedBy(t, append([]string{"server", "--base-url", target.URL, "--out", "part-2", "--shard", "2/2", "--seed", "7", "--run-id", "a"}, some...)...)
	for _, format := range formats {
		printedBy(t, "report", "merge", "part", "part-2", "--out", "merged", "--format", format)
	}
	printedBy(t, "report", "render", "report/results.json", "--out", "rendered")
	printedBy(t, "report", "diff", "report", "soak")
	printedBy(t, "requirements", "OTP-02", "--report", "report")
	printedBy(t, "certificate", "keygen", "--out", "key")
	printedBy(t, "certificate", "sign", "--key", "key", "report")
	printedBy(t, "certificate", "verify", "--key", "key.pub", "report")
}

func TestNamesOfACertificateAreNoCommand(t *testing.T) {
	a := newAuthority(t)
	a.issueAs(t, "target", func(c *x509.Certificate) {
		c.IPAddresses, c.DNSNames = nil, []string{"\n::notice::a\x1b[31m\a##[set-output name=a]b"}
		c.Subject = pkix.Name{CommonName: hostileText}
	})
	address, _ := a.serve(t, "target", false)
	address = strings.Replace(address, "127.0.0.1", "localhost", 1)
	for _, config := range []string{"tls: {ca_file: " + a.file("ca.pem") + "}\n", ""} {
		for _, command := range []string{"doctor", "server"} {
			code, out := assayIn(t, "target: {base_url: "+address+"}\n"+config, command, "--timeout", "3s")
			require.NotZero(t, code)
			requireHarmless(t, out)
		}
	}
}

func TestTextOfAPartnerIsNoCommand(t *testing.T) {
	t.Setenv("ASSAY_TOKEN", reference.DefaultToken)
	t.Chdir(t.TempDir())
	body, err := json.Marshal(map[string]any{"customer_id": hostileText, "items": []any{map[string]any{"item_type": hostileText, hostileText: 1}}})
	require.NoError(t, err)
	text, err := json.Marshal(string(body))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("store.har", fmt.Appendf(nil, `{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{"startedDateTime":"2026-01-01T00:00:00Z","time":1,
		"request":{"method":"POST","url":"http://store.invalid/api/v2/purchases?%%3A%%3Anotice%%3A%%3A","httpVersion":"HTTP/1.1","headers":[],"queryString":[],"cookies":[],"headersSize":-1,"bodySize":1,"postData":{"mimeType":"application/json","text":%s}},
		"response":{"status":201,"statusText":"","httpVersion":"HTTP/1.1","headers":[],"cookies":[],"content":{"size":2,"mimeType":"application/json","text":"{}"},"redirectURL":"","headersSize":-1,"bodySize":2},"cache":{},"timings":{"send":0,"wait":1,"receive":0}}]}}`, text), 0o600))
	require.NoError(t, os.WriteFile("said.txt", []byte(hostileText+"\n"), 0o600))
	for _, format := range []string{"text", "github", "json", "quiet"} {
		said := printedBy(t, "partner", "--har", "store.har", "--format", format)
		if format != "quiet" {
			require.Contains(t, said, "stop-commands")
		}
	}
	// What a command says on a terminal is its own affair: only commands are spoilt.
	var out, errs bytes.Buffer
	cli.Run(t.Context(), []string{"partner", "--exec", "cat said.txt; exit 1"}, strings.NewReader(""), &out, &errs)
	requireHarmless(t, out.String())
	require.Contains(t, errs.String(), spoiltCommand)
	for line := range strings.Lines(errs.String()) {
		require.False(t, strings.HasPrefix(strings.TrimSpace(line), "::"), "%q", line)
		require.NotRegexp(t, otherCommand, line)
	}
}

func TestTextThroughAProxyIsNoCommand(t *testing.T) {
	lines := httptest.NewServer(hostileLines)
	defer lines.Close()
	out, errs, _ := clickThroughBy(t, func(address string) {
		call, err := http.NewRequestWithContext(context.Background(), http.MethodPost, address+"/api/v2/otp/send", strings.NewReader(hostileText))
		require.NoError(t, err)
		answer, err := http.DefaultClient.Do(call)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
	}, "--upstream", lines.URL, "--judge-answers", "--out", filepath.Join(t.TempDir(), "report"))
	requireHarmless(t, out)
	requireHarmless(t, errs)
	require.Contains(t, out, "OTP")
}

// TestScriptsForShellsStayAsTheyAre holds that a shell gets what cobra wrote.
func TestScriptsForShellsStayAsTheyAre(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		require.NotContains(t, printedBy(t, "completion", shell), "⟨U+")
	}
}
