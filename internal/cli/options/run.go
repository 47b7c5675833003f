// Package options turns the flags that several commands share, and the config, into the options of
// a run. It refuses every value that it knows to be wrong, before assay sends a request.
package options

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/sync/errgroup"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/reportdetails"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
)

// Run holds the flags of a command that judges.
type Run struct {
	Report
	Selection
	Printing
	Pace
	Deviations string // the file of accepted failures; empty if there is none
	Shard      Shard
	Soak       Soak
}

// Report says where the report goes, and what page one of it states, from the flags and the
// config.
type Report struct {
	Out    string
	Config string // the config file; empty: the default one
	Page   reportdetails.Statement
}

// DefaultOut is the folder of a report if --out is not given.
const DefaultOut = "conformance-report"

// AddFlags adds the flags of a command that judges a target.
func (r *Run) AddFlags(flags *pflag.FlagSet) {
	r.AddJudging(flags)
	flags.Int64Var(&r.Seed, "seed", 0, "repeat the amounts, names and texts of an earlier run (default: random)")
	r.AddPace(flags)
	flags.Var(&r.Strength, "strength", "send every combination of this many documented values of a request: 1, 2 (pairs, about 2,000 requests) or 3 (triples, about 5,000) (default 2; 1 if the config lists new customers)")
	flags.StringVar(&r.Deviations, "deviations", "", "file of known failures that you accept for now")
	r.Shard.addFlags(flags)
	r.Soak.addFlags(flags)
}

// AddJudging adds the flags that all commands that judge have, on both sides.
func (r *Run) AddJudging(flags *pflag.FlagSet) {
	flags.StringVar(&r.Out, "out", DefaultOut, "folder for the report")
	r.Page.Add(flags)
	flags.StringSliceVar(&r.Only, "only", nil, "judge only matching requirements: an id (PUR-07, LIM-*), a section (section:4.6) or a scope")
	r.AddScope(flags)
	r.AddPrinting(flags)
}

// Settle checks the flags that pflag cannot check, and chooses a random seed if none is given.
func (r *Run) Settle() error {
	if err := r.Printing.check(); err != nil {
		return err
	}
	return r.Pace.settle()
}

// ServerPlan reads the plan and compiles the schemas at the same time: these two take most of the
// time before the first request.
func (r *Run) ServerPlan(o *certify.Options) (*suite.Plan, error) {
	var made errgroup.Group
	made.Go(func() (err error) {
		o.Settings, o.Schemas, err = r.ServerSettings()
		return err
	})
	ledger, err := certify.Ledger(result.ServerSide)
	if wrong := made.Wait(); wrong != nil {
		return nil, wrong
	}
	if err != nil {
		return nil, err
	}
	return r.PlanPart(ledger)
}

// PlanPart returns the plan for a server: all selected checks, or the part of them that --shard
// names.
func (r *Run) PlanPart(ledger *suite.Ledger) (*suite.Plan, error) {
	plan, err := ledger.Plan(r.Scope, r.Only)
	if err != nil {
		return nil, err
	}
	return r.Shard.cut(plan, r.GivenSeed, r.Deviations)
}

// Selection says what assay judges, and by which readings of the specification.
type Selection struct {
	Only       []string
	Scope      []string
	Tolerances []string // pinned, as id=reading
}

// AddScope adds the flags for the scope and for the pinned readings.
func (s *Selection) AddScope(flags *pflag.FlagSet) {
	flags.StringSliceVar(&s.Scope, "scope", nil, "capabilities to certify: "+strings.Join(spec.Capabilities(), ", ")+" (default all)")
	flags.StringSliceVar(&s.Tolerances, "tolerance", nil, "require one reading of a documented inconsistency, such as order-id=string")
}

// ServerSettings returns the settings for judging a server. It refuses a pin that asks less of a
// server than the specification does.
func (s *Selection) ServerSettings() (schemas.Settings, *schemas.Set, error) {
	settings, set, err := s.Settings()
	if err != nil {
		return nil, nil, err
	}
	if err := settings.AskLess(); err != nil {
		return nil, nil, fmt.Errorf("--tolerance: %w", err)
	}
	return settings, set, nil
}

// Settings reads the pinned tolerances and compiles the schemas for them. An unknown tolerance is
// an error here, before assay sends a request. Compiling is slow, so callers do it once.
func (s *Selection) Settings() (schemas.Settings, *schemas.Set, error) {
	settings := make(schemas.Settings)
	for _, pin := range s.Tolerances {
		id, reading, ok := strings.Cut(pin, "=")
		if !ok {
			return nil, nil, fmt.Errorf("--tolerance %q: write it as id=reading", pin)
		}
		settings[id] = reading
	}
	set, err := schemas.Compile(settings)
	if err != nil {
		return nil, nil, fmt.Errorf("--tolerance: %w", err)
	}
	return settings, set, nil
}

// Printing says what assay prints at the end of a run, and how it shows personal details.
type Printing struct {
	Format   string
	Verbose  bool
	Evidence string
}

var formats = []string{"text", "github", "json", "quiet"}

// FormatUsage is the help of --format.
var FormatUsage = "what to print at the end: " + strings.Join(formats, ", ")

// CheckFormat checks the value of --format.
func CheckFormat(format string) error {
	if !slices.Contains(formats, format) {
		return fmt.Errorf("--format %q: it is one of %s", format, strings.Join(formats, ", "))
	}
	return nil
}

// AddPrinting adds the flags for the output at the end, and for personal details in the evidence.
func (p *Printing) AddPrinting(flags *pflag.FlagSet) {
	flags.StringVar(&p.Format, "format", "text", FormatUsage)
	flags.BoolVar(&p.Verbose, "verbose", false, "print every failed requirement with its findings, not only the first causes")
	flags.StringVar(&p.Evidence, "evidence", "masked", "how to show personal details in the evidence: masked or full")
}

// FullEvidence reports whether assay shows personal details without masking them.
func (p *Printing) FullEvidence() bool { return p.Evidence == "full" }

func (p *Printing) check() error {
	if err := CheckFormat(p.Format); err != nil {
		return err
	}
	if p.Evidence != "masked" && p.Evidence != "full" {
		return fmt.Errorf("--evidence %q: it is masked or full", p.Evidence)
	}
	return nil
}
