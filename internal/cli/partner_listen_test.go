package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http/httptest"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/cli"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// clickThrough has a store spend a day at whatever `assay partner --listen`
// serves, and gives what was printed and the exit code.
func clickThrough(t *testing.T, args ...string) (out, errs string, code int) {
	t.Helper()
	reader, writer := io.Pipe()
	var printed bytes.Buffer
	var said bytes.Buffer
	done := make(chan int, 1)
	go func() {
		code := cli.Run(context.Background(), append([]string{"partner", "--listen", "127.0.0.1:0", "--out", t.TempDir() + "/report"}, args...), nil, &printed, writer)
		writer.Close()
		done <- code
	}()
	lines := bufio.NewScanner(io.TeeReader(reader, &said))
	require.True(t, lines.Scan(), "it says where it listens")
	address := regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+`).FindString(lines.Text())
	require.NotEmpty(t, address, lines.Text())
	go func() {
		store := samplepartner.Store{BaseURL: address, Token: reference.DefaultToken, StoreKey: reference.DefaultStoreKey}
		_ = store.Day(context.Background()) // it may be cut short: all was seen before it ended
	}()
	for lines.Scan() {
	}
	return printed.String(), said.String(), <-done
}

func TestAListeningSandboxEndsWhenAllWasSeen(t *testing.T) {
	t.Setenv("ASSAY_TOKEN", "")
	out, errs, code := clickThrough(t)
	require.Equal(t, 0, code, out)
	require.Contains(t, out, "CONFORMANT")
	require.Contains(t, errs, "Access token  "+reference.DefaultToken)
	require.Contains(t, errs, "seen POST /api/v2/otp/send; still missing: otp verify-otp; limits create-limit")
	require.Contains(t, errs, "All in scope was seen.")
}

func TestAProxyBeforeARealService(t *testing.T) {
	service := httptest.NewServer(reference.New(reference.Options{}))
	t.Cleanup(service.Close)
	out, errs, code := clickThrough(t, "--upstream", service.URL)
	require.Equal(t, 0, code, out)
	require.Contains(t, out, service.URL)
	require.Contains(t, errs, "all of it goes on to "+service.URL)
	require.NotContains(t, out+errs, reference.DefaultToken)
}
