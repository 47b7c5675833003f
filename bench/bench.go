package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/credit-partner/assay/internal/reference"
)

type bench struct {
	options
	folder string
}

func newBench(o options) (*bench, error) {
	folder, err := os.MkdirTemp("", "assay-bench-")
	if err != nil {
		return nil, fmt.Errorf("a folder for what is measured: %w", err)
	}
	return &bench{options: o, folder: folder}, nil
}

func (b *bench) close() { _ = os.RemoveAll(b.folder) } // files that stay are in a temporary folder

// measure makes all measurements, one after the other.
func (b *bench) measure(ctx context.Context) (*measured, error) {
	all := &measured{Concurrency: b.concurrency, Times: b.times}
	for _, delay := range b.delays {
		p, err := b.pair(ctx, delay)
		if err != nil {
			return nil, fmt.Errorf("at a delay of %s: %w", delay, err)
		}
		all.Pairs = append(all.Pairs, p)
	}
	var err error
	if all.FirstRequest, all.LeastFirst, err = b.firstRequest(ctx); err != nil {
		return nil, err
	}
	if b.checks > 0 {
		if all.Soak, err = b.soak(ctx); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// pair measures the suite and the floor alternately, so that other work on the machine affects
// both.
func (b *bench) pair(ctx context.Context, delay time.Duration) (pair, error) {
	p := pair{Delay: delay}
	var suites, floors []cost
	for range b.times {
		r := role{Name: "suite", Delay: delay, Concurrency: b.concurrency, Tape: filepath.Join(b.folder, "tape")}
		c, t, err := b.against(ctx, role{Delay: delay}, r)
		if err != nil {
			return p, err
		}
		suites, p.Checks = append(suites, c), t.Checks
		r.Name = "floor"
		c, t, err = b.against(ctx, role{Delay: delay, Tape: r.Tape}, r)
		if err != nil {
			return p, err
		}
		floors, p.SchemaChecks = append(floors, c), t.Checks
	}
	p.Suite, p.Floor = median(suites), median(floors)
	p.WallRatio = ratio(suites, floors, func(c cost) time.Duration { return c.Wall })
	p.CPURatio = ratio(suites, floors, func(c cost) time.Duration { return c.CPU })
	return p, nil
}

// against runs a role against a new target.
func (b *bench) against(ctx context.Context, behind, r role, args ...string) (cost, workResult, error) {
	t, err := startTarget(ctx, behind)
	if err != nil {
		return cost{}, workResult{}, err
	}
	defer t.close()
	r.BaseURL = t.url
	return play(ctx, r, args...)
}

// firstRequest measures the time from the start of `assay server` to its first request. It returns
// the median and the shortest time.
func (b *bench) firstRequest(ctx context.Context) (usual, least time.Duration, err error) {
	var times []time.Duration
	if err := os.Setenv("ASSAY_TOKEN", reference.DefaultToken); err != nil { // for the process that is started
		return 0, 0, err
	}
	for range b.times {
		t, err := startTarget(ctx, role{})
		if err != nil {
			return 0, 0, err
		}
		begun := time.Now()
		_, _, err = play(ctx, role{Name: "command"}, "server", "--base-url", t.url, "--store-key", reference.DefaultStoreKey,
			"--only", "GET-01", "--out", filepath.Join(b.folder, "report"), "--format", "quiet")
		if err == nil {
			var came time.Time
			came, err = t.arrival(ctx)
			times = append(times, came.Sub(begun))
		}
		t.close()
		if err != nil {
			return 0, 0, err
		}
	}
	slices.Sort(times)
	return times[len(times)/2], times[0], nil
}

// soak measures many rounds in one process.
func (b *bench) soak(ctx context.Context) (*soaked, error) {
	plan, err := wholePlan()
	if err != nil {
		return nil, err
	}
	rounds := max(4, (b.checks+len(plan.Checks)-1)/len(plan.Checks))
	c, t, err := b.against(ctx, role{}, role{Name: "soak", Concurrency: b.concurrency, Rounds: rounds})
	if err != nil {
		return nil, fmt.Errorf("the soak: %w", err)
	}
	s := &soaked{Rounds: rounds, Checks: t.Checks, Cost: c}
	quarter := rounds / 4
	checks := time.Duration(len(plan.Checks) * quarter)
	s.SecondQuarter = (t.Laps[2*quarter-1] - t.Laps[quarter-1]) / checks // the first quarter is for warming up
	s.LastQuarter = (t.Laps[rounds-1] - t.Laps[rounds-quarter-1]) / checks
	return s, nil
}

// median returns the median of each number separately.
func median(all []cost) cost {
	return cost{
		Requests: middle(all, func(c cost) int { return c.Requests }),
		Wall:     middle(all, func(c cost) time.Duration { return c.Wall }),
		CPU:      middle(all, func(c cost) time.Duration { return c.CPU }),
		Peak:     middle(all, func(c cost) int64 { return c.Peak }),
	}
}

func middle[T int | int64 | time.Duration](all []cost, of func(cost) T) T {
	var values []T
	for _, c := range all {
		values = append(values, of(c))
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// ratio returns the median of the ratios of neighbours. Neighbours were measured under the same
// conditions.
func ratio(suites, floors []cost, of func(cost) time.Duration) float64 {
	var ratios []float64
	for i := range suites {
		if floor := of(floors[i]); floor > 0 {
			ratios = append(ratios, float64(of(suites[i]))/float64(floor))
		}
	}
	if len(ratios) == 0 {
		return 0
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2]
}
