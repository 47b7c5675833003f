package repro

import (
	"maps"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// mostOwn is how many calls of a check are taken whole: of a longer one, those alone
// that are about what the failure is about.
const mostOwn = 12

// sequence gathers the calls that a failure needs, from nothing.
type sequence struct {
	*history
	need map[int]bool
}

// sequenceOf lists the calls that lead to a failure of a check, in the order in which
// they were made.
func (h *history) sequenceOf(f *result.Failure, check string) []*event {
	target := h.shownBy(f)
	if target == nil {
		return nil
	}
	s := &sequence{history: h, need: make(map[int]bool)}
	s.add(h.byID[f.Exchange])
	s.add(target)
	if other := h.byID[f.Other]; other != nil {
		s.add(other)
	}
	if f.Want == result.ExpectNot { // what repeats a value is shown by both that have it
		if maker := h.makers[gjson.Parse(f.Wanted).String()]; maker != nil && maker.at < target.at {
			s.add(maker)
		}
	}
	s.own(target, check)
	s.changes(target)
	var all []*event
	for _, at := range slices.Sorted(maps.Keys(s.need)) {
		all = append(all, h.events[at])
	}
	return all
}

// shownBy is the call whose answer shows a failure: of an effect, the later one.
func (h *history) shownBy(f *result.Failure) *event {
	if later := h.byID[f.Other]; later != nil && f.Kind == result.Effect {
		return later
	}
	return h.byID[f.Exchange]
}

// own adds the earlier calls of the check itself.
func (s *sequence) own(target *event, check string) {
	var all []*event
	for _, e := range s.events[:target.at] {
		if e.Check == target.Check && e.Check == check && e.Response != nil && e.Again == "" {
			all = append(all, e)
		}
	}
	for _, e := range all {
		if len(all) <= mostOwn || e.served && s.related(e, target) {
			s.add(e)
		}
	}
}

// related tells whether two calls are about one customer or item.
func (s *sequence) related(a, b *event) bool {
	if a.phone != "" && a.phone == b.phone {
		return true
	}
	return slices.ContainsFunc(a.ids, func(id string) bool { return slices.Contains(b.ids, id) })
}

// changes adds the updates and cancels of the items that the failure is about.
func (s *sequence) changes(target *event) {
	for _, e := range s.events[:target.at] {
		changes := e.Endpoint == spec.UpdatePurchases || e.Endpoint == spec.CancelPurchase
		if changes && e.served && s.related(e, target) {
			s.add(e)
		}
	}
}

// add adds a call with all that it needs.
func (s *sequence) add(e *event) {
	if e == nil || s.need[e.at] {
		return
	}
	s.need[e.at] = true
	for _, id := range e.ids {
		// A target may tell the id of a customer before there is a limit.
		for _, maker := range []*event{s.limits[id], s.makers[id]} {
			if maker != nil && maker.at < e.at {
				s.add(maker)
				break
			}
		}
		if e.Endpoint == spec.CustomerLookup {
			s.add(s.limitOf(e, func(limit *event) bool { return limit.names(id) || digits(id) != "" && limit.phone == digits(id) }))
		}
	}
	if e.phone == "" {
		return
	}
	samePerson := func(limit *event) bool { return limit.phone == e.phone }
	switch {
	case e.Endpoint == spec.VerifyOTP:
		s.add(s.senderOf(e))
		s.add(s.limitOf(e, samePerson))
	case e.Endpoint == spec.SendOTP && e.asks("first_name") == "":
		s.add(s.limitOf(e, samePerson))
	case e.Endpoint == spec.CreateLimit:
		s.introduce(e)
	}
}

// limitOf is the last limit that was created before a call for whom it is about.
func (s *sequence) limitOf(e *event, is func(*event) bool) *event {
	for _, earlier := range slices.Backward(s.events[:e.at]) {
		if earlier.Endpoint == spec.CreateLimit && earlier.served && is(earlier) {
			return earlier
		}
	}
	return nil
}

// senderOf is the call that sent the OTP which a call verifies or, where the OTP is
// another, the last one to that phone.
func (s *sequence) senderOf(e *event) *event {
	var last *event
	for _, earlier := range slices.Backward(s.events[:e.at]) {
		if earlier.Endpoint != spec.SendOTP || !earlier.served {
			continue
		}
		if earlier.otp() != "" && earlier.otp() == e.asks("otp") {
			return earlier
		}
		if last == nil && earlier.phone == e.phone {
			last = earlier
		}
	}
	return last
}

// otp is the OTP that the answer tells, as the test environment does (4.1).
func (e *event) otp() string {
	for _, l := range e.given {
		if l.path == "data.otp" {
			return l.value.String()
		}
	}
	return ""
}

// introduce adds how somebody new has proved their phone before a limit was asked
// for: the journey that is legal everywhere.
func (s *sequence) introduce(e *event) {
	for _, earlier := range slices.Backward(s.events[:e.at]) {
		if earlier.phone != e.phone || !earlier.served {
			continue
		}
		switch earlier.Endpoint {
		case spec.VerifyOTP:
			s.need[earlier.at] = true
		case spec.SendOTP:
			s.need[earlier.at] = true
			return
		}
	}
}
