package assaytest

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
)

// CertifyPartner runs the code of a partner build against a new sandbox on this machine, judges
// every request that the code sends, and reports each requirement as a subtest. The name of the
// subtest is the id.
//
// The code gets the address of the service as baseURL, and the rest with AccessFrom. It must call
// the service as it does in production, and end. The test fails if the code returns an error,
// panics, ends its goroutine (as t.FailNow does), or does not end in time. CertifyPartner still
// judges the requests that it sent before.
//
// If the code broke a requirement, its subtest fails, with the same evidence as in CertifyServer.
// If the code never exercised a requirement, its subtest is skipped and says what was missing: a
// request that is not sent is not certified. Code that sends nothing fails.
//
// With AllDialects, CertifyPartner calls the code several times, each time with another sandbox.
func CertifyPartner(t *testing.T, code func(ctx context.Context, baseURL string) error, options ...Option) {
	t.Helper()
	s, err := newPartnerSettings(code, options)
	if err != nil {
		t.Fatalf("assay: nothing was judged: %v", err)
	}
	limit, limited := t.Deadline()
	s.deadline = sooner(s.deadline, limit, limited)
	judged, err := s.certifyPartner(t.Context(), code)
	if err != nil {
		t.Fatalf("assay: %v", err)
	}
	t.Logf("assay: %s", s.conclusion(judged.evidence.Run))
	for _, trouble := range judged.troubles {
		t.Errorf("assay: %s", trouble)
	}
	for _, r := range judged.requirements() {
		t.Run(r.ID, func(t *testing.T) {
			t.Helper()
			s.tell(t, r)
		})
	}
}

// newPartnerSettings applies the options for a partner build.
func newPartnerSettings(code func(context.Context, string) error, options []Option) (*settings, error) {
	if code == nil {
		return nil, errors.New("there is no code to run: give CertifyPartner a function")
	}
	s := &settings{partner: true, partnerSettings: partnerSettings{deadline: defaultDeadline}}
	if err := s.apply(options); err != nil {
		return nil, err
	}
	if s.token == "" {
		s.token = SandboxToken
	}
	s.stage.Token = s.token
	return s, nil
}

// judged is the result of a partner build.
type judged struct {
	evidence *certify.Evidence
	planned  []result.Requirement // all requirements of the plan
	troubles []string             // other reasons why the test fails
}

func (s *settings) certifyPartner(ctx context.Context, code func(context.Context, string) error) (*judged, error) {
	plan, err := s.plan(result.PartnerSide)
	if err != nil {
		return nil, fmt.Errorf("nothing was judged: %w", err)
	}
	j := &judged{}
	o := certify.PartnerOptions{Build: s.build, Require: s.require, Settings: s.pins}
	err = certify.RunPartner(ctx, s.stage, s.acting(code, j), &o)
	if err != nil {
		return nil, fmt.Errorf("nothing was judged: %w", err)
	}
	// The time for the code may be over. Its requests are still judged.
	j.evidence, err = certify.Partner(context.WithoutCancel(ctx), plan, o)
	if err != nil {
		return nil, fmt.Errorf("nothing was judged: %w", err)
	}
	for _, r := range plan.Requirements() {
		if !r.Observation {
			j.planned = append(j.planned, result.Requirement{ID: r.ID, Scope: r.Scope, Statement: r.Statement, Sections: r.Sections, Grade: r.Grade})
		}
	}
	switch run := j.evidence.Run; {
	case run.Traffic.Requests == 0:
		j.troubles = append(j.troubles, run.Reason)
	case run.Interrupted != "":
		j.troubles = append(j.troubles, "what was sent is not whole: "+run.Interrupted)
	}
	for n, trouble := range j.troubles {
		j.troubles[n] = j.evidence.Redactor.Text(trouble)
	}
	return j, s.write(j.evidence)
}

// acting returns a function that runs the code once, within the deadline. Only the first run, with
// the plain responses, can fail the test by its own result. For the other runs, the requirements
// about coping judge how they end.
func (s *settings) acting(code func(context.Context, string) error, j *judged) certify.RunFunc {
	first := true
	return func(ctx context.Context, at certify.Env) (certify.Exit, error) {
		cause := fmt.Errorf("the code did not end within %s", s.deadline.Round(time.Millisecond))
		ctx, cancel := context.WithTimeoutCause(ctx, s.deadline, cause)
		defer cancel()
		access := Access{BaseURL: at.BaseURL, Token: at.Token, StoreKey: at.StoreKey, OTPURL: at.OTPURL}
		ending := ended(ctx, start(context.WithValue(ctx, accessKey{}, access), code))
		if first && ending.Failure != "" {
			j.troubles = append(j.troubles, ending.Failure)
		}
		first = false
		return ending, nil
	}
}

// start runs the code in its own goroutine and sends the error with which it ended. A panic, or
// the end of the goroutine (t.FailNow), must not end the test before the verdict.
func start(ctx context.Context, code func(context.Context, string) error) <-chan error {
	done := make(chan error, 1)
	go func() {
		err := errors.New("it ended its goroutine, as t.FailNow and t.SkipNow do")
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("it panicked: %v\n%s", p, debug.Stack())
			}
			done <- err
		}()
		err = code(ctx, AccessFrom(ctx).BaseURL)
	}()
	return done
}

// grace is the time that the code has to end after its deadline.
const grace = time.Second

// ended waits for the code to end, and returns how it ended.
func ended(ctx context.Context, done <-chan error) certify.Exit {
	var ending certify.Exit
	var err error
	select {
	case err = <-done:
	case <-ctx.Done():
		late := time.NewTimer(grace)
		defer late.Stop()
		select {
		case err = <-done:
		case <-late.C:
		}
	}
	if ctx.Err() != nil { // also if the code noticed it before we did
		ending.Stopped = context.Cause(ctx).Error()
	}
	if err != nil {
		ending.Failure = fmt.Sprintf("the code failed: %v", err)
	}
	return ending
}

// requirements returns the judged requirements, and those of capabilities that the code did not
// call. It returns none if the code sent nothing.
func (j *judged) requirements() []result.Requirement {
	run := j.evidence.Run
	if run.Traffic.Requests == 0 {
		return nil
	}
	var all []result.Requirement
	for _, planned := range j.planned {
		at := slices.IndexFunc(run.Requirements, func(r result.Requirement) bool { return r.ID == planned.ID })
		if at >= 0 {
			all = append(all, run.Requirements[at])
			continue
		}
		planned.Outcome, planned.Unexercised = result.Untested, true
		planned.Reason = "the code called nothing of " + planned.Scope
		all = append(all, planned)
	}
	return all
}
