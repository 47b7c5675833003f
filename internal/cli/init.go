package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/cli/options"
	"github.com/credit-partner/assay/internal/cli/terminal"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/schemas"
)

// initFlags are the flags of `assay init`.
type initFlags struct {
	out    string
	force  bool
	values config.Values
}

func newInit(c console) *cobra.Command {
	f := &initFlags{}
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a commented assay.yaml",
		Long: `init writes a config with a comment for every setting. Beside the config it writes
the JSON Schema that an editor uses to complete and check it. On a terminal, init
asks for the settings that no flag gives.`,
		Example: "  assay init\n  assay init --base-url https://sandbox.example --store-key MY-STORE",
		Args:    noArguments,
		RunE:    func(*cobra.Command, []string) error { return f.run(c) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.out, "out", options.DefaultConfig, "file to write")
	flags.BoolVar(&f.force, "force", false, "overwrite an existing file")
	flags.StringVar(&f.values.BaseURL, "base-url", "", "base address of the build")
	flags.StringVar(&f.values.LookupBaseURL, "lookup-base-url", "", "base address of the customer lookup, if it differs")
	flags.StringVar(&f.values.Build, "build", "", "name of the build, for the report")
	flags.StringVar(&f.values.StoreKey, "store-key", "", "your store key")
	flags.StringVar(&f.values.TokenEnv, "token-env", options.TokenVariable, "environment variable that holds the access token")
	flags.StringSliceVar(&f.values.Scope, "scope", nil, "capabilities to certify (default all)")
	flags.BoolVar(&f.values.Generate, "generate-identities", false, "invent customers, although the target is not on this machine")
	return cmd
}

func (f *initFlags) run(c console) error {
	if _, err := os.Lstat(f.out); err == nil && !f.force {
		return fmt.Errorf("%s exists: set --force to overwrite it, or --out to choose another name", f.out)
	}
	if in, ok := c.in.(*os.File); ok && terminal.Is(in) {
		if err := f.ask(c); err != nil {
			return err
		}
	}
	text := config.Template(f.values)
	if _, err := config.Parse(f.out, []byte(text)); err != nil {
		return fmt.Errorf("these settings do not make a valid config: %w", err)
	}
	schema, err := schemas.Published(config.SchemaFile)
	if err != nil {
		return err
	}
	beside := filepath.Join(filepath.Dir(f.out), config.SchemaFile)
	if err := errors.Join(os.WriteFile(beside, schema, 0o644), os.WriteFile(f.out, []byte(text), 0o644)); err != nil {
		return fmt.Errorf("write the config: %w", err)
	}
	_, err = fmt.Fprintf(c.out, "Wrote %s and %s.\nNext: put the access token into $%s, then run `assay doctor`.\n", f.out, beside, f.values.TokenEnv)
	return err
}

// ask asks for every value that no flag has given. An empty answer leaves the value unset.
func (f *initFlags) ask(c console) error {
	lines := bufio.NewScanner(c.in)
	for _, q := range []struct {
		question string
		value    *string
	}{
		{"Base address of the build", &f.values.BaseURL},
		{"Name of the build, for the report", &f.values.Build},
		{"Your store key", &f.values.StoreKey},
	} {
		if *q.value != "" {
			continue
		}
		if _, err := fmt.Fprintf(c.out, "%s: ", q.question); err != nil {
			return err
		}
		if !lines.Scan() {
			return errors.Join(errors.New("the answers ended early"), lines.Err())
		}
		*q.value = strings.TrimSpace(lines.Text())
	}
	return nil
}
