// Package options turns the flags that several commands share, and the config, into the
// options of a run. What can be known to be wrong is refused here, before a request is sent.
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

// Run are the flags of a command that judges.
type Run struct {
	Report
	Selection
	Printing
	Pace
	Deviations string // the file of what is accepted; empty without one
	Shard      Shard
	Soak       Soak
}

// Report is where the report goes, and what its page one states, by flags and by the config.
type Report struct {
	Out    string
	Config string // the file of the config; empty: the default one
	Page   reportdetails.Statement
}

// DefaultOut is the folder of a report unless said otherwise.
const DefaultOut = "conformance-report"

// AddFlags adds the flags of a command that judges a target.
func (r *Run) AddFlags(flags *pflag.FlagSet) {
	r.AddJudging(flags)
	flags.Int64Var(&r.Seed, "seed", 0, "repeat the amounts, names and texts of an earlier run (default: random)")
	r.AddPace(flags)
	flags.Var(&r.Strength, "strength", "send every combination of this many documented values of a request: 1, 2 (pairs) or 3 (triples, about 5,000 requests) (default 2; 1 if the config lists new customers)")
	flags.StringVar(&r.Deviations, "deviations", "", "file of known failures that you accept for now")
	r.Shard.addFlags(flags)
	r.Soak.addFlags(flags)
}

// AddJudging adds the flags of every command that judges, whatever it judges.
func (r *Run) AddJudging(flags *pflag.FlagSet) {
	flags.StringVar(&r.Out, "out", DefaultOut, "folder for the report")
	r.Page.Add(flags)
	flags.StringSliceVar(&r.Only, "only", nil, "judge only matching requirements: an id (PUR-07, LIM-*), a section (section:4.6) or a scope")
	r.AddScope(flags)
	r.AddPrinting(flags)
}

// Settle checks the flags that pflag cannot check, and draws a seed.
func (r *Run) Settle() error {
	if err := r.Printing.check(); err != nil {
		return err
	}
	return r.Pace.settle()
}

// ServerPlan reads what is to be asked and what the answers are judged by, side
// by side: it is most of what happens before the first request.
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

// PlanPart is what is asked of a server: all that is selected, or the part of it that
// --shard names.
func (r *Run) PlanPart(ledger *suite.Ledger) (*suite.Plan, error) {
	plan, err := ledger.Plan(r.Scope, r.Only)
	if err != nil {
		return nil, err
	}
	return r.Shard.cut(plan, r.GivenSeed, r.Deviations)
}

// Selection is what is judged, and by which readings of the specification.
type Selection struct {
	Only       []string
	Scope      []string
	Tolerances []string // pinned, as id=reading
}

// AddScope adds what is certified, and by which readings.
func (s *Selection) AddScope(flags *pflag.FlagSet) {
	flags.StringSliceVar(&s.Scope, "scope", nil, "capabilities to certify: "+strings.Join(spec.Capabilities(), ", ")+" (default all)")
	flags.StringSliceVar(&s.Tolerances, "tolerance", nil, "require one reading of a documented inconsistency, such as order-id=string")
}

// ServerSettings are the settings, where no pin has a server asked for less.
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

// Settings reads the pinned tolerances; an unknown one is an error here, before
// anything is sent. The schemas under them are costly to make, and made once.
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

// Printing says what is printed at the end of a run, and how much of the evidence is shown.
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

// AddPrinting adds what is printed at the end, and what of the evidence is shown.
func (p *Printing) AddPrinting(flags *pflag.FlagSet) {
	flags.StringVar(&p.Format, "format", "text", FormatUsage)
	flags.BoolVar(&p.Verbose, "verbose", false, "print every failed requirement with its findings, not only the first causes")
	flags.StringVar(&p.Evidence, "evidence", "masked", "how to show personal details in the evidence: masked or full")
}

// FullEvidence tells whether personal details are shown as they are.
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
