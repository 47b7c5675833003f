package history

import (
	"slices"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/spec"
)

// OfExchange returns the call with an exchange, or nil if there is none.
func (l *Calls) OfExchange(id string) *Call {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.All {
		if c.Exchange != nil && c.ID == id {
			return c
		}
	}
	return nil
}

// MovesOfOthers returns the endpoints of the served updates and cancels that named an item, and not
// each item of the call, before the call or at the same time.
func (l *Calls) MovesOfOthers(of *Call) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var endpoints []string
	for _, c := range l.All {
		if c == of || c.Endpoint != spec.UpdatePurchases && c.Endpoint != spec.CancelPurchase || !c.OK() || slices.Contains(endpoints, c.Endpoint) {
			continue
		}
		if slices.ContainsFunc(of.Items, func(i *Item) bool { return !slices.Contains(c.Items, i) }) && !c.Started.After(of.Started.Add(of.Duration)) {
			endpoints = append(endpoints, c.Endpoint)
		}
	}
	return endpoints
}

// IsOfItems reports whether a call is about items that were bought before, and every rule may
// judge it.
func (c *Call) IsOfItems() bool {
	return len(c.Items) > 0 && c.Customer != nil && c.Kind != call.Probe && slices.Contains([]string{spec.GetPurchase, spec.UpdatePurchases, spec.CancelPurchase}, c.Endpoint)
}
