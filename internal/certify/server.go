// Package certify puts a run together: client, steps and suite in, a judged
// result with its evidence out. The command line, the proof and the public Go
// API all certify through it, so they cannot differ.
package certify

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/credit-partner/assay/features"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/server"
)

// Options say which server build is certified, and how.
type Options struct {
	BaseURL       string
	LookupBaseURL string            // where section 4.5 is served elsewhere
	Build         string            // the team's own name of the build
	ItemDigest    string            // of the build, "sha256:…"; may be empty
	Transport     http.RoundTripper // nil: over the network
	Token         client.TokenSource
	Secrets       []string // what must never be written anywhere: the token
	Signer        client.Signer
	UserAgent     string // "" means assay and its version
	StoreKey      string
	OTP           driver.OTPSource
	Settings      schemas.Settings
	Schemas       *schemas.Set // already compiled under Settings; nil: compiled for this run
	Seed          int64
	Mark          int64         // 0: drawn
	Concurrency   int           // requests under way at once, at the most
	Timeout       time.Duration // for one request
	Deadline      time.Duration // for the whole run; 0: none
	MaxBody       int64
	Rate          float64 // requests a second at the most; 0: no bound
	FullEvidence  bool
	CleanUp       bool                 // cancel at the end what was bought
	TryPacks      bool                 // runs packs against the target, and leaves out of them what is not needed
	Redactor      *redact.Redactor     // nil: one that knows Secrets
	Notes         []string             // what a reader of the report must know
	Identities    *identity.Identities // nil: the suite invents whom it needs; else checks are made one at a time
	Invented      identity.Invented    // the form of those whom it invents
	Strength      int                  // of how many members every combination of values is sent: 1, 2 or 3; 0: DefaultStrength, or 1 where new customers are listed
	Uncombined    bool                 // sends no combination for its own sake: for proofs
	OutcomesOnly  bool                 // leaves evidence, tolerances and curl lines out of the result: for proofs
	WithDialect   bool                 // keeps the dialect, also where OutcomesOnly leaves out the rest
	// KeepEvidence, if set, is asked of a judged run whether its evidence is wanted; it
	// is left out, as by OutcomesOnly, where it is not.
	KeepEvidence func(*result.Run) bool
	Clock        func() time.Time
	Progress     func(suite.Progress)
	Waits        func(client.Wait) // if set, is told of every wait that the target asks for; by several goroutines at once
}

// Evidence is a judged run with the exchanges that it rests on, uncut.
type Evidence struct {
	Run      *result.Run
	Log      *recording.Log
	Redactor *redact.Redactor
	shown    *recording.View // nil until it is described
}

// WriteHAR writes the recording of the run, redacted.
func (e *Evidence) WriteHAR(w io.Writer) error {
	return e.view().WriteHAR(w, recording.Creator{Name: "assay", Version: Version()}, e.Log.Each())
}

// view shows the exchanges of the run, in the result and in the recording alike.
func (e *Evidence) view() *recording.View {
	if e.shown == nil {
		e.shown = recording.NewView(e.Redactor)
	}
	return e.shown
}

// Ledger returns the ledger of a side, as it was built into the program. It is read
// once: all runs of a process share it, and nobody changes it.
func Ledger(side result.Side) (*suite.Ledger, error) {
	switch side {
	case result.ServerSide:
		return serverLedger()
	case result.PartnerSide:
		return partnerLedger()
	}
	return suite.Load(features.Files, side) // which says what is wrong
}

var (
	serverLedger  = sync.OnceValues(func() (*suite.Ledger, error) { return suite.Load(features.Files, result.ServerSide) })
	partnerLedger = sync.OnceValues(func() (*suite.Ledger, error) { return suite.Load(features.Files, result.PartnerSide) })
)

// PlannedIDs lists the requirements of a side that a whole run of a scope
// judges. Observations are none: they have no outcome.
func PlannedIDs(side result.Side, scope []string) ([]string, error) {
	ledger, err := Ledger(side)
	if err != nil {
		return nil, err
	}
	plan, err := ledger.Plan(scope, nil)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, r := range plan.Requirements() {
		if !r.Observation {
			ids = append(ids, r.ID)
		}
	}
	return ids, nil
}

