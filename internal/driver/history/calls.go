package history

import (
	"net/http"
	"slices"
	"sync"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/spec"
)

// Calls keeps every call of the run, in the order in which the calls end.
type Calls struct {
	mu  sync.Mutex
	All []*Call
}

// Add keeps a call that has ended.
func (l *Calls) Add(c *Call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.All = append(l.All, c)
}

// Of returns the calls of an endpoint that any requirement may judge.
func (l *Calls) Of(endpoint string, keep func(*Call) bool) []*Call {
	l.mu.Lock()
	defer l.mu.Unlock()
	var calls []*Call
	for _, c := range l.All {
		if c.Endpoint == endpoint && c.Kind != call.Probe && keep(c) {
			calls = append(calls, c)
		}
	}
	return calls
}

// Other returns the answered calls of all endpoints but one.
func (l *Calls) Other(endpoint string) []*Call {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(l.All), func(c *Call) bool { return c.Endpoint == endpoint || c.Response == nil })
}

// Broken returns the fault of each call of an endpoint that any requirement may judge and that
// keep selects. The kind of a call can change while its check runs. So Broken reads it under the
// lock.
func (l *Calls) Broken(endpoint string, keep func(*Call) bool) []error {
	var broken []error
	l.Of(endpoint, func(c *Call) bool {
		if keep(c) {
			if err := c.Served(); err != nil {
				broken = append(broken, err)
			}
		}
		return false
	})
	return broken
}

// WithServedProbes lists the calls of the same endpoints as the given calls: all that are no
// probes, and the probes that the target served.
func (l *Calls) WithServedProbes(calls []*Call) []*Call {
	l.mu.Lock()
	defer l.mu.Unlock()
	wanted := make(map[string]bool)
	for _, c := range calls {
		wanted[c.Endpoint] = true
	}
	var all []*Call
	for _, c := range l.All {
		if wanted[c.Endpoint] && (c.Kind != call.Probe || c.OK()) {
			all = append(all, c)
		}
	}
	return all
}

// SetPlain turns a probe that found the dialect into a plain call: its request was valid, so its
// answer may be judged like any other.
func (l *Calls) SetPlain(c *Call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Kind = call.Plain
	c.Refused = c.IsJSON && c.RefusesInBody()
}

// JudgeByAllRules lets all rules judge a probe that was served.
func (l *Calls) JudgeByAllRules(c *Call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.Kind == call.Probe {
		c.Kind = call.Special
	}
}

// JudgeServerError lets the rule about the status of an endpoint judge a server error to a valid call
// that only prepares a check. The check is about something else: a check of bad tokens must not say
// that one is accepted, because the service broke down meanwhile.
func (l *Calls) JudgeServerError(c *Call) {
	if c.Status() >= http.StatusInternalServerError {
		l.SetPlain(c)
	}
}

// JudgeByNoRule makes a call a probe, which no other rule judges. Use it if another call is
// judged instead, or if the target may have a good reason for its refusal.
func (l *Calls) JudgeByNoRule(c *Call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Kind = call.Probe
}

// Label adds a label by which a step, or another check, can select the call.
func (l *Calls) Label(c *Call, label string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Labels = append(c.Labels, label)
}

// HasLabel reports whether a call has a label. Other checks may label it at the same time.
func (l *Calls) HasLabel(c *Call, label string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Contains(c.Labels, label)
}

// Relabel changes the variant of a call, after its answer showed another case.
func (l *Calls) Relabel(c *Call, variant string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Variant = variant
}

// made lists the calls of an endpoint that were served or should have been served.
func (l *Calls) made(endpoint string) []*Call {
	l.mu.Lock()
	defer l.mu.Unlock()
	var all []*Call
	for _, c := range l.All {
		if c.Endpoint == endpoint && c.Response != nil && (c.OK() || c.Kind != call.Probe) && (endpoint != spec.CreateLimit || c.Variant != call.AgainVariant) {
			all = append(all, c)
		}
	}
	return all
}

