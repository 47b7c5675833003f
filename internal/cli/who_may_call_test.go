package cli_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/cli"
	"github.com/credit-partner/assay/internal/reference"
)

// listening runs a command that listens for the time of the test, waits until it
// has said a text, and gives all that it has said until then.
func listening(t *testing.T, until string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	done := make(chan int, 1)
	go func() {
		code := cli.Run(ctx, args, strings.NewReader(""), writer, writer)
		writer.Close()
		done <- code
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	// What it says later must not wait for a reader.
	defer func() { go func() { _, _ = io.Copy(io.Discard, reader) }() }()
	var said bytes.Buffer
	piece := make([]byte, 4096)
	for !strings.Contains(said.String(), until) {
		n, err := reader.Read(piece)
		said.Write(piece[:n])
		require.NoError(t, err, "it says %q: %s", until, said.String())
	}
	return said.String()
}

var anAddress = regexp.MustCompile(`http://[^\s,;]+:[0-9]+`)

// TestWhoMayCallWhatListens holds that names and pages that were not allowed are
// refused by all that listens, and reach no service behind it.
func TestWhoMayCallWhatListens(t *testing.T) {
	t.Setenv("ASSAY_TOKEN", "")
	t.Chdir(t.TempDir())
	var reached atomic.Int64
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached.Add(1)
		reference.New(reference.Options{}).ServeHTTP(w, r)
	}))
	defer service.Close()
	for name, c := range map[string]struct {
		until string
		args  []string
	}{
		"a sandbox":         {"Certify it:", []string{"sandbox", "--listen", "127.0.0.1:0"}},
		"a store's sandbox": {"Customer", []string{"partner", "--listen", "127.0.0.1:0"}},
		"a proxy":           {"to end", []string{"partner", "--listen", "127.0.0.1:0", "--upstream", service.URL}},
	} {
		t.Run(name, func(t *testing.T) {
			args := append(c.args, "--allow-host", "sandbox", "--allow-origin", "https://store.example")
			address := anAddress.FindString(listening(t, c.until, args...))
			reached.Store(0)
			require.Equal(t, http.StatusMisdirectedRequest, called(t, address, "evil.example", ""))
			require.Equal(t, http.StatusForbidden, called(t, address, "", "https://evil.example"))
			require.Zero(t, reached.Load(), "nothing is passed on")
			require.Equal(t, http.StatusOK, called(t, address, "", ""))
			require.Equal(t, http.StatusOK, called(t, address, "sandbox", ""))
			require.Equal(t, http.StatusOK, called(t, address, "", "https://store.example"))
		})
	}
}

// called sends an OTP by way of an address, in the name of a page.
func called(t *testing.T, address, host, origin string) int {
	t.Helper()
	customer := reference.TestCustomers()[0]
	body := `{"phone_number":"` + customer.PhoneNumber + `","id_number":"` + customer.IDNumber + `"}`
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/api/v2/otp/send", strings.NewReader(body))
	require.NoError(t, err)
	r.Host = host
	r.Header = http.Header{"Authorization": {"Bearer " + reference.DefaultToken}, "Content-Type": {"application/json"}}
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	return answer.StatusCode
}

func TestAPortAloneIsRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, command := range []string{"sandbox", "partner"} {
		var out bytes.Buffer
		require.Equal(t, cli.ExitUsage, cli.Run(t.Context(), []string{command, "--listen", ":8080"}, nil, &out, &out))
		require.Contains(t, out.String(), "write 127.0.0.1:8080 for this machine only, or 0.0.0.0:8080")
	}
}

func TestWhatIsExposedIsSaid(t *testing.T) {
	t.Setenv("ASSAY_TOKEN", "")
	t.Chdir(t.TempDir())
	const says = "Everyone who can reach"
	listening(t, says, "sandbox", "--listen", "0.0.0.0:0")
	listening(t, says, "partner", "--listen", "0.0.0.0:0")
	said := listening(t, "in the name of this machine", "partner", "--listen", "0.0.0.0:0", "--upstream", "http://service.invalid")
	require.Contains(t, said, "call http://service.invalid through it")
	require.NotContains(t, listening(t, "Certify it:", "sandbox", "--listen", "127.0.0.1:0"), says)
}

// TestTheTokenOfTheEnvironmentIsNotPrinted holds that what is said to whoever reads
// along names the variable, and works as it stands.
func TestTheTokenOfTheEnvironmentIsNotPrinted(t *testing.T) {
	const secret = "s3cret-token-of-the-environment"
	t.Setenv("ASSAY_TOKEN", secret)
	t.Chdir(t.TempDir())
	for until, args := range map[string][]string{
		"--store-key": {"sandbox", "--listen", "127.0.0.1:0"},
		"Customer":    {"partner", "--listen", "127.0.0.1:0"},
	} {
		said := listening(t, until, args...)
		require.NotContains(t, said, secret)
		require.Contains(t, said, "Access token  $ASSAY_TOKEN")
		if args[0] == "sandbox" {
			require.Contains(t, said, `"Authorization: Bearer $ASSAY_TOKEN"`, "the shell puts it in")
		}
	}
}

// TestTheUserAgentIsWhatWasSaid holds that no request of a run or of doctor tells the
// suite by its name, where another one is set.
func TestTheUserAgentIsWhatWasSaid(t *testing.T) {
	var seen sync.Map
	service := reference.New(reference.Options{})
	target := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.Store(r.UserAgent(), true)
		service.ServeHTTP(w, r)
	}))
	defer target.Close()
	agents := func(config string, args ...string) (all []string) {
		seen.Clear()
		code, out := assayIn(t, "target: {base_url: "+target.URL+config+"}\n", args...)
		require.Zero(t, code, out)
		seen.Range(func(agent, _ any) bool { all = append(all, agent.(string)); return true })
		return all
	}
	run := []string{"server", "--only", "OTP-01", "--only", "LKP-01"}
	require.Equal(t, []string{"store/2.1 (till 4)"}, agents("", append(run, "--user-agent", "store/2.1 (till 4)")...))
	require.Equal(t, []string{"store/2.1"}, agents(", user_agent: store/2.1", run...))
	require.Equal(t, []string{"store/2.1"}, agents(", user_agent: store/2.1", "doctor", "--store-key", reference.DefaultStoreKey))
	honest := agents("", run...)
	require.Len(t, honest, 1)
	require.Contains(t, honest[0], "assay/")
	code, out := assayIn(t, "target: {base_url: "+target.URL+"}\n", append(run, "--user-agent", "a\r\nb: c")...)
	require.Equal(t, cli.ExitUsage, code)
	require.Contains(t, out, "printable ASCII")
}
