package pair

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/dialect"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// requests compares every form of a request that the partner sends with the state of this form on
// the server. All readings of an entry at one endpoint are one reason.
func (t *comparison) requests() {
	for _, g := range t.partner.groups {
		if g.entry == dialect.AmbiguousDate {
			t.date(g)
			continue
		}
		t.request(g, t.server.on(g.place), t.taken)
	}
}

// request adds the reason for one group. Its answer is the worst one of the readings.
func (t *comparison) request(g group, server string, taken func(g group, reading string) (Answer, string)) {
	r := Reason{Entry: g.entry, Title: g.title, Endpoint: g.line, Answer: Yes, Partner: g.words, Server: server}
	for _, reading := range g.readings {
		one, remedy := taken(g, reading)
		if slices.Index(answers, one) < slices.Index(answers, r.Answer) {
			r.Answer, r.Remedy = one, remedy
		}
	}
	t.reasons = append(t.reasons, r)
}

// taken returns whether the server accepts one form of a request, and the remedy if this is
// unknown.
func (t *comparison) taken(g group, reading string) (Answer, string) {
	state := t.server.state(g.entry, reading, g.endpoint)
	switch {
	case g.entry == dialect.OtherStatus:
		return Unknown, "ask whoever runs the server which statuses an update may set, or try it: assay pair --live"
	case state == result.FormTaken:
		return Yes, ""
	case g.entry == dialect.Sign:
		return Unknown, "agree with whoever runs the server on how Sign is made, and try it: assay pair --live"
	case state == result.FormRefused:
		return No, ""
	case g.entry == dialect.Endpoint:
		return Unknown, "certify the server with " + spec.Of(g.endpoint).Capability + " in its scope"
	}
	return Unknown, untried
}

// untried is the remedy for a form that was not tried.
const untried = "certify the server by the whole ledger, without --only and --tolerance, or try it: assay pair --live"

// date compares the order of day and month that the partner sends with the order that the server
// reads. No server refuses a date that is valid in both orders, but it may misread the date.
func (t *comparison) date(g group) {
	t.request(g, t.server.on(place{dialect.BirthDate, g.endpoint}), func(_ group, order string) (Answer, string) { return t.readAsMeant(order) })
}

// readAsMeant returns whether the server reads an ambiguous date, in which day and month may be
// swapped, in the order that the partner means.
func (t *comparison) readAsMeant(order string) (Answer, string) {
	other := dialect.MonthFirst
	switch order {
	case dialect.MonthFirst:
		other = dialect.DayFirst
	case dialect.OrderUnknown:
		return Unknown, "let the partner send an OTP to a new customer who was born after the 12th of a month, and record it again"
	}
	as, swapped := t.server.state(dialect.BirthDate, order, spec.SendOTP), t.server.state(dialect.BirthDate, other, spec.SendOTP)
	switch {
	case as == result.FormTaken && swapped == result.FormRefused:
		return Yes, ""
	case as == result.FormRefused:
		return No, ""
	case as == result.FormTaken && swapped == result.FormTaken:
		return Unknown, "ask whoever runs the server in which order it reads a date like 03/04/1990: no answer of the service shows it"
	}
	return Unknown, untried
}

// sizes compares the largest sizes that the partner sends with those that the server accepts.
func (t *comparison) sizes() {
	for _, sent := range t.partner.sent {
		of, shown := t.server.sizes[sent.place]
		r := Reason{Entry: "size", Title: sent.title, Endpoint: sent.line, Answer: Yes, Partner: sent.sent, Server: of.taken}
		if !shown {
			r.Server = notShown
		}
		switch {
		case sent.Name == dialect.OrdersOfOne && of.Refused > 0 && sent.Most >= of.Refused:
			r.Answer, r.Remedy = Unknown, "ask whoever runs the server whether orders count that are cancelled or collected, or try it: assay pair --live"
		case sent.Most <= max(of.Most, alwaysAccepted(sent.Name)):
		case of.Refused > 0 && sent.Most >= of.Refused:
			r.Answer = No
		default:
			r.Answer, r.Remedy = Unknown, "try it: assay pair --live"
		}
		t.reasons = append(t.reasons, r)
	}
}

// alwaysAccepted returns a size that every server accepts without evidence. Texts of this length
// are in every request, so no server has a lower limit.
func alwaysAccepted(name string) int64 {
	if name == dialect.OrdersOfOne {
		return 1
	}
	if strings.HasPrefix(name, "length of ") || strings.HasPrefix(name, "octets of ") {
		return 20
	}
	return 0
}
