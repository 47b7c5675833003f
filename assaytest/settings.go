package assaytest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/reportdetails"
	"github.com/credit-partner/assay/reports"
	"github.com/credit-partner/assay/schemas"
)

// tokenVariable is the environment variable with the access token if Token is not given. The
// command line uses the same one.
const tokenVariable = "ASSAY_TOKEN"

// The defaults are the same as those of `assay server`.
const (
	defaultConcurrency = 8
	defaultTimeout     = 10 * time.Second
	defaultDeadline    = 10 * time.Minute
)

// settings is the result of all options.
type settings struct {
	partner bool // the build is a partner build
	token   string
	build   string
	scope   []string
	only    []string
	pins    schemas.Settings
	report  string
	skipped map[Outcome]bool

	serverSettings
	partnerSettings
}

// serverSettings are the settings for a server build only.
type serverSettings struct {
	run      certify.Options
	generate bool // invent customers, even if the target is not on this machine
}

// partnerSettings are the settings for a partner build only.
type partnerSettings struct {
	stage    certify.RunOptions
	require  []string
	deadline time.Duration
}

// newSettings applies the options for a server build. It refuses every value that it knows to be
// wrong, before assay sends a request.
func newSettings(target Target, options []Option) (*settings, error) {
	if err := target.check(); err != nil {
		return nil, err
	}
	s := &settings{serverSettings: serverSettings{run: certify.Options{
		BaseURL: target.baseURL, Transport: target.transport,
		Concurrency: defaultConcurrency, Timeout: defaultTimeout, Deadline: defaultDeadline,
	}}}
	if err := s.apply(options); err != nil {
		return nil, err
	}
	s.run.Build, s.run.Settings = s.build, s.pins
	return s, s.settle(target)
}

func (s *settings) apply(options []Option) error {
	s.skipped, s.pins = make(map[Outcome]bool), make(schemas.Settings)
	for _, option := range options {
		if err := option(s); err != nil {
			return err
		}
	}
	if s.token == "" {
		s.token = os.Getenv(tokenVariable)
	}
	return nil
}

// settle sets the defaults of everything that no option has set.
func (s *settings) settle(target Target) error {
	if s.token == "" {
		return fmt.Errorf("there is no access token: give assaytest.Token, or set %s", tokenVariable)
	}
	if !target.ours() && !s.generate {
		return errors.New("the target is not on this machine, and the customers that the suite invents may have the phone " +
			"numbers of real people, who would receive OTPs: use assaytest.GenerateIdentities if the target sends none")
	}
	s.run.CleanUp = !target.ours() // as the command line does: purchases that stay on another machine may disturb somebody
	s.run.Token, s.run.Secrets = client.StaticToken(s.token), []string{s.token}
	if s.run.StoreKey == "" {
		s.run.StoreKey = SandboxStoreKey
		s.run.Notes = append(s.run.Notes, "no store key is given: the sandbox's, "+SandboxStoreKey+", was sent")
	}
	if s.run.Seed == 0 {
		s.run.Seed = 1 + rand.Int64N(1<<31)
	}
	return nil
}

// write writes the report folder, if Report was given.
func (s *settings) write(e *certify.Evidence) error {
	if s.report == "" {
		return nil
	}
	new(reportdetails.Statement).Issue(e.Run)
	if err := reports.WriteFolder(s.report, e.Run, e.WriteHAR); err != nil {
		return fmt.Errorf("the run ended %s, but assay could not write its report: %w", e.Run.Verdict, err)
	}
	return nil
}
