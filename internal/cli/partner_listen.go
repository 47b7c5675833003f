package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/rehearse"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/serve"
	"github.com/credit-partner/assay/internal/suite"
)

// fromListening serves a sandbox until Ctrl-C, the end of --for, or until all in
// scope was seen.
func (f *partnerFlags) fromListening(ctx context.Context, c console, plan *suite.Plan, o *certify.PartnerOptions) error {
	if f.wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.wait)
		defer cancel()
	}
	log, view := &recording.Log{}, newView(c.err, plan.Scope)
	behind, err := f.behind(log, view)
	if err != nil {
		return err
	}
	served, err := serve.On(ctx, f.listen, behind)
	if err != nil {
		return err
	}
	defer served.Stop()
	if err := f.invite(c.err, served.Address); err != nil {
		return err
	}
	view.open()
	defer view.close()
	select {
	case <-ctx.Done():
	case <-view.all:
		view.close()
		fmt.Fprintln(c.err, "All in scope was seen.")
	case err := <-served.Failed:
		if !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve on %s: %w", served.Address, err)
		}
	}
	if f.upstream == "" {
		rehearse.Live(o, log, rehearse.At(served.Address, token()))
		return nil
	}
	o.Log, o.Traffic, o.BaseURL, o.Secrets = log, certify.Recorded(log), f.upstream, view.tokens()
	return nil
}

// behind is what answers: a sandbox, or a real service by way of a proxy.
func (f *partnerFlags) behind(log *recording.Log, v *view) (http.Handler, error) {
	if f.upstream == "" {
		return sandbox.New(sandbox.Options{Token: token(), Strict: f.strict, Log: log, Seen: v.see}), nil
	}
	target, err := url.Parse(f.upstream)
	if err != nil || target.Host == "" || (target.Scheme != "http" && target.Scheme != "https") {
		return nil, fmt.Errorf("--upstream %q: write it like https://host/prefix", f.upstream)
	}
	return &sandbox.Upstream{Target: target, Log: log, Seen: v.see}, nil
}

func (f *partnerFlags) invite(w io.Writer, address string) error {
	if f.upstream == "" {
		return invite(w, address)
	}
	_, err := fmt.Fprintf(w, "Point your store at http://%s; all of it goes on to %s, and is recorded. Ctrl-C ends it.\n", address, f.upstream)
	return err
}

func invite(w io.Writer, address string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Point your store at http://%s, and click it through. Ctrl-C ends it.\n\n  Access token  %s\n  Store key     %s\n",
		address, token(), reference.DefaultStoreKey)
	for _, customer := range reference.TestCustomers() {
		limit := "no limit"
		if customer.HasLimit {
			limit = "a limit"
		}
		fmt.Fprintf(&b, "  Customer      %s, phone %s, id number %s, %s\n", customer.CustomerID, customer.PhoneNumber, customer.IDNumber, limit)
	}
	_, err := fmt.Fprintln(w, b.String())
	return err
}
