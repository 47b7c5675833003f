package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/internal/serve"
)

// runLive runs a partner build against a server build, through the recording proxy,
// and judges both sides, each by its own ledger.
func (f *pairFlags) runLive(ctx context.Context, c console, args []string) error {
	p := &partnerFlags{upstream: f.live, answers: true}
	flags := pflag.NewFlagSet("live", pflag.ContinueOnError)
	p.addJudging(flags)
	p.sign = &signing{}
	p.sign.add(flags)
	p.concurrency, p.timeout, p.seed, p.strength, p.deadline = 1, defaultTimeout, 1, certify.DefaultStrength, f.deadline
	p.out = cmp.Or(f.out, p.out)
	if f.json {
		p.format = "json"
	}
	if err := p.settle(); err != nil {
		return err
	}
	plan, err := p.plan()
	if err != nil {
		return err
	}
	if err := p.beginFolders(); err != nil {
		return err
	}
	o, err := p.recordLive(ctx, c, args)
	if err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // what was recorded until an interrupt is judged
	evidence, err := certify.Partner(ctx, plan, o)
	if err != nil {
		return err
	}
	if err := p.concludeBoth(ctx, c, evidence, plan.Scope, o); err != nil {
		return err
	}
	if !o.EndedWell {
		fmt.Fprintln(c.err, "The partner build does not work with this server: its command failed.")
		return exit(ExitNonConformant)
	}
	return nil
}

// recordLive runs the command against a real service, by way of the proxy.
func (f *partnerFlags) recordLive(ctx context.Context, c console, args []string) (certify.PartnerOptions, error) {
	o := certify.PartnerOptions{BaseURL: f.upstream, Secrets: []string{token()}}
	base, err := client.ParseBase("--live", f.upstream)
	if err != nil {
		return o, err
	}
	target, err := url.Parse(base)
	if err != nil {
		return o, errors.New("--live: it is not a URL; write it as https://host/prefix") // err quotes it
	}
	log := recording.NewTrafficLog()
	served, err := serve.On(ctx, serve.Anywhere, &sandbox.Upstream{Target: target, Log: log})
	if err != nil {
		return o, err
	}
	defer served.Stop()
	ended, err := f.runCommand(ctx, c, args, certify.Env{
		BaseURL: "http://" + served.Address, Token: token(), OTPURL: os.Getenv("ASSAY_OTP_URL"),
		StoreKey: cmp.Or(os.Getenv("ASSAY_STORE_KEY"), reference.DefaultStoreKey),
	})
	if err != nil {
		return o, err
	}
	o.Log, o.Traffic, o.Secrets = log, certify.Recorded(log), append(o.Secrets, bearers(log)...)
	o.Interrupted, o.EndedWell = ended.Stopped, ended.Failure == "" && ended.Stopped == ""
	if ended.Failure != "" {
		o.Notes = append(o.Notes, ended.Failure)
	}
	return o, nil
}

// bearers are the access tokens that a store sent, which may be its own.
func bearers(log *recording.Log) []string {
	var all []string
	for x := range log.Each() {
		_, bearer, _ := strings.Cut(x.Request.Header.Get("Authorization"), " ")
		if bearer = strings.TrimSpace(bearer); bearer != "" && !slices.Contains(all, bearer) {
			all = append(all, bearer)
		}
	}
	return all
}
