package pairs

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
)

// reporter certifies builds alone, each with the whole ledger of its side.
type reporter struct {
	ofServers, ofPartners *suite.Plan
	set                   *schemas.Set
}

func newReporter() (*reporter, error) {
	r := new(reporter)
	var err error
	if r.ofServers, err = planOf(result.ServerSide); err != nil {
		return nil, err
	}
	if r.ofPartners, err = planOf(result.PartnerSide); err != nil {
		return nil, err
	}
	r.set, err = schemas.Compile(nil)
	return r, err
}

func planOf(side result.Side) (*suite.Plan, error) {
	ledger, err := certify.Ledger(side)
	if err != nil {
		return nil, err
	}
	return ledger.Plan(nil, nil)
}

// These are the time limits of one run. A working build answers within microseconds.
const (
	oneRequest = 10 * time.Second
	oneRun     = 5 * time.Minute
)

// server returns the dialect that a whole run against a build shows.
func (r *reporter) server(ctx context.Context, v faults.Variant) (*result.FullDialect, error) {
	build := faults.Combine(reference.Options{Seed: 1}, v)
	concurrency := 1
	if v.Coarse {
		concurrency = 32 // such a build mostly waits, so it needs little processor time
	}
	e, err := certify.Server(ctx, r.ofServers, certify.Options{
		BaseURL: address, Transport: inprocess.Transport(build), Token: client.StaticToken(reference.DefaultToken),
		StoreKey: reference.DefaultStoreKey, Signer: signed{}, OTP: sentTo{build}, Schemas: r.set, Seed: 1,
		Concurrency: concurrency, Timeout: oneRequest, Deadline: oneRun, OutcomesOnly: true, WithDialect: true,
	})
	if err != nil {
		return nil, err
	}
	if e.Run.Verdict != result.Conformant {
		return nil, fmt.Errorf("it is %s: %s", e.Run.Verdict, e.Run.Reason)
	}
	return e.Run.FullDialect, nil
}

// address is the base URL of every build. The builds are called in process.
const address = "http://build.local"

// signed is a Signer that replaces a real signature.
type signed struct{}

func (signed) Sign(_ context.Context, in client.SignInput) (http.Header, error) {
	return http.Header{"Sign": {"proof-" + in.Nonce}}, nil
}

// sentTo reads OTPs as from the customer's phone.
type sentTo struct{ build *faults.Build }

func (s sentTo) Read(_ context.Context, phone, _ string) (string, error) {
	otp, ok := s.build.LastOTP(phone)
	if !ok {
		return "", fmt.Errorf("no OTP was sent to %s", phone)
	}
	return otp, nil
}

// partner returns the dialect that the runs of a store show. It runs the store once for each form
// of the answers.
func (r *reporter) partner(ctx context.Context, v faults.Variant) (*result.FullDialect, error) {
	log := &recording.Log{}
	var runs []certify.SandboxRun
	for _, form := range append([]sandbox.Form{sandbox.Plain}, sandbox.Forms()...) {
		started := log.Len()
		box := sandbox.New(sandbox.Options{Log: log, Form: form, Delay: time.Millisecond})
		store := storeOf(v, box, box.LastOTP)
		run := certify.SandboxRun{Form: string(form), Start: started}
		if err := store.Run(ctx); err != nil {
			run.Failure = err.Error()
		}
		runs = append(runs, run)
	}
	o := certify.PartnerOptions{
		Traffic: certify.Recorded(log), Log: log, Closed: true, Token: reference.DefaultToken,
		StoreKey: reference.DefaultStoreKey, Customers: sandbox.Customers(),
	}
	o.AddSandboxRuns(log, runs)
	e, err := certify.Partner(ctx, r.ofPartners, o)
	if err != nil {
		return nil, err
	}
	if e.Run.Verdict != result.Conformant && e.Run.Verdict != result.Partial {
		return nil, fmt.Errorf("it is %s: %s", e.Run.Verdict, e.Run.Reason)
	}
	return e.Run.FullDialect, nil
}

// storeOf returns a store that calls a handler in process, and reads OTPs from its phones.
func storeOf(v faults.Variant, service http.Handler, phone func(string) (string, bool)) *samplepartner.Store {
	store := &samplepartner.Store{
		BaseURL: address, Token: reference.DefaultToken, StoreKey: reference.DefaultStoreKey,
		HTTP: &http.Client{Transport: inprocess.Transport(service)}, EditRequest: v.EditRequest,
		ReadOTP: func(number string) string { otp, _ := phone(number); return otp },
	}
	if v.Configure != nil {
		v.Configure(store)
	}
	return store
}
