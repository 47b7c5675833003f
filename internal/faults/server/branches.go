package server

import (
	"github.com/credit-partner/assay/internal/faults"
)

// forgottenBranchFaults look at the token in all branches of an endpoint but one.
func forgottenBranchFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, endpoint, breaks, why string, when func(c *faults.Call) bool) {
		all = append(all, faults.Fault{ID: endpoint + "-token-not-for-" + id, Breaks: breaks, Why: why, Mutator: lettingIn(endpoint, when)})
	}
	add("new-customers", faults.SendOTP, "OTP-13", "the branch for new customers sends an OTP to anybody who asks", func(c *faults.Call) bool { return c.Text("first_name") != "" })
	add("self-employed", faults.CreateLimit, "LIM-22", "the branch for self-employed customers gives a limit to anybody who asks", func(c *faults.Call) bool {
		return faults.Get(c.Body, "self_employed_occupational_detail") != nil
	})
	add("several-items", faults.CreateOrder, "PUR-17", "the branch for several items takes orders of anybody", func(c *faults.Call) bool { return len(c.Items()) > 1 })
	add("emails", faults.Lookup, "LKP-12", "the search by email answers anybody", func(c *faults.Call) bool { return c.Text("queryFieldEnum") == "email" })
	add("id-numbers", faults.Lookup, "LKP-12", "the search by id number answers anybody", func(c *faults.Call) bool { return c.Text("queryFieldEnum") == "NATIONAL_ID" })
	return append(all,
		faults.Fault{ID: "create-limit-token-not-for-known", Breaks: "LIM-22", Why: "who has a limit is told it before the token is looked at", Mutator: unguardedOnce(faults.CreateLimit, faults.CreateLimit, faults.ByPerson)},
		faults.Fault{ID: "get-purchase-token-not-for-cancelled", Breaks: "PUR-17", Why: "the archive of cancelled items is open to anybody", Mutator: unguardedOnce(faults.GetItem, faults.CancelItem, faults.ByID)},
		faults.Fault{ID: "cancel-purchase-token-not-for-collected", Breaks: "PUR-17", Why: "anybody cancels what is collected", Mutator: unguardedOnce(faults.CancelItem, faults.UpdateItems, faults.ByID)},
	)
}

// unguardedOnce lets anybody in to one endpoint, where another one has served the same
// key before.
func unguardedOnce(endpoint, after string, key func(*faults.Call) string) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		served := faults.NewStore[bool]()
		return func(c *faults.Call) *faults.Answer {
			if known, _ := served.Get(key(c)); known && c.Endpoint == endpoint {
				c.Authenticate()
			}
			a := next(c)
			if c.Endpoint != after || !a.Served() {
				return a
			}
			served.Put(key(c), true)
			for _, id := range c.ItemIDs() {
				served.Put(id, true)
			}
			return a
		}
	}
}
