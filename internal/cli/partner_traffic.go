package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// fromFiles has the traffic read from HAR files, one after the other. That they
// can be opened is seen at once; the rest streams.
func (f *partnerFlags) fromFiles(o *certify.PartnerOptions) error {
	for _, name := range f.har {
		info, err := os.Stat(name)
		if err != nil {
			return fmt.Errorf("--har: %w", err)
		}
		if info.IsDir() {
			return fmt.Errorf("--har %s: it is a folder", name)
		}
	}
	o.Cut = true
	o.Notes = append(o.Notes, "recorded elsewhere: "+strings.Join(f.har, ", ")+"; exchanges.har contains the part that is evidence")
	o.Traffic = func(ctx context.Context, each func(*recording.Exchange) error) error {
		for _, name := range f.har {
			if err := readFile(ctx, name, each); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	}
	return nil
}

func readFile(ctx context.Context, name string, each func(*recording.Exchange) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return recording.ReadHAR(ctx, file, each)
}

// fromCommand runs the partner's own command against a fresh sandbox, and with
// --dialects all once more for every other form of the answers.
func (f *partnerFlags) fromCommand(ctx context.Context, c console, args []string, o *certify.PartnerOptions) error {
	return certify.RunPartner(ctx, certify.RunOptions{
		Token: token(), Strict: f.strict, AllForms: f.dialects == allDialects,
		Again: func(form string) { fmt.Fprintf(c.err, "Again, with responses in the form %s:\n", form) },
	}, func(ctx context.Context, at certify.Env) (certify.Exit, error) {
		return f.runCommand(ctx, c, args, at)
	}, o)
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

// otpFrom reads an OTP from where the sandbox tells it; "" when there is none.
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
