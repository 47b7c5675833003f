package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// beSuite certifies the target once. It writes the exchanges to the tape after the measurement has
// ended.
func beSuite(ctx context.Context, r role, out io.Writer) error {
	defer certify.TuneMemory()() // as the command does
	begun := time.Now()
	plan, err := wholePlan()
	if err != nil {
		return err
	}
	e, err := certify.Server(ctx, plan, r.options())
	if err != nil {
		return err
	}
	t := workResult{Requests: e.Run.Traffic.Requests, Checks: len(plan.Checks), Wall: time.Since(begun)}
	if err := conformant(e.Run); err != nil {
		return err
	}
	if r.Tape != "" {
		tape, err := recorded(e.Log)
		if err != nil {
			return err
		}
		if err := writeTape(r.Tape, tape); err != nil {
			return err
		}
	}
	return json.NewEncoder(out).Encode(t)
}

// beSoak certifies the target many times.
func beSoak(ctx context.Context, r role, out io.Writer) error {
	defer certify.TuneMemory()()
	plan, err := wholePlan()
	if err != nil {
		return err
	}
	begun := time.Now()
	t := workResult{}
	e, err := certify.Soak(ctx, plan, r.options(), certify.SoakOptions{Rounds: r.Rounds, Ended: func(certify.SoakProgress) {
		t.Laps = append(t.Laps, used())
	}})
	if err != nil {
		return err
	}
	t.Requests, t.Checks, t.Wall = e.Run.Traffic.Requests, r.Rounds*len(plan.Checks), time.Since(begun)
	if err := conformant(e.Run); err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(t)
}

func wholePlan() (*suite.Plan, error) {
	ledger, err := certify.Ledger(result.ServerSide)
	if err != nil {
		return nil, err
	}
	return ledger.Plan(nil, nil)
}

// conformant returns an error if the run is not conformant. The reference has no faults, so such a
// run did not measure what it should.
func conformant(run *result.Run) error {
	if run.Verdict != result.Conformant {
		return fmt.Errorf("the run ended %s, so its cost means nothing: %s", run.Verdict, run.Reason)
	}
	return nil
}

// seed makes every measured run send the same amounts and texts.
const seed = 7

func (r role) options() certify.Options {
	return certify.Options{
		BaseURL: r.BaseURL, Token: client.StaticToken(reference.DefaultToken), Secrets: []string{reference.DefaultToken},
		StoreKey: reference.DefaultStoreKey, Seed: seed, Concurrency: r.Concurrency, Timeout: 10 * time.Second,
	}
}
