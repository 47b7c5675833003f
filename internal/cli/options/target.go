package options

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/credentials"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/reference"
)

// Target says which server build assay tests, and how to call it.
type Target struct {
	BaseURL, LookupBaseURL string
	Build, StoreKey        string
	UserAgent              string
	Identities             string // the file of the people that the target knows
	Generate               bool   // invent customers, even if the target is not on this machine
	CleanUp                bool   // cancel all purchases at the end
}

// ErrNoTarget says that no flag and no config names the target.
var ErrNoTarget = errors.New("no target: set --base-url; to try assay without a target, run `assay demo`")

// AddFlags adds the flags that name the target and its customers.
func (t *Target) AddFlags(flags *pflag.FlagSet) {
	flags.StringVar(&t.BaseURL, "base-url", "", "base address of the build, such as https://sandbox.example")
	flags.StringVar(&t.LookupBaseURL, "lookup-base-url", "", "base address of the customer lookup, if it differs")
	flags.StringVar(&t.StoreKey, "store-key", "", "your store key (default: that of the sandbox)")
	flags.StringVar(&t.UserAgent, "user-agent", "", "User-Agent of the requests (default: assay and its version)")
	flags.StringVar(&t.Identities, "identities", "", "file of test identities, YAML or CSV, in place of those in the config")
	flags.BoolVar(&t.Generate, "generate-identities", false, "invent customers, although the target is not on this machine")
}

// AddBuild adds --build, a flag that only commands with a report need.
func (t *Target) AddBuild(flags *pflag.FlagSet) {
	flags.StringVar(&t.Build, "build", "", "name of the build, for the report: \"payments 3.4.1\"")
}

// Options turns flags and config into the options of a run. It refuses every value that it knows
// to be wrong, before assay sends a request to the target.
func (t *Target) Options(ctx context.Context, conf *config.Config, run *Run, prompt Prompt) (certify.Options, error) {
	o := certify.Options{
		BaseURL: t.BaseURL, LookupBaseURL: t.LookupBaseURL, Build: t.Build, UserAgent: t.UserAgent, StoreKey: t.StoreKey, CleanUp: t.CleanUp,
		Rate: conf.Limits.Rate.PerSecond(), MaxBody: conf.Limits.MaxBody,
		Redactor: redact.New(redact.Options{FullEvidence: run.FullEvidence()}),
	}
	if t.BaseURL == "" {
		return o, ErrNoTarget
	}
	if _, err := client.New(client.Config{BaseURL: t.BaseURL, LookupBaseURL: t.LookupBaseURL}); err != nil {
		return o, fmt.Errorf("--base-url: %w", err)
	}
	if strings.ContainsFunc(t.UserAgent, func(r rune) bool { return r < ' ' || r > '~' }) {
		return o, fmt.Errorf("--user-agent %q: a header may contain printable ASCII only", t.UserAgent)
	}
	transport, err := credentials.Transport(conf.TLS)
	if err != nil {
		return o, err
	}
	o.Transport = transport
	if err := credentialsOf(conf, prompt, &o); err != nil {
		return o, err
	}
	if o.Identities, err = t.People(conf, run.Shard); err != nil {
		return o, err
	}
	o.Invented = Invented(conf)
	if o.StoreKey == "" {
		o.StoreKey = reference.DefaultStoreKey
		o.Notes = append(o.Notes, "no store key is configured: assay sent the store key of the sandbox, "+o.StoreKey)
	}
	if conf.TLS.InsecureSkipVerify {
		o.Notes = append(o.Notes, "assay did not verify the TLS certificate of the target: tls.insecure_skip_verify is set")
	}
	if _, err := o.Token.Token(ctx); err != nil {
		return o, errors.New(o.Redactor.Prose(err.Error()))
	}
	return o, nil
}
