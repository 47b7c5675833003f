package options

import (
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/result"
)

// DefaultConfig is the file that assay reads if --config is not given and the file exists.
const DefaultConfig = "assay.yaml"

// LoadConfig reads the config that a flag names, or the default config if it exists. Without
// either it returns an empty config.
func LoadConfig(path string) (*config.Config, error) {
	if path != "" {
		return config.Load(path)
	}
	conf, err := config.Load(DefaultConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return &config.Config{}, nil
	}
	return conf, err
}

// Merge takes from the config every value that no flag has set. Flags have priority.
func (t *Target) Merge(flags *pflag.FlagSet, conf *config.Config, run *Run) {
	set := func(name string, value string, to *string) {
		if !flags.Changed(name) && value != "" {
			*to = value
		}
	}
	set("base-url", conf.Target.BaseURL, &t.BaseURL)
	set("build", conf.Target.Build, &t.Build)
	set("lookup-base-url", conf.Lookup.BaseURL, &t.LookupBaseURL)
	set("store-key", conf.StoreKey, &t.StoreKey)
	set("user-agent", conf.Target.UserAgent, &t.UserAgent)
	if !flags.Changed("scope") {
		run.Scope = conf.Scope
	}
	for id, reading := range conf.Tolerances {
		run.Tolerances = append([]string{id + "=" + reading}, run.Tolerances...) // a later entry has priority, so the flags stay last
	}
	t.Generate = t.Generate || conf.Identities.Generate
	set("deviations", conf.Deviations, &run.Deviations)
	if !flags.Changed("clean-up") {
		t.CleanUp = !client.Loopback(t.BaseURL)
	}
	if conf.FullEvidence && !flags.Changed("evidence") {
		run.Evidence = "full"
	}
	run.Pace.merge(flags, conf.Limits)
}

func (p *Pace) merge(flags *pflag.FlagSet, limits config.Limits) {
	if !flags.Changed("concurrency") && limits.Concurrency > 0 {
		p.Concurrency = limits.Concurrency
	}
	if !flags.Changed("strength") && limits.Strength > 0 {
		p.Strength = Strength(limits.Strength)
	}
	if !flags.Changed("timeout") && limits.Timeout > 0 {
		p.Timeout = limits.Timeout
	}
	if !flags.Changed("deadline") && limits.Deadline > 0 {
		p.Deadline = limits.Deadline
	}
}

// FillFromRun takes from an earlier run every value that no flag has set. The earlier run has
// priority over the config, because the config may have changed since then.
func (t *Target) FillFromRun(flags *pflag.FlagSet, earlier *result.Run, run *Run) {
	unless := func(name string, take func()) {
		if !flags.Changed(name) {
			take()
		}
	}
	unless("base-url", func() { t.BaseURL = earlier.Target.BaseURL })
	unless("lookup-base-url", func() { t.LookupBaseURL = earlier.Target.LookupBaseURL })
	unless("build", func() { t.Build = cmp.Or(t.Build, earlier.Target.Build) })
	unless("scope", func() { run.Scope = earlier.Scope })
	unless("seed", func() { run.Seed = earlier.FindingSeed() })
	unless("concurrency", func() { run.Concurrency = max(earlier.Settings.Concurrency, 1) })
	unless("timeout", func() { run.Timeout = milliseconds(earlier.Settings.TimeoutMS, run.Timeout) })
	unless("deadline", func() { run.Deadline = milliseconds(earlier.Settings.DeadlineMS, run.Deadline) })
	unless("tolerance", func() {
		run.Tolerances = nil
		for _, id := range slices.Sorted(maps.Keys(earlier.Settings.Tolerances)) {
			run.Tolerances = append(run.Tolerances, id+"="+earlier.Settings.Tolerances[id])
		}
	})
	run.Strength = Strength(earlier.Settings.Strength)
}

func milliseconds(ms int64, otherwise time.Duration) time.Duration {
	if ms <= 0 {
		return otherwise
	}
	return time.Duration(ms) * time.Millisecond
}
