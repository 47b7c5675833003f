// Package partnerproof runs the partner's side of the suite against the faults
// that are planted in the sample partner, all in process.
package partnerproof

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/prove"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/samplepartner"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/suite"
)

// Fault is one planted deviation of the sample partner: in what it sends, or in
// how it takes an answer.
type Fault struct {
	ID     string
	Breaks string // the requirement that must find it
	Why    string

	bend func() func(*samplepartner.Request)
	look func() samplepartner.Look
	// forms are those of the answers, besides the plain one, in which it shows.
	forms []sandbox.Form
	deaf  bool // nobody reads the phone that the OTP goes to
}

// Faults lists every planted fault, by the requirement that it breaks and then
// by id.
func Faults() []Fault {
	var all []Fault
	for _, f := range samplepartner.Faults() {
		all = append(all, Fault{ID: f.ID, Breaks: f.Breaks, Why: f.Why, bend: always(f.Bend)})
	}
	for _, f := range samplepartner.Sequences() {
		all = append(all, Fault{ID: f.ID, Breaks: f.Breaks, Why: f.Why, bend: f.New})
	}
	for _, c := range samplepartner.Clumsinesses() {
		all = append(all, Fault{ID: c.ID, Breaks: c.Breaks, Why: c.Why, look: c.New, forms: []sandbox.Form{sandbox.Form(c.Form)}})
	}
	all = append(all, Fault{
		ID: "verify-otp/types-zeros", Breaks: "PVO-10", Why: "where the answer does not tell the OTP, six zeros are typed", forms: []sandbox.Form{sandbox.ProductionOTP}, deaf: true,
	})
	slices.SortStableFunc(all, func(a, b Fault) int {
		switch {
		case a.Breaks+a.ID < b.Breaks+b.ID:
			return -1
		case a.Breaks+a.ID > b.Breaks+b.ID:
			return 1
		}
		return 0
	})
	return all
}

// always bends in the same way, whatever was sent before.
func always(bend func(*samplepartner.Request)) func() func(*samplepartner.Request) {
	return func() func(*samplepartner.Request) { return bend }
}

// Catalogue prepares some faults to be judged by the whole ledger of the
// partner's side.
func Catalogue(planted []Fault) (*prove.Catalogue, error) {
	p, err := NewProver()
	if err != nil {
		return nil, err
	}
	c := &prove.Catalogue{Side: result.PartnerSide, Requirements: prove.Statements(p.plan.Ledger)}
	for _, f := range planted {
		c.Faults = append(c.Faults, prove.Fault{ID: f.ID, Breaks: f.Breaks, Why: f.Why, Judge: func(ctx context.Context) (*result.Run, error) {
			return p.Try(ctx, f)
		}})
	}
	return c, nil
}

// Prover tries faults. It is safe for concurrent use.
type Prover struct{ plan *suite.Plan }

// NewProver prepares the whole plan of the partner's side.
func NewProver() (*Prover, error) {
	ledger, err := certify.Ledger(result.PartnerSide)
	if err != nil {
		return nil, fmt.Errorf("prepare the proof: %w", err)
	}
	plan, err := ledger.Plan(nil, nil)
	if err != nil {
		return nil, fmt.Errorf("prepare the proof: %w", err)
	}
	return &Prover{plan: plan}, nil
}

// Try runs the sample partner with a fault planted, and judges it. A fault in
// taking answers is shown by a second run, in the form that brings it out.
func (p *Prover) Try(ctx context.Context, f Fault) (*result.Run, error) {
	return p.judge(ctx, f, f.shownIn()...)
}

func (f Fault) shownIn() []sandbox.Form { return append([]sandbox.Form{sandbox.Plain}, f.forms...) }

// Judge judges the sample partner as it is bent, in several forms of the
// answers; the first must be the plain one.
func (p *Prover) Judge(ctx context.Context, bend func(*samplepartner.Request), look func() samplepartner.Look, forms ...sandbox.Form) (*result.Run, error) {
	return p.judge(ctx, Fault{bend: always(bend), look: look}, forms...)
}

func (p *Prover) judge(ctx context.Context, f Fault, forms ...sandbox.Form) (*result.Run, error) {
	log, runs := f.days(ctx, forms)
	o := Closed(log)
	o.Rehearsed(log, runs)
	e, err := certify.Partner(ctx, p.plan, o)
	if err != nil {
		return nil, fmt.Errorf("judge the sample partner: %w", err)
	}
	return e.Run, nil
}

// days spends a day at the store for each form of the answers.
func (f Fault) days(ctx context.Context, forms []sandbox.Form) (*recording.Log, []certify.Rehearsal) {
	log := &recording.Log{}
	var runs []certify.Rehearsal
	for _, form := range forms {
		start := log.Len()
		runs = append(runs, certify.Rehearsal{Form: string(form), Failure: f.day(ctx, form, log), Start: start})
	}
	return log, runs
}

// day spends a day at the store against a fresh sandbox, and says how it failed.
func (f Fault) day(ctx context.Context, form sandbox.Form, log *recording.Log) string {
	box := sandbox.New(sandbox.Options{Log: log, Form: form, Delay: time.Millisecond})
	store := samplepartner.Store{
		BaseURL: "http://sandbox.local", Token: reference.DefaultToken, StoreKey: reference.DefaultStoreKey,
		HTTP: &http.Client{Transport: client.Handler(box)},
	}
	if f.bend != nil {
		store.Bend = f.bend()
	}
	if f.look != nil {
		store.Clumsy = f.look()
	}
	if !f.deaf {
		store.ReadOTP = func(phone string) string { return phoned(ctx, store.HTTP, store.BaseURL, phone) }
	}
	if err := store.Day(ctx); err != nil {
		return err.Error()
	}
	return ""
}

// phoned is the OTP that a phone was sent.
func phoned(ctx context.Context, c *http.Client, address, phone string) string {
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

// Closed are the options that judge traffic with a fresh sandbox of ours, all of
// which is in a log.
func Closed(log *recording.Log) certify.PartnerOptions {
	return certify.PartnerOptions{
		Traffic: certify.Recorded(log), Log: log, Closed: true, Token: reference.DefaultToken,
		StoreKey: reference.DefaultStoreKey, Customers: sandbox.Customers(), Secrets: []string{reference.DefaultToken},
	}
}
