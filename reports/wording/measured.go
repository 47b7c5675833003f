package wording

import (
	"fmt"
	"math"
	"strconv"

	"github.com/credit-partner/assay/internal/result"
)

// DecisionRule says how results become a verdict (ISO/IEC 17025:2017, 7.8.6.1).
const DecisionRule = "Conformant: every requirement in scope passed, or was tolerated as a documented inconsistency of the specification. " +
	"Non-conformant: at least one failed. Partial: every requirement that was judged passed or was tolerated, but not all in scope were judged. Inconclusive: in all other cases. " +
	"assay compares responses with the specification exactly; no measurement uncertainty applies."

// Measurement counts how often the suite was wrong. `assay prove --variants` runs the suite
// against every planted fault and every legal variant, each one alone.
type Measurement struct {
	Faults, Missed   int // planted faults, and the faults that no requirement found
	Variants, Failed int // legal variants, and the variants that were not conformant
}

// Measured are the measurements that reports quote, by side. MeasuredDigest is the digest of the
// suite that was measured. docs/prove.md contains the same numbers, and at that digest the
// catalogues contain the same number of faults and variants. Tests check both.
var Measured = map[result.Side]Measurement{
	result.ServerSide:  {Faults: 2984, Variants: 261},
	result.PartnerSide: {Faults: 1476, Variants: 258},
}

// MeasuredDigest is the digest of the suite that Measured is about.
const MeasuredDigest = "5fc840f7e1daf18aa19893007526c358fec435e80c704464d3572e6feb07699d"

// ErrorRates says how often the suite was wrong, and whether the suite that judged is the suite
// that was measured.
func ErrorRates(side result.Side, digest string) string {
	m := Measured[side]
	text := fmt.Sprintf("Measured error rates: of %s planted faults %s passed (at most %s, 95 %% confidence); of %s legal variants %s failed (at most %s)",
		grouped(m.Faults), none(m.Missed), atMost(m.Missed, m.Faults), grouped(m.Variants), none(m.Failed), atMost(m.Failed, m.Variants))
	if digest == MeasuredDigest {
		return text + ", at this digest of the suite."
	}
	return text + ", at suite digest " + ShortDigest(MeasuredDigest) + "; at this digest it was not measured."
}

func none(n int) string {
	if n == 0 {
		return "none"
	}
	return grouped(n)
}

// atMost returns the upper bound of a rate at a confidence of 95 %. If nothing was seen, the
// bound is exact (Clopper and Pearson). Otherwise it is three standard deviations above the rate,
// which is higher than the exact bound.
func atMost(seen, of int) string {
	if of == 0 {
		return "100 %"
	}
	n := float64(of)
	bound := 1 - math.Pow(0.05, 1/n)
	if seen > 0 {
		rate := float64(seen) / n
		bound = math.Min(1, rate+3*math.Sqrt(rate*(1-rate)/n))
	}
	return strconv.FormatFloat(100*bound, 'f', 2, 64) + " %"
}
