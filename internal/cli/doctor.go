package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/cli/dryrun"
	"github.com/credit-partner/assay/internal/cli/options"
	"github.com/credit-partner/assay/internal/cli/terminal"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// doctorRequirements lists the requirements that doctor judges: for every endpoint, the
// requirement that the target serves a plain call.
var doctorRequirements = []string{"OTP-01", "OTP-02", "VER-01", "LIM-01", "FLM-01", "PUR-01", "GET-01", "UPD-01", "CAN-01", "LKP-01"}

// mostSkew is the largest permitted difference between the target's clock and ours. If the
// difference is larger, the target is likely to refuse a signature with a timestamp, or a token
// with an expiry.
const mostSkew = 30 * time.Second

func newDoctor(c console) *cobra.Command {
	f := &serverFlags{}
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the set-up before a run",
		Long: `doctor checks what a run needs, and prints one line for each: the config, the
target, its clock, the access token, signing, the OTP source, and one plain call
of every endpoint. It certifies nothing.

Exit code: 0 everything works, 1 the set-up works but the target refuses plain
calls, 2 the set-up needs a change (for example, the target refuses the token).`,
		Example: "  assay doctor\n  assay doctor --base-url http://127.0.0.1:8080",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return f.doctor(cmd.Context(), c, cmd.Flags()) },
	}
	f.Format, f.Evidence = "text", "masked"
	f.addTarget(cmd.Flags())
	f.AddScope(cmd.Flags())
	f.AddPace(cmd.Flags())
	return cmd
}

// check prints one line of doctor's output. A finding may contain text of the target, so check
// puts it on one line.
func (c console) check(good bool, what, finding string) {
	mark := "✓"
	if !good {
		mark = "✗"
	}
	fmt.Fprintf(c.out, "%s %-14s %s\n", mark, what, terminal.InLine(finding))
}

func (f *serverFlags) doctor(ctx context.Context, c console, flags *pflag.FlagSet) error {
	conf, err := options.LoadConfig(f.Config)
	if err != nil {
		c.check(false, "config", err.Error())
		return exit(ExitUsage)
	}
	f.Merge(flags, conf, &f.Run)
	if err := f.Settle(); err != nil {
		return err
	}
	c.check(true, "config", cmp.Or(conf.File, "none: flags and defaults"))
	o, err := f.Options(ctx, conf, &f.Run, options.Prompt{In: c.in, Out: c.err})
	if err != nil {
		c.check(false, "set-up", o.Redactor.Prose(err.Error()))
		return exit(ExitUsage)
	}
	first := f.firstAnswer(ctx, o)
	if trouble := connectionProblem(first); trouble != "" {
		c.check(false, "target", o.Redactor.Prose(trouble))
		return exit(ExitUsage)
	}
	c.check(true, "target", f.BaseURL+" answers")
	if first.Response != nil && strings.HasPrefix(f.BaseURL, "https:") {
		c.check(true, "TLS", secured(conf.TLS, first.Response.Proto))
	}
	c.check(true, "signing", cmp.Or(map[bool]string{true: "configured"}[o.Signer != nil],
		"none: assay sends a placeholder; if the target refuses it, set lookup.signing"))
	c.check(true, "OTP", cmp.Or(map[bool]string{true: "from the configured source"}[o.OTP != nil],
		"from the response; a build in production form needs otp.command, otp.file or otp.prompt"))
	c.check(f.StoreKey != "", "store key", cmp.Or(f.StoreKey, "none: assay sends the store key of the sandbox; set store_key"))
	skewed := c.clock(first)
	if o.Settings, o.Schemas, err = f.ServerSettings(); err != nil {
		return err
	}
	f.Pace.Apply(&o)
	if err := f.checkIdentities(ctx, c, o); err != nil {
		return err
	}
	return f.endpoints(ctx, c, o, skewed)
}

// firstAnswer sends one request to the target, to see whether it answers at all.
func (f *serverFlags) firstAnswer(ctx context.Context, o certify.Options) *recording.Exchange {
	target, err := client.New(client.Config{BaseURL: o.BaseURL, Transport: o.Transport, Timeout: f.Timeout, UserAgent: o.AgentName()})
	if err != nil {
		return &recording.Exchange{Err: err}
	}
	return target.Do(ctx, client.Call{Method: http.MethodGet, Path: "/", Auth: client.NoAuth()})
}

// connectionProblem returns the reason why assay cannot talk to a target. It is empty if assay can.
func connectionProblem(e *recording.Exchange) string {
	switch {
	case errors.Is(e.Err, client.ErrCut) && strings.HasPrefix(e.Request.URL, "https:"):
		return e.Err.Error() + "; if the target requires a client certificate, set tls.cert_file and tls.key_file"
	case e.Response == nil:
		return e.Err.Error()
	case e.Response.Status == http.StatusBadRequest && bytes.Contains(e.Response.Body, []byte("HTTP request to an HTTPS server")):
		return "the target uses TLS: write the base URL with https"
	}
	return ""
}

