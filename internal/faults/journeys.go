package faults

// journeyFaults refuse a part of the service to a kind of customer: each part
// works, and only who goes the whole way as that kind finds out.
func journeyFaults() []Fault {
	var all []Fault
	for _, kind := range kindsOfCustomer {
		if kind.name == "employee" {
			continue // the plain case: every purchase is an employee's
		}
		all = append(all, Fault{
			ID: "create-purchases-refuses-" + kind.name, Breaks: "JRN-01",
			Why:   "a " + kind.name + " customer's purchase is refused",
			plant: refusingBuyers(kind.is),
		})
	}
	return all
}

// refusingBuyers refuses the purchases of one sort of customers.
func refusingBuyers(of func(asked object) bool) plant {
	return func(next server) server {
		k := newCensus()
		return refusing(createOrder, 403, func(c *call) bool {
			asked := k.asked(c)
			return asked != nil && of(asked)
		})(k.over(next))
	}
}
