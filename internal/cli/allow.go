package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/serve"
)

// allowFlags say who may call what the program serves.
type allowFlags struct{ hosts, origins []string }

func (f *allowFlags) add(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.hosts, "allow-host", nil, "with --listen: another host name that requests may use, such as that of a container")
	flags.StringSliceVar(&f.origins, "allow-origin", nil, "with --listen: an origin whose web pages may call the sandbox, such as https://store.example")
}

func (f *allowFlags) of() serve.Allow { return serve.Allow{Hosts: f.hosts, Origins: f.origins} }

// expose says in a line what others can do where they can reach what is served.
func expose(w io.Writer, served *serve.Server, can string) error {
	if !served.Exposed() {
		return nil
	}
	_, err := fmt.Fprintf(w, "Everyone who can reach %s can %s.\n", served.Address, can)
	return err
}

// tokenHint is how the access token is told to who reads along: the token of the
// environment is a secret, that of the reference is not.
func tokenHint() string {
	if os.Getenv(tokenVariable) != "" {
		return "$" + tokenVariable
	}
	return token()
}
