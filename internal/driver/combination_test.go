package driver

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/customer"
)

var bothCodes = []string{twoLetters, threeLetters}

func bodiesForTest(t *testing.T) []*Body {
	t.Helper()
	var all []*Body
	for _, name := range []string{EmployedLimit, selfEmployedLimit, OrderedItem} {
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
		content, err := os.ReadFile("../../features/server/" + name + ".feature")
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
			if p.Name == countryMember || p.Name == SectorMember {
				continue // a tolerance lists the one, and each sector has rules of its own
			}
			for _, v := range p.values {
				require.True(t, cells[v], "%s %s stands in no example", p.Name, v)
			}
		}
	}
}

func TestRowsHoldEveryCombination(t *testing.T) {
	for _, strength := range []int{1, 2, 3} {
		for _, b := range bodiesForTest(t) {
			r := &Run{Config: Config{Seed: 7, Strength: strength}}
			rows, err := r.rows(t.Context(), b)
			require.NoError(t, err)
			seen := make(map[Tuple]bool)
			sectors := make(map[customer.Kind]bool)
			for _, v := range rows {
				require.True(t, b.Documented(v), "%v", v)
				sectors[b.Kind(v)] = true
				b.tuples(v, strength, func(one Tuple) { seen[one] = true })
			}
			missing := 0
			b.all(strength, func(one Tuple) {
				if !seen[one] && !(strength == UsualStrength && b.IsApart(one)) {
					missing++
				}
			})
			require.Zero(t, missing, "of a %s with strength %d", b.name, strength)
			if b.name == EmployedLimit {
				require.Len(t, sectors, 2)
			}
			t.Logf("%s, strength %d: %d rows", b.name, strength, len(rows))
		}
	}
}

func TestRowsFollowFromTheSeed(t *testing.T) {
	b := bodiesForTest(t)[1]
	rows := func(seed int64) []Row {
		r := &Run{Config: Config{Seed: seed, Strength: UsualStrength}}
		rows, err := r.rows(t.Context(), b)
		require.NoError(t, err)
		return rows
	}
	require.Equal(t, rows(1), rows(1))
	require.NotEqual(t, rows(1), rows(2))
}

func TestACodeThatIsNotTakenIsNotCombined(t *testing.T) {
	b, err := NewBody(selfEmployedLimit, []string{threeLetters})
	require.NoError(t, err)
	r := &Run{Config: Config{Seed: 1, Strength: UsualStrength}}
	rows, err := r.rows(t.Context(), b)
	require.NoError(t, err)
	for _, v := range rows {
		require.Equal(t, threeLetters, b.value(v, countryMember))
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
	for size := 1; size <= MostCombined; size++ {
		b.all(size, func(Tuple) { counts[size]++ })
	}
	// 2+2+2+6+30+3+2+20 values; of the pairs, 20 groups do not meet the private sector
	require.Equal(t, map[int]int{1: 67, 2: 1544, 3: 15392}, counts)
}

func TestWhatIsRefusedIsPutIntoWords(t *testing.T) {
	for want, values := range map[string][]string{
		"refused with gender male": {"gender male"},
		"refused with gender female and employed false; each alone is served":                                   {"gender female", "employed false"},
		"refused with gender female, marital_status single and employed false; with fewer of them it is served": {"gender female", "marital_status single", "employed false"},
	} {
		require.Equal(t, want, (&Cause{Values: values}).Sentence())
	}
}
