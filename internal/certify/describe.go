package certify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"runtime/debug"
	"slices"
	"sort"
	"sync"

	"github.com/credit-partner/assay/features"
	"github.com/credit-partner/assay/internal/cause"
	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/releases"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// evidenceBytes is how many bytes of a body are in the result. The recording contains the rest.
const evidenceBytes = 16 << 10

// description is the data of a run that depend on the kind of run.
type description struct {
	target    result.Target
	settings  result.Settings
	pinned    schemas.Settings
	trials    []judgement.Trial
	dialect   *result.FullDialect
	notes     []string
	mostShown int // how many exchanges are in the result; 0: all
	// endpoint returns the endpoint that an exchange is shown with; nil: as recorded.
	endpoint func(*recording.Exchange) string
}

// complete adds the description and the evidence to a judged run. It removes all secrets and
// masks personal details. Every kind of run uses it, so no text of a target or a partner build
// is published without this step.
func (e *Evidence) complete(d description) {
	r := e.Run
	r.Suite = result.Suite{Version: Version(), Commit: commit(), Digest: Digest(), Ledger: ledgerNames()[r.Side]}
	r.Target, r.Settings = d.target, d.settings
	r.Settings.Tolerances = maps.Clone(map[string]string(d.pinned))
	r.Tolerances, r.Dialect = tolerances(d.trials, d.pinned)
	r.FullDialect = d.dialect
	r.Notes = append(r.Notes, d.notes...)
	Redact(r, e.Redactor)
	e.show(d)
	e.curls()
	r.Causes = cause.Of(r)
}

// describeServerRun adds the description and the evidence to the judged run of a server build.
func (o *Options) describeServerRun(ctx context.Context, e *Evidence, run *driver.Run) {
	e.Run.Combinations = run.Combinations(run.Config.Strength)
	e.Run.Endpoints = servedEndpoints(run)
	o.learn(e, run)
	e.complete(description{
		target: result.Target{BaseURL: o.BaseURL, LookupBaseURL: o.LookupBaseURL, Build: o.Build, Digest: o.ItemDigest},
		settings: result.Settings{
			Concurrency: max(o.Concurrency, 1), TimeoutMS: o.Timeout.Milliseconds(), DeadlineMS: o.Deadline.Milliseconds(), Strength: o.strength(),
		},
		pinned: o.Settings, trials: run.Trials(), dialect: o.serverDialect(run), notes: o.notes(e.Run, run),
	})
	o.addPacks(ctx, e)
}

// notes returns the notes that a reader of the report must know.
func (o *Options) notes(r *result.Run, run *driver.Run) []string {
	var notes []string
	if o.Signer == nil {
		notes = append(notes, "the lookups were sent with a placeholder for Sign: no signing is configured")
	}
	return slices.Concat(notes, o.storeKeyNote(run), o.otpSourceNote(run), o.Notes, repeats(r.Traffic.Again))
}

// otpSourceNote returns a note about the source of the OTPs if the target has refused every one
// of them: a target also refuses an OTP of another system, or an old one (4.2).
func (o *Options) otpSourceNote(run *driver.Run) []string {
	if o.OTP == nil || !refusesEvery(run, spec.VerifyOTP) {
		return nil
	}
	return []string{"the target refused every OTP that came from the configured source: first make sure that the source returns what this target sent last to the phone (ASSAY_PHONE_NUMBER)"}
}

// refusesEvery reports whether an endpoint answered every call and served none.
func refusesEvery(run *driver.Run, name string) bool {
	for _, e := range run.Endpoints() {
		if e.Name == name {
			return e.RefusedAll
		}
	}
	return false
}

// learn gives the redactor the values of a run that must not be readable: OTPs, bad tokens, and
// the details of the customers. It also masks people whose details a target returned although no
// call was about them.
func (o *Options) learn(e *Evidence, run *driver.Run) {
	e.Redactor.Codes(run.Personal.OTPs()...)
	run.Config.Client.EachBadToken(e.Redactor.NearSecret)
	if o.Identities == nil {
		e.Redactor.Invented(run.Personal.Details()...)
		learnSent(e)
	} else {
		e.Redactor.Mask(run.Personal.Details()...)
	}
	learner := redact.NewLearner(e.Redactor)
	for x := range e.Log.Each() {
		if x.Response != nil {
			learner.Persons(x.Response.Body)
		}
	}
}

// learnSent gives the redactor the details that a run without listed people has sent. It invented
// all of them, so all stay readable in the same form.
func learnSent(e *Evidence) {
	sent := redact.NewLearner(e.Redactor)
	for x := range e.Log.Each() {
		sent.Sent(x.Request.Body)
	}
}

// show adds the evidence to the result.
func (e *Evidence) show(d description) {
	all := e.Log.All()
	if d.mostShown > 0 {
		all = all[:min(len(all), d.mostShown)]
	}
	e.view().Prepare(all)
	for x := range e.Log.Each() {
		if d.mostShown > 0 && len(e.Run.Exchanges) == d.mostShown {
			e.Run.Notes = append(e.Run.Notes, fmt.Sprintf("the result contains the first %[2]d of %[1]d exchanges; exchanges.har contains all of them", e.Log.Len(), d.mostShown))
			break
		}
		shown := e.view().Result(x, evidenceBytes)
		if d.endpoint != nil {
			shown.Endpoint = d.endpoint(x)
		}
		e.Run.Exchanges = append(e.Run.Exchanges, shown)
	}
}

