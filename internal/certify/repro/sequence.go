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

// mostOwn is the largest number of calls of a check that are all included. Of a longer check,
// only the calls about the same customer or item as the failure are included.
const mostOwn = 12

// sequence collects the calls that are necessary to reproduce a failure, starting from nothing.
type sequence struct {
	*history
	need map[int]bool
	from map[int]bool // of these, the calls that gave a value that the answer must not have
}

// sequenceOf returns the calls that lead to a failure of a check, in the order in which they were
// made.
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
	if f.Want == result.ExpectNot || f.Want == result.ExpectAfter { // a repeated value is shown by the two answers that have it
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

// shownBy returns the call whose answer shows a failure. For an effect this is the later call.
func (h *history) shownBy(f *result.Failure) *event {
	if later := h.byID[f.Other]; later != nil && f.Kind == result.Effect {
		return later
	}
	return h.byID[f.Exchange]
}

// mostOrigins is the largest number of calls that are added because they gave a value that the
// answer must not have.
const mostOrigins = 3

// origins adds the calls that first had the wrong value of an answer. For example, if the answer
// has the name of another customer, it adds the calls about that customer.
func (s *sequence) origins(target *event, f *result.Failure) {
	switch f.Kind {
	case result.WrongValue, result.NotRefused, result.WrongCount:
	default:
		return
	}
	found := target.value(f.Path)
	if at := strings.LastIndexByte(f.Path, '.'); strings.Contains(f.Path, "baseInfo.") || strings.Contains(f.Path, "customer_details.") {
		found = target.value(f.Path[:at]) // the other details say which customer it is
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

// order adds the earlier order with the order number that an answer contains.
func (s *sequence) order(target *event, number string) {
	for _, e := range slices.Backward(s.events[:target.at]) {
		if e.Endpoint == spec.CreatePurchases && e.asks("order_id") == number {
			s.from[e.at] = true
			s.add(e)
			return
		}
	}
}

// readOf returns the last earlier call to the same reading endpoint whose answer has the text
// too.
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
		if e.Check == target.Check && e.Check == check && e.Response != nil && e.Retry == "" {
			all = append(all, e)
		}
	}
	refused := 0
	for _, e := range slices.Backward(all) {
		switch {
		case len(all) <= mostOwn, e.served && s.related(e, target):
			s.add(e)
		case changes(e) && s.related(e, target) && refused < mostOrigins: // a refused call may still have had an effect
			refused++
			s.add(e)
		}
	}
}

// related reports whether two calls are about the same customer or item.
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

// mostOrders is the largest number of other orders of a customer that are added.
const mostOrders = 3

// orders adds what the customer of an item bought in the same check after that item. A later
// order may have changed the item.
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

// usedBefore adds the first order with the same order_id and the first order with the same item
// code. The later order may fail because they were used before.
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

// mostRepeats is the largest number of equal calls that are added.
const mostRepeats = 15

// repeats adds the earlier calls that are equal to the call that shows the failure, if one of
// them got a right answer. The failure may need that many calls.
func (s *sequence) repeats(target *event, f *result.Failure) {
	var equal []*event
	differs := false
	found := target.value(f.Path)
	for _, e := range s.events[:target.at] {
		if e.equals(target) && e.served && e.Retry == "" {
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

// siblings reports whether two calls are about items of the same order.
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

// add adds a call and all calls that it needs.
func (s *sequence) add(e *event) {
	if e == nil || s.need[e.at] {
		return
	}
	s.need[e.at] = true
	for _, id := range e.ids {
		// A target may give the id of a customer before the customer has a limit.
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

// limitOf returns the last call before e that created a limit for the customer that is selects.
func (s *sequence) limitOf(e *event, is func(*event) bool) *event {
	for _, earlier := range slices.Backward(s.events[:e.at]) {
		if earlier.Endpoint == spec.CreateLimit && earlier.served && is(earlier) {
			return earlier
		}
	}
	return nil
}

// senderOf returns the call that sent the OTP that e verifies. If no call sent that OTP, it
// returns the last call that sent an OTP to the same phone.
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

// otp returns the OTP in the answer, which test environments include (4.1).
func (e *event) otp() string {
	for _, l := range e.given {
		if l.path == "data.otp" {
			return l.value.String()
		}
	}
	return ""
}

// introduce adds the calls by which a new customer verified their phone before asking for a
// limit. Every target allows this journey.
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
