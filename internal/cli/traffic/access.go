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

// AddAllow adds the flags that say which hosts and web pages may call the server of assay.
func AddAllow(flags *pflag.FlagSet, allow *serve.Allow) {
	flags.StringSliceVar(&allow.Hosts, "allow-host", nil, "with --listen: another host name that requests may use, such as that of a container")
	flags.StringSliceVar(&allow.Origins, "allow-origin", nil, "with --listen: an origin whose web pages may call the sandbox, such as https://store.example")
}

// Expose prints what others can do if they can reach the server. It prints nothing if only this
// machine can reach it.
func Expose(w io.Writer, served *serve.Server, can string) error {
	if !served.Exposed() {
		return nil
	}
	_, err := fmt.Fprintf(w, "Everyone who can reach %s can %s.\n", served.Address, can)
	return err
}

// Token returns the access token for the partner build: that of the environment, or that of the
// reference.
func Token() string {
	if t := os.Getenv(options.TokenVariable); t != "" {
		return t
	}
	return reference.DefaultToken
}

// TokenHint returns the text that assay prints for the access token. A token from the environment
// is a secret, so TokenHint returns the name of its variable. The token of the reference is no
// secret.
func TokenHint() string {
	if os.Getenv(options.TokenVariable) != "" {
		return "$" + options.TokenVariable
	}
	return Token()
}
