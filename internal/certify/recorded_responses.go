package certify

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner"
	"github.com/credit-partner/assay/steps/server"
)

// Answers judges the responses of a real service to a partner build, by the ledger of the
// server's side. Most of that ledger needs calls that only the suite makes, and stays untested.
// So the verdict is never conformant: a recording can show that a service is non-conformant, but
// not that it is conformant. An error means that nothing was judged.
func Answers(ctx context.Context, scope []string, o PartnerOptions) (*Evidence, error) {
	set, err := schemas.Compile(o.Settings)
	if err != nil {
		return nil, fmt.Errorf("tolerances: %w", err)
	}
	read := server.NewRecordedResponses(set, o.Settings)
	requests := partner.NewRun(partner.Config{Schemas: set})
	seen := make(map[string]int)
	err = o.Traffic(ctx, func(x *recording.Exchange) error {
		seen[partner.EndpointOf(x)]++
		if request, ok := requests.Add(x); ok {
			read.Add(x, request)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("the traffic could not be read: %w", err)
	}
	plan, err := answerPlan(scope, seen)
	if err != nil {
		return nil, err
	}
	e := &Evidence{Log: o.Log, Redactor: redact.New(redact.Options{Secrets: o.Secrets, FullEvidence: o.FullEvidence})}
	e.Run, err = plan.Run(ctx, suite.Options{
		NewScenario: func() suite.Scenario { return read.NewScenario() }, Held: read.Held, Clock: o.Clock,
	})
	if err != nil {
		return nil, fmt.Errorf("the suite could not run: %w", err)
	}
	o.describeAnswers(e, read)
	return e, nil
}

// answerPlan returns the plan of the server's side for the capabilities that were called. If the
// checks of a requirement make calls of their own, it keeps only one of them, which says that a
// recording does not show the requirement.
func answerPlan(scope []string, seen map[string]int) (*suite.Plan, error) {
	ledger, err := Ledger(result.ServerSide)
	if err != nil {
		return nil, err
	}
	delete(seen, "")
	called := capabilities(seen)
	narrow := slices.DeleteFunc(slices.Clone(scope), func(s string) bool { return !called[s] })
	if len(narrow) == 0 {
		narrow = scope
	}
	plan, err := ledger.Plan(narrow, nil)
	if err != nil {
		return nil, err
	}
	told := make(map[*suite.Requirement]bool)
	return plan.Keep(func(c *suite.Check) bool {
		first := !told[c.Requirement]
		told[c.Requirement] = told[c.Requirement] || !c.WholeRun
		return !c.Requirement.Observation && (c.WholeRun || first)
	}), nil
}

// describeAnswers adds the description and the evidence to the judged run.
func (o *PartnerOptions) describeAnswers(e *Evidence, read *server.RecordedResponses) {
	r := e.Run
	r.Traffic = result.Traffic{Requests: e.Log.Len()}
	notes := []string{fmt.Sprintf("judged by %d answers to requests of a partner build; most requirements need calls that only the suite makes, and are untested", read.Judged())}
	left := read.Left()
	for _, why := range slices.Sorted(maps.Keys(left)) {
		notes = append(notes, fmt.Sprintf("%d answers were left out: %s", left[why], why))
	}
	if r.Verdict == result.NonConformant {
		r.Reason = fmt.Sprintf("%d of %d requirements (%s) failed by the answers that were recorded", result.Count(r.Requirements)[result.Failed], len(r.Requirements), strings.Join(r.Scope, ", "))
	}
	service := *o
	service.Build, service.ItemDigest = "", "" // these values are about the partner build
	shown := &result.FullDialect{Forms: formsOfTrials(read.Trials(), result.FormTaken, result.FormGiven)}
	shown.Sort()
	service.describeTraffic(e, read.Trials(), shown, notes)
}
