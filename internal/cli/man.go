package cli

import (
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/credit-partner/assay/internal/certify"
)

// newMan makes the command for people who package assay. The help does not show it to users.
func newMan(c console) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:     "man --dir DIR",
		Short:   "Write a manual page for each command",
		Example: "  assay man --dir /usr/local/share/man/man1",
		Hidden:  true,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return manPages(c, cmd.Root(), dir) },
	}
	cmd.Flags().StringVar(&dir, "dir", "", "folder for the pages")
	return cmd
}

func manPages(c console, root *cobra.Command, dir string) error {
	if dir == "" {
		return fmt.Errorf("--dir is missing: set the folder for the manual pages")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("manual pages: %w", err)
	}
	root.DisableAutoGenTag = true // without this, every page has a line with the date of the build
	header := &doc.GenManHeader{Section: "1", Source: "assay " + certify.Version(), Manual: "assay", Date: commitTime()}
	if err := doc.GenManTree(root, header, dir); err != nil {
		return fmt.Errorf("manual pages: %w", err)
	}
	_, err := fmt.Fprintf(c.out, "Manual pages: %s\n", dir)
	return err
}

// commitTime returns the time of the commit that this program was built from, so that one commit
// always gives the same pages. It is nil if the time is unknown. The pages then have the date of
// $SOURCE_DATE_EPOCH, or today's date.
func commitTime() *time.Time {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			if when, err := time.Parse(time.RFC3339, s.Value); err == nil {
				return &when
			}
		}
	}
	return nil
}
