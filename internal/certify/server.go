// Package certify connects the parts of a run: it takes a client, steps and a suite, and returns
// a judged result with its evidence. The command line, the proof and the public Go API all use
// it, so they cannot differ.
package certify

import (
	"cmp"
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

// Options say which server build to test, and how.
type Options struct {
	BaseURL       string
	LookupBaseURL string            // the address of section 4.5, if it is another one
	Build         string            // the team's name of the build
	ItemDigest    string            // the digest of the build, "sha256:…"; may be empty
	Transport     http.RoundTripper // nil: the network
	Token         client.TokenSource
	Secrets       []string // values that must never be written anywhere: the token
	Signer        client.Signer
	UserAgent     string // "" means assay and its version
	StoreKey      string
	OTP           driver.OTPSource
	Settings      schemas.Settings
	Schemas       *schemas.Set // compiled with Settings; nil: compiled for this run
	Seed          int64
	Mark          int64         // 0: random
	Concurrency   int           // the most requests at the same time
	Timeout       time.Duration // for one request
	Deadline      time.Duration // for the whole run; 0: none
	MaxBody       int64
	Rate          float64 // the most requests a second; 0: no bound
	FullEvidence  bool
	CleanUp       bool                 // cancel the purchased items at the end
	TryPacks      bool                 // run packs against the target, and leave out calls that are not needed
	Redactor      *redact.Redactor     // nil: a new one that knows Secrets
	Notes         []string             // notes that a reader of the report must know
	Identities    *identity.Identities // nil: the suite invents its customers; otherwise checks run one at a time
	Invented      identity.Invented    // the form of the invented customers
	Strength      int                  // send every combination of values of that many members: 1, 2 or 3; 0: DefaultStrength, or 1 if new customers are listed
	Uncombined    bool                 // send no combination for its own sake: for proofs
	OTPPause      time.Duration        // how long to try a second OTP again that is refused; 0 means defaultOTPPause
	OutcomesOnly  bool                 // leave evidence, tolerances and curl lines out of the result: for proofs
	WithDialect   bool                 // keep the dialect, even if OutcomesOnly leaves out the rest
	// KeepEvidence, if set, decides for a judged run whether its evidence is kept. If not, it is
	// left out as with OutcomesOnly.
	KeepEvidence func(*result.Run) bool
	Clock        func() time.Time
	Progress     func(suite.Progress)
	Waits        func(client.Wait) // if set, is called for every wait before a call is repeated, from several goroutines at the same time
}

// Evidence is a judged run with its exchanges, not redacted.
type Evidence struct {
	Run      *result.Run
	Log      *recording.Log
	Redactor *redact.Redactor
	shown    *recording.View // nil until the run is described
}

// WriteHAR writes the redacted recording of the run.
func (e *Evidence) WriteHAR(w io.Writer) error {
	return e.view().WriteHAR(w, recording.Creator{Name: "assay", Version: Version()}, e.Log.Each())
}

// view returns the form in which the result and the recording show exchanges.
func (e *Evidence) view() *recording.View {
	if e.shown == nil {
		e.shown = recording.NewView(e.Redactor)
	}
	return e.shown
}

// Ledger returns the embedded ledger of a side. It is read once: all runs of a process share it,
// and nothing changes it.
func Ledger(side result.Side) (*suite.Ledger, error) {
	switch side {
	case result.ServerSide:
		return serverLedger()
	case result.PartnerSide:
		return partnerLedger()
	}
	return suite.Load(features.Files, side) // this returns the error
}

var (
	serverLedger  = sync.OnceValues(func() (*suite.Ledger, error) { return suite.Load(features.Files, result.ServerSide) })
	partnerLedger = sync.OnceValues(func() (*suite.Ledger, error) { return suite.Load(features.Files, result.PartnerSide) })
)

// PlannedIDs lists the requirements of a side that a whole run of a scope judges. Observations
// are not among them, because they have no outcome.
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

// Server runs a plan against a server build. An error means that nothing was judged, because the
// options or the suite itself are wrong.
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
	if wrong := o.preflight(ctx, plan, target); wrong != nil {
		return o.withoutJudgement(ctx, e, sharedRun, wrong), nil
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
	if wrong := o.setupFaultAfterRun(ctx, plan, e, sharedRun); wrong != nil {
		return o.withoutJudgement(ctx, e, sharedRun, wrong), nil
	}
	if o.CleanUp && ctx.Err() == nil {
		cancelled, left := cancelAll(ctx, sharedRun, o.Concurrency)
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

// withoutJudgement returns the evidence of a run with a wrong set-up.
func (o *Options) withoutJudgement(ctx context.Context, e *Evidence, run *driver.Run, wrong *result.Run) *Evidence {
	e.Run = wrong
	e.Run.Traffic = result.Traffic{Requests: e.Log.Len()}
	o.describeServerRun(ctx, e, run)
	return e
}

// AgentName is the User-Agent of every request.
func (o *Options) AgentName() string {
	if o.UserAgent != "" {
		return o.UserAgent
	}
	return "assay/" + Version()
}

// client returns the client for the target, which records all exchanges in the evidence. If stop
// is not nil, the client calls it when the target refuses all calls, which ends the run. It does
// not in a proof, whose token is valid.
func (o *Options) client(e *Evidence, stop context.CancelCauseFunc) (*client.Client, error) {
	config := client.Config{
		BaseURL: o.BaseURL, LookupBaseURL: o.LookupBaseURL, Transport: o.Transport,
		Token: o.Token, Signer: o.Signer, Timeout: o.Timeout, MaxBody: o.MaxBody,
		Rate: o.Rate, AtOnce: max(o.Concurrency, 1), Recorder: e.Log, UserAgent: o.AgentName(), Clock: o.Clock,
		Waits: o.Waits,
	}
	if stop != nil && !o.OutcomesOnly {
		config.CallerRefused = func(all *client.CallerRefused) { stop(all) }
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
		Strength: o.strength(), AtOnce: o.Concurrency, Scope: plan.Scope, OTPPause: cmp.Or(o.OTPPause, defaultOTPPause),
	}), nil
}

// defaultOTPPause is longer than the minute that services usually let pass between two OTPs.
const defaultOTPPause = 62 * time.Second

// DefaultStrength sends every pair of documented values of one request body. Each row of values
// takes a new customer. If new customers are listed, they are few, so listedStrength sends every
// value once.
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

// parallelChecks is how many checks run for a number of requests at the same time. It is higher,
// because some checks wait for shared values and would leave the target idle. A run with one
// request at a time also runs one check at a time, so that its order is easy to follow.
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

// ForRound returns the options of the n-th round of a soak, counted from 1. It has another seed
// and other customers; both follow from those of the first round.
func (o Options) ForRound(n int) Options {
	o.Seed += int64(n - 1)
	o.Mark = (o.Mark+int64(n-1)-1)%marks + 1
	o.Notes = slices.Clone(o.Notes)
	return o
}

// PrepareRounds returns options for rounds that differ only by their number, and share the parts
// that take long to make.
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

// drawMark draws the number that keeps the identities of this run apart from those of other
// runs.
func drawMark() int64 {
	var octets [8]byte
	if _, err := rand.Read(octets[:]); err != nil {
		return time.Now().UnixNano()%marks + 1
	}
	return int64(binary.BigEndian.Uint64(octets[:])%marks) + 1
}

// marks is the number of different marks, which begin with 1.
const marks = 99_999

// shardMark gives the parts of one run different marks, whatever they drew, because the parts
// run at the same time against one target.
func shardMark(mark int64, plan *suite.Plan) int64 {
	index, of := plan.Part()
	if of == 0 || of > marks {
		return mark
	}
	room := int64(marks / of)
	return int64(index-1)*room + (mark-1)%room + 1
}

// These values control the memory of a program that tests one target. A run is short, so little
// garbage is collected while the heap is small. If answers are large, garbage is collected
// sooner, because all answers are kept until the end.
const (
	gatherPercent = 300
	softMemory    = 160 << 20 // bytes
)

// TuneMemory configures the garbage collector of this process for a run, and returns a function
// that restores it. It does not change the percentage if GOGC is set.
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
