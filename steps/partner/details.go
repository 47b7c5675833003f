package partner

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// addPersons adds faults for details of the customer that are in the member of another detail.
func addPersons(q *request) {
	if q.Endpoint != spec.SendOTP && q.Endpoint != spec.CreateLimit {
		return
	}
	for _, m := range slices.Concat(q.MixedNames(), q.MixedNumbers(), idOfService(q), q.OtherTexts()) {
		if len(q.Faulty[m.Member]) == 0 {
			addFault(q, m.Member, m.Member, m.Expected, m.Actual)
		}
	}
}

// idOfService finds an id number that is an id of a customer or an item (2.3, 2.8). The service
// makes such ids, so they are on no ID.
func idOfService(q *request) []bodies.MixUp {
	id := strings.ToLower(strings.TrimSpace(q.Text("id_number")))
	if q.run.issued.customers[id] || q.run.issued.items[id] {
		return []bodies.MixUp{{Member: "id_number", Expected: "the number of the customer's ID", Actual: "an id that the service returned"}}
	}
	return nil
}

// excuse drops the faults of members that the customer does not need. A customer with a limit is no
// new one, and section 4.1 documents these members for a new one only.
func excuse(q *request) {
	if q.Endpoint != spec.SendOTP || !q.run.issued.limited[formats.PlainID(q.Text("id_number"))] {
		return
	}
	q.IsKnown = true
	for _, name := range bodies.NewCustomer {
		if len(q.Faulty[name]) > 0 {
			noteOf(q, "a "+name+" of another form for a customer with a limit, or without the other details")
		}
		delete(q.Faulty, name)
	}
}

// judgeOccupation requires exactly one occupational member, the one that employed selects (4.3,
// 2.4).
func (q *request) judgeOccupation() {
	violations := slices.Concat(q.Faulty[bodies.Employed], q.Faulty[bodies.SelfEmployed])
	one, other := q.Get(bodies.Employed).Exists(), q.Get(bodies.SelfEmployed).Exists()
	if q.IsDoubled("employed") || q.IsDoubled(bodies.Employed) || q.IsDoubled(bodies.SelfEmployed) {
		q.blocked(occupationObligation, bodyObligation)
		return
	}
	if len(violations) == 0 && one != other && len(q.Faulty["employed"]) > 0 {
		q.blocked(occupationObligation, "employed") // it is unknown which of the two it selects
		return
	}
	q.judged(occupationObligation)
	if present := q.Contradicted(); present != "" {
		employed := q.Get("employed").String()
		q.fail(occupationObligation, result.Failure{
			Path: "employed", Section: "4.3", Kind: result.WrongValue, Expected: "true with " + bodies.Employed + ", false with " + bodies.SelfEmployed,
			Actual: employed + " with " + present, Message: "employed contradicts the occupational member of the request",
		})
		return
	}
	for _, v := range violations {
		q.fail(occupationObligation, failureOf(v, "4.3"))
	}
	if len(violations) == 0 && one == other {
		q.fail(occupationObligation, result.Failure{
			Section: "4.3", Expected: "exactly one of " + bodies.Employed + " and " + bodies.SelfEmployed,
			Actual: map[bool]string{true: "both", false: "neither"}[one], Message: "the request does not have exactly one occupational member",
		})
	}
}