// CustomersWithLimit returns the customers that asked for a limit once and got it. It leaves out
// customers that share a phone number, id number or email with another customer, because a
// service may take two such people for one.
func (l *Calls) CustomersWithLimit() []*customer.Customer {
	return l.withLimit(func(*Call) bool { return false })
}

// UntouchedCustomers returns those of CustomersWithLimit that placed no order, because an order
// may change the limit.
func (l *Calls) UntouchedCustomers() []*customer.Customer {
	return l.withLimit(func(c *Call) bool { return c.Endpoint == spec.CreatePurchases })
}

// HasEverVerified reports whether a customer verified an OTP, before or after the limit.
func (l *Calls) HasEverVerified(c *customer.Customer) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.All, func(v *Call) bool { return v.Endpoint == spec.VerifyOTP && v.Customer == c && v.OK() })
}

// WasSentOTP reports whether a customer was sent an OTP by another call than the given one.
func (l *Calls) WasSentOTP(c *customer.Customer, by *Call) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.All, func(o *Call) bool { return o.Endpoint == spec.SendOTP && o.Customer == c && o != by && o.OK() })
}

// OTPRequests counts the requests of an OTP for a customer, also those without the valid token: a
// target may count them before it checks the token.
func (l *Calls) OTPRequests(c *customer.Customer) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	requests := 0
	for _, o := range l.All {
		if o.Endpoint == spec.SendOTP && o.Customer == c {
			requests++
		}
	}
	return requests
}

// WithoutWrongOTPs returns those of CustomersWithLimit for whom no OTP was refused. After a
// wrong OTP, a service may refuse the right one for some time (section 8).
func (l *Calls) WithoutWrongOTPs() []*customer.Customer {
	return l.withLimit(refusesOTP)
}

// refusesOTP reports whether an answer refuses an OTP. The form of such a refusal is not shown
// (section 7): after a call that the target may refuse, a success without any limit is one, too.
// To somebody new, who has no limit, it may verify the OTP in this way.
func refusesOTP(c *Call) bool {
	isProbe := c.Kind == call.Probe && !slices.Contains(c.Labels, call.NewCustomerVariant)
	return c.Endpoint == spec.VerifyOTP && (!c.OK() || isProbe && !c.HasServedData(false))
}

// UntouchedWithoutWrongOTPs returns the customers that are in UntouchedCustomers and in
// WithoutWrongOTPs.
func (l *Calls) UntouchedWithoutWrongOTPs() []*customer.Customer {
	return l.withLimit(func(c *Call) bool { return c.Endpoint == spec.CreatePurchases || refusesOTP(c) })
}

// withLimit returns the customers with a limit, without those that have a call that excludes
// selects.
func (l *Calls) withLimit(excludes func(*Call) bool) []*customer.Customer {
	l.mu.Lock()
	defer l.mu.Unlock()
	var given []*customer.Customer
	excluded, has := make(map[*customer.Customer]bool), make(map[string]*customer.Customer)
	for _, c := range l.All {
		if c.Customer == nil {
			continue
		}
		who := c.Customer.Who
		for _, detail := range []string{"phone " + who.Phone, "id " + who.IDNumber, "email " + who.Email} {
			if other := has[detail]; other != nil && other != c.Customer {
				excluded[other], excluded[c.Customer] = true, true
			}
			has[detail] = c.Customer
		}
		switch {
		case excludes(c), c.Endpoint == spec.CreateLimit && c.Customer.Created() != &c.Answer:
			excluded[c.Customer] = true
		case c.Endpoint == spec.CreateLimit && c.OK():
			given = append(given, c.Customer)
		}
	}
	return slices.DeleteFunc(given, func(c *customer.Customer) bool { return excluded[c] })
}

