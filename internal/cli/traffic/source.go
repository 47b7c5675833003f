// Package traffic gets the requests of a partner build that assay judges: from its command, from a
// store that somebody uses by hand, or from files.
package traffic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/serve"
	"github.com/credit-partner/assay/internal/suite"
)

// Source says where the requests of a partner build come from.
type Source struct {
	Command       []string      // the command that runs the build; Shell is the alternative
	Shell         string        // a line for the shell
	Deadline      time.Duration // longest time for one run of the command
	ResponseForms string        // the forms of responses with which the command is run: plain or all
	HAR           []string      // the paths of HAR files
	Listen        string        // the address that a sandbox or a proxy listens on
	Upstream      string        // the real service to which assay forwards the requests
	Answers       bool          // also judge the responses of the real service
	Wait          time.Duration // how long Listen listens
	Strict        bool          // the sandbox refuses faulty requests
	StoreKey      string        // the store key that requests to a real service must carry
	Allow         serve.Allow
}

const (
	plainForms = "plain"
	allForms   = "all"
)

// AddFlags adds the flags of `assay partner` that say where its traffic comes from.
func (s *Source) AddFlags(flags *pflag.FlagSet) {
	flags.StringVar(&s.Shell, "exec", "", "a command line for the shell, in place of -- CMD")
	flags.StringArrayVar(&s.HAR, "har", nil, "a HAR file to judge; you can repeat the flag")
	flags.StringVar(&s.Listen, "listen", "", "address to serve a sandbox on, such as 127.0.0.1:8080")
	flags.StringVar(&s.Upstream, "upstream", "", "with --listen: forward everything to this service, and record it")
	flags.BoolVar(&s.Answers, "judge-answers", false, "with --upstream: judge the responses of the service too, in the folder server of the report")
	AddAllow(flags, &s.Allow)
	flags.DurationVar(&s.Wait, "for", 0, "with --listen: how long to listen (default: until Enter or Ctrl-C)")
	flags.BoolVar(&s.Strict, "strict", false, "make the sandbox refuse faulty requests; without it, the sandbox accepts them")
	flags.StringVar(&s.StoreKey, "store-key", "", "with --har or --upstream: the store key that the requests must carry (default: $ASSAY_STORE_KEY; without both, any)")
	flags.StringVar(&s.ResponseForms, "response-forms", plainForms, "response forms to run the command with: plain, or all (one run for each)")
}

// Check requires exactly one source of traffic. It also refuses flags that do not fit that source.
func (s *Source) Check(args []string, dash int) error {
	isCommand := len(args) > 0 || s.Shell != ""
	sources := 0
	for _, is := range []bool{len(args) > 0, s.Shell != "", len(s.HAR) > 0, s.Listen != ""} {
		if is {
			sources++
		}
	}
	for _, flaw := range []struct {
		is   bool
		says string
	}{
		{sources != 1, "choose one source of traffic: -- CMD, --exec, --har or --listen"},
		{len(args) > 0 && dash != 0, "write -- before the command: assay partner -- " + strings.Join(args, " ")},
		{s.Wait != 0 && s.Listen == "", "--for needs --listen"},
		{s.Upstream != "" && s.Listen == "", "--upstream needs --listen"},
		{s.Answers && s.Upstream == "", "--judge-answers needs --upstream: without it there is no real service to judge"},
		{len(s.Allow.Hosts)+len(s.Allow.Origins) > 0 && s.Listen == "", "--allow-host and --allow-origin need --listen"},
		{s.StoreKey != "" && len(s.HAR) == 0 && s.Upstream == "", "--store-key needs --har or --upstream: the sandbox has a store key of its own"},
		{s.Wait < 0, "--for must be more than zero, for example 10m"},
		{s.Strict && len(s.HAR) > 0, "--strict changes the sandbox, and --har uses no sandbox"},
		{s.ResponseForms != plainForms && s.ResponseForms != allForms, fmt.Sprintf("--response-forms %q: it is plain or all", s.ResponseForms)},
		{s.ResponseForms == allForms && !isCommand, "--response-forms all needs a command that assay can run again: use -- CMD or --exec"},
	} {
		if flaw.is {
			return errors.New(flaw.says)
		}
	}
	if s.Upstream == "" {
		return nil
	}
	_, err := client.ParseBase("--upstream", s.Upstream)
	return err
}

// Get gets the traffic, or sets o.Traffic to a function that reads it.
func (s *Source) Get(ctx context.Context, in io.Reader, errs io.Writer, plan *suite.Plan, o *certify.PartnerOptions) error {
	if len(s.HAR) > 0 || s.Upstream != "" {
		o.StoreKey = cmp.Or(s.StoreKey, os.Getenv("ASSAY_STORE_KEY"))
	}
	switch {
	case len(s.HAR) > 0:
		s.fromFiles(o)
		return nil
	case s.Listen != "":
		return s.fromListening(ctx, in, errs, plan, o)
	}
	return s.fromCommand(ctx, in, errs, o)
}

// CheckFiles fails at once if a HAR file is missing. The files are read later, as streams.
func (s *Source) CheckFiles() error {
	for _, name := range s.HAR {
		info, err := os.Stat(name)
		if err != nil {
			return fmt.Errorf("--har: %w", err)
		}
		if info.IsDir() {
			return fmt.Errorf("--har %s: it is a folder", name)
		}
	}
	return nil
}

// fromFiles sets o to read the traffic from HAR files, one after the other.
func (s *Source) fromFiles(o *certify.PartnerOptions) {
	o.Cut = true
	o.NoTrafficReason = map[bool]string{true: "the HAR file has 0 entries", false: "the HAR files have 0 entries"}[len(s.HAR) == 1]
	o.Notes = append(o.Notes, "recorded elsewhere: "+strings.Join(s.HAR, ", ")+"; exchanges.har contains the part that is evidence")
	o.Traffic = func(ctx context.Context, each func(*recording.Exchange) error) error {
		for _, name := range s.HAR {
			if err := readFile(ctx, name, each); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		return nil
	}
}

func readFile(ctx context.Context, name string, each func(*recording.Exchange) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return recording.ReadHARInOrder(ctx, file, each)
}
