package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/samplepartner"
)

func newSamplePartner(c console) *cobra.Command {
	return &cobra.Command{
		Use:   "sample-partner",
		Short: "Run a small example store, to try assay partner",
		Long: `sample-partner acts as a small store: it serves a few customers with the service
at ASSAY_BASE_URL, with ASSAY_TOKEN and ASSAY_STORE_KEY, and ends. Use it as an
example of an integration, or to try assay partner.`,
		Example: "  assay partner -- assay sample-partner",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return samplePartner(cmd.Context(), c) },
	}
}

func samplePartner(ctx context.Context, c console) error {
	store := samplepartner.Store{BaseURL: os.Getenv("ASSAY_BASE_URL"), Token: os.Getenv("ASSAY_TOKEN"), StoreKey: os.Getenv("ASSAY_STORE_KEY")}
	if where := os.Getenv("ASSAY_OTP_URL"); where != "" {
		store.ReadOTP = func(phone string) string { return otpFrom(ctx, where, phone) }
	}
	if store.BaseURL == "" || store.Token == "" || store.StoreKey == "" {
		return errors.New("ASSAY_BASE_URL, ASSAY_TOKEN and ASSAY_STORE_KEY must be set; `assay partner -- assay sample-partner` sets them")
	}
	if err := store.Run(ctx); err != nil {
		fmt.Fprintf(c.err, "The store had a problem:\n%v\n", err)
		return exit(ExitNonConformant)
	}
	_, err := fmt.Fprintln(c.out, "The store served all customers.")
	return err
}

// otpFrom reads an OTP from the address at which the sandbox shows it. It returns "" if there is
// none.
func otpFrom(ctx context.Context, where, phone string) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, where+"?phone_number="+url.QueryEscape(phone), nil)
	if err != nil {
		return ""
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	otp, err := io.ReadAll(io.LimitReader(answer.Body, 64))
	if err != nil {
		return ""
	}
	return string(otp)
}
