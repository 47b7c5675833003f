package certify

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/certify/repro"
	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner"
)

// PartnerOptions say which traffic of a partner build to judge, and what is known about it.
type PartnerOptions struct {
	Build string // the team's name of the build
	// ItemDigest is the digest of the build, "sha256:…"; may be empty.
	ItemDigest string
	BaseURL    string // the address of the service behind the traffic; empty for recordings
	// Traffic calls each with every exchange, in order. It may forget an exchange afterwards.
	Traffic func(ctx context.Context, each func(*recording.Exchange) error) error
	// Log contains the traffic if it is all in memory. It is nil if the traffic is streamed;
	// then only evidence is kept.
	Log *recording.Log

	Closed    bool     // the service began without data, and the traffic is complete
	Cut       bool     // the recording may have been redacted
	Token     string   // the token that the partner got; "": any
	StoreKey  string   // the store key that the partner got; "": any
	Customers []string // ids of the published customers
	Require   []string // capabilities that the build must exercise
	Notes     []string // further notes for a reader
	// Interrupted says why the traffic ended early, if it did. Incomplete traffic is not
	// certified.
	Interrupted string
	// Sandbox means that the answers came from a sandbox of assay.
	Sandbox bool
	// NoTrafficReason describes the source of the traffic, for the case that there is none.
	NoTrafficReason string
	FormRuns        []partner.FormRun
	// EndedWell means that the build's own command did not fail with the plain answers.
	EndedWell bool
	// Restarts are the numbers of exchanges, from 0, before which the service was started again
	// without data.
	Restarts []int

	Settings     schemas.Settings
	Secrets      []string
	FullEvidence bool
	Clock        func() time.Time
	Progress     func(suite.Progress)
}

// Partner reads the traffic of a partner build and judges it by a plan. It removes from the
// scope of the result what the build never exercised. An error means that nothing was judged.
func Partner(ctx context.Context, plan *suite.Plan, o PartnerOptions) (*Evidence, error) {
	set, err := schemas.Compile(o.Settings)
	if err != nil {
		return nil, fmt.Errorf("tolerances: %w", err)
	}
	e := &Evidence{Log: o.Log, Redactor: redact.New(redact.Options{Secrets: o.Secrets, FullEvidence: o.FullEvidence})}
	read := o.reader(set, e)
	collected := dialect.NewPartner()
	if err := o.Traffic(ctx, o.into(read, collected)); err != nil {
		return nil, fmt.Errorf("the traffic could not be read: %w", err)
	}
	read.End()
	for _, c := range o.FormRuns {
		read.AddFormRun(c)
	}
	e.Run, err = plan.Run(ctx, suite.Options{
		NewScenario: func() suite.Scenario { return read.NewScenario() }, Clock: o.Clock, Progress: o.Progress,
	})
	if err != nil {
		return nil, fmt.Errorf("the suite could not run: %w", err)
	}
	if o.Interrupted != "" {
		e.Run.Interrupted = o.Interrupted
	}
	if o.Log != nil {
		timeByTraffic(e.Run, o.Log)
	}
	o.limitScope(e.Run, plan.Ledger, read)
	o.describe(e, read, partnerDialect(collected, read, o.FormRuns, o.EndedWell))
	return e, nil
}

// timeByTraffic sets the time of a run to that of its traffic, from the first exchange to the
// last, because the judging comes later. It is not used for recordings from files: assay cannot
// vouch for their times, so such a run keeps the time of its judging.
func timeByTraffic(run *result.Run, log *recording.Log) {
	var first, last time.Time
	for x := range log.Each() {
		if x.Started.IsZero() {
			continue
		}
		if first.IsZero() || x.Started.Before(first) {
			first = x.Started
		}
		if end := x.Started.Add(x.Duration); end.After(last) {
			last = end
		}
	}
	if !first.IsZero() {
		run.Started, run.Finished = first.Round(0).UTC(), last.Round(0).UTC()
	}
}

