// Package covering makes covering arrays: few rows of values in which every combination of the
// values of so many columns occurs at least once. It uses the in-parameter-order algorithm
// (IPOG) of Lei, Kacker, Kuhn, Okun and Lawrence, "IPOG: A General Strategy for T-Way Software
// Testing" (2007).
package covering

import (
	"cmp"
	"fmt"
	"slices"
)

// Any in a row means that every value will do.
const Any = -1

// Model says which combinations an array must cover.
type Model struct {
	Levels   []int // the number of values of each column
	Strength int   // how many columns are combined: 1, 2 or 3
	// Wanted, if set, selects the combinations to cover: the columns in ascending order, and the
	// value of each. Other combinations need not occur.
	Wanted func(columns, values []int) bool
}

// Rows makes the array. Each row has one value for every column of the model, or Any. The same
// model gives the same rows.
func Rows(m Model) ([][]int, error) {
	if m.Strength < 1 || m.Strength > 3 || m.Strength > len(m.Levels) {
		return nil, fmt.Errorf("%d columns cannot be covered with strength %d: it is 1, 2 or 3, and no more than there are columns", len(m.Levels), m.Strength)
	}
	for column, n := range m.Levels {
		if n < 1 {
			return nil, fmt.Errorf("column %d has no values", column)
		}
	}
	b := &builder{model: m, order: byLevels(m.Levels)}
	for n := m.Strength; n <= len(b.order); n++ {
		left := b.combinations(n)
		b.grow(b.order[n-1], left)
		b.append(left)
	}
	return b.rows, nil
}

// byLevels orders columns by their number of values, the largest first: the first few columns
// decide how many rows there are.
func byLevels(levels []int) []int {
	order := make([]int, len(levels))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(levels[b], levels[a]) })
	return order
}

type builder struct {
	model Model
	order []int
	rows  [][]int
	open  []int // the rows that contain Any, in ascending order
}

// tuple is one combination: the values of some columns.
type tuple struct {
	columns, values []int
}

// pending are the combinations that are not covered yet, in the order in which they were made.
// place has the index of each by its key.
type pending struct {
	sets  [][]int // sets of columns, each with the newest column
	all   []tuple
	place map[key]int
	count int
}

// key identifies a combination in one step: the set of columns, and the values.
type key struct {
	set    int
	values [3]int
}

func keyOf(set int, values []int) key {
	k := key{set: set}
	copy(k.values[:], values)
	return k
}

// combinations lists the new combinations that the n-th column, in their order, adds.
func (b *builder) combinations(n int) *pending {
	left := &pending{place: make(map[key]int)}
	newest := b.order[n-1]
	choose(n-1, b.model.Strength-1, func(chosen []int) {
		columns := []int{newest}
		for _, c := range chosen {
			columns = append(columns, b.order[c])
		}
		slices.Sort(columns)
		left.sets = append(left.sets, columns)
		Each(b.model.Levels, columns, func(values []int) {
			if b.model.Wanted == nil || b.model.Wanted(columns, values) {
				left.place[keyOf(len(left.sets)-1, values)] = len(left.all)
				left.all = append(left.all, tuple{columns, slices.Clone(values)})
			}
		})
	})
	left.count = len(left.all)
	return left
}

// choose calls give with every set of k of the numbers below n, in ascending order.
func choose(n, k int, give func([]int)) {
	chosen := make([]int, 0, k)
	var next func(from int)
	next = func(from int) {
		if len(chosen) == k {
			give(chosen)
			return
		}
		for c := from; c < n; c++ {
			chosen = append(chosen, c)
			next(c + 1)
			chosen = chosen[:len(chosen)-1]
		}
	}
	next(0)
}

// Each calls give with every combination of the values of some columns. It reuses the slice.
func Each(levels, columns []int, give func(values []int)) {
	values := make([]int, len(columns))
	var next func(n int)
	next = func(n int) {
		if n == len(columns) {
			give(values)
			return
		}
		for v := range levels[columns[n]] {
			values[n] = v
			next(n + 1)
		}
	}
	next(0)
}

// grow gives every existing row the value of a new column that covers most combinations. If
// several values cover equally many, they take turns.
func (b *builder) grow(column int, left *pending) {
	turn := 0
	for _, row := range b.rows {
		if left.count == 0 {
			row[column] = Any
			continue
		}
		best, most := Any, 0
		for i := range b.model.Levels[column] {
			v := (turn + i) % b.model.Levels[column]
			row[column] = v
			if n := left.coveredBy(row, nil); n > most {
				best, most = v, n
			}
		}
		row[column] = best
		if best != Any {
			left.coveredBy(row, left.drop)
			turn = best + 1
		}
	}
	b.reopen()
}

// coveredBy counts the combinations that a row covers, and calls tell with each of them.
func (p *pending) coveredBy(row []int, tell func(key)) int {
	n := 0
	var buffer [3]int
	for set, columns := range p.sets {
		values := buffer[:len(columns)]
		for i, c := range columns {
			values[i] = row[c]
		}
		if slices.Contains(values, Any) {
			continue
		}
		k := keyOf(set, values)
		if _, ok := p.place[k]; !ok {
			continue
		}
		n++
		if tell != nil {
			tell(k)
		}
	}
	return n
}

func (p *pending) drop(k key) {
	delete(p.place, k)
	p.count--
}

// append covers the combinations that are left: each in a row that has room for it, or in a new
// row.
func (b *builder) append(left *pending) {
	set := make(map[*int]int, len(left.sets)) // the index of a set, by the address of its slice of columns
	for n, columns := range left.sets {
		set[&columns[0]] = n
	}
	for _, t := range left.all {
		if _, still := left.place[keyOf(set[&t.columns[0]], t.values)]; !still {
			continue
		}
		row := b.roomFor(t)
		for i, c := range t.columns {
			row[c] = t.values[i]
		}
		left.coveredBy(row, left.drop)
	}
	b.reopen()
}

// roomFor returns a row that agrees with a combination or has Any in each of its columns. If
// there is none, it adds a new row.
func (b *builder) roomFor(t tuple) []int {
	for _, n := range b.open {
		fits := true
		for i, c := range t.columns {
			if have := b.rows[n][c]; have != Any && have != t.values[i] {
				fits = false
				break
			}
		}
		if fits {
			return b.rows[n]
		}
	}
	row := slices.Repeat([]int{Any}, len(b.model.Levels))
	b.rows = append(b.rows, row)
	b.open = append(b.open, len(b.rows)-1)
	return row
}

// reopen lists the rows that contain Any.
func (b *builder) reopen() {
	b.open = b.open[:0]
	for n, row := range b.rows {
		if slices.Contains(row, Any) {
			b.open = append(b.open, n)
		}
	}
}
