package covering_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/credit-partner/assay/internal/driver/covering"
)

// uncovered counts, without the package's own help, the combinations of so many
// columns that no row has.
func uncovered(m covering.Model, rows [][]int) (missing []string, all int) {
	var sets [][]int
	for mask := range 1 << len(m.Levels) {
		var columns []int
		for c := range m.Levels {
			if mask>>c&1 == 1 {
				columns = append(columns, c)
			}
		}
		if len(columns) == m.Strength {
			sets = append(sets, columns)
		}
	}
	for _, columns := range sets {
		seen := make(map[string]bool)
		for _, row := range rows {
			var values []int
			for _, c := range columns {
				values = append(values, row[c])
			}
			seen[fmt.Sprint(values)] = true
		}
		total := 1
		for _, c := range columns {
			total *= m.Levels[c]
		}
		for n := range total {
			values := make([]int, len(columns))
			for i, c := range columns {
				values[i], n = n%m.Levels[c], n/m.Levels[c]
			}
			if m.Wanted != nil && !m.Wanted(columns, values) {
				continue
			}
			if all++; !seen[fmt.Sprint(values)] {
				missing = append(missing, fmt.Sprint(columns, values))
			}
		}
	}
	return missing, all
}

func TestEveryCombinationIsCovered(t *testing.T) {
	for _, c := range []struct {
		levels         []int
		strength, most int // rows that are enough
	}{
		{[]int{2, 2, 2}, 1, 2},
		{[]int{9, 5, 2}, 2, 45},
		{[]int{9, 5, 2}, 3, 90},
		{[]int{2, 2, 5, 3, 30, 2, 2}, 1, 30},
		{[]int{2, 2, 5, 3, 30, 2, 2}, 2, 150},
		{[]int{2, 2, 5, 3, 30, 2, 2}, 3, 460},
		{[]int{2, 2, 6, 3, 30, 21, 2}, 3, 3800},
		{[]int{4, 4, 4, 4, 4}, 2, 26},
	} {
		m := covering.Model{Levels: c.levels, Strength: c.strength}
		rows, err := covering.Rows(m)
		require.NoError(t, err)
		missing, all := uncovered(m, rows)
		require.Empty(t, missing, "%v with strength %d", c.levels, c.strength)
		require.LessOrEqual(t, len(rows), c.most, "%v with strength %d", c.levels, c.strength)
		t.Logf("%v with strength %d: %d rows for %d combinations", c.levels, c.strength, len(rows), all)
	}
}

// TestTheCountCanFail holds that the count above finds a row that is missing.
func TestTheCountCanFail(t *testing.T) {
	m := covering.Model{Levels: []int{3, 3, 2}, Strength: 2}
	rows, err := covering.Rows(m)
	require.NoError(t, err)
	missing, _ := uncovered(m, rows[1:])
	require.NotEmpty(t, missing)
}

func TestWhatIsNotWantedCostsNoRows(t *testing.T) {
	m := covering.Model{Levels: []int{30, 20, 6, 2}, Strength: 2, Wanted: func(columns, values []int) bool {
		return !slices.Equal(columns, []int{0, 1}) || values[0]%20 == values[1]
	}}
	rows, err := covering.Rows(m)
	require.NoError(t, err)
	missing, _ := uncovered(m, rows)
	require.Empty(t, missing)
	require.LessOrEqual(t, len(rows), 185, "600 rows would cover what nobody wants")
}

func TestAnyModelIsCovered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 6).Draw(t, "levels")
		m := covering.Model{Levels: levels, Strength: rapid.IntRange(1, min(3, len(levels))).Draw(t, "strength")}
		if odd := rapid.Bool().Draw(t, "narrowed"); odd {
			m.Wanted = func(columns, values []int) bool { return (columns[0]+values[0])%2 == 0 }
		}
		rows, err := covering.Rows(m)
		require.NoError(t, err)
		missing, _ := uncovered(m, rows)
		require.Empty(t, missing)
		again, err := covering.Rows(m)
		require.NoError(t, err)
		require.Equal(t, rows, again)
	})
}

func TestWrongModels(t *testing.T) {
	for _, m := range []covering.Model{
		{Levels: []int{2, 2}, Strength: 3}, {Levels: []int{2, 2}, Strength: 0}, {Levels: []int{2, 2, 2, 2}, Strength: 4}, {Levels: []int{2, 0}, Strength: 1},
	} {
		_, err := covering.Rows(m)
		require.Error(t, err, "%v", m)
	}
}