// into returns a function that gives each exchange to the reading and to the dialect.
func (o *PartnerOptions) into(read *partner.Run, collected *dialect.Partner) func(*recording.Exchange) error {
	n := 0
	return func(x *recording.Exchange) error {
		if again := slices.Index(o.Restarts, n); again >= 0 {
			read.RestartWith(o.formOf(again))
			collected.Restart()
		}
		n++
		if q, ok := read.Add(x); ok {
			collected.Add(q.Endpoint, q.NewCustomer, q.Body, x)
		}
		return nil
	}
}

// formOf is the form of the answers after a restart of the service. The first run has the plain
// form.
func (o *PartnerOptions) formOf(restart int) string {
	if restart == 0 || restart > len(o.FormRuns) {
		return ""
	}
	return o.FormRuns[restart-1].Form
}

// reader prepares the reading. Of streamed traffic it keeps only the evidence, cut to the size
// that a report shows.
func (o *PartnerOptions) reader(set *schemas.Set, e *Evidence) *partner.Run {
	cfg := partner.Config{
		Schemas: set, Closed: o.Closed, Cut: o.Cut, Token: o.Token, StoreKey: o.StoreKey, Customers: o.Customers,
		Published: published(o.Customers),
	}
	if e.Log == nil {
		e.Log = &recording.Log{}
		cfg.Keep = func(x *recording.Exchange) string { return e.Log.Add(trimmed(x)) }
	}
	return partner.NewRun(cfg)
}

// published are the phone numbers of the published customers, by id number.
func published(ids []string) map[string]string {
	all := make(map[string]string)
	for _, c := range reference.TestCustomers() {
		if slices.Contains(ids, c.CustomerID) {
			all[c.IDNumber] = c.PhoneNumber
		}
	}
	return all
}

// trimmed returns a copy of an exchange that keeps no large body in memory.
func trimmed(x *recording.Exchange) *recording.Exchange {
	kept := *x
	kept.Endpoint = partner.EndpointOf(x)
	kept.Request.Body, kept.Request.Cut = head(x.Request.Body, x.Request.Cut)
	if x.Response != nil {
		answer := *x.Response
		answer.Body, answer.Cut = head(answer.Body, answer.Cut)
		kept.Response = &answer
	}
	return &kept
}

// head keeps the part of a body that is shown, and adds the size of the rest to cut.
func head(body []byte, cut int64) ([]byte, int64) {
	const kept = evidenceBytes + redact.Lookahead
	if len(body) <= kept {
		return body, cut
	}
	return slices.Clone(body[:kept]), cut + int64(len(body)-kept)
}

// limitScope removes from the run what the build did not exercise: a capability without any
// call, unless it is required, and in the other capabilities the requirements that no request
// was about. If a required capability was not exercised, the verdict stays open.
func (o *PartnerOptions) limitScope(run *result.Run, ledger *suite.Ledger, read *partner.Run) {
	exercised := capabilities(read.Calls())
	var kept []result.Requirement
	var scope []string
	for _, s := range run.Scope {
		if exercised[s] || slices.Contains(o.Require, s) || len(exercised) == 0 {
			scope = append(scope, s)
		}
	}
	for _, r := range run.Requirements {
		if !slices.Contains(scope, r.Scope) {
			continue
		}
		isWhole := run.Interrupted == "" || strings.HasPrefix(run.Interrupted, result.CommandFailed)
		r.Unexercised = r.Unexercised && exercised[r.Scope] && (isWhole || !r.Missing()) // a whole run need not send what is optional
		kept = append(kept, r)
	}
	left := missing(run.Scope, scope)
	run.Requirements, run.Scope = kept, scope
	run.Observations = slices.DeleteFunc(run.Observations, func(o result.Observation) bool { return !exercised[o.Scope] })
	run.Coverage = result.Cover(kept, ledger.Count(scope)-spared(kept), ledger.Count(spec.Capabilities()))
	run.Verdict = result.Judge(run)
	run.Reason = o.reason(run, exercised, read)
	run.Notes = append(run.Notes, unexercisedNotes(run, left)...)
}

// spared counts the requirements that a build may leave out and did leave out.
func spared(requirements []result.Requirement) int {
	n := 0
	for _, r := range requirements {
		if r.Unexercised && !r.Missing() {
			n++
		}
	}
	return n
}

