// Package assaytest certifies a build of the Consumer Credit Partner Service from
// within a team's own tests. One call drives the build through every
// requirement of the specification and reports each as a subtest, so
//
//	func TestConformance(t *testing.T) {
//		assaytest.CertifyServer(t, assaytest.Handler(newService()), assaytest.Token("test-token"))
//	}
//
// shows, by `go test -run TestConformance/PUR-07`, whether one of them holds.
// What the requirements are, `assay requirements` lists. CertifyPartner does the
// same for the other side: it runs a store's code against a sandbox and judges
// what it sent.
//
// The package fails closed: a requirement that could not be judged (blocked,
// untested or errored) fails its subtest as one that was broken does, unless
// Skip says otherwise.
package assaytest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/internal/visible"
	"github.com/credit-partner/assay/reports"
)

// CertifyServer drives a server build through every requirement in scope, once,
// and then reports each requirement as a subtest named by its id.
//
// A failed requirement fails its subtest with the place, what was expected and
// seen, the clause of the specification and a curl command that repeats the
// call. So does a blocked, untested or errored one, with the reason and what
// would help. A tolerated one passes and logs the reading that it was tolerated
// by. Wrong options, and a report that cannot be written, end the test at once. A
// wrong set-up (a token that is refused everywhere, an address that is not the
// service) fails the test with its cause and its remedy, and has no subtests. The
// verdict is logged: a run that Only narrows down is partial at best.
//
// The flag -run selects which requirements are reported; the whole plan runs
// all the same, since one requirement often explains another. Only narrows what
// is run. The run ends before the time that -timeout gives to the tests, so
// that a build that hangs is told of and not just cut off.
func CertifyServer(t *testing.T, target Target, options ...Option) {
	t.Helper()
	s, err := newSettings(target, options)
	if err != nil {
		t.Fatalf("assay: nothing was judged: %v", err)
	}
	s.within(t.Deadline())
	evidence, err := s.certify(t.Context())
	if err != nil {
		t.Fatalf("assay: %v", err)
	}
	s.conclude(t, evidence.Run)
	for _, r := range evidence.Run.Requirements {
		t.Run(r.ID, func(t *testing.T) {
			t.Helper()
			s.tell(t, r)
		})
	}
}

// certify runs the plan and writes the report, if one was asked for.
func (s *settings) certify(ctx context.Context) (*certify.Evidence, error) {
	plan, err := s.plan(result.ServerSide)
	if err != nil {
		return nil, fmt.Errorf("nothing was judged: %w", err)
	}
	evidence, err := certify.Server(ctx, plan, s.run)
	if err != nil {
		return nil, fmt.Errorf("nothing was judged: %w", err)
	}
	return evidence, s.write(evidence)
}

// plan selects what is judged, and sees that there is room for a report of it.
func (s *settings) plan(side result.Side) (*suite.Plan, error) {
	ledger, err := certify.Ledger(side)
	if err != nil {
		return nil, err
	}
	plan, err := ledger.Plan(s.scope, s.only)
	if err != nil {
		return nil, err
	}
	for _, name := range s.require {
		if !slices.Contains(plan.Scope, name) {
			return nil, fmt.Errorf("%s is required, and not in scope", name)
		}
	}
	if s.report != "" {
		return plan, reports.Begin(s.report)
	}
	return plan, nil
}

// conclude tells of the run as a whole. A run that shows nothing, although no
// requirement of it says so, fails here: Skip is about requirements, not about a
// wrong set-up or a run that was cut short.
func (s *settings) conclude(t subtest, run *result.Run) {
	t.Helper()
	switch {
	case run.Setup != nil:
		t.Errorf("assay: nothing was judged: %s\nremedy: %s", visible.Printed(run.Reason), run.Setup.Remedy)
	case run.Verdict == result.Inconclusive && run.Open() == 0:
		t.Errorf("assay: %s", s.conclusion(run))
	default:
		t.Logf("assay: %s", s.conclusion(run))
	}
}

// conclusion is the verdict in a line, with the seed that repeats the run, where
// it had one.
func (s *settings) conclusion(run *result.Run) string {
	line := fmt.Sprintf("%s: %s", run.Verdict, run.Reason)
	if run.Seed != 0 {
		line += fmt.Sprintf(" (seed %d)", run.Seed)
	}
	if s.report != "" {
		line += ", report in " + s.report
	}
	return visible.Printed(line)
}

// subtest is what telling needs of a *testing.T.
type subtest interface {
	Helper()
	Logf(format string, values ...any)
	Errorf(format string, values ...any)
	Skipf(format string, values ...any)
}

// tell reports one requirement. An outcome that nobody knows fails, too.
func (s *settings) tell(t subtest, r result.Requirement) {
	t.Helper()
	switch {
	case r.Outcome == result.Passed:
	case r.Outcome == result.Untested && r.Unexercised:
		t.Skipf("not exercised, and not certified: %s (%s)", r.Statement, visible.Printed(r.Reason))
	case r.Outcome == result.Tolerated:
		t.Logf("%s passes by a documented inconsistency: %s", r.Statement, strings.Join(r.Readings, ", "))
	case s.skipped[Outcome(r.Outcome)]:
		t.Skipf("%s, so the run does not show that it passes:\n%s", r.Outcome, inFull(r))
	default:
		t.Errorf("%s:\n%s", r.Outcome, inFull(r))
	}
}

// inFull is all that is known of a requirement, as the command line prints it.
func inFull(r result.Requirement) string {
	const columns = 100
	var text strings.Builder
	if err := (reports.Terminal{Width: columns}).WriteRequirement(&text, r); err != nil {
		return fmt.Sprintf("%s %s: %v", r.ID, r.Statement, err)
	}
	return visible.Printed(text.String())
}

// within ends the run before the tests are cut off.
func (s *settings) within(deadline time.Time, limited bool) {
	s.run.Deadline = sooner(s.run.Deadline, deadline, limited)
}

// sooner is the time for a run that must end before a deadline: a tenth of what
// is left is kept for the report.
func sooner(most time.Duration, deadline time.Time, limited bool) time.Duration {
	if !limited {
		return most
	}
	left := max(time.Until(deadline)*9/10, time.Millisecond)
	if most <= 0 || left < most {
		return left
	}
	return most
}

// Target is the server build under test: Handler or URL makes one.
type Target struct {
	baseURL   string
	transport http.RoundTripper
	problem   error
}

// inProcess stands for the address of a handler that has none (RFC 2606).
const inProcess = "http://handler.invalid"

// Handler is a build that is called in process, without a socket. A handler
// that panics looks like a connection that was cut.
func Handler(h http.Handler) Target {
	if h == nil {
		return Target{problem: errors.New("the handler to certify is nil")}
	}
	return Target{baseURL: inProcess, transport: inprocess.Transport(h)}
}

// URL is a build that listens at a base address, such as the URL of an
// httptest.Server or https://sandbox.example.
func URL(base string) Target {
	if _, err := client.New(client.Config{BaseURL: base}); err != nil {
		return Target{problem: fmt.Errorf("the address to certify: %w", err)}
	}
	return Target{baseURL: base}
}

// check refuses the zero Target and what its maker could not use.
func (t Target) check() error {
	if t.problem == nil && t.baseURL == "" {
		return errors.New("there is no target: give assaytest.Handler or assaytest.URL")
	}
	return t.problem
}

// ours tells whether invented customers stay on this machine.
func (t Target) ours() bool { return t.transport != nil || client.Loopback(t.baseURL) }
