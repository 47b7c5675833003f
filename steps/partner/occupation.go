package partner

import (
	"slices"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/steps/partner/tables"
)

// judgeOccupation wants exactly one occupational member, the one that employed
// calls for (4.3, 2.4).
func (q *request) judgeOccupation() {
	violations := slices.Concat(q.faulty[tables.Employed], q.faulty[tables.SelfEmployed])
	one, other := q.Get(tables.Employed).Exists(), q.Get(tables.SelfEmployed).Exists()
	if q.isDoubled("employed") || q.isDoubled(tables.Employed) || q.isDoubled(tables.SelfEmployed) {
		q.blocked(occupationObligation, bodyObligation)
		return
	}
	if len(violations) == 0 && one != other && len(q.faulty["employed"]) > 0 {
		q.blocked(occupationObligation, "employed") // which of the two it calls for is not known
		return
	}
	q.judged(occupationObligation)
	for _, v := range violations {
		q.fail(occupationObligation, failureOf(v, "4.3"))
	}
	if len(violations) == 0 && one == other {
		q.fail(occupationObligation, result.Failure{
			Section: "4.3", Expected: "exactly one of " + tables.Employed + " and " + tables.SelfEmployed,
			Actual: map[bool]string{true: "both", false: "neither"}[one], Message: "the request does not have exactly one occupational member",
		})
	}
}
