package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/docs"
	partnerfaults "github.com/credit-partner/assay/internal/faults/partner"
	serverfaults "github.com/credit-partner/assay/internal/faults/server"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/serve"
)

func newDocs(c console) *cobra.Command {
	listen, out := "", ""
	cmd := &cobra.Command{
		Use:   "docs",
		Short: "Show the documentation in a browser, without a network",
		Long: `docs serves the documentation on this machine until you interrupt it: all pages,
one page for every requirement and every tolerance, and a search. It needs no
network. With --out, it writes the pages as Markdown files and ends.`,
		Example: "  assay docs\n  assay docs --listen 127.0.0.1:9000\n  assay docs --out /tmp/pages",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			pages, err := allPages()
			if err != nil {
				return err
			}
			if out != "" {
				return writePages(out, pages)
			}
			return servePages(cmd.Context(), c, listen, pages)
		},
	}
	cmd.Flags().StringVar(&listen, "listen", serve.Anywhere, "address to listen on, on this machine; port 0 is any free port")
	cmd.Flags().StringVar(&out, "out", "", "folder for the pages as Markdown files")
	return cmd
}

func allPages() ([]docs.Page, error) {
	server, err := certify.Ledger(result.ServerSide)
	if err != nil {
		return nil, err
	}
	partner, err := certify.Ledger(result.PartnerSide)
	if err != nil {
		return nil, err
	}
	return docs.Pages(docs.Sources{Server: server, Partner: partner, Faults: slices.Concat(serverfaults.Catalogue(), partnerfaults.Catalogue())})
}

func writePages(folder string, pages []docs.Page) error {
	for _, p := range pages {
		name := filepath.Join(folder, filepath.FromSlash(p.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
		if err := os.WriteFile(name, []byte(p.Markdown), 0o644); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	return nil
}

var errNotThisMachine = errors.New("--listen: the documentation is served to this machine only: write 127.0.0.1 and a port")

func servePages(ctx context.Context, c console, listen string, pages []docs.Page) error {
	handler, err := docs.Handler(pages)
	if err != nil {
		return err
	}
	served, err := serve.Guarded(ctx, listen, handler, serve.Allow{})
	if err != nil {
		return fmt.Errorf("--listen: %w", err)
	}
	if served.Exposed() {
		served.Close()
		return errNotThisMachine
	}
	if _, err := fmt.Fprintf(c.out, "Open http://%s in a browser. Press Ctrl-C to end.\n", served.Address); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		served.Stop()
		return nil
	case err := <-served.Failed:
		if errors.Is(err, http.ErrServerClosed) {
			return nil
		}
		return fmt.Errorf("serve on %s: %w", served.Address, err)
	}
}
