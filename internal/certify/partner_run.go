package certify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/serve"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner"
)

// Env is what a build is started with.
type Env struct {
	BaseURL  string
	Token    string
	StoreKey string
	OTPURL   string // where the OTP of a phone number is read: ?phone_number=…
}

// Exit is how a build ended.
type Exit struct {
	Failure string // how it failed by its own account; "" when it did not
	// Status is what its command failed with, such as "exit status 1": what it sent may
	// then be a part of what it would have sent.
	Status  string
	Stopped string // why it was stopped; "" when it ended by itself
}

// RunOptions say how a partner build is run.
type RunOptions struct {
	Token    string
	Strict   bool // the sandbox refuses faulty requests, in place of a useful answer
	AllForms bool // once more for each other documented form of the answers
	// Again, if set, is told the form before each run but the first.
	Again func(form string)
}

// RunFunc runs a build once. An error means that it could not be run at all.
type RunFunc func(context.Context, Env) (Exit, error)

// RunPartner runs a build against a fresh sandbox, with AllForms once for every form of
// the answers, and adds what was recorded, and what is known of it, to the
// options of the judging.
func RunPartner(ctx context.Context, o RunOptions, run RunFunc, judged *PartnerOptions) error {
	log := recording.NewTrafficLog()
	var runs []SandboxRun
	status := ""
	for _, form := range o.forms() {
		if form != sandbox.Plain && o.Again != nil {
			o.Again(string(form))
		}
		start := log.Len()
		ended, env, err := o.once(ctx, run, sandbox.Options{Token: o.Token, Strict: o.Strict, Form: form, Log: log}, judged.Settings)
		if err != nil {
			return err
		}
		runs = append(runs, SandboxRun{Form: string(form), Failure: ended.Failure, Start: start})
		if form == sandbox.Plain {
			JudgeLive(judged, log, env)
			status = ended.Status
		}
		if judged.Interrupted = ended.Stopped; ended.Stopped != "" {
			break
		}
	}
	if status != "" && judged.Interrupted == "" {
		judged.Interrupted = result.CommandFailed + " (" + status + ") and may have ended early"
	}
	judged.Closed = true
	if runs[0].Failure != "" {
		judged.Notes = append(judged.Notes, runs[0].Failure)
	}
	judged.AddSandboxRuns(log, runs)
	return nil
}

func (o *RunOptions) forms() []sandbox.Form {
	forms := []sandbox.Form{sandbox.Plain}
	if o.AllForms {
		forms = append(forms, sandbox.Forms()...)
	}
	return forms
}

func (o *RunOptions) once(ctx context.Context, run RunFunc, options sandbox.Options, settings schemas.Settings) (Exit, Env, error) {
	box, err := Sandbox(options, settings)
	if err != nil {
		return Exit{}, Env{}, err
	}
	served, err := serve.On(ctx, serve.Anywhere, box)
	if err != nil {
		return Exit{}, Env{}, err
	}
	defer served.Stop()
	env := EnvAt(served.Address, o.Token)
	ended, err := run(ctx, env)
	return ended, env, err
}

// EnvAt is the environment that a sandbox makes which listens at an address.
func EnvAt(address, token string) Env {
	base := "http://" + address
	return Env{BaseURL: base, Token: token, StoreKey: reference.DefaultStoreKey, OTPURL: base + sandbox.OTPPath}
}

// JudgeLive says of traffic with an own sandbox what the judging must know.
func JudgeLive(judged *PartnerOptions, log *recording.Log, env Env) {
	judged.Log, judged.Traffic, judged.BaseURL = log, Recorded(log), env.BaseURL
	judged.Token, judged.StoreKey, judged.Customers = env.Token, env.StoreKey, sandbox.Customers()
	judged.Secrets, judged.Sandbox = []string{env.Token}, true
}

// SandboxRun is one run of a partner build against a fresh sandbox.
type SandboxRun struct {
	Form    string // of the sandbox's answers; "" is the plain one
	Failure string // how the build's command itself failed; "" when it did not
	// Start is how many exchanges the log held when the run began.
	Start int
}

