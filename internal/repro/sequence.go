package repro

import (
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
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
	from map[int]bool // of these, the ones that gave what an answer must not have
}

// sequenceOf lists the calls that lead to a failure of a check, in the order in which
// they were made.
func (h *history) sequenceOf(f *result.Failure, check string) (all []*event, from map[int]bool) {
	target := h.shownBy(f)
	if target == nil {
		return nil, nil
	}
	s := &sequence{history: h, need: make(map[int]bool), from: make(map[int]bool)}
	s.add(h.byID[f.Exchange])
	s.add(target)
	if other := h.byID[f.Other]; other != nil {
		s.add(other)
	}
	if f.Want == result.ExpectNot || f.Want == result.ExpectAfter { // what repeats a value is shown by both that have it
		if maker := h.makers[gjson.Parse(f.Wanted).String()]; maker != nil && maker.at < target.at {
			s.add(maker)
		}
	}
	s.origins(target, f)
	s.own(target, check)
	s.changes(target)
	s.orders(target)
	s.usedBefore(target)
	s.repeats(target, f)
	for _, at := range slices.Sorted(maps.Keys(s.need)) {
		all = append(all, h.events[at])
	}
	return all, s.from
}

// shownBy is the call whose answer shows a failure: of an effect, the later one.
func (h *history) shownBy(f *result.Failure) *event {
	if later := h.byID[f.Other]; later != nil && f.Kind == result.Effect {
		return later
	}
	return h.byID[f.Exchange]
}

// mostOrigins is how many calls are added that gave what an answer must not have.
const mostOrigins = 3

// origins adds the calls that first had what an answer has in the place of what was
// wanted: another customer's name comes from that customer.
func (s *sequence) origins(target *event, f *result.Failure) {
	switch f.Kind {
	case result.WrongValue, result.NotRefused, result.WrongCount:
	default:
		return
	}
	found := target.value(f.Path)
	if at := strings.LastIndexByte(f.Path, '.'); strings.Contains(f.Path, "baseInfo.") || strings.Contains(f.Path, "customer_details.") {
		found = target.value(f.Path[:at]) // whose it is tell the other details
	}
	if f.Want == result.ExpectRefused {
		found = target.value("data")
	}
	if f.Path == "order_id" {
		s.order(target, found.String())
	}
	for _, l := range leaves([]byte(found.Raw)) {
		text := l.value.String()
		if len(text) < shortest || target.names(text) {
			continue
		}
		if looked := s.readOf(target, text); looked != nil && len(s.from) < mostOrigins {
			s.from[looked.at] = true
			s.add(looked)
		}
		for _, from := range []*event{s.limits[text], s.makers[text], s.askers[text]} {
			if from != nil && from.at < target.at && changes(from) && (!s.need[from.at] || target.Endpoint == spec.CustomerLookup) && len(s.from) < mostOrigins {
				s.from[from.at] = true
				s.add(from)
			}
		}
	}
}

// order adds the earlier order that had the number which an answer tells.
func (s *sequence) order(target *event, number string) {
	for _, e := range slices.Backward(s.events[:target.at]) {
		if e.Endpoint == spec.CreatePurchases && e.asks("order_id") == number {
			s.from[e.at] = true
			s.add(e)
			return
		}
	}
}

// readOf is the last call before another one that reads at the same endpoint and gave a
// text, too.
func (s *sequence) readOf(target *event, text string) *event {
	switch target.Endpoint {
	case spec.CustomerLookup, spec.FetchLimit, spec.GetPurchase, spec.VerifyOTP:
	default:
		return nil
	}
	for _, e := range slices.Backward(s.events[:target.at]) {
		if e.Endpoint == target.Endpoint && slices.ContainsFunc(e.given, func(l leaf) bool { return l.value.String() == text }) {
			return e
		}
	}
	return nil
}

// own adds the earlier calls of the check itself.
func (s *sequence) own(target *event, check string) {
	var all []*event
	for _, e := range s.events[:target.at] {
		if e.Check == target.Check && e.Check == check && e.Response != nil && e.Again == "" {
			all = append(all, e)
		}
	}
	refused := 0
	for _, e := range slices.Backward(all) {
		switch {
		case len(all) <= mostOwn, e.served && s.related(e, target):
			s.add(e)
		case changes(e) && s.related(e, target) && refused < mostOrigins: // what was refused may have had an effect
			refused++
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
		if changes && e.served && (s.related(e, target) || s.siblings(e, target)) {
			s.add(e)
		}
	}
}

// mostOrders is how many other orders of a customer are added.
const mostOrders = 3

// orders adds what the customer of an item bought in the same check after that item:
// a later order may have changed it.
func (s *sequence) orders(target *event) {
	added := 0
	for _, id := range target.ids {
		maker := s.makers[id]
		if maker == nil || maker.Endpoint != spec.CreatePurchases {
			continue
		}
		for _, e := range slices.Backward(s.events[maker.at+1 : max(target.at, maker.at+1)]) {
			again := e.Endpoint == spec.CreatePurchases && e.served && e.Check == target.Check
			if again && e.asks("customer_id") == maker.asks("customer_id") && added < mostOrders {
				added++
				s.add(e)
			}
		}
	}
}

// usedBefore adds the first order with the order_id of an order, and the first with one of
// its item codes: that it has been used before may be why the later one fails.
func (s *sequence) usedBefore(target *event) {
	if target.Endpoint != spec.CreatePurchases {
		return
	}
	for _, l := range target.asked {
		if l.name != "order_id" && l.name != "item_code" {
			continue
		}
		first := slices.IndexFunc(s.events[:target.at], func(e *event) bool {
			return e.Endpoint == spec.CreatePurchases && e.served && e.asks(l.name) == l.value.String()
		})
		if first >= 0 {
			s.add(s.events[first])
		}
	}
}

// mostRepeats is how many equal calls of a run are added.
const mostRepeats = 15

// repeats adds the earlier calls that are equal to the one that shows the failure, where
// one of them was answered well: it takes so many of them.
func (s *sequence) repeats(target *event, f *result.Failure) {
	var equal []*event
	differs := false
	found := target.value(f.Path)
	for _, e := range s.events[:target.at] {
		if e.equals(target) && e.served && e.Again == "" {
			equal = append(equal, e)
			differs = differs || f.Path != "" && e.value(f.Path).Raw != found.Raw
		}
	}
	if !differs || len(equal) > mostRepeats {
		return
	}
	for _, e := range equal {
		s.add(e)
	}
}

// siblings tells whether two calls are about items of one order.
func (s *sequence) siblings(a, b *event) bool {
	for _, id := range a.ids {
		for _, other := range b.ids {
			if m := s.makers[id]; m != nil && m == s.makers[other] && m.Endpoint == spec.CreatePurchases {
				return true
			}
		}
	}
	return false
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
		if s.makers[id] == nil && judgement.IsUUID(id) {
			if _, maker := s.nearest(id); maker != nil && maker.at < e.at {
				s.add(maker)
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
