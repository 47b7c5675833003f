package history

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/spec"
)

// idsOfALimit are the ids that a new limit has (section 2.8).
var idsOfALimit = []string{"customer_details.id", "credit_limit_details.id"}

// SharesIDs reports whether another customer was given the customer id or the credit limit id of
// this customer.
func (l *Calls) SharesIDs(who *customer.Customer) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	owners := make(map[string][]*customer.Customer)
	var mine []string
	for _, c := range l.All {
		if c.Endpoint != spec.CreateLimit || !c.OK() || c.Variant == call.AgainVariant || c.Customer == nil {
			continue
		}
		for _, path := range idsOfALimit {
			id := strings.ToLower(c.Data.Get(path).String())
			if id == "" {
				continue
			}
			owners[path+id] = append(owners[path+id], c.Customer)
			if c.Customer == who {
				mine = append(mine, path+id)
			}
		}
	}
	for _, id := range mine {
		for _, owner := range owners[id] {
			if owner != who {
				return true
			}
		}
	}
	return false
}

// WasTakenFor reports whether a limit request for the id number of this customer, also one of another
// person, was accepted with this value of a detail of the record. Section 1 returns the existing limit,
// and does not say whether the request updates the details.
func (l *Calls) WasTakenFor(who *customer.Customer, detail, value string) bool {
	member, number := detail, who.SentMember("id_number")
	if detail == "mobile_number" {
		member = "phone_number"
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.ContainsFunc(l.All, func(c *Call) bool {
		return c.Endpoint == spec.CreateLimit && c.OK() && c.Customer != nil && c.Customer != who &&
			c.Customer.SentMember("id_number") == number && call.SameDetail(detail, c.Customer.SentMember(member), value)
	})
}
