package cli_test

import (
	"bytes"
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/cli"
	"github.com/credit-partner/assay/internal/reference"
)

// TestALivePair runs the sample partner against servers: it works with the reference,
// and not with one that wants an OTP for each purchase. Both sides are judged.
func TestALivePair(t *testing.T) {
	t.Setenv("ASSAY_TOKEN", "a-token-of-the-service-0042")
	t.Setenv("ASSAY_STORE_KEY", reference.DefaultStoreKey)
	for name, c := range map[string]struct {
		options reference.Options
		exit    int
	}{
		"works":         {reference.Options{}, cli.ExitConformant},
		"does not work": {reference.Options{RequireOTPPerPurchase: true}, cli.ExitNonConformant},
	} {
		c.options.Token = os.Getenv("ASSAY_TOKEN")
		service := httptest.NewServer(reference.New(c.options))
		out := t.TempDir()
		var told, errs bytes.Buffer
		code := cli.Run(context.Background(), []string{"pair", "--live", service.URL, "--out", out, "--", "assay", "sample-partner"}, nil, &told, &errs)
		service.Close()
		require.Equal(t, c.exit, code, "%s: %s%s", name, told.String(), errs.String())
		for _, report := range []string{"results.json", "server/results.json"} {
			written, err := os.ReadFile(filepath.Join(out, report))
			require.NoError(t, err, name)
			require.NotContains(t, string(written), c.options.Token)
		}
		require.NotContains(t, told.String()+errs.String(), c.options.Token)
	}
}