// Server runs a plan against a server build. An error means that nothing was
// judged: the options are wrong, or the suite itself is.
func Server(ctx context.Context, plan *suite.Plan, o Options) (*Evidence, error) {
	e := &Evidence{Log: &recording.Log{}, Redactor: o.Redactor}
	if e.Redactor == nil {
		e.Redactor = redact.New(redact.Options{Secrets: o.Secrets, FullEvidence: o.FullEvidence})
	}
	if o.Identities != nil {
		o.Concurrency = 1
		o.Notes = append(o.Notes, "the config lists the customers, and checks share them: the checks ran one at a time")
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	target, err := o.client(e, stop)
	if err != nil {
		return nil, err
	}
	sharedRun, err := o.prepare(target, plan)
	if err != nil {
		return nil, err
	}
	ctx, cancel := o.withDeadline(ctx)
	defer cancel()
	if e.Run = o.preflight(ctx, plan, target); e.Run != nil {
		e.Run.Traffic = result.Traffic{Requests: e.Log.Len()}
		o.describeServerRun(ctx, e, sharedRun)
		return e, nil
	}
	e.Run, err = plan.Run(ctx, suite.Options{
		NewScenario: func() suite.Scenario { return server.NewScenario(sharedRun) },
		Held:        sharedRun.Held,
		Concurrency: parallelChecks(o.Concurrency),
		Clock:       o.Clock,
		Progress:    o.Progress,
	})
	if err != nil {
		return nil, fmt.Errorf("the suite could not run: %w", err)
	}
	if all := refusesAll(ctx); all != nil {
		e.Run = o.stopped(plan, all, e.Run.Started)
		e.Run.Traffic = result.Traffic{Requests: e.Log.Len()}
		o.describeServerRun(ctx, e, sharedRun)
		return e, nil
	}
	if o.CleanUp && ctx.Err() == nil {
		cancelled, left := sharedRun.CleanUp(ctx, o.Concurrency)
		o.Notes = append(o.Notes, fmt.Sprintf("of the purchased items, %d were cancelled at the end and %d were left; %d credit limits remain", cancelled, left, sharedRun.Customers()))
	}
	e.Run.Seed = o.Seed
	e.Run.Traffic = result.Traffic{Requests: e.Log.Len(), Customers: sharedRun.Customers(), Purchases: sharedRun.Purchases(), Again: again(e.Log.All())}
	if !o.OutcomesOnly && (o.KeepEvidence == nil || o.KeepEvidence(e.Run)) {
		o.describeServerRun(ctx, e, sharedRun)
	} else if o.WithDialect {
		e.Run.FullDialect = o.serverDialect(sharedRun)
	}
	return e, nil
}

// AgentName is the User-Agent of every request.
func (o *Options) AgentName() string {
	if o.UserAgent != "" {
		return o.UserAgent
	}
	return "assay/" + Version()
}

// client is how the target is called; what is exchanged goes into the evidence. It stops
// the run of a target that refuses all calls, by stop, if that is not nil; but not in a proof,
// whose token is valid.
func (o *Options) client(e *Evidence, stop context.CancelCauseFunc) (*client.Client, error) {
	config := client.Config{
		BaseURL: o.BaseURL, LookupBaseURL: o.LookupBaseURL, Transport: o.Transport,
		Token: o.Token, Signer: o.Signer, Timeout: o.Timeout, MaxBody: o.MaxBody,
		Rate: o.Rate, AtOnce: max(o.Concurrency, 1), Recorder: e.Log, UserAgent: o.AgentName(), Clock: o.Clock,
		Waits: o.Waits,
	}
	if stop != nil && !o.OutcomesOnly {
		config.RefusesAll = func(all *client.RefusesAll) { stop(all) }
	}
	return client.New(config)
}

func (o *Options) prepare(target *client.Client, plan *suite.Plan) (*driver.Run, error) {
	if err := o.Settings.AskLess(); err != nil {
		return nil, fmt.Errorf("tolerances: %w", err)
	}
	set := o.Schemas
	if set == nil {
		compiled, err := schemas.Compile(o.Settings)
		if err != nil {
			return nil, fmt.Errorf("tolerances: %w", err)
		}
		set = compiled
	}
	if o.Mark == 0 {
		o.Mark = shardMark(drawMark(), plan)
	}
	people := o.Invented
	people.Year = o.now().UTC().Year()
	return driver.New(driver.Config{
		Client: target, Schemas: set, Settings: o.Settings, Seed: o.Seed, Mark: o.Mark,
		StoreKey: o.StoreKey, OTP: o.OTP, Signed: o.Signer != nil, Identities: o.Identities, Invented: people,
		Strength: o.strength(), AtOnce: o.Concurrency, Scope: plan.Scope,
	}), nil
}

// DefaultStrength sends every pair of documented values of one request body. Each
// row of values takes a new customer; where those are listed they are few, and
// every value is sent once.
const (
	DefaultStrength = 2
	listedStrength  = 1
)

func (o *Options) strength() int {
	switch {
	case o.Uncombined:
		return 0
	case o.Strength > 0:
		return o.Strength
	case o.Identities != nil && !o.Identities.Invent:
		return listedStrength
	}
	return DefaultStrength
}

// parallelChecks is how many checks are at work for so many requests at once: some
// of them wait for what they share, and would leave the target idle. A run that
// asks one thing at a time does one check at a time, so that it can be followed.
func parallelChecks(requests int) int {
	if requests <= 1 {
		return 1
	}
	return checksPerRequest * requests
}

const checksPerRequest = 3

// withDeadline gives the run its deadline.
func (o *Options) withDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.Deadline <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, o.Deadline, fmt.Errorf("the deadline of the run, %s, has passed", o.Deadline))
}

