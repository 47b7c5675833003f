package comparison

import "slices"

// served finds orders with the id of a customer who was not served, without any amount. A fee, a
// discount or one cart for everybody hides whose cart an order is. But a store that serves its customers
// one after the other verifies an OTP or creates a limit (4.2, 4.3), and orders then (4.6). If such orders never
// name the customer who was served, and always one and the same customer or the one served before, a
// program keeps the id of a customer (section 2.1). One order for the right customer shows that it does not.
type served struct {
	since     []string        // the customers who came since the order before
	isStarted bool            // one of them verified an OTP or got a limit
	isUnclear bool            // it is unknown who came
	came      []string        // the last two different customers
	isKnown   map[string]bool // the customers who verified an OTP or got a limit
	placed    []servedOrder
	isStated  bool // a failure was reported
}

// servedOrder is an order. of is the only customer who came since the order before, and previous the
// customer who came before that one; "" if there is none.
type servedOrder struct {
	of, named, previous string
	isUnclear           bool // several customers came since the order before, or unknown ones
	fails               func()
}

// minServed is how many customers must not be named. If the customer who is named never came, a test
// may order everything for one customer whom it knows, so more customers count.
const minServed = 3

// noteCustomer takes a customer who verified an OTP, got a limit, or whose limit was fetched. An unknown
// customer is "".
func (s *served) noteCustomer(customer string, isStart bool) {
	if customer == "" {
		s.isUnclear = true
		return
	}
	s.isStarted = s.isStarted || isStart
	if isStart && len(s.isKnown) < maxCustomers {
		if s.isKnown == nil {
			s.isKnown = make(map[string]bool)
		}
		s.isKnown[customer] = true
	}
	if !slices.Contains(s.since, customer) && len(s.since) < MinSimilarValues {
		s.since = append(s.since, customer)
	}
	if n := len(s.came); n == 0 || s.came[n-1] != customer {
		s.came = append(s.came[max(0, n-1):], customer)
	}
}

// order takes an order for a customer.
func (s *served) order(customer string, fails DeferredFailure) {
	o := servedOrder{named: customer, isUnclear: customer == "" || s.isUnclear || len(s.since) > 1}
	if !o.isUnclear && len(s.since) == 1 && s.isStarted {
		o.of = s.since[0]
		if len(s.came) > 1 {
			o.previous = s.came[0]
		}
	}
	s.since, s.isStarted, s.isUnclear = nil, false, false
	if len(s.placed) >= maxCustomers {
		return
	}
	if o.isWrong() && len(s.placed) < 2*maxFailures {
		o.fails = fails()
	}
	s.placed = append(s.placed, o)
}

func (o servedOrder) isWrong() bool { return o.of != "" && o.named != o.of }

// end reports the orders that name another customer than was served, and whether there are any.
func (s *served) end() bool {
	if !s.isOneForAll() && !s.isPrevious() {
		return false
	}
	for _, o := range s.placed {
		if o.isWrong() && o.fails != nil {
			o.fails()
			s.isStated = true
		}
	}
	return s.isStated
}

// notNamed returns the customers who were served and not named.
func (s *served) notNamed() map[string]bool {
	all := make(map[string]bool)
	for _, o := range s.placed {
		if o.isWrong() {
			all[o.of] = true
		}
	}
	return all
}

// isOneForAll reports whether all orders name one customer, and enough others were served.
func (s *served) isOneForAll() bool {
	for _, o := range s.placed {
		if o.named == "" || o.named != s.placed[0].named {
			return false
		}
	}
	least := minConstant
	if len(s.placed) > 0 && s.isKnown[s.placed[0].named] {
		least = minServed
	}
	return len(s.notNamed()) >= least
}

// isPrevious reports whether all orders name the customer who was served before. If two sessions run at
// the same time, an order may follow the start of the other session each time. But then every customer
// has one order for each time that they came: the first customer who is named again did not have an
// order before, and the last one gets one.
func (s *served) isPrevious() bool {
	first, last := -1, -1
	for i, o := range s.placed {
		switch {
		case o.of == "" && (first < 0 || !o.isUnclear): // a further order for the same cart
		case o.isWrong() && o.named == o.previous:
			if last = i; first < 0 {
				first = i
			}
		case o.isUnclear, o.isWrong(), o.previous != "" && o.previous != o.of:
			return false
		}
	}
	if first < 0 || len(s.notNamed()) < minServed {
		return false
	}
	names := func(customer string) func(servedOrder) bool {
		return func(o servedOrder) bool { return o.named == customer }
	}
	return slices.ContainsFunc(s.placed[:first], names(s.placed[first].named)) && !slices.ContainsFunc(s.placed[last:], names(s.placed[last].of))
}
