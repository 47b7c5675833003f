package partner

import (
	"fmt"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// formTrace follows a build from one run to the next, each with answers of another form.
type formTrace struct {
	runs   map[string]FormRun  // how the build went on, by form
	form   string              // of the answers of this run; "" is the plain one
	plain  map[obligation]bool // what failed with the plain answers already
	called string              // the endpoint that was called before
	lapses map[string]lapse    // the first of each form
}

// lapse is a fault that a build makes under one form of the answers, and not with the
// plain ones: it did not cope with an answer, and went on all the same.
type lapse struct {
	after    string // the endpoint whose answer it was
	exchange string
	what     string
}

// RestartWith says that the service behind the traffic was started afresh, with answers
// of another form.
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

// note says of a failure that it occurred with the form of this run only.
func (t *formTrace) note(q *request, name string, f result.Failure) result.Failure {
	if t.form == "" || t.plain[obligation{q.endpoint, name}] {
		return f
	}
	if _, known := t.lapses[t.form]; !known {
		if after := t.source(q.endpoint, name); after != "" {
			t.lapses[t.form] = lapse{after: after, exchange: q.keep(), what: fmt.Sprintf("a faulty %s: %s", spec.Line(q.endpoint), f.Message)}
		}
	}
	f.Actual += ", only with responses in the form " + t.form
	return f
}

// source is the endpoint whose answer gave what an obligation is about; where it is about
// no answer, it is the one that was called before.
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

// lapsed makes of a build that went on, but with a fault, one that did not cope. If it
// stopped later, it did so after that.
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
