package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/cli/options"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/files"
	"github.com/credit-partner/assay/internal/identity"
)

// identitiesFlags are the flags of `assay identities make`.
type identitiesFlags struct {
	config, country, out string
	count                int
	seed                 int64
}

func newIdentities(c console) *cobra.Command {
	cmd := &cobra.Command{Use: "identities", Short: "Make a list of test identities", Args: onlyCommands, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	f := &identitiesFlags{}
	create := &cobra.Command{
		Use:   "make",
		Short: "Write a list of test identities",
		Long: `make writes a list of invented people who are new to a target: as YAML or, if the name of
the file ends in .csv, as CSV. Their numbers have the usual form of the country, or the
form of identities.invented in the config.

The phone numbers may belong to real people. Use the list only if the target sends no
OTPs to phones, or change the numbers to your own phones.`,
		Example: "  assay identities make --country KE --count 160\n  assay server --base-url https://sandbox.example --identities identities.yaml",
		Args:    noArguments,
		RunE:    func(*cobra.Command, []string) error { return f.run(c) },
	}
	flags := create.Flags()
	flags.StringVar(&f.config, "config", "", "config with identities.invented (default: assay.yaml, if it exists)")
	flags.StringVar(&f.country, "country", "", "ISO 3166-1 code of the country: "+strings.Join(identity.Countries(), ", ")+"; for another country, set the forms in the config (default: that of the config, or KE)")
	flags.IntVar(&f.count, "count", 160, "number of people; all requirements need about 160")
	flags.StringVar(&f.out, "out", "identities.yaml", "file to write; it must not exist")
	flags.Int64Var(&f.seed, "seed", 0, "make the people of an earlier list again (default: random)")
	cmd.AddCommand(create)
	return cmd
}

func (f *identitiesFlags) run(c console) error {
	switch {
	case f.count < 1 || f.count > identity.MaxListed:
		return fmt.Errorf("--count %d: it is a number from 1 to %d", f.count, identity.MaxListed)
	case f.seed < 0:
		return fmt.Errorf("--seed %d: it is a positive number", f.seed)
	case f.seed == 0:
		f.seed = 1 + rand.Int64N(1<<31)
	}
	form, err := f.form()
	if err != nil {
		return err
	}
	var list bytes.Buffer
	if err := config.WriteNew(&list, f.out, entries(identity.List(form, f.seed, f.count))); err != nil {
		return err
	}
	if _, _, err := config.ParseIdentities(f.out, list.Bytes()); err != nil {
		return fmt.Errorf("these forms make no valid list: %w", err)
	}
	if err := files.WriteNew(f.out, list.Bytes()); err != nil {
		return fmt.Errorf("write a new list: %w", err)
	}
	_, err = fmt.Fprintf(c.out, `Wrote %d people (%s) to %s with seed %d.
They are made up, and their phone numbers may belong to somebody: use the list where no
OTP is sent to a phone.
Next: assay doctor --identities %s
`, f.count, form.Country, f.out, f.seed, f.out)
	return err
}

// form returns the form that the numbers of the people have.
func (f *identitiesFlags) form() (identity.Invented, error) {
	conf, err := options.LoadConfig(f.config)
	if err != nil {
		return identity.Invented{}, err
	}
	form := options.Invented(conf)
	if f.country != "" && f.country != form.Country {
		form = identity.Invented{Country: f.country, Letters: form.Letters} // the config has the number forms of another country
	}
	form.Country = cmp.Or(form.Country, "KE")
	form, err = form.Local()
	if err != nil {
		return form, fmt.Errorf("--country: %w", err)
	}
	return form, nil
}

// entries converts people to the entries of a config.
func entries(people []identity.Person) []config.Identity {
	var all []config.Identity
	for _, p := range people {
		all = append(all, config.Identity{
			FirstName: p.FirstName, LastName: p.LastName, IDNumber: p.IDNumber, PhoneNumber: p.Phone,
			Email: p.Email, DateOfBirth: p.Birth, CountryCode: p.Country,
		})
	}
	return all
}
