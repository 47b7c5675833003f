package certify

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner"
	"github.com/credit-partner/assay/steps/server"
)

// Recheck judges a run again by its recording, and returns every contradiction between the two,
// in one sentence each. It checks that the exchanges that checks name are recorded, belong to
// those checks and are those of the result; that counts, times and addresses agree; that the
// data about the suite are those of this suite; and that nothing that passed fails by the
// recorded answers. A recording without a contradiction may still be invented: no file proves
// that it was recorded.
//
// An error is not a contradiction; for example, the ledger cannot be read.
func Recheck(ctx context.Context, run *result.Run, har io.Reader) ([]string, error) {
	r := &recheck{run: run, byID: make(map[string]*recording.Exchange)}
	if err := recording.ReadHAR(ctx, har, r.read); err != nil {
		r.say("exchanges.har cannot be read: %s", err)
		return r.said, ctx.Err()
	}
	r.counts()
	r.exchanges()
	r.checks()
	r.unexercised()
	r.compareTraffic()
	if err := r.compareSuite(); err != nil {
		return nil, err
	}
	again, err := r.judge(ctx)
	if err != nil {
		return nil, err
	}
	r.compare(again)
	return r.said, nil
}

// recheck is the state of one such comparison.
type recheck struct {
	run  *result.Run
	all  []*recording.Exchange
	byID map[string]*recording.Exchange
	said []string
}

// mostSaid is how many contradictions of one kind are listed.
const mostSaid = 5

