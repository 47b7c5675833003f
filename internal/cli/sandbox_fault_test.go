package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/cli"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// aSandbox runs `assay sandbox` for the time of the test, and gives its address.
func aSandbox(t *testing.T, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	done := make(chan int, 1)
	go func() {
		code := cli.Run(ctx, append([]string{"sandbox", "--listen", "127.0.0.1:0"}, args...), nil, writer, io.Discard)
		writer.Close()
		done <- code
	}()
	t.Cleanup(func() { cancel(); require.Equal(t, 0, <-done) })
	lines := bufio.NewScanner(reader)
	require.True(t, lines.Scan(), "it says where it listens")
	go io.Copy(io.Discard, reader)
	address := regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+`).FindString(lines.Text())
	require.NotEmpty(t, address, lines.Text())
	return address
}

// TestAPlantedFaultIsSeenByHand holds what docs/prove.md promises: a sandbox
// with a fault is non-conformant by the requirement that the fault breaks, and
// the same sandbox without it is conformant.
func TestAPlantedFaultIsSeenByHand(t *testing.T) {
	testsize.SkipIfShort(t)
	t.Setenv("ASSAY_TOKEN", reference.DefaultToken)
	for _, c := range []struct {
		fault  []string
		code   int
		failed []string
	}{
		{[]string{"--fault", "update-purchases-not-stored"}, cli.ExitNonConformant, []string{"STA-03"}},
		{[]string{"--fault", "update-purchases-not-stored", "--fault", "cancel-purchase-serves-no-token"}, cli.ExitNonConformant, []string{"PUR-17", "STA-03"}},
		{nil, cli.ExitConformant, nil},
	} {
		folder := filepath.Join(t.TempDir(), "report")
		var out, errs bytes.Buffer
		code := cli.Run(context.Background(), []string{
			"server", "--base-url", aSandbox(t, c.fault...), "--store-key", reference.DefaultStoreKey, "--only", "STA-*,PUR-17", "--out", folder,
		}, nil, &out, &errs)
		require.Equal(t, c.code, code, out.String()+errs.String())
		content, err := os.ReadFile(filepath.Join(folder, "results.json"))
		require.NoError(t, err)
		var run result.Run
		require.NoError(t, json.Unmarshal(content, &run))
		var failed []string
		for _, q := range run.Requirements {
			if q.Outcome == result.Failed {
				failed = append(failed, q.ID)
			}
		}
		require.Equal(t, c.failed, failed)
	}
}
