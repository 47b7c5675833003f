package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/credentials"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/reference"
)

// defaultConfig is read where no --config is given, if it is there.
const defaultConfig = "assay.yaml"

// loadConfig reads the config that a flag names, or the default one if there is
// one. Without either it gives an empty config.
func loadConfig(path string) (*config.Config, error) {
	if path != "" {
		return config.Load(path)
	}
	conf, err := config.Load(defaultConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return &config.Config{}, nil
	}
	return conf, err
}

// merge fills in from the config what no flag has set: flags come first.
func (f *serverFlags) merge(flags *pflag.FlagSet, conf *config.Config) {
	set := func(name string, value string, to *string) {
		if !flags.Changed(name) && value != "" {
			*to = value
		}
	}
	set("base-url", conf.Target.BaseURL, &f.baseURL)
	set("build", conf.Target.Build, &f.build)
	set("lookup-base-url", conf.Lookup.BaseURL, &f.lookupBaseURL)
	set("store-key", conf.StoreKey, &f.storeKey)
	set("user-agent", conf.Target.UserAgent, &f.userAgent)
	if !flags.Changed("scope") {
		f.scope = conf.Scope
	}
	for id, reading := range conf.Tolerances {
		f.tolerances = append([]string{id + "=" + reading}, f.tolerances...) // a flag comes later, and wins
	}
	f.generate = f.generate || conf.Identities.Generate
	set("deviations", conf.Deviations, &f.deviations)
	if !flags.Changed("clean-up") {
		f.cleanUp = !client.Loopback(f.baseURL)
	}
	if conf.FullEvidence && !flags.Changed("evidence") {
		f.evidence = "full"
	}
	f.mergeLimits(flags, conf.Limits)
}

func (f *serverFlags) mergeLimits(flags *pflag.FlagSet, limits config.Limits) {
	if !flags.Changed("concurrency") && limits.Concurrency > 0 {
		f.concurrency = limits.Concurrency
	}
	if !flags.Changed("strength") && limits.Strength > 0 {
		f.strength = strength(limits.Strength)
	}
	if !flags.Changed("timeout") && limits.Timeout > 0 {
		f.timeout = limits.Timeout
	}
	if !flags.Changed("deadline") && limits.Deadline > 0 {
		f.deadline = limits.Deadline
	}
}

// options turns flags and config into the options of a run. Everything that can
// be known to be wrong is refused here, before anything is sent.
func (f *serverFlags) options(ctx context.Context, c console, conf *config.Config) (certify.Options, error) {
	o := certify.Options{
		BaseURL: f.baseURL, LookupBaseURL: f.lookupBaseURL, Build: f.build, UserAgent: f.userAgent, StoreKey: f.storeKey, CleanUp: f.cleanUp,
		Rate: conf.Limits.Rate.PerSecond(), MaxBody: conf.Limits.MaxBody,
		Redactor: redact.New(redact.Options{FullEvidence: f.evidence == "full"}),
	}
	if f.baseURL == "" {
		return o, errNoTarget
	}
	if _, err := client.New(client.Config{BaseURL: f.baseURL, LookupBaseURL: f.lookupBaseURL}); err != nil {
		return o, fmt.Errorf("--base-url: %w", err)
	}
	if strings.ContainsFunc(f.userAgent, func(r rune) bool { return r < ' ' || r > '~' }) {
		return o, fmt.Errorf("--user-agent %q: a header may contain printable ASCII only", f.userAgent)
	}
	transport, err := credentials.Transport(conf.TLS)
	if err != nil {
		return o, err
	}
	o.Transport = transport
	if err := f.credentials(c, conf, &o); err != nil {
		return o, err
	}
	if o.Identities, err = f.people(conf); err != nil {
		return o, err
	}
	o.Invented = invented(conf)
	if o.StoreKey == "" {
		o.StoreKey = reference.DefaultStoreKey
		o.Notes = append(o.Notes, "no store key is configured: assay sent the store key of the sandbox, "+o.StoreKey)
	}
	if conf.TLS.InsecureSkipVerify {
		o.Notes = append(o.Notes, "assay did not verify the TLS certificate of the target: tls.insecure_skip_verify is set")
	}
	if _, err := o.Token.Token(ctx); err != nil {
		return o, errors.New(o.Redactor.Text(err.Error()))
	}
	return o, nil
}

var errNobody = errors.New(`the target is not on this machine. Invented customers may have the phone numbers of
real people, who would then receive OTPs. List test identities in the config
(identities.existing, identities.new). If the target sends no OTPs to phones, set
--generate-identities`)

// people are whom the suite may pretend to be: those listed or, for a target on
// this machine or with leave, invented ones.
func (f *serverFlags) people(conf *config.Config) (*identity.Identities, error) {
	existing, fresh, err := conf.Identities.Listed(f.identities)
	if err != nil {
		return nil, err
	}
	if len(fresh)+len(existing) == 0 {
		if f.generate || client.Loopback(f.baseURL) {
			return nil, nil
		}
		return nil, errNobody
	}
	if f.generate && len(fresh) > 0 {
		return nil, errors.New("--generate-identities: new people are already listed; remove one of the two")
	}
	return f.shard.share(&identity.Identities{
		New: persons(fresh), Existing: persons(existing), Invent: f.generate,
	})
}

// invented is the form of those whom the suite invents.
func invented(conf *config.Config) identity.Invented {
	form := conf.Identities.Invented
	return identity.Invented{IDNumber: form.IDNumber, Phone: form.PhoneNumber, Country: form.CountryCode, Letters: form.Names}
}

func persons(listed []config.Identity) []identity.Person {
	var all []identity.Person
	for _, p := range listed {
		all = append(all, identity.Person{
			FirstName: p.FirstName, LastName: p.LastName, IDNumber: p.IDNumber, Email: p.Email,
			Phone: p.PhoneNumber, Birth: p.DateOfBirth, Country: p.CountryCode, Kind: p.Kind, HasLimit: p.HasLimit,
		})
	}
	return all
}
