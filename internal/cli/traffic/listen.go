package traffic

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/terminal"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/serve"
	"github.com/credit-partner/assay/internal/suite"
)

// fromListening serves a sandbox or a proxy until Ctrl-C, the end of --for, or a line on the
// terminal. It does not end when every call was seen, because the store may send more.
func (s *Source) fromListening(ctx context.Context, in io.Reader, errs io.Writer, plan *suite.Plan, o *certify.PartnerOptions) error {
	if s.Wait > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Wait)
		defer cancel()
	}
	log := recording.NewTrafficLog()
	view, err := s.view(errs, plan, *o)
	if err != nil {
		return err
	}
	handler, err := s.handler(log, view, o)
	if err != nil {
		return err
	}
	served, err := serve.Guarded(ctx, s.Listen, handler, s.Allow)
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	defer served.Stop()
	if err := s.invite(errs, served); err != nil {
		return err
	}
	view.open()
	if err := listenUntil(ctx, in, served, view); err != nil {
		return err
	}
	o.NoTrafficReason = "no call came to http://" + served.Address
	o.NoteInvalid(served.Invalid())
	if s.Upstream == "" {
		certify.JudgeLive(o, log, certify.EnvAt(served.Address, Token()))
		return nil
	}
	o.Log, o.Traffic, o.BaseURL, o.Secrets = log, certify.Recorded(log), s.Upstream, view.tokens()
	return nil
}

// view makes the view that assay shows while somebody uses the store.
func (s *Source) view(errs io.Writer, plan *suite.Plan, o certify.PartnerOptions) (*view, error) {
	if s.Upstream == "" {
		o.Token, o.StoreKey, o.Customers = Token(), reference.DefaultStoreKey, sandbox.Customers()
	}
	watch, err := certify.NewLivePartner(plan, o)
	if err != nil {
		return nil, err
	}
	return newView(errs, plan.Scope, watch), nil
}

// listenUntil keeps the view up to date until the listening ends.
func listenUntil(ctx context.Context, in io.Reader, served *serve.Server, v *view) error {
	const pace = 500 * time.Millisecond
	tick := time.NewTicker(pace)
	defer tick.Stop()
	defer v.close()
	ended := endedByLine(in)
	for {
		select {
		case <-ctx.Done():
			return v.refresh(context.WithoutCancel(ctx))
		case <-ended:
			return v.refresh(ctx)
		case <-tick.C:
			if err := v.refresh(ctx); err != nil && ctx.Err() == nil {
				return err
			}
		case err := <-served.Failed:
			if !errors.Is(err, http.ErrServerClosed) {
				return fmt.Errorf("serve on %s: %w", served.Address, err)
			}
			return nil
		}
	}
}

// endedByLine returns a channel that a line on the terminal closes. If the input is a file or nil,
// the channel is nil and nothing closes it. The end of the input does not close it either. The
// goroutine that reads goes on until the program ends.
func endedByLine(in io.Reader) <-chan struct{} {
	file, isFile := in.(*os.File)
	if in == nil || (isFile && !terminal.Is(file)) {
		return nil
	}
	terminal.IgnoreStop()
	line := make(chan struct{})
	go func() {
		if _, err := bufio.NewReader(in).ReadString('\n'); err == nil {
			close(line)
		}
	}()
	return line
}

// handler returns the handler that answers: a sandbox, or a proxy to a real service.
func (s *Source) handler(log *recording.Log, v *view, o *certify.PartnerOptions) (http.Handler, error) {
	if s.Upstream == "" {
		return certify.Sandbox(sandbox.Options{Token: Token(), Strict: s.Strict, Log: log, Seen: v.see}, o.Settings)
	}
	base, err := client.ParseBase("--upstream", s.Upstream)
	if err != nil {
		return nil, err
	}
	target, err := url.Parse(base)
	if err != nil {
		return nil, errors.New("--upstream: it is not a URL; write it as https://host/prefix") // err contains the URL
	}
	return &sandbox.Upstream{Target: target, Log: log, Seen: v.see}, nil
}

// invite prints how to connect the store, and what others can do with the open address.
func (s *Source) invite(w io.Writer, served *serve.Server) error {
	if s.Upstream == "" {
		return errors.Join(invite(w, served.Address),
			Expose(w, served, "send requests with the token of this sandbox, which assay records and judges as your store's, and read its OTPs"))
	}
	_, err := fmt.Fprintf(w, "Point your store at http://%s. assay forwards everything to %s and records it. Press Enter or Ctrl-C to end.\n", served.Address, s.Upstream)
	return errors.Join(err, Expose(w, served, "call "+s.Upstream+" through it, in the name of this machine, and is recorded and judged as your store"))
}

func invite(w io.Writer, address string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Point your store at http://%s and use it. Press Enter or Ctrl-C to end and judge the traffic.\n\n  Access token  %s\n  Store key     %s\n",
		address, TokenHint(), reference.DefaultStoreKey)
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
