package combination

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/driver/payload"
)

var bothCodes = []string{payload.TwoLetters, payload.ThreeLetters}

func bodiesForTest(t *testing.T) []*Body {
	t.Helper()
	var all []*Body
	for _, name := range []string{EmployedLimit, SelfEmployedLimit, OrderedItem} {
		b, err := NewBody(name, bothCodes)
		require.NoError(t, err)
		all = append(all, b)
	}
	return all
}

// TestCombinedValuesAreThoseOfTheFeatures holds that a value is combined exactly
// where a rule has it taken.
func TestCombinedValuesAreThoseOfTheFeatures(t *testing.T) {
	var text string
	for _, name := range []string{"create_limit", "create_purchases"} {
		content, err := os.ReadFile("../../../features/server/" + name + ".feature")
		require.NoError(t, err)
		text += string(content)
	}
	cells := make(map[string]bool)
	for line := range strings.Lines(text) {
		for cell := range strings.SplitSeq(line, "|") {
			cells[strings.TrimSpace(cell)] = true
		}
	}
	for _, b := range bodiesForTest(t) {
		for _, p := range b.Parameters {
			if p.Name == CountryMember || p.Name == SectorMember {
				continue // a tolerance lists the one, and each sector has rules of its own
			}
			for _, v := range p.values {
				require.True(t, cells[v], "%s %s stands in no example", p.Name, v)
			}
		}
	}
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func TestRowsHoldEveryCombination(t *testing.T) {
	for _, strength := range []int{1, 2, 3} {
		for _, b := range bodiesForTest(t) {
			rows, err := b.Rows(strength, seeded(7))
			require.NoError(t, err)
			seen := make(map[Tuple]bool)
			sectors := make(map[customer.Kind]bool)
			for _, v := range rows {
				require.True(t, b.Documented(v), "%v", v)
				sectors[b.Kind(v)] = true
				b.Tuples(v, strength, func(one Tuple) { seen[one] = true })
			}
			missing := 0
			b.EachTuple(strength, func(one Tuple) {
				if !seen[one] && !(strength == UsualStrength && b.IsApart(one)) {
					missing++
				}
			})
			require.Zero(t, missing, "of a %s with strength %d", b.Name, strength)
			if b.Name == EmployedLimit {
				require.Len(t, sectors, 2)
			}
			t.Logf("%s, strength %d: %d rows", b.Name, strength, len(rows))
		}
	}
}

func TestRowsFollowFromTheSeed(t *testing.T) {
	b := bodiesForTest(t)[1]
	rows := func(seed uint64) []Row {
		rows, err := b.Rows(UsualStrength, seeded(seed))
		require.NoError(t, err)
		return rows
	}
	require.Equal(t, rows(1), rows(1))
	require.NotEqual(t, rows(1), rows(2))
}

func TestACodeThatIsNotTakenIsNotCombined(t *testing.T) {
	b, err := NewBody(SelfEmployedLimit, []string{payload.ThreeLetters})
	require.NoError(t, err)
	rows, err := b.Rows(UsualStrength, seeded(1))
	require.NoError(t, err)
	for _, v := range rows {
		require.Equal(t, payload.ThreeLetters, b.Value(v, CountryMember))
	}
}

func TestNoBodyWithoutAName(t *testing.T) {
	_, err := NewBody("parcel", bothCodes)
	require.ErrorContains(t, err, `"parcel"`)
}

// TestAGroupIsOfTheGovernment holds that no row is counted that no request can have.
func TestAGroupIsOfTheGovernment(t *testing.T) {
	b := bodiesForTest(t)[0]
	counts := make(map[int]int)
	for size := 1; size <= MaxCombined; size++ {
		b.EachTuple(size, func(Tuple) { counts[size]++ })
	}
	// 2+2+2+6+30+3+2+20 values; of the pairs, 20 groups do not meet the private sector
	require.Equal(t, map[int]int{1: 67, 2: 1544, 3: 15392}, counts)
}