// noLimit is the form in which a build may rightly call less: there is nobody
// who could buy.
const noLimit = "no-limit"

// AddSandboxRuns adds to the options what several runs came to, which are all in one
// log; the first is that with the plain answers.
func (o *PartnerOptions) AddSandboxRuns(log *recording.Log, runs []SandboxRun) {
	o.EndedWell = runs[0].Failure == ""
	all := log.All()
	for i, run := range runs {
		o.Restarts = append(o.Restarts, run.Start)
		if i == 0 {
			continue
		}
		end := len(all)
		if i+1 < len(runs) {
			end = runs[i+1].Start
		}
		c := formRunOf(runs[0], run, all[runs[0].Start:runs[1].Start], all[run.Start:end])
		o.FormRuns = append(o.FormRuns, c)
		if c.Failure != "" {
			o.Notes = append(o.Notes, fmt.Sprintf("run again with responses in the form %s: %s", c.Form, c.Failure))
		}
	}
}

// formRunOf compares a run with the plain one: the build must end as it did, and
// call what it called.
func formRunOf(plain, again SandboxRun, before, after []*recording.Exchange) partner.FormRun {
	c := partner.FormRun{Form: again.Form}
	called, last, n := endpointsOf(after)
	c.Called = called
	if last != nil {
		c.Endpoint, c.Exchange = partner.ClosestEndpoint(last), last.ID
	}
	expected, lastBefore, all := endpointsOf(before)
	c.Alone = again.Form == noLimit && n == 1 && all == 1 && findsNoLimit(last) && findsNoLimit(lastBefore)
	lost := missing(expected, called)
	switch {
	case again.Failure != "" && plain.Failure == "":
		c.Failure = again.Failure
	case len(lost) > 0 && again.Form != noLimit:
		c.Failure = "it never called " + strings.Join(lost, ", ") + " any more"
	case again.Failure != "":
		c.Unclear = fmt.Sprintf("the build failed with the plain answers as well, and made %d of %d calls with responses in the form %s", n, all, again.Form)
		c.Fewer = n < all
	}
	return c
}

// findsNoLimit tells a lookup of a customer who has no limit (section 4.5).
func findsNoLimit(x *recording.Exchange) bool {
	return x != nil && partner.ClosestEndpoint(x) == spec.CustomerLookup && x.Response != nil && gjson.GetBytes(x.Response.Body, "data.redirectUrl").String() != ""
}

// endpointsOf lists the endpoints that were called, and the last of all calls.
func endpointsOf(exchanges []*recording.Exchange) (called []string, last *recording.Exchange, calls int) {
	for _, x := range exchanges {
		if name := partner.ClosestEndpoint(x); name != "" {
			last = x
			calls++
			if !slices.Contains(called, name) {
				called = append(called, name)
			}
		}
	}
	return called, last, calls
}

// Sandbox prepares a sandbox for a partner build. A strict one refuses a request only if
// the requirements find it wrong, too: what the specification leaves open, such as how a
// phone number is written (section 2.4), the reference decides for itself alone.
func Sandbox(o sandbox.Options, settings schemas.Settings) (*sandbox.Sandbox, error) {
	if !o.Strict {
		return sandbox.New(o), nil
	}
	set, err := schemas.Compile(settings)
	if err != nil {
		return nil, fmt.Errorf("tolerances: %w", err)
	}
	read := partner.NewRun(partner.Config{
		Schemas: set, Closed: true, Token: o.Token, StoreKey: reference.DefaultStoreKey, Customers: sandbox.Customers(),
		Published: published(sandbox.Customers()),
	})
	var mu sync.Mutex
	o.Accepts = func(x *recording.Exchange) bool {
		mu.Lock()
		defer mu.Unlock()
		q, ok := read.Add(x)
		return ok && !q.Flawed
	}
	return sandbox.New(o), nil
}
