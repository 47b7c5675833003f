package proof

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/partner"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/suite"
)

// Partner returns a catalogue of some faults of the sample partner and all its legal variants.
// The ledger of the partner side judges them.
func Partner(planted []faults.Fault) (*Catalogue, error) {
	p, err := newPartnerRunner()
	if err != nil {
		return nil, err
	}
	c := &Catalogue{
		Side: result.PartnerSide, Requirements: statements(p.plan.Ledger), Faults: planted, Variants: partner.Variants(),
		Groups:    map[string][]string{"auth": p.owners("authorization"), "body": p.owners("body"), "address": p.owners("address")},
		disturbed: partner.Incompatible,
		judgeLegal: func(ctx context.Context, legal ...faults.Variant) (*result.Run, error) {
			return p.judge(ctx, p.plan, partnerWith(legalStores(legal)...))
		},
		judgeOwn: func(ctx context.Context, f faults.Fault) (*result.Run, error) {
			return p.judge(ctx, only(p.plan, f.Breaks), f)
		},
	}
	build := func(set Set) []faults.Fault { return append(legalStores(c.legal(set)), c.pick(set)...) }
	c.judge = func(ctx context.Context, set Set) (*result.Run, error) {
		return p.judge(ctx, p.plan, partnerWith(build(set)...))
	}
	c.shown = func(ctx context.Context, set Set, n int) (bool, error) {
		return shownBy(ctx, build(set), len(set.Variants)+n), nil
	}
	c.maskedBy = partner.Maskings.MaskedBy
	return c, nil
}

// partnerRunner judges sample partners. It is safe for concurrent use.
type partnerRunner struct{ plan *suite.Plan }

func newPartnerRunner() (*partnerRunner, error) {
	ledger, err := certify.Ledger(result.PartnerSide)
	if err != nil {
		return nil, fmt.Errorf("prepare the proof: %w", err)
	}
	plan, err := ledger.Plan(nil, nil)
	if err != nil {
		return nil, fmt.Errorf("prepare the proof: %w", err)
	}
	return &partnerRunner{plan: plan}, nil
}

// owners returns the requirements that own an aspect of an endpoint.
func (p *partnerRunner) owners(aspect string) []string {
	var all []string
	for _, r := range p.plan.Ledger.Requirements {
		for _, owned := range r.Owns {
			if owned.Name == aspect {
				all = append(all, r.ID)
			}
		}
	}
	return all
}

// judge runs the sample partner with a planted fault, and judges it by a plan. It runs once with the plain
// answers, and once with each form of the answers that shows the fault.
func (p *partnerRunner) judge(ctx context.Context, plan *suite.Plan, f faults.Fault) (*result.Run, error) {
	log, runs := runStores(ctx, f, formsOf(f))
	o := certify.PartnerOptions{
		Traffic: certify.Recorded(log), Log: log, Closed: true, Token: reference.DefaultToken,
		StoreKey: reference.DefaultStoreKey, Customers: sandbox.Customers(), Secrets: []string{reference.DefaultToken},
	}
	o.AddSandboxRuns(log, runs)
	e, err := certify.Partner(ctx, plan, o)
	if err != nil {
		return nil, fmt.Errorf("judge the sample partner: %w", err)
	}
	return e.Run, nil
}

func formsOf(f faults.Fault) []string { return append([]string{string(sandbox.Plain)}, f.Forms...) }

// runStores runs the store once for each form of the answers.
func runStores(ctx context.Context, f faults.Fault, forms []string) (*recording.Log, []certify.SandboxRun) {
	log := &recording.Log{}
	var runs []certify.SandboxRun
	for _, form := range forms {
		start := log.Len()
		runs = append(runs, certify.SandboxRun{Form: form, Failure: runStore(ctx, f, form, log), Start: start})
	}
	return log, runs
}

// runStore runs the store against a fresh sandbox, and returns why it failed, or "" if it did
// not.
func runStore(ctx context.Context, f faults.Fault, form string, log *recording.Log) string {
	box := sandbox.New(sandbox.Options{Log: log, Form: sandbox.Form(form), Delay: time.Millisecond})
	store := samplepartner.Store{
		BaseURL: "http://sandbox.local", Token: reference.DefaultToken, StoreKey: reference.DefaultStoreKey,
		HTTP: &http.Client{Transport: inprocess.Transport(box)},
	}
	if f.EditRequests != nil {
		store.EditRequest = f.EditRequests()
	}
	if f.CheckResponses != nil {
		store.CheckResponse = f.CheckResponses()
	}
	if f.Configure != nil {
		f.Configure(&store)
	}
	if !f.OTPUnread {
		store.ReadOTP = func(phone string) string { return readOTP(ctx, store.HTTP, store.BaseURL, phone) }
	}
	if err := store.Run(ctx); err != nil {
		return err.Error()
	}
	return ""
}

// readOTP returns the OTP that was last sent to a phone.
func readOTP(ctx context.Context, c *http.Client, address, phone string) string {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+sandbox.OTPPath+"?phone_number="+url.QueryEscape(phone), nil)
	if err != nil {
		return ""
	}
	answer, err := c.Do(req)
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	otp, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return ""
	}
	return string(otp)
}
