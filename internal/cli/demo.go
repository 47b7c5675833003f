package cli

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/reference"
)

func newDemo(c console) *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Certify the embedded reference: the two-minute tour",
		Long: `demo starts the embedded reference on a free port of this machine, certifies it
as any other server build, and writes the report.`,
		Example: "  assay demo\n  assay demo --only section:3 --out /tmp/report",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return f.demo(cmd.Context(), c) },
	}
	f.add(cmd.Flags())
	return cmd
}

func (f *runFlags) demo(ctx context.Context, c console) error {
	if err := f.settle(); err != nil {
		return err
	}
	served, err := serve(ctx, "127.0.0.1:0", reference.New(reference.Options{}))
	if err != nil {
		return err
	}
	defer served.close()
	return f.certifyServer(ctx, c, certify.Options{
		BaseURL: "http://" + served.address, Build: "assay reference " + certify.Version(),
		Token: client.StaticToken(reference.DefaultToken), Secrets: []string{reference.DefaultToken},
		StoreKey: reference.DefaultStoreKey,
	})
}

// served is a handler that listens on this machine.
type served struct {
	address string
	server  *http.Server
	failed  chan error
}

// serve listens and serves until stop. The address it listens on may differ
// from the one asked for: port 0 asks for any free one.
func serve(ctx context.Context, address string, handler http.Handler) (*served, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", address, err)
	}
	s := &served{
		address: listener.Addr().String(),
		server:  &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute},
		failed:  make(chan error, 1),
	}
	go func() { s.failed <- s.server.Serve(listener) }()
	return s, nil
}

// stop lets requests that are under way end, for a moment, and then closes.
func (s *served) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := s.server.Shutdown(ctx); err != nil {
		s.close()
	}
}

// close ends the server at once: nothing is left to be saved.
func (s *served) close() { _ = s.server.Close() }
