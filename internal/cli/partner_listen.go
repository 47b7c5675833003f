package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/steps"
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
	served, err := serve(ctx, f.listen, behind)
	if err != nil {
		return err
	}
	defer served.stop()
	if err := f.invite(c.err, served.address); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
	case <-view.all:
		fmt.Fprintln(c.err, "All in scope was seen.")
	case err := <-served.failed:
		if !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve on %s: %w", served.address, err)
		}
	}
	if f.upstream == "" {
		f.live(o, log, served.address)
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

// view tells on the terminal what was seen, and what is still missing.
type view struct {
	mu      sync.Mutex
	out     io.Writer
	missing []string // endpoints
	bearers map[string]bool
	all     chan struct{}
}

func newView(out io.Writer, scope []string) *view {
	v := &view{out: out, all: make(chan struct{}), bearers: make(map[string]bool)}
	for _, endpoint := range steps.Endpoints() {
		if slices.Contains(scope, certify.CapabilityOf(endpoint)) {
			v.missing = append(v.missing, endpoint)
		}
	}
	return v
}

// see is told of every exchange, by many at once.
func (v *view) see(x *recording.Exchange) {
	endpoint := steps.EndpointOf(x)
	v.mu.Lock()
	defer v.mu.Unlock()
	_, bearer, _ := strings.Cut(x.Request.Header.Get("Authorization"), " ")
	v.bearers[strings.TrimSpace(bearer)] = true
	at := slices.Index(v.missing, endpoint)
	if at < 0 {
		return
	}
	v.missing = slices.Delete(v.missing, at, at+1)
	fmt.Fprintf(v.out, "seen %s; %s\n", steps.Title(endpoint), v.left())
	if len(v.missing) == 0 {
		close(v.all)
	}
}

// tokens are the credentials that were seen: to be cut out of all that is
// written.
func (v *view) tokens() []string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Collect(maps.Keys(v.bearers))
}

// left lists what is still missing, by capability.
func (v *view) left() string {
	if len(v.missing) == 0 {
		return "nothing is missing"
	}
	byScope := make(map[string][]string)
	for _, endpoint := range v.missing {
		scope := certify.CapabilityOf(endpoint)
		byScope[scope] = append(byScope[scope], endpoint)
	}
	var parts []string
	for _, scope := range suite.Scopes {
		if names := byScope[scope]; len(names) > 0 {
			parts = append(parts, scope+" "+strings.Join(names, ", "))
		}
	}
	return "still missing: " + strings.Join(parts, "; ")
}
