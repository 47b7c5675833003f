package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/cli/terminal"
	"github.com/credit-partner/assay/internal/cli/traffic"
	serverfaults "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/serve"
	"github.com/credit-partner/assay/internal/spec"
)

// sandboxFlags are the flags of `assay sandbox`.
type sandboxFlags struct {
	listen     string
	production bool
	requireOTP bool
	faults     []string
	allow      serve.Allow
}

func newSandbox(c console) *cobra.Command {
	f := &sandboxFlags{}
	cmd := &cobra.Command{
		Use:   "sandbox",
		Short: "Serve the reference, for development",
		Long: `sandbox serves the embedded reference until you interrupt it. If ASSAY_TOKEN is
set, it is the access token. Programs may call the sandbox by its own address.
Allow web pages of another origin, and other host names, with flags.`,
		Example: "  assay sandbox --listen 127.0.0.1:8080\n  assay sandbox --fault update-purchases-not-stored",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), c) },
	}
	cmd.Flags().StringVar(&f.listen, "listen", "127.0.0.1:8080", "address to listen on")
	cmd.Flags().BoolVar(&f.production, "production-otp", false, "answer send OTP in the production form, and print the OTP here")
	cmd.Flags().BoolVar(&f.requireOTP, "require-otp", false, "give a limit only to customers who verified an OTP")
	cmd.Flags().StringSliceVar(&f.faults, "fault", nil, "plant a `fault` of assay prove --list, to see the suite find it; repeat it for several")
	traffic.AddAllow(cmd.Flags(), &f.allow)
	return cmd
}

func (f *sandboxFlags) run(ctx context.Context, c console) error {
	options := reference.Options{Token: traffic.Token(), ProductionOTP: f.production, RequireOTP: f.requireOTP}
	if f.production {
		options.Sent = otpPrinter(c.out)
	}
	handler, err := f.handler(options)
	if err != nil {
		return err
	}
	served, err := serve.Guarded(ctx, f.listen, handler, f.allow)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	if err := introduce(c.out, served.Address, traffic.TokenHint()); err != nil {
		return err
	}
	if err := traffic.Expose(c.out, served, "use this sandbox with its token, and read OTPs; all its customers are invented"); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		served.Stop()
		_, err := fmt.Fprintln(c.out, "stopped")
		return err
	case err := <-served.Failed:
		if errors.Is(err, http.ErrServerClosed) {
			return nil
		}
		return fmt.Errorf("serve on %s: %w", served.Address, err)
	}
}

// otpPrinter returns a function that prints every OTP, as the phone would show it.
func otpPrinter(w io.Writer) func(phone, otp string) {
	var mu sync.Mutex
	return func(phone, otp string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(w, "OTP for %s: %s\n", terminal.InLine(phone), otp)
	}
}

// handler returns the reference, or a build of it with the planted faults.
func (f *sandboxFlags) handler(o reference.Options) (http.Handler, error) {
	if len(f.faults) == 0 {
		return reference.New(o), nil
	}
	build, err := serverfaults.Handler(o, f.faults)
	if err != nil {
		return nil, fmt.Errorf("--fault %w", err)
	}
	return build, nil
}

// introduce prints how to call the sandbox. The printed commands work without a change.
func introduce(w io.Writer, address, token string) error {
	customer := reference.TestCustomers()[0]
	_, err := fmt.Fprintf(w, `The sandbox serves http://%[1]s until you press Ctrl-C.

Access token  %[2]s
Store key     %[3]s
A customer    %[4]s, phone %[5]s, id number %[6]s

Send an OTP:
  curl -sS http://%[1]s%[7]s -H "Authorization: Bearer %[2]s" -H 'Content-Type: application/json' -d '{"phone_number":"%[5]s","id_number":"%[6]s"}'

Fetch a credit limit:
  curl -sS http://%[1]s%[8]s -H "Authorization: Bearer %[2]s"

Buy something:
  curl -sS http://%[1]s%[9]s -H "Authorization: Bearer %[2]s" -H 'Content-Type: application/json' -d '{"customer_id":"%[4]s","order_id":1001,"items":[{"item_type":"phone","item_brand":"Kilele","store_key":"%[3]s","delivery_option":"customer_store_pickup","preferred_option":"pick_up","item_description":"64 GB","facility_plan":"provider_regular_plan","item_code":"K-1","item_value":1500}]}'

Look up a customer:
  curl -sS http://%[1]s%[10]s -H "Authorization: Bearer %[2]s" -H 'Content-Type: application/json' -H 'Noncestr: 1' -H 'Timestamp: 1' -H 'Sign: 1' -d '{"queryFieldEnum":"mobile","value":"%[5]s"}'

Certify it:
  ASSAY_TOKEN="%[2]s" assay server --base-url http://%[1]s --store-key %[3]s
`, address, token, reference.DefaultStoreKey, customer.CustomerID, customer.PhoneNumber, customer.IDNumber,
		spec.Of(spec.SendOTP).Path, spec.Of(spec.FetchLimit).At(customer.CustomerID), spec.Of(spec.CreatePurchases).Path, spec.Of(spec.CustomerLookup).Path)
	return err
}