// capabilities returns those of which at least one endpoint was called.
func capabilities(calls map[string]int) map[string]bool {
	exercised := make(map[string]bool)
	for endpoint := range calls {
		exercised[spec.Of(endpoint).Capability] = true
	}
	return exercised
}

func missing(all, some []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return slices.Contains(some, s) })
}

// describe adds the description and the evidence to the judged run of a partner build.
func (o *PartnerOptions) describe(e *Evidence, read *partner.Run, shown *result.FullDialect) {
	e.Run.Traffic = result.Traffic{Requests: read.Total(), Sandbox: o.Sandbox}
	o.describeTraffic(e, read.Trials(), shown, slices.Concat(trafficNotes(read, e.Redactor), o.Notes))
}

// describeTraffic describes a run that judged the traffic of a partner build.
func (o *PartnerOptions) describeTraffic(e *Evidence, trials []judgement.Trial, shown *result.FullDialect, notes []string) {
	learner := redact.NewLearner(e.Redactor)
	for x := range e.Log.Each() {
		learner.Request(x.Request.URL, x.Request.Header, x.Request.Body)
		if x.Response != nil {
			learner.Answer(x.Response.Header, x.Response.Body)
		}
	}
	e.complete(description{
		target:   result.Target{BaseURL: o.BaseURL, Build: o.Build, Digest: o.ItemDigest},
		settings: result.Settings{Concurrency: 1},
		pinned:   o.Settings, trials: trials, dialect: shown, notes: notes, mostShown: mostExchanges, endpoint: partner.EndpointOf,
	})
	repro.AddRequests(e.Run, e.Log, e.Redactor, e.view(), partner.EndpointOf)
}

// mostExchanges is how many exchanges are in a result at most, because the traffic of a partner
// build may have any size.
const mostExchanges = 10_000

// trafficNotes say which endpoints were called, and what was not judged.
func trafficNotes(read *partner.Run, r *redact.Redactor) []string {
	var called, never, notes []string
	calls := read.Calls()
	for _, name := range spec.Names() {
		if n := calls[name]; n > 0 {
			called = append(called, fmt.Sprintf("%s (%d)", spec.Line(name), n))
		} else {
			never = append(never, spec.Line(name))
		}
	}
	if len(called) > 0 {
		notes = append(notes, "called: "+strings.Join(called, ", "))
	}
	if len(called) > 0 && len(never) > 0 {
		notes = append(notes, "never called: "+strings.Join(never, ", "))
	}
	if n := read.Cut(); n > 0 {
		notes = append(notes, fmt.Sprintf("of %d bodies only the beginning was kept or recorded: these were not judged", n))
	}
	if n := read.Repeated(); n > 0 {
		notes = append(notes, fmt.Sprintf("%d entries of the recording are the same as earlier ones, and were left out", n))
	}
	if n := read.Unread(); n > 0 {
		notes = append(notes, fmt.Sprintf("assay did not judge %d bodies: all bodies together contain more members and elements than it judges", n))
	}
	if n := read.Negative(); n > 0 {
		notes = append(notes, fmt.Sprintf("%d requests are marked as made to be refused, and were left out", n))
	}
	if foreign, beyond := read.Foreign(); len(foreign) > 0 {
		var lines []string
		for _, name := range slices.Sorted(maps.Keys(foreign)) {
			lines = append(lines, fmt.Sprintf("%s (%d)", r.URL(name), foreign[name]))
		}
		if beyond > 0 {
			lines = append(lines, fmt.Sprintf("and %d more", beyond))
		}
		notes = append(notes, "not of this service, and not judged: "+strings.Join(lines, ", "))
	}
	return notes
}

// Recorded returns the traffic of a log in the form of PartnerOptions.Traffic.
func Recorded(log *recording.Log) func(context.Context, func(*recording.Exchange) error) error {
	return func(ctx context.Context, each func(*recording.Exchange) error) error {
		for x := range log.Each() {
			if err := each(x); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
}
