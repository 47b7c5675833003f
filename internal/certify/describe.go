package certify

import (
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
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps"
)

// evidenceOctets is how much of a body stands in the result; the whole of it is
// in the recording.
const evidenceOctets = 16 << 10

// describe adds to a judged run what it was run against, and the evidence.
func (o *Options) describe(e *Evidence, run *steps.Run) {
	r := e.Run
	r.Suite = result.Suite{Version: Version(), Commit: commit(), Digest: Digest()}
	r.Target = result.Target{BaseURL: o.BaseURL, LookupBaseURL: o.LookupBaseURL, Build: o.Build, Digest: o.ItemDigest}
	r.Settings = result.Settings{
		Concurrency: max(o.Concurrency, 1), TimeoutMS: o.Timeout.Milliseconds(), DeadlineMS: o.Deadline.Milliseconds(),
		Tolerances: maps.Clone(map[string]string(o.Settings)), Strength: o.strength(),
	}
	r.Combinations = run.Combinations()
	r.Endpoints = servedEndpoints(run)
	r.Tolerances, r.Dialect = tolerances(run.Trials(), o.Settings)
	if o.Signer == nil {
		r.Notes = append(r.Notes, "no signing is configured: every lookup carried a placeholder Sign")
	}
	r.Notes = append(r.Notes, o.Notes...)
	r.Notes = append(r.Notes, repeats(r.Traffic.Again)...)
	e.Redactor.Codes(run.OTPs()...)
	run.EachBadToken(e.Redactor.NearSecret)
	if o.Identities == nil {
		e.Redactor.Invented(run.PersonalDetails()...)
	} else {
		e.Redactor.Mask(run.PersonalDetails()...)
	}
	for _, exchange := range e.Log.All() {
		r.Exchanges = append(r.Exchanges, recording.Result(exchange, e.Redactor, evidenceOctets))
	}
	e.curls()
	e.redact()
	r.Causes = cause.Of(r)
}

// servedEndpoints tells what the target was seen to serve.
func servedEndpoints(run *steps.Run) []result.Endpoint {
	var all []result.Endpoint
	for _, e := range run.Endpoints() {
		all = append(all, result.Endpoint{Endpoint: spec.Line(e.Name), Served: e.Served > 0, Calls: e.Calls, Note: e.Note})
	}
	return all
}

// again counts the requests that were made once more, by the reason.
func again(exchanges []*recording.Exchange) map[string]int {
	var counts map[string]int
	for _, e := range exchanges {
		if e.Again == "" {
			continue
		}
		if counts == nil {
			counts = make(map[string]int)
		}
		counts[string(e.Again)]++
	}
	return counts
}

// repeats puts into words what was made once more.
func repeats(counts map[string]int) []string {
	var notes []string
	for _, of := range []struct {
		why  recording.Again
		text string
	}{
		{recording.AfterConnection, "requests sent again since no connection could be made: %d"},
		{recording.AfterWait, "requests sent again after a wait that the target asked for (429): %d"},
		{recording.AfterToken, "requests sent again with a refreshed token (401): %d"},
		{recording.AfterNoAnswer, "requests sent again since no whole answer came: %d"},
		{recording.AfterUnavailable, "requests sent again since the target, or a proxy before it, was unavailable (502, 503, 504): %d"},
	} {
		if n := counts[string(of.why)]; n > 0 {
			notes = append(notes, fmt.Sprintf(of.text, n))
		}
	}
	return notes
}

// redact cuts and masks in what the suite says itself: a failure quotes the
// target, and a target may echo whatever it was sent.
func (e *Evidence) redact() {
	cut := func(texts ...*string) {
		for _, t := range texts {
			*t = e.Redactor.Text(*t)
		}
	}
	cutFailure := func(f *result.Failure) { cut(&f.Expected, &f.Actual, &f.Message) }
	cutCheck := func(failures []result.Failure, unstable []string) {
		for n := range failures {
			cutFailure(&failures[n])
		}
		for n := range unstable {
			cut(&unstable[n])
		}
	}
	for i := range e.Run.Requirements {
		r := &e.Run.Requirements[i]
		cut(&r.Reason)
		for j := range r.Checks {
			cut(&r.Checks[j].Reason)
			cutCheck(r.Checks[j].Failures, r.Checks[j].Unstable)
		}
	}
	for i := range e.Run.Observations {
		cut(&e.Run.Observations[i].Answer)
	}
	if e.Run.Shard == nil {
		return
	}
	for i := range e.Run.Shard.Findings {
		f := &e.Run.Shard.Findings[i]
		cut(&f.Untested, &f.Inapplicable, &f.Errored)
		cutCheck(f.Failures, f.Unstable)
		for n := range f.Breaks {
			cutFailure(&f.Breaks[n].Failure)
		}
		for n := range f.Notes {
			cut(&f.Notes[n])
		}
	}
}

// curls gives every failure the command that repeats its request.
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
		f.Curl = recording.Curl(exchange, e.Redactor)
	}
}

// tolerances sums up what became of every reading of the register.
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

// sumTrials sums up one reading: taken wherever it was taken at least once.
func sumTrials(trials []judgement.Trial, tolerance, reading string) result.Reading {
	const mostPlaces = 6
	sum := result.Reading{Taken: "not tried"}
	places := make(map[string]bool)
	for _, t := range trials {
		if t.Tolerance != tolerance || t.Reading != reading {
			continue
		}
		sum.Seen += max(1, t.Times)
		if t.Taken {
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

// Digest is the SHA-256, in hex, of every question that the suite asks: the
// features, the schemas and the register.
func Digest() string {
	sum := sha256.New()
	for _, files := range []fs.FS{features.Files, schemas.Files()} {
		for _, name := range namesOf(files) {
			content, err := fs.ReadFile(files, name)
			if err != nil {
				continue // built into the program: it was there a moment ago
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

// Version is the version of this build of assay, from its build info. A build that
// has none, of `go run` say, is named by what it asks.
var Version = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == unversioned {
		return "devel-" + Digest()[:12]
	}
	return info.Main.Version
})

// unversioned is what Go calls a module that was built without a version.
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
