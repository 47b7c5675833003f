// Command bench measures the cost of a run of the suite, and beside it the cost of a bare client
// that sends the same requests and runs the same schema checks, in the same minute on the same
// machine. The target, the suite and the bare client are separate processes, so that the cost of
// one is not counted for another.
//
//	go run ./bench
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// run runs the bench, or the role of a process that the bench has started.
func run(ctx context.Context, args []string, out io.Writer) error {
	if text := os.Getenv(roleVariable); text != "" {
		return act(ctx, text, args, out)
	}
	o, err := optionsOf(args)
	if err != nil {
		return err
	}
	b, err := newBench(o)
	if err != nil {
		return err
	}
	defer b.close()
	all, err := b.measure(ctx)
	if err != nil {
		return err
	}
	if o.json {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(all)
	}
	return all.write(out)
}

// options are the flags of a user.
type options struct {
	delays      []time.Duration
	concurrency int
	times       int
	checks      int
	json        bool
}

func optionsOf(args []string) (options, error) {
	var o options
	var delays string
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.StringVar(&delays, "delays", "0,20", "delays of the target, in milliseconds")
	flags.IntVar(&o.concurrency, "concurrency", 8, "requests at a time")
	flags.IntVar(&o.times, "times", 5, "how often each is measured; the median counts")
	flags.IntVar(&o.checks, "checks", 10_000, "checks of the soak; 0: no soak")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	for text := range strings.SplitSeq(delays, ",") {
		ms, err := strconv.Atoi(text)
		if err != nil || ms < 0 {
			return o, fmt.Errorf("-delays %q: it is a list of milliseconds, such as 0,20", delays)
		}
		o.delays = append(o.delays, time.Duration(ms)*time.Millisecond)
	}
	if o.concurrency < 1 || o.times < 1 || o.checks < 0 || flags.NArg() > 0 {
		return o, fmt.Errorf("-concurrency and -times are 1 or more, -checks 0 or more, and there are no arguments")
	}
	return o, nil
}
