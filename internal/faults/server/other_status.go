package server

import (
	"slices"
	"strconv"

	"github.com/credit-partner/assay/internal/faults"
)

// otherStatusFaults serve some calls of an endpoint with another success status than the
// rest: a branch for them was written by somebody else.
func otherStatusFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, endpoint, breaks string, status int, why string, when func(c *faults.Call) bool) {
		all = append(all, faults.Fault{
			ID: endpoint + "-answers-" + strconv.Itoa(status) + "-to-" + id, Breaks: breaks, Why: why + " with " + strconv.Itoa(status),
			Mutator: servedWith(endpoint, status, when),
		})
	}
	add("several-items", faults.CreateOrder, "PUR-01", 200, "an order of several items is answered", func(c *faults.Call) bool { return len(c.Items()) > 1 })
	add("deliveries", faults.CreateOrder, "PUR-01", 202, "an order for delivery is answered", func(c *faults.Call) bool { return slices.Contains(c.Values("items.preferred_option"), "delivery") })
	add("agent-deliveries", faults.CreateOrder, "PUR-01", 200, "an order that an agent delivers is answered", func(c *faults.Call) bool { return slices.Contains(c.Values("items.delivery_option"), "agent_delivery") })
	add("fridges", faults.CreateOrder, "PUR-01", 200, "an order of a fridge is answered", func(c *faults.Call) bool { return slices.Contains(c.Values("items.item_type"), "fridge") })
	add("several-items", faults.UpdateItems, "UPD-01", 207, "an update of several items is answered", func(c *faults.Call) bool { return len(c.Items()) > 1 })
	add("married-people", faults.CreateLimit, "LIM-01", 200, "the limit of a married employee is answered", func(c *faults.Call) bool {
		return c.Text("marital_status") == "married" && faults.Employee(c.Body)
	})
	add("job-group-t", faults.CreateLimit, "LIM-02", 200, "the limit of job group T is answered", func(c *faults.Call) bool {
		return faults.Government(c.Body) && c.Text("employed_occupational_detail.job_group") == "T"
	})
	add("partnerships", faults.CreateLimit, "LIM-03", 202, "the limit of a partnership is answered", func(c *faults.Call) bool {
		return c.Text("self_employed_occupational_detail.business_type") == "partnership"
	})
	add("emails", faults.Lookup, "LKP-01", 201, "a lookup by email is answered", func(c *faults.Call) bool { return c.Text("queryFieldEnum") == "email" })
	return append(all, faults.Fault{
		ID: faults.CancelItem + "-answers-202-to-collected", Breaks: "CAN-01", Why: "the cancel of a collected item is answered with 202",
		Mutator: func(next faults.Responder) faults.Responder {
			collected := faults.NewStore[bool]()
			inner := faults.On(faults.UpdateItems, func(c *faults.Call, a *faults.Answer) {
				for _, id := range c.Values("items.id") {
					collected.Put(id, a.Served())
				}
			})(next)
			return servedWith(faults.CancelItem, 202, func(c *faults.Call) bool { was, _ := collected.Get(faults.ByID(c)); return was })(inner)
		},
	})
}

// servedWith changes the status of the answers to some calls that are served.
func servedWith(endpoint string, status int, when func(*faults.Call) bool) faults.Mutator {
	return faults.On(endpoint, func(c *faults.Call, a *faults.Answer) {
		if when(c) && a.Served() {
			faults.SetStatus(a, status)
		}
	})
}
