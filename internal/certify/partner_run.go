package certify

import (
	"context"
	"fmt"
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

// Env is the settings with which a build is started.
type Env struct {
	BaseURL  string
	Token    string
	StoreKey string
	OTPURL   string // the address at which the OTP of a phone number is read: ?phone_number=…
}

// Exit says how a build ended.
type Exit struct {
	Failure string // how it failed according to its command; "" if it did not
	// Status is how its command failed, such as "exit status 1". Then the build may have sent
	// only a part of its requests.
	Status  string
	Stopped string // why it was stopped; "" if it ended by itself
	Invalid int64  // how many of its requests were no valid HTTP, and were not recorded
}

// RunOptions say how to run a partner build.
type RunOptions struct {
	Token    string
	Strict   bool // the sandbox refuses faulty requests, instead of answering them usefully
	AllForms bool // run it again for each other documented form of the answers
	// FormStarted, if set, is called with the form before each run after the first.
	FormStarted func(form string)
}

// RunFunc runs a build once. An error means that it could not be run at all.
type RunFunc func(context.Context, Env) (Exit, error)

// RunPartner runs a build against a new sandbox; with AllForms once for every form of the
// answers. It adds the recording, and what is known about it, to the options for the judging.
func RunPartner(ctx context.Context, o RunOptions, run RunFunc, judged *PartnerOptions) error {
	log := recording.NewTrafficLog()
	var runs []SandboxRun
	status, invalid := "", int64(0)
	for _, form := range o.forms() {
		if form != sandbox.Plain && o.FormStarted != nil {
			o.FormStarted(string(form))
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
		invalid += ended.Invalid
		if judged.Interrupted = ended.Stopped; ended.Stopped != "" {
			break
		}
	}
	if status != "" && judged.Interrupted == "" {
		judged.Interrupted = result.CommandFailed + " (" + status + ") and may have ended early"
	}
	judged.NoteInvalid(invalid)
	judged.Closed = true
	if runs[0].Failure != "" {
		judged.Notes = append(judged.Notes, runs[0].Failure)
	}
	judged.AddSandboxRuns(log, runs)
	return nil
}

// NoteInvalid says that some requests were no valid HTTP. Nothing recorded them, so the traffic is not whole.
func (o *PartnerOptions) NoteInvalid(requests int64) {
	if requests == 0 {
		return
	}
	o.NoTrafficReason = result.Counted(int(requests), "request") + " came in no valid HTTP, such as over https:// or with a blank in the address: assay refused and did not record what it could not read"
	if o.Interrupted == "" {
		o.Interrupted = o.NoTrafficReason
	}
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
	ended.Invalid = served.Invalid()
	return ended, env, err
}

// EnvAt returns the settings for a sandbox that listens at an address.
func EnvAt(address, token string) Env {
	base := "http://" + address
	return Env{BaseURL: base, Token: token, StoreKey: reference.DefaultStoreKey, OTPURL: base + sandbox.OTPPath}
}

// JudgeLive sets the options that judge traffic with assay's own sandbox.
func JudgeLive(judged *PartnerOptions, log *recording.Log, env Env) {
	judged.Log, judged.Traffic, judged.BaseURL = log, Recorded(log), env.BaseURL
	judged.Token, judged.StoreKey, judged.Customers = env.Token, env.StoreKey, sandbox.Customers()
	judged.Secrets, judged.Sandbox = []string{env.Token}, true
}

// SandboxRun is one run of a partner build against a new sandbox.
type SandboxRun struct {
	Form    string // the form of the sandbox's answers; "" is the plain one
	Failure string // how the build's command failed; "" if it did not
	// Start is how many exchanges the log contained when the run began.
	Start int
}

// noLimit is the form with which a build may make fewer calls: no customer can buy anything.
const noLimit = "no-limit"

// AddSandboxRuns adds the results of several runs to the options. All of them are in one log;
// the first is that with the plain answers.
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

// formRunOf compares a run with the plain one: the build must end in the same way, and call the
// same endpoints.
func formRunOf(plain, again SandboxRun, before, after []*recording.Exchange) partner.FormRun {
	c := partner.FormRun{Form: again.Form}
	was, is := callsOf(before), callsOf(after)
	c.Called = is.called
	if is.last != nil {
		c.Endpoint, c.Exchange = partner.ClosestEndpoint(is.last), is.last.ID
	}
	c.Alone = again.Form == noLimit && len(is.all) == 1 && len(was.all) == 1 && findsNoLimit(is.last) && findsNoLimit(was.last)
	lost := missing(was.called, is.called)
	switch {
	case again.Failure != "" && plain.Failure == "":
		c.Failure = again.Failure
	case len(lost) > 0 && again.Form != noLimit:
		c.Failure = "it never called " + strings.Join(lost, ", ") + " any more"
	case again.Failure != "":
		c.Unclear = fmt.Sprintf("the build failed with the plain answers as well, and made %d of %d calls with responses in the form %s", len(is.all), len(was.all), again.Form)
		c.Fewer = len(is.all) < len(was.all)
	}
	c.Ceased = c.Failure != "" && again.Form != noLimit && was.calledRegularly(lost)
	if at := was.before(lost); c.Ceased && !was.beginsWith(is) && is.lastOf[at] != nil {
		c.Endpoint, c.Exchange = at, is.lastOf[at].ID
	}
	return c
}

// findsNoLimit reports whether an exchange is a lookup of a customer without a limit (section
// 4.5).
func findsNoLimit(x *recording.Exchange) bool {
	return x != nil && partner.ClosestEndpoint(x) == spec.CustomerLookup && x.Response != nil && gjson.GetBytes(x.Response.Body, "data.redirectUrl").String() != ""
}

// Sandbox prepares a sandbox for a partner build. A strict one refuses a request only if it
// breaks a requirement, too. Where the specification leaves something open, such as the form of
// a phone number (section 2.4), the reference alone would refuse more.
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
