package cli

import (
	_ "embed" // for the notices
	"io"

	"github.com/spf13/cobra"
)

// noticesText contains the licences of Go and of every module that is linked into the program.
// `.ci/notices` writes it.
//
//go:embed NOTICES.txt
var noticesText string

func newNotices(c console) *cobra.Command {
	return &cobra.Command{
		Use:   "notices",
		Short: "Print the licences of the linked modules",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(c.out, noticesText)
			return err
		},
	}
}