// ForRound are the options of the n-th round of a soak, counted from 1: another
// seed, and other customers, both of which follow from those of the first.
func (o Options) ForRound(n int) Options {
	o.Seed += int64(n - 1)
	o.Mark = (o.Mark+int64(n-1)-1)%marks + 1
	o.Notes = slices.Clone(o.Notes)
	return o
}

// PrepareRounds are options whose rounds differ by their number alone, and share
// what is costly to make.
func (o Options) PrepareRounds() (Options, error) {
	if o.Mark == 0 {
		o.Mark = drawMark()
	}
	if o.Transport == nil {
		o.Transport = client.NewTransport()
	}
	if o.Redactor == nil {
		o.Redactor = redact.New(redact.Options{Secrets: o.Secrets, FullEvidence: o.FullEvidence})
	}
	if o.Schemas != nil {
		return o, nil
	}
	set, err := schemas.Compile(o.Settings)
	if err != nil {
		return o, fmt.Errorf("tolerances: %w", err)
	}
	o.Schemas = set
	return o, nil
}

// drawMark draws what keeps this run's identities apart from another's.
func drawMark() int64 {
	var octets [8]byte
	if _, err := rand.Read(octets[:]); err != nil {
		return time.Now().UnixNano()%marks + 1
	}
	return int64(binary.BigEndian.Uint64(octets[:])%marks) + 1
}

// marks is how many different marks there are, from 1.
const marks = 99_999

// shardMark keeps the marks of the parts of one run apart, whatever they drew: the
// parts run side by side against one target.
func shardMark(mark int64, plan *suite.Plan) int64 {
	index, of := plan.Part()
	if of == 0 || of > marks {
		return mark
	}
	room := int64(marks / of)
	return int64(index-1)*room + (mark-1)%room + 1
}

// How a program that certifies one target keeps its memory: it lets garbage
// gather while there is little of it, for a run is short, and collects it sooner
// where answers are large, for what a target sends is held to the end.
const (
	gatherPercent = 300
	softMemory    = 160 << 20 // octets
)

// TuneMemory sets the collector of this process for a run and returns what sets
// it back. Who has set GOGC has decided already.
func TuneMemory() (restore func()) {
	limit := debug.SetMemoryLimit(softMemory)
	if os.Getenv("GOGC") != "" {
		return func() { debug.SetMemoryLimit(limit) }
	}
	percent := debug.SetGCPercent(gatherPercent)
	return func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}
}