// secured describes how a connection is protected.
func secured(t config.TLS, proto string) string {
	switch {
	case t.InsecureSkipVerify:
		return "the certificate is not verified: tls.insecure_skip_verify is set; " + proto
	case t.CAFile != "":
		return "the certificate is verified by tls.ca_file or the system's roots; " + proto
	}
	return "the certificate is verified by the system's roots; " + proto
}

// clock compares the target's clock with ours, by the Date header of a response. It reports
// whether they differ too much.
func (c console) clock(e *recording.Exchange) (skewed bool) {
	date, err := http.ParseTime(e.Response.Header.Get("Date"))
	if err != nil {
		c.check(true, "clock", "the target sends no Date header, so assay cannot compare its clock")
		return false
	}
	skew := time.Since(date).Round(time.Second)
	if skew.Abs() < mostSkew {
		c.check(true, "clock", fmt.Sprintf("%s apart from the target's clock", skew.Abs()))
		return false
	}
	c.check(false, "clock", fmt.Sprintf("%s apart from the target's clock: the target may refuse signatures and tokens; set one of the clocks", skew.Abs()))
	return true
}

// vitalPlan returns the plan of doctor: those of doctorRequirements that are in scope.
func (f *serverFlags) vitalPlan() (*suite.Plan, error) {
	ledger, err := certify.Ledger(result.ServerSide)
	if err != nil {
		return nil, err
	}
	var only []string
	for _, id := range doctorRequirements {
		if _, err := ledger.Plan(f.Scope, []string{id}); err == nil {
			only = append(only, id)
		}
	}
	return ledger.Plan(f.Scope, only)
}

// endpoints makes a plain call of every endpoint in scope.
func (f *serverFlags) endpoints(ctx context.Context, c console, o certify.Options, skewed bool) error {
	plan, err := f.vitalPlan()
	if err != nil {
		return err
	}
	o.Identities = reverseNewPeople(o.Identities)
	e, err := certify.Server(ctx, plan, o)
	if err != nil {
		return err
	}
	if wrong := e.Run.Setup; wrong != nil {
		c.check(false, "access token", map[bool]string{true: "refused by every endpoint", false: "not shown: no endpoint was reached"}[wrong.Refuses()])
		c.check(false, "set-up", e.Redactor.Prose(wrong.Problem+"; "+wrong.Remedy))
		return exit(ExitUsage)
	}
	served := slices.ContainsFunc(e.Run.Requirements, func(r result.Requirement) bool { return r.Outcome.Good() })
	c.check(served, "access token", map[bool]string{true: "accepted: calls with it are served", false: "not shown: no call with it was served"}[served])
	for _, r := range e.Run.Requirements {
		c.check(r.Outcome.Good(), r.ID, fmt.Sprintf("%s: %s%s", r.Endpoint, r.Outcome, finding(r)))
	}
	switch {
	case e.Run.Verdict == result.NonConformant:
		return exit(ExitNonConformant)
	case skewed || e.Run.Verdict == result.Inconclusive:
		return exit(ExitUsage)
	}
	return nil
}

// finding returns one line that says why a requirement does not hold.
func finding(r result.Requirement) string {
	for _, check := range r.Checks {
		if len(check.Failures) > 0 {
			return "; " + terminal.InLine(check.Failures[0].Message+": "+check.Failures[0].Actual)
		}
	}
	if r.Reason != "" && !r.Outcome.Good() {
		return "; " + terminal.InLine(r.Reason)
	}
	return ""
}

// checkIdentities prints how many of the listed new people have no limit yet, and how many of them
// a run needs.
func (f *serverFlags) checkIdentities(ctx context.Context, c console, o certify.Options) error {
	if o.Identities == nil || o.Identities.Invent {
		c.check(true, "identities", "the suite invents new customers")
		return nil
	}
	ledger, err := certify.Ledger(result.ServerSide)
	if err != nil {
		return err
	}
	whole, err := ledger.Plan(f.Scope, nil)
	if err != nil {
		return err
	}
	first, err := f.vitalPlan()
	if err != nil {
		return err
	}
	stock, err := dryrun.CountIdentities(ctx, first, whole, o)
	if err != nil {
		return err
	}
	c.check(stock.Untested == 0, "identities", stock.String())
	return nil
}

// reverseNewPeople reverses the list of new people, so that doctor uses those that a run uses
// last. The people that doctor used have a limit. A run that meets them first would conclude that
// all others have a limit, too.
func reverseNewPeople(people *identity.Identities) *identity.Identities {
	if people == nil {
		return nil
	}
	turned := *people
	turned.New = slices.Clone(people.New)
	slices.Reverse(turned.New)
	return &turned
}