func (r *recheck) say(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

// sayAll lists the first few of many contradictions.
func (r *recheck) sayAll(all []string) {
	r.said = append(r.said, all[:min(len(all), mostSaid)]...)
	if more := len(all) - mostSaid; more > 0 {
		r.say("and %d more of this kind", more)
	}
}

func (r *recheck) read(x *recording.Exchange) error {
	switch {
	case x.ID == "":
		r.say("exchanges.har has an exchange without an id: assay did not write it")
	case r.byID[x.ID] != nil:
		r.say("exchanges.har holds the exchange %s twice", x.ID)
	}
	r.byID[x.ID] = x
	r.all = append(r.all, x)
	return nil
}

// counts compares the numbers of exchanges. A partner's result may contain fewer exchanges than
// its recording, and its recording fewer than were judged.
func (r *recheck) counts() {
	requests, shown, recorded := r.run.Traffic.Requests, len(r.run.Exchanges), len(r.all)
	switch {
	case recorded == 0:
		r.say("exchanges.har holds no exchange")
	case r.run.Soak != nil: // the result counts all rounds, and the recording contains some of them
	case r.run.Side == result.ServerSide && (requests != recorded || shown != recorded):
		r.say("the run made %d requests and shows %d, and exchanges.har holds %d", requests, shown, recorded)
	case r.run.Side == result.PartnerSide && (requests < recorded || shown != min(recorded, mostExchanges)):
		r.say("the run judged %d requests and shows %d, and exchanges.har holds %d", requests, shown, recorded)
	}
}

// exchanges compares each exchange of the result with the recorded one.
func (r *recheck) exchanges() {
	var all []string
	for n := range r.run.Exchanges {
		shown := &r.run.Exchanges[n]
		recorded := r.byID[shown.ID]
		if recorded == nil {
			all = append(all, fmt.Sprintf("the exchange %s is not in exchanges.har", shown.ID))
			continue
		}
		if what := differs(shown, recorded); what != "" {
			all = append(all, fmt.Sprintf("the exchange %s has another %s in exchanges.har", shown.ID, what))
		}
		if what := r.strange(recorded); what != "" {
			all = append(all, fmt.Sprintf("the exchange %s %s", shown.ID, what))
		}
	}
	r.sayAll(all)
}

// differs names the part of an exchange that differs from the recording.
func differs(shown *result.Exchange, x *recording.Exchange) string {
	answer := &recording.Response{}
	if x.Response != nil {
		answer = x.Response
	}
	told := shown.Response
	if told == nil {
		told = &result.Message{}
	}
	switch {
	case shown.Request.Method != x.Request.Method || shown.Request.URL != x.Request.URL:
		return "request line"
	case shown.Check != x.Check || shown.Endpoint != x.Endpoint && x.Endpoint != "":
		return "sender"
	case !shown.Started.Equal(x.Started):
		return "time"
	case told.Status != answer.Status:
		return "status"
	case !sameBody(&shown.Request, x.Request.Body):
		return "request body"
	case !sameBody(told, answer.Body):
		return "body"
	}
	return ""
}

// sameBody compares a body of the result, which may be cut, with the recorded body.
func sameBody(shown *result.Message, whole []byte) bool {
	text := strings.ToValidUTF8(string(whole), "\uFFFD")
	if shown.Cut {
		return strings.HasPrefix(text, shown.Body)
	}
	return text == shown.Body
}

// strange says why a recorded exchange cannot belong to this run.
func (r *recheck) strange(x *recording.Exchange) string {
	if r.run.Side != result.ServerSide {
		return ""
	}
	to := func(base string) bool {
		return base != "" && strings.HasPrefix(x.Request.URL, strings.TrimSuffix(base, "/")+"/")
	}
	switch {
	case !to(r.run.Target.BaseURL) && !to(r.run.Target.LookupBaseURL):
		return "went to another address than the target's"
	case x.Started.Before(r.run.Started.Add(-time.Second)) || x.Started.After(r.run.Finished.Add(time.Second)):
		return "was not made within the run"
	}
	return ""
}

// checks finds checks that name exchanges that are missing or not their own.
func (r *recheck) checks() {
	var all []string
	for _, q := range r.run.Requirements {
		for _, c := range q.Checks {
			if why := r.foreign(&q, &c); why != "" {
				all = append(all, fmt.Sprintf("the check %q of %s %s", c.Name, q.ID, why))
			}
		}
	}
	r.sayAll(all)
}

func (r *recheck) foreign(q *result.Requirement, c *result.Check) string {
	own, key := false, q.ID+" "+c.Name
	for _, id := range c.Exchanges {
		x := r.byID[id]
		if x == nil {
			return "was judged on " + id + ", which is not in exchanges.har"
		}
		endpoint := partner.EndpointOf(x)
		own = own || x.Check == key || q.Endpoint == "" || endpoint == "" || spec.Line(endpoint) == q.Endpoint
	}
	switch {
	case c.Outcome.Good() && len(c.Exchanges) == 0 && r.run.Side == result.ServerSide:
		return "passed on no exchange"
	case len(c.Exchanges) > 0 && !own:
		return "names exchanges that are not its own"
	}
	return ""
}

// unexercised finds requirements of a server that are marked as unexercised. Only those of a
// partner build can be, because the suite itself calls a server.
func (r *recheck) unexercised() {
	if r.run.Side == result.PartnerSide {
		return
	}
	var ids []string
	for _, q := range r.run.Requirements {
		if q.Unexercised {
			ids = append(ids, q.ID)
		}
	}
	if len(ids) > 0 {
		r.say("%d requirements of a server are marked as never exercised (%s …), which is of partner builds only", len(ids), ids[0])
	}
}

// judge judges the recording by the rules that can judge one.
func (r *recheck) judge(ctx context.Context) (*result.Run, error) {
	o := PartnerOptions{
		Log: &recording.Log{}, Cut: true, FullEvidence: true, Build: r.run.Target.Build, BaseURL: r.run.Target.BaseURL,
		Settings: r.settings(), Traffic: r.traffic,
	}
	if r.run.Side == result.ServerSide {
		e, err := Answers(ctx, r.run.Scope, o)
		if err != nil {
			return nil, fmt.Errorf("judge the recording again: %w", err)
		}
		return e.Run, nil
	}
	ledger, err := Ledger(result.PartnerSide)
	if err != nil {
		return nil, err
	}
	plan, err := ledger.Plan(r.run.Scope, nil)
	if err != nil {
		return nil, fmt.Errorf("judge the recording again: %w", err)
	}
	e, err := Partner(ctx, plan, o)
	if err != nil {
		return nil, fmt.Errorf("judge the recording again: %w", err)
	}
	return e.Run, nil
}

// settings are the pinned readings. For a server they do not include readings of requests, whose
// values are masked.
func (r *recheck) settings() map[string]string {
	pinned := maps.Clone(r.run.Settings.Tolerances)
	for _, t := range r.run.Tolerances {
		if t.Direction == "request" && r.run.Side == result.ServerSide {
			delete(pinned, t.ID)
		}
	}
	return pinned
}

// traffic returns the recorded exchanges. For a server, stand-ins replace the masked values; the
// rules for partners can handle masked values. A request of a partner that was cut cannot be
// judged, so it is left out.
func (r *recheck) traffic(ctx context.Context, each func(*recording.Exchange) error) error {
	for _, x := range r.all {
		switch {
		case r.run.Side == result.ServerSide:
			x = answered(x)
		case len(x.Request.Body) >= evidenceBytes:
			continue
		}
		if err := each(x); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// answered returns an exchange in which stand-ins replace the masked values.
func answered(x *recording.Exchange) *recording.Exchange {
	whole := *x
	whole.Request.Body = unmasked(x.Request.Body)
	if x.Response != nil {
		answer := *x.Response
		answer.Body = unmasked(answer.Body)
		whole.Response = &answer
	}
	return &whole
}

// compare finds requirements that passed in the run and do not pass by its recording.
func (r *recheck) compare(again *result.Run) {
	said := make(map[string]*result.Requirement)
	for n := range r.run.Requirements {
		said[r.run.Requirements[n].ID] = &r.run.Requirements[n]
	}
	var all []string
	for n := range again.Requirements {
		found := &again.Requirements[n]
		q := said[found.ID]
		if q == nil || !q.Outcome.Good() && !q.Unexercised {
			continue
		}
		if why := against(q, found); why != "" {
			all = append(all, fmt.Sprintf("%s %s, and judged again by exchanges.har %s", q.ID, q.Outcome, why))
		}
	}
	slices.Sort(all)
	r.sayAll(all)
}

// against says what in a recording contradicts a requirement that passed.
func against(q, found *result.Requirement) string {
	for _, c := range found.Checks {
		for _, f := range c.Failures {
			if !masked(f.Actual) {
				return fmt.Sprintf("it fails: %s (%s)", f.Message, f.Exchange)
			}
		}
		if q.Outcome.Good() && !q.Unexercised && c.Outcome == result.Untested && server.ShowsNothing(c.Reason) {
			return "it is not shown: " + c.Reason
		}
	}
	if q.Unexercised && found.Outcome.Good() {
		return "it was exercised"
	}
	return ""
}

// masked reports whether a value was masked or cut, so that it could not be judged.
func masked(actual string) bool {
	return strings.Contains(actual, redact.Marker) || strings.Contains(actual, "**")
}

// standIns are values of the right form for the values that the redactor masks or cuts.
var standIns = []struct{ member, value string }{
	{"otp", `"000000"`}, {"birthday", `631152000000`}, {"date_of_birth", `"01/01/1990"`},
	{"phone_number", `"254700000000"`}, {"mobile_number", `"254700000000"`}, {"mobile", `"254700000000"`}, {"email", `"person@example.com"`},
}

// hidden matches a member whose value is masked or cut.
var hidden = func() map[string]*regexp.Regexp {
	all := make(map[string]*regexp.Regexp)
	for _, s := range standIns {
		all[s.member] = regexp.MustCompile(`"` + s.member + `"(\s*:\s*)"(?:` + redact.Marker + `|\*[^"\\]*)"`)
	}
	return all
}()

// unmasked replaces the masked or cut values in a body by stand-ins, so that the rest of the
// body can be judged.
func unmasked(body []byte) []byte {
	if !bytes.Contains(body, []byte("**")) && !bytes.Contains(body, []byte(redact.Marker)) {
		return body
	}
	for _, s := range standIns {
		body = hidden[s.member].ReplaceAll(body, []byte(`"`+s.member+`"${1}`+s.value))
	}
	return body
}
