package partner

import (
	"fmt"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// formTrace follows a build over several runs, each with answers of another form.
type formTrace struct {
	runs   map[string]FormRun  // how the build went on, by form
	form   string              // the form of the answers in this run; "" is the plain form
	plain  map[obligation]bool // the obligations that failed already with the plain answers
	called string              // the endpoint that was called last
	lapses map[string]lapse    // the first lapse with each form
}

// lapse is a fault that a build makes with one form of the answers and not with the plain form: it
// did not handle an answer correctly, but went on.
type lapse struct {
	after    string // the endpoint that gave the answer
	exchange string
	what     string
}

// RestartWith notes that the service behind the traffic was restarted, with answers of another
// form.
func (r *Run) RestartWith(form string) {
	if r.formTrace.plain == nil && form != "" {
		r.formTrace.plain = make(map[obligation]bool)
		for o, found := range r.findings {
			r.formTrace.plain[o] = found.failed > 0
		}
	}
	r.Restart()
	r.formTrace.form, r.formTrace.called = form, ""
}

// note adds to a failure that it occurred only with the form of this run.
func (t *formTrace) note(q *request, name string, f result.Failure) result.Failure {
	if t.form == "" || t.plain[obligation{q.Endpoint, name}] {
		return f
	}
	if _, known := t.lapses[t.form]; !known {
		if after := t.source(q.Endpoint, name); after != "" {
			t.lapses[t.form] = lapse{after: after, exchange: q.keep(), what: fmt.Sprintf("a faulty %s: %s", spec.Line(q.Endpoint), f.Message)}
		}
	}
	f.Actual += ", only with responses in the form " + t.form
	return f
}

// source returns the endpoint whose answer contained the value that an obligation is about. For an
// obligation that is about no answer, it returns the endpoint that was called before.
func (t *formTrace) source(endpoint, name string) string {
	switch {
	case endpoint == spec.VerifyOTP && (name == "otp" || name == otpMatchObligation):
		return spec.SendOTP
	case name == customerObligation || name == "customer_id" || (name == pathIDObligation && endpoint == spec.FetchLimit):
		return spec.CreateLimit
	case name == itemObligation || name == "items.#.id" || name == pathIDObligation:
		return spec.CreatePurchases
	}
	return t.called
}

// lapsed marks a build that went on with a fault as one that did not handle the answer. If the
// build stopped later, the message also says so.
func (r *Run) lapsed(c FormRun) FormRun {
	l, found := r.formTrace.lapses[c.Form]
	if !found || c.Unclear != "" || c.Form == "no-limit" {
		return c
	}
	what := l.what
	if c.Failure != "" {
		what += ". In the end: " + c.Failure
	}
	c.Failure, c.Endpoint, c.Exchange, c.Lapsed = what, l.after, l.exchange, true
	return c
}