// HasVerified reports whether a customer has verified an OTP after the limit was given.
func (l *Calls) HasVerified(who *customer.Customer) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	given := false
	for _, c := range l.All {
		switch {
		case c.Customer != who || !c.OK():
		case c.Endpoint == spec.CreateLimit:
			given = true
		case c.Endpoint == spec.VerifyOTP && given:
			return true
		}
	}
	return false
}

// UntouchedItems returns the items that have a record and that no update and no cancel has
// named.
func (l *Calls) UntouchedItems() []*Item {
	return l.itemsOf(spec.CreatePurchases, 0)
}

// UpdatedItems returns the items that exactly one served update has named, and no cancel and no
// other update.
func (l *Calls) UpdatedItems() []*Item {
	return l.itemsOf(spec.UpdatePurchases, 1)
}

// CancelledItems returns the items that exactly one served cancel has named, and no update, and
// that the last get after it no longer showed with the old status.
func (l *Calls) CancelledItems() []*Item {
	return slices.DeleteFunc(l.itemsOf(spec.CancelPurchase, 1), func(i *Item) bool { return !l.changedAfterCancel(i) })
}

// changedAfterCancel reports whether the last get after an item's cancel showed another status than before,
// or no item.
func (l *Calls) changedAfterCancel(i *Item) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	cancelled, left := false, false
	for _, c := range l.All {
		if !slices.Contains(c.Items, i) {
			continue
		}
		switch c.Endpoint {
		case spec.CancelPurchase:
			cancelled = true
		case spec.GetPurchase:
			status := c.Data.Get("facility_status").String()
			left = cancelled && c.Response != nil && status != gjson.Get(i.Record.Raw, "facility_status").String()
		}
	}
	return left
}

// ShowsCancelledAs reports whether a get has shown a cancelled item (known), and whether one of
// those gets showed the given status (shows). If a cancel also moves other items, they get the
// same status.
func (l *Calls) ShowsCancelledAs(status string) (shows, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	cancelled := make(map[*Item]bool)
	for _, c := range l.All {
		switch {
		case c.Endpoint == spec.CancelPurchase && c.OK() && len(c.Items) > 0:
			cancelled[c.Items[0]] = true
		case c.Endpoint == spec.GetPurchase && c.Response != nil && len(c.Items) > 0 && cancelled[c.Items[0]]:
			known = true
			shows = shows || c.Data.Get("facility_status").String() == status
		}
	}
	return shows, known
}

// itemsOf returns the items of the served calls of an endpoint that exactly moves updates and
// cancels have named.
func (l *Calls) itemsOf(endpoint string, moves int) []*Item {
	l.mu.Lock()
	defer l.mu.Unlock()
	moved := make(map[string]int)
	for _, c := range l.All {
		if c.Endpoint == spec.UpdatePurchases || c.Endpoint == spec.CancelPurchase {
			for _, i := range c.Items {
				moved[i.ID]++
			}
		}
	}
	var items []*Item
	for _, c := range l.All {
		if c.Endpoint != endpoint || c.Kind == call.Probe || !c.OK() {
			continue
		}
		for _, i := range c.Items {
			if i.ID != "" && !i.DuplicateID && !i.missingInCreate && !i.missingInUpdate && moved[i.ID] == moves {
				items = append(items, i)
			}
		}
	}
	return items
}

// Uncancelled returns the items that have an id and that no call of the run has cancelled.
func (l *Calls) Uncancelled() []*Item {
	l.mu.Lock()
	defer l.mu.Unlock()
	var items []*Item
	gone := make(map[string]bool)
	for _, c := range l.All {
		if !c.OK() {
			continue
		}
		switch c.Endpoint {
		case spec.CancelPurchase:
			gone[c.Items[0].ID] = true
		case spec.CreatePurchases:
			for _, record := range c.Records() {
				items = append(items, &Item{ID: record.Get("id").String(), Buyer: c.Customer})
			}
		}
	}
	kept := items[:0]
	for _, i := range items {
		if i.ID != "" && !gone[i.ID] {
			kept = append(kept, i)
		}
	}
	return kept
}