// servedEndpoints returns for each endpoint whether the target served it.
func servedEndpoints(run *driver.Run) []result.Endpoint {
	var all []result.Endpoint
	for _, e := range run.Endpoints() {
		all = append(all, result.Endpoint{Endpoint: spec.Line(e.Name), Served: e.Served > 0, Calls: e.Calls, Note: e.Note})
	}
	return all
}

// again counts the repeated requests, by the reason.
func again(exchanges []*recording.Exchange) map[string]int {
	var counts map[string]int
	for _, e := range exchanges {
		if e.Retry == "" {
			continue
		}
		if counts == nil {
			counts = make(map[string]int)
		}
		counts[string(e.Retry)]++
	}
	return counts
}

// repeats describes the repeated requests in words.
func repeats(counts map[string]int) []string {
	var notes []string
	for _, of := range []struct {
		why  recording.RetryReason
		text string
	}{
		{recording.AfterConnection, "requests repeated because no connection could be made: %d"},
		{recording.AfterWait, "requests repeated after a wait, because the target refused them for the moment (429, or with Retry-After): %d"},
		{recording.AfterToken, "requests repeated with a new token (401): %d"},
		{recording.AfterNoAnswer, "requests repeated because no complete response came: %d"},
		{recording.AfterUnavailable, "requests repeated because the target, or a proxy in front of it, was unavailable (502, 503, 504): %d"},
	} {
		if n := counts[string(of.why)]; n > 0 {
			notes = append(notes, fmt.Sprintf(of.text, n))
		}
	}
	return notes
}

// curls adds to every failure the curl command that repeats its request, and its trace id.
func (e *Evidence) curls() {
	for _, r := range e.Run.Requirements {
		for _, c := range r.Checks {
			e.curlAll(c.Failures)
		}
	}
	if e.Run.Shard == nil {
		return
	}
	for _, f := range e.Run.Shard.Findings {
		e.curlAll(f.Failures)
		for n := range f.Breaks {
			e.curl(&f.Breaks[n].Failure)
		}
	}
}

func (e *Evidence) curlAll(failures []result.Failure) {
	for n := range failures {
		e.curl(&failures[n])
	}
}

func (e *Evidence) curl(f *result.Failure) {
	if exchange, ok := e.Log.Get(f.Exchange); ok {
		f.Curl = e.view().Curl(exchange)
		f.TraceID = exchange.Request.TraceID()
	}
}

// tolerances summarises the result of every reading of the register. It also returns the
// dialect: the readings that were taken.
func tolerances(trials []judgement.Trial, settings schemas.Settings) ([]result.Tolerance, map[string][]string) {
	dialect := make(map[string][]string)
	var all []result.Tolerance
	for _, t := range schemas.Register() {
		out := result.Tolerance{ID: t.ID, Sections: t.Sections, Title: t.Title, Kind: string(t.Kind), Direction: t.Direction, Setting: settings[t.ID]}
		if out.Setting == "" {
			out.Setting = schemas.Any
		}
		for _, reading := range t.Readings {
			seen := sumTrials(trials, t.ID, reading.Name)
			seen.Name, seen.Title = reading.Name, reading.Title
			out.Readings = append(out.Readings, seen)
			if seen.Taken == "taken" {
				dialect[t.ID] = append(dialect[t.ID], reading.Name)
			}
		}
		all = append(all, out)
	}
	return all, dialect
}

// sumTrials summarises one reading. It is taken if it was taken at least once.
func sumTrials(trials []judgement.Trial, tolerance, reading string) result.Reading {
	const mostPlaces = 6
	sum := result.Reading{Taken: "not tried"}
	places := make(map[string]bool)
	for _, t := range trials {
		if t.Tolerance != tolerance || t.Reading != reading {
			continue
		}
		sum.Seen += max(1, t.Times)
		if t.Accepted {
			sum.Taken = "taken"
			places[t.Place()] = true
		} else if sum.Taken == "not tried" {
			sum.Taken = "refused"
		}
	}
	sum.Where = slices.Sorted(maps.Keys(places))
	if len(sum.Where) > mostPlaces {
		sum.Where = sum.Where[:mostPlaces]
	}
	return sum
}

// Digest is the SHA-256, in hex, of everything that decides what the suite tests: the features,
// the schemas and the register.
func Digest() string {
	sum := sha256.New()
	for _, files := range []fs.FS{features.Files, schemas.Files()} {
		for _, name := range namesOf(files) {
			content, err := fs.ReadFile(files, name)
			if err != nil {
				continue // embedded in the program, so this does not happen
			}
			fmt.Fprintf(sum, "%s %d\n", name, len(content))
			sum.Write(content)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func namesOf(files fs.FS) []string {
	var names []string
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return nil
	})
	sort.Strings(names)
	return names
}

// Version is the version of this build of assay, from its build info. A build without a version,
// for example of `go run`, is named after its Digest.
var Version = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == unversioned {
		return "devel-" + Digest()[:12]
	}
	return info.Main.Version
})

// ledgerNames are the names of the ledgers of both sides. A ledger that cannot be read has no
// name; in that case the suite has reported the error before.
var ledgerNames = sync.OnceValue(func() map[result.Side]string {
	names := make(map[result.Side]string)
	for _, side := range []result.Side{result.ServerSide, result.PartnerSide} {
		ledger, err := Ledger(side)
		if err != nil {
			continue
		}
		if name, err := releases.Name(ledger); err == nil {
			names[side] = name
		}
	}
	return names
})

// unversioned is the version in the build info of a module that was built without one.
const unversioned = "(devel)"

func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value
		}
	}
	return ""
}
