// Package rehearse runs a partner build against fresh sandboxes on this machine
// and makes of what it sent the traffic that is judged. How the build is run, as
// a command or as a function, is the caller's affair.
package rehearse

import (
	"context"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/serve"
)

// Stage is what a build needs to act.
type Stage struct {
	BaseURL  string
	Token    string
	StoreKey string
	OTPURL   string // where the OTP of a phone number is read: ?phone_number=…
}

// Ending is how a build ended.
type Ending struct {
	Failure string // how it failed by its own account; "" when it did not
	Stopped string // why it was stopped; "" when it ended by itself
}

// Options say on what stage a build acts.
type Options struct {
	Token    string
	Strict   bool // the sandbox refuses faulty requests, in place of a useful answer
	AllForms bool // once more for each other documented form of the answers
	// Again, if set, is told the form before each run but the first.
	Again func(form string)
}

// Act runs a build once. An error means that it could not be run at all.
type Act func(context.Context, Stage) (Ending, error)

// Run runs a build against a fresh sandbox, with AllForms once for every form of
// the answers, and adds what was recorded, and what is known of it, to the
// options of the judging.
func Run(ctx context.Context, o Options, act Act, judged *certify.PartnerOptions) error {
	log := recording.NewTrafficLog()
	var runs []certify.Rehearsal
	for _, form := range o.forms() {
		if form != sandbox.Plain && o.Again != nil {
			o.Again(string(form))
		}
		start := log.Len()
		ended, stage, err := o.once(ctx, act, form, log)
		if err != nil {
			return err
		}
		runs = append(runs, certify.Rehearsal{Form: string(form), Failure: ended.Failure, Start: start})
		if form == sandbox.Plain {
			Live(judged, log, stage)
		}
		if judged.Interrupted = ended.Stopped; ended.Stopped != "" {
			break
		}
	}
	judged.Closed = true
	if runs[0].Failure != "" {
		judged.Notes = append(judged.Notes, runs[0].Failure)
	}
	judged.Rehearsed(log, runs)
	return nil
}

func (o *Options) forms() []sandbox.Form {
	forms := []sandbox.Form{sandbox.Plain}
	if o.AllForms {
		forms = append(forms, sandbox.Forms()...)
	}
	return forms
}

func (o *Options) once(ctx context.Context, act Act, form sandbox.Form, log *recording.Log) (Ending, Stage, error) {
	served, err := serve.On(ctx, serve.Anywhere, sandbox.New(sandbox.Options{Token: o.Token, Strict: o.Strict, Form: form, Log: log}))
	if err != nil {
		return Ending{}, Stage{}, err
	}
	defer served.Stop()
	stage := At(served.Address, o.Token)
	ended, err := act(ctx, stage)
	return ended, stage, err
}

// At is the stage that a sandbox makes which listens at an address.
func At(address, token string) Stage {
	base := "http://" + address
	return Stage{BaseURL: base, Token: token, StoreKey: reference.DefaultStoreKey, OTPURL: base + sandbox.OTPPath}
}

// Live says of traffic with an own sandbox what the judging must know.
func Live(judged *certify.PartnerOptions, log *recording.Log, stage Stage) {
	judged.Log, judged.Traffic, judged.BaseURL = log, certify.Recorded(log), stage.BaseURL
	judged.Token, judged.StoreKey, judged.Customers = stage.Token, stage.StoreKey, sandbox.Customers()
	judged.Secrets = []string{stage.Token}
}
