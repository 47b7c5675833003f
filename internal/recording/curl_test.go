package recording_test

import (
	"encoding/base64"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
)

// typed runs a line in sh, with a curl that prints its arguments and what it
// reads, and returns them.
func typed(t *testing.T, line string) (args []string, stdin string) {
	t.Helper()
	dir := t.TempDir()
	stub := "#!/bin/sh\nfor a in \"$@\"; do printf '%s\\036' \"$a\"; done\ncase \"$*\" in *@-*) printf '\\035'; cat;; esac\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "curl"), []byte(stub), 0o700))
	cmd := exec.CommandContext(t.Context(), "sh", "-c", line)
	cmd.Env = []string{"PATH=" + dir + ":" + os.Getenv("PATH"), "ASSAY_TOKEN=from-the-environment"}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s\n%s", line, out)
	before, stdin, _ := strings.Cut(string(out), "\x1d")
	return strings.Split(strings.TrimSuffix(before, "\x1e"), "\x1e"), stdin
}

func TestCurlRunsAsTyped(t *testing.T) {
	r := redact.New(redact.Options{Secrets: []string{"good-token"}})
	line := recording.NewView(r).Curl(&recording.Exchange{Request: recording.Request{
		Method: "POST", URL: "https://h/api/v2/limits?a=[1]&b='$x'",
		Header: http.Header{
			"Authorization": {"Bearer good-token"}, "Content-Type": {"application/json"}, "Accept": {"application/json"},
			"User-Agent": {"assay/1"}, "Accept-Encoding": {"gzip"}, "X-Empty": {""}, "X-Odd": {"`id` $(id) \"q\" \\ ' \x1b[31m"}, "Sign": {"abc"},
		},
		Body: []byte("@{\"name\":\"O'Neill $HOME `id` \\n\",\n\"x\":\"é %s\"}"),
	}})
	require.Contains(t, line, `-H "Authorization: Bearer $ASSAY_TOKEN"`)
	require.NotContains(t, line, "good-token")
	require.NotContains(t, line, "\x1b")
	args, _ := typed(t, line)
	require.Equal(t, []string{
		"-sS", "-i", "-g", "-X", "POST", "--url", "https://h/api/v2/limits?a=[1]&b='$x'",
		"-H", "Accept: application/json", "-H", "Authorization: Bearer from-the-environment", "-H", "Content-Type: application/json",
		"-H", "Sign: «cut»", "-H", "X-Empty;", "-H", "X-Odd: `id` $(id) \"q\" \\ ' \x1b[31m",
		"--data-raw", "@{\"name\":\"O'Neill $HOME `id` \\n\",\n\"x\":\"é %s\"}",
	}, args)
}

func TestCurlMakesABadTokenOfTheGoodOne(t *testing.T) {
	r := redact.New(redact.Options{Secrets: []string{"good-token-of-ours"}})
	r.NearSecret("good-tok", `$(printf %s "$ASSAY_TOKEN" | cut -b1-8)`)
	line := recording.NewView(r).Curl(&recording.Exchange{Request: recording.Request{Method: "GET", URL: "http://h/", Header: http.Header{"Authorization": {"Bearer good-tok"}}}})
	require.NotContains(t, line, "good-tok")
	args, _ := typed(t, line)
	require.Contains(t, args, "Authorization: Bearer from-the")
}

func TestABadTokenIsCutLikeTheGoodOne(t *testing.T) {
	r := redact.New(redact.Options{Secrets: []string{"good-token-of-ours"}})
	r.NearSecret("good-tok", "x")
	r.NearSecret("ood-token-of-ours", "y")
	require.Equal(t, "«cut» is no token, «cut» neither; a good-tokamak is no secret", r.Text("good-tok is no token, ood-token-of-ours neither; a good-tokamak is no secret"))
	require.NotContains(t, r.Text("unknown: "+base64.StdEncoding.EncodeToString([]byte("ood-token-of-ours"))), "b29kLXRv")
	require.Equal(t, "Bearer «cut»", r.Header("Authorization", "Bearer good-tok"))
}

func TestCurlOfOtherRequests(t *testing.T) {
	r := redact.New(redact.Options{Secrets: []string{"good-token"}})
	for name, test := range map[string]struct {
		request recording.Request
		want    []string
		stdin   string
	}{
		"wrong token": {recording.Request{Method: "GET", URL: "http://h/a/../b", Header: http.Header{"Authorization": {"Bearer good-token-not"}}},
			[]string{"-sS", "-i", "--path-as-is", "-X", "GET", "--url", "http://h/a/../b", "-H", "Authorization: Bearer «cut»", "-H", "Accept:"}, ""},
		"other scheme": {recording.Request{Method: "HEAD", URL: "http://h", Header: http.Header{"Authorization": {"Token good-token"}, "Accept": {"a"}}},
			[]string{"-sS", "-i", "-I", "--url", "http://h", "-H", "Accept: a", "-H", "Authorization: Token from-the-environment"}, ""},
		"no type": {recording.Request{Method: "PUT", URL: "http://h", Header: http.Header{"Accept": {"a"}}, Body: []byte{}},
			[]string{"-sS", "-i", "-X", "PUT", "--url", "http://h", "-H", "Accept: a", "-H", "Content-Type:", "--data-raw", ""}, ""},
		"binary": {recording.Request{Method: "P'T", URL: "-o/x", Header: http.Header{"Accept": {"a"}, "Content-Type": {"b"}, "@/etc/passwd": {"c"}, ":path": {"/"}}, Body: []byte("\x00\xff%s\\'\n")},
			[]string{"-sS", "-i", "-X", "P'T", "--url", "-o/x", "-H", "Accept: a", "-H", "Content-Type: b", "--data-binary", "@-"}, "\x00\xff%s\\'\n"},
	} {
		args, stdin := typed(t, recording.NewView(r).Curl(&recording.Exchange{Request: test.request}))
		require.Equal(t, test.want, args, name)
		require.Equal(t, test.stdin, stdin, name)
	}
}
