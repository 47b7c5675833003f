package traffic

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/cli/options"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/serve"
)

// AddAllow adds the flags that say who may call what the program serves.
func AddAllow(flags *pflag.FlagSet, allow *serve.Allow) {
	flags.StringSliceVar(&allow.Hosts, "allow-host", nil, "with --listen: another host name that requests may use, such as that of a container")
	flags.StringSliceVar(&allow.Origins, "allow-origin", nil, "with --listen: an origin whose web pages may call the sandbox, such as https://store.example")
}

// Expose says in a line what others can do where they can reach what is served.
func Expose(w io.Writer, served *serve.Server, can string) error {
	if !served.Exposed() {
		return nil
	}
	_, err := fmt.Fprintf(w, "Everyone who can reach %s can %s.\n", served.Address, can)
	return err
}

// Token is the access token that a partner is given.
func Token() string {
	if t := os.Getenv(options.TokenVariable); t != "" {
		return t
	}
	return reference.DefaultToken
}

// TokenHint is how the access token is told to who reads along: the token of the
// environment is a secret, that of the reference is not.
func TokenHint() string {
	if os.Getenv(options.TokenVariable) != "" {
		return "$" + options.TokenVariable
	}
	return Token()
}
