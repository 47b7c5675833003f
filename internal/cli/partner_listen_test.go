package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/cli"
	"github.com/credit-partner/assay/internal/faults"
	serverfaults "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// clickThrough has a store spend a day at whatever `assay partner --listen`
// serves, ends it by a line, and gives what was printed and the exit code.
func clickThrough(t *testing.T, args ...string) (out, errs string, code int) {
	t.Helper()
	return clickThroughBy(t, func(address string) {
		store := samplepartner.Store{BaseURL: address, Token: reference.DefaultToken, StoreKey: reference.DefaultStoreKey}
		if err := store.Run(context.Background()); err != nil {
			t.Error(err)
		}
	}, args...)
}

// clickThroughBy is clickThrough with another store.
func clickThroughBy(t *testing.T, store func(address string), args ...string) (out, errs string, code int) {
	t.Helper()
	reader, writer := io.Pipe()
	in, typed := io.Pipe()
	var printed bytes.Buffer
	var said bytes.Buffer
	done := make(chan int, 1)
	go func() {
		code := cli.Run(context.Background(), append([]string{"partner", "--listen", "127.0.0.1:0", "--out", t.TempDir() + "/report"}, args...), in, &printed, writer)
		writer.Close()
		done <- code
	}()
	lines := bufio.NewScanner(io.TeeReader(reader, &said))
	require.True(t, lines.Scan(), "it says where it listens")
	address := regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+`).FindString(lines.Text())
	require.NotEmpty(t, address, lines.Text())
	go func() {
		store(address)
		_, _ = typed.Write([]byte("\n"))
	}()
	for lines.Scan() {
	}
	return printed.String(), said.String(), <-done
}

// TestAListeningSandboxEndsByALine holds that it stays open when all was seen,
// says what is still to be shown, and ends when it is told to.
func TestAListeningSandboxEndsByALine(t *testing.T) {
	t.Setenv("ASSAY_TOKEN", "")
	out, errs, code := clickThrough(t)
	require.Equal(t, 0, code, out)
	require.Contains(t, out, "CONFORMANT")
	require.Contains(t, errs, "Access token  "+reference.DefaultToken)
	require.Contains(t, errs, "seen POST /api/v2/otp/send; still missing: otp verify-otp; limits create-limit")
	require.Contains(t, errs, "every call in scope was seen: press Enter or Ctrl-C to end")
	require.Regexp(t, `[0-9]+ of 110 requirements exercised`, errs)
}

func TestAProxyBeforeARealService(t *testing.T) {
	service := httptest.NewServer(reference.New(reference.Options{}))
	t.Cleanup(service.Close)
	out, errs, code := clickThrough(t, "--upstream", service.URL)
	require.Equal(t, 0, code, out)
	require.Contains(t, out, service.URL)
	require.Contains(t, errs, "assay forwards everything to "+service.URL)
	require.NotContains(t, out+errs, reference.DefaultToken)
}

// TestAProxyJudgesWhatTheServiceAnswers holds that both sides of a recording are
// judged, each by its own ledger into a report of its own.
func TestAProxyJudgesWhatTheServiceAnswers(t *testing.T) {
	fault := serverfaults.Catalogue()[slices.IndexFunc(serverfaults.Catalogue(), func(f faults.Fault) bool { return f.ID == "create-purchases-coarsens-record-created-at" })]
	for _, c := range []struct {
		service http.Handler
		code    int
		said    string
	}{
		{reference.New(reference.Options{}), cli.ExitConformant, "INCONCLUSIVE"},
		{fault.Handler(reference.Options{}), cli.ExitNonConformant, "NON-CONFORMANT"},
	} {
		service := httptest.NewServer(c.service)
		t.Cleanup(service.Close)
		folder := filepath.Join(t.TempDir(), "report")
		out, errs, code := clickThrough(t, "--upstream", service.URL, "--judge-answers", "--out", folder)
		require.Equal(t, c.code, code, out)
		require.Contains(t, out, "CONFORMANT for otp, limits, purchases, lookup: all")
		_, answers, both := strings.Cut(out, "The responses of the service:")
		require.True(t, both, out)
		require.Contains(t, answers, c.said)
		require.NotContains(t, out+errs, reference.DefaultToken)
		content, err := os.ReadFile(filepath.Join(folder, "server", "results.json"))
		require.NoError(t, err)
		require.Contains(t, string(content), `"side": "server"`)
		require.FileExists(t, filepath.Join(folder, "results.json"))
		if c.code == cli.ExitNonConformant {
			require.Contains(t, answers, "PUR-07")
			require.Contains(t, answers, "data.0.created_at")
			require.Contains(t, answers, "curl ")
		}
	}
}

// TestAListeningSandboxEndsByCtrlC holds that what was seen until then is judged,
// and certified for just that.
func TestAListeningSandboxEndsByCtrlC(t *testing.T) {
	t.Setenv("ASSAY_TOKEN", "")
	ctx, ctrlC := context.WithCancel(context.Background())
	defer ctrlC()
	reader, writer := io.Pipe()
	var printed bytes.Buffer
	done := make(chan int, 1)
	go func() {
		code := cli.Run(ctx, []string{"partner", "--listen", "127.0.0.1:0", "--out", t.TempDir() + "/report"}, nil, &printed, writer)
		writer.Close()
		done <- code
	}()
	lines := bufio.NewScanner(reader)
	require.True(t, lines.Scan())
	store := samplepartner.Store{
		BaseURL: regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+`).FindString(lines.Text()),
		Token:   reference.DefaultToken, StoreKey: reference.DefaultStoreKey,
	}
	go func() {
		_, _ = store.SendOTP(context.Background(), samplepartner.Person{IDNumber: "1000001", Phone: "+254700000001"}, false)
	}()
	last := ""
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "seen POST /api/v2/otp/send") {
			ctrlC()
		}
		last = lines.Text()
	}
	require.Equal(t, cli.ExitConformant, <-done, printed.String())
	require.Regexp(t, `^7 of [0-9]+ requirements exercised; still missing: `, last)
	require.Contains(t, printed.String(), "PARTIAL all 7 requirements that the build exercised passed; ")
	require.Contains(t, printed.String(), "not exercised, and not certified: limits, purchases, lookup")
}
