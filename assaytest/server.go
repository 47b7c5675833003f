// Package assaytest certifies a build of the Consumer Credit Partner Service in a team's own
// tests. One call sends the requests for every requirement of the specification to the build, and
// reports each requirement as a subtest. So, with
//
//	func TestConformance(t *testing.T) {
//		assaytest.CertifyServer(t, assaytest.Handler(newService()), assaytest.Token("test-token"))
//	}
//
// `go test -run TestConformance/PUR-07` shows whether one requirement holds. The command `assay
// requirements` lists the requirements. CertifyPartner does the same for the other side: it runs a
// store's code against a sandbox and judges the requests that the code sends.
//
// The package fails closed: if a requirement could not be judged (blocked, untested or errored),
// its subtest fails like the subtest of a broken requirement, unless Skip names the outcome.
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

// CertifyServer checks every requirement in scope on a server build, once. Then it reports each
// requirement as a subtest. The name of the subtest is the id.
//
// The subtest of a failed requirement fails. It shows the place, the expected and the actual
// value, the section of the specification, and a curl command that repeats the call. The subtest
// of a blocked, untested or errored requirement also fails, with the reason and what to do. The
// subtest of a tolerated requirement passes and logs the reading. Wrong options, and a report that
// cannot be written, end the test at once. A wrong set-up (every endpoint refuses the token, or
// the address is not the service) fails the test with its cause and its remedy, and has no
// subtests. CertifyServer logs the verdict. With Only, the verdict is at best partial.
//
// The flag -run selects which requirements are reported. The whole plan still runs, because one
// requirement often explains another. Use Only to run less. The run ends before the time limit of
// -timeout, so that the test reports a build that hangs, and Go does not end it without a report.
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

// certify runs the plan and writes the report, if Report was given.
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

// plan selects the requirements to judge. It also checks that the report folder can be written.
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

// conclude reports the run as a whole. It fails the test if the run shows nothing although no
// requirement reports that. Skip does not apply here: it is about requirements, not about a wrong
// set-up or an interrupted run.
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

// conclusion returns the verdict in one line, with the seed that repeats the run if there is one.
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

// subtest has the methods of *testing.T that tell needs.
type subtest interface {
	Helper()
	Logf(format string, values ...any)
	Errorf(format string, values ...any)
	Skipf(format string, values ...any)
}

// tell reports one requirement. An unknown outcome fails, too.
func (s *settings) tell(t subtest, r result.Requirement) {
	t.Helper()
	switch {
	case r.Outcome == result.Passed:
	case r.Outcome == result.Untested && r.Unexercised:
		t.Skipf("not exercised, and not certified: %s (%s)", r.Statement, visible.Printed(r.Reason))
	case r.Outcome == result.Tolerated:
		t.Logf("%s passes with a tolerated reading: %s", r.Statement, strings.Join(r.Readings, ", "))
	case s.skipped[Outcome(r.Outcome)]:
		t.Skipf("%s, so the run does not show that it passes:\n%s", r.Outcome, inFull(r))
	default:
		t.Errorf("%s:\n%s", r.Outcome, inFull(r))
	}
}

// inFull returns everything that is known about a requirement, as the command line prints it.
func inFull(r result.Requirement) string {
	const columns = 100
	var text strings.Builder
	if err := (reports.Terminal{Width: columns}).WriteRequirement(&text, r); err != nil {
		return fmt.Sprintf("%s %s: %v", r.ID, r.Statement, err)
	}
	return visible.Printed(text.String())
}

// within shortens the deadline of the run, so that it ends before the deadline of the tests.
func (s *settings) within(deadline time.Time, limited bool) {
	s.run.Deadline = sooner(s.run.Deadline, deadline, limited)
}

// sooner returns the time for a run that must end before a deadline. It keeps a tenth of the
// remaining time for the report.
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

// Target is the server build under test. Handler and URL make one.
type Target struct {
	baseURL   string
	transport http.RoundTripper
	problem   error
}

// inProcess is used as the address of a handler, which has no address (RFC 2606).
const inProcess = "http://handler.invalid"

// Handler returns a target that assay calls in its own process, without a socket. A handler that
// panics looks like a cut connection.
func Handler(h http.Handler) Target {
	if h == nil {
		return Target{problem: errors.New("the handler to certify is nil")}
	}
	return Target{baseURL: inProcess, transport: inprocess.Transport(h)}
}

// URL returns a target that listens at a base address, such as the URL of an httptest.Server or
// https://sandbox.example.
func URL(base string) Target {
	if _, err := client.New(client.Config{BaseURL: base}); err != nil {
		return Target{problem: fmt.Errorf("the address to certify: %w", err)}
	}
	return Target{baseURL: base}
}

// check refuses the zero Target, and a Target that its constructor could not make.
func (t Target) check() error {
	if t.problem == nil && t.baseURL == "" {
		return errors.New("there is no target: give assaytest.Handler or assaytest.URL")
	}
	return t.problem
}

// ours reports whether invented customers stay on this machine.
func (t Target) ours() bool { return t.transport != nil || client.Loopback(t.baseURL) }
