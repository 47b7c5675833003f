package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/cli/notices"
)

func newNotices(c console) *cobra.Command {
	return &cobra.Command{
		Use:   "notices",
		Short: "Print the licences of the linked modules",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(c.out, notices.Text)
			return err
		},
	}
}
