package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/openapi"
	"github.com/credit-partner/assay/internal/visible"
)

func newOpenAPI(c console) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "openapi",
		Short: "Write the service as an OpenAPI 3.1 document",
		Long: `openapi writes an OpenAPI 3.1 document of the service, made from the schemas that
assay uses to certify builds. Where the specification contradicts itself, an anyOf
lists every documented reading. The document adds nothing to the specification.`,
		Example: "  assay openapi > openapi.yaml\n  assay openapi --format json",
		Args:    noArguments,
		RunE:    func(*cobra.Command, []string) error { return writeOpenAPI(c, format) },
	}
	cmd.Flags().StringVar(&format, "format", "yaml", "yaml or json")
	return cmd
}

func writeOpenAPI(c console, format string) error {
	document, err := openapi.Build()
	if err != nil {
		return err
	}
	switch format {
	case "yaml":
		return document.WriteYAML(c.out)
	case "json":
		return document.WriteJSON(visible.JSON(c.out))
	}
	return fmt.Errorf("--format %q: it is yaml or json", format)
}
