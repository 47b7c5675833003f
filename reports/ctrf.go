package reports

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// The parts of a report in the Common Test Report Format (ctrf.io).
type (
	ctrfReport struct {
		Format      string      `json:"reportFormat"`
		SpecVersion string      `json:"specVersion"`
		Timestamp   string      `json:"timestamp,omitempty"`
		GeneratedBy string      `json:"generatedBy"`
		Results     ctrfResults `json:"results"`
	}
	ctrfResults struct {
		Tool        ctrfTool        `json:"tool"`
		Summary     ctrfSummary     `json:"summary"`
		Tests       []ctrfTest      `json:"tests"`
		Environment ctrfEnvironment `json:"environment"`
	}
	ctrfTool struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
	}
	ctrfSummary struct {
		Tests   int            `json:"tests"`
		Passed  int            `json:"passed"`
		Failed  int            `json:"failed"`
		Skipped int            `json:"skipped"`
		Pending int            `json:"pending"`
		Other   int            `json:"other"`
		Suites  int            `json:"suites"`
		Start   int64          `json:"start"`
		Stop    int64          `json:"stop"`
		Extra   map[string]any `json:"extra"`
	}
	ctrfTest struct {
		Name      string         `json:"name"`
		Status    string         `json:"status"`
		RawStatus string         `json:"rawStatus,omitempty"`
		Duration  int64          `json:"duration"`
		Suite     []string       `json:"suite,omitempty"`
		Message   string         `json:"message,omitempty"`
		Trace     string         `json:"trace,omitempty"`
		FilePath  string         `json:"filePath,omitempty"`
		Tags      []string       `json:"tags,omitempty"`
		Flaky     bool           `json:"flaky,omitempty"`
		Extra     map[string]any `json:"extra,omitempty"`
	}
	ctrfEnvironment struct {
		AppName         string `json:"appName,omitempty"`
		TestEnvironment string `json:"testEnvironment,omitempty"`
	}
)

// WriteCTRF writes a test for each check, in the Common Test Report Format. Checks are passed,
// failed or skipped as in JUnit. A failed check is failed. An errored check is failed too,
// because the format has no word for it. A check that is blocked or untested, or whose failure is
// accepted, is skipped with the reason.
func WriteCTRF(w io.Writer, run *result.Run) error {
	return writeCTRF(w, wording.Sanitized(run))
}

func writeCTRF(w io.Writer, run *result.Run) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(ctrfOf(run)); err != nil {
		return fmt.Errorf("write CTRF: %w", err)
	}
	return nil
}

func ctrfOf(run *result.Run) ctrfReport {
	all := junitOf(run)
	r := ctrfReport{Format: "CTRF", SpecVersion: "0.0.0", GeneratedBy: "assay", Results: ctrfResults{
		Tool:        ctrfTool{"assay", run.Suite.Version},
		Tests:       []ctrfTest{},
		Environment: ctrfEnvironment{wording.OneLine(run.Target.Build), wording.OneLine(run.Target.BaseURL)},
		Summary: ctrfSummary{Suites: len(all.Suites), Start: unixMillis(run.Started), Stop: unixMillis(run.Finished),
			Extra: map[string]any{"verdict": run.Verdict, "reason": run.Reason, "side": run.Side, "scope": run.Scope, "seed": run.Seed}},
	}}
	if !run.Finished.IsZero() {
		r.Timestamp = run.Finished.UTC().Format(time.RFC3339)
	}
	for _, s := range all.Suites {
		for _, c := range s.Cases {
			r.Results.add(s.Name, &c)
		}
	}
	return r
}

func (r *ctrfResults) add(suite string, c *junitCase) {
	t := ctrfTest{Name: c.Name, Duration: millisOf(c.Time), Suite: []string{suite}, RawStatus: string(c.check.Outcome), FilePath: c.check.Location, Flaky: len(c.check.Unstable) > 0}
	if q := &c.requirement; q.ID != "" {
		t.Tags = append([]string{q.ID, string(q.Grade)}, q.Sections...)
	}
	r.Summary.Tests++
	switch {
	case c.Failure != nil:
		t.Status, t.Message, t.Trace = "failed", c.Failure.Message, c.Failure.Text
		r.Summary.Failed++
	case c.Error != nil:
		t.Status, t.Message, t.Trace = "failed", c.Error.Message, c.Error.Text
		r.Summary.Failed++
	case c.Skipped != nil:
		t.Status, t.Message = "skipped", c.Skipped.Message
		r.Summary.Skipped++
	default:
		t.Status, t.Message = "passed", c.SystemOut
		r.Summary.Passed++
	}
	if traces := traceIDs(&c.check); len(traces) > 0 {
		t.Extra = map[string]any{"trace_ids": traces}
	}
	r.Tests = append(r.Tests, t)
}

// traceIDs returns the trace ids of the requests that the failures are about.
func traceIDs(c *result.Check) []string {
	var all []string
	for _, f := range c.Failures {
		if f.TraceID != "" {
			all = append(all, f.TraceID)
		}
	}
	return all
}

func unixMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
