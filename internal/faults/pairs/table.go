package pairs

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/pair"
)

// MostUnknown is how many of a hundred pairs may be unknown.
const MostUnknown = 2.0

// Holds tells whether no forecast was wrong, and few were unknown.
func (t *Table) Holds() bool {
	return len(t.Cells) > 0 && len(t.Wrong()) == 0 && t.unknown() <= MostUnknown
}

// unknown is how many of a hundred pairs are.
func (t *Table) unknown() float64 {
	return 100 * float64(t.Count(pair.Unknown, true)+t.Count(pair.Unknown, false)) / float64(max(len(t.Cells), 1))
}

// Write prints the table as Markdown: what was foretold by what the runs showed, why
// pairs are foretold not to work or are not known, and every forecast that was wrong.
func (t *Table) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d servers by %d partners, %d pairs\n\n", t.Servers, t.Partners, len(t.Cells))
	b.WriteString("| forecast | the two work | they do not | pairs |\n|---|---:|---:|---:|\n")
	for _, a := range []pair.Answer{pair.Yes, pair.No, pair.Unknown} {
		works, fails := t.Count(a, true), t.Count(a, false)
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", a, works, fails, works+fails)
	}
	fmt.Fprintf(&b, "\nwrong: %d; unknown: %.2f %%\n", len(t.Wrong()), t.unknown())
	for _, a := range []pair.Answer{pair.No, pair.Unknown} {
		fmt.Fprintf(&b, "\n| %s for | pairs |\n|---|---:|\n", a)
		for _, e := range t.because(a) {
			fmt.Fprintf(&b, "| `%s` | %d |\n", e.entry, e.pairs)
		}
	}
	for _, c := range t.Wrong() {
		fmt.Fprintf(&b, "\nWRONG: %s with %s: foretold %s (%s); %s\n", c.Partner, c.Server, c.Forecast, strings.Join(c.Because, ", "), cmp.Or(strings.ReplaceAll(c.Why, "\n", "; "), "the two work"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// entryCount is how many pairs an entry decides.
type entryCount struct {
	entry string
	pairs int
}

// because counts the entries for which pairs have an answer, the most frequent first.
func (t *Table) because(a pair.Answer) []entryCount {
	counts := make(map[string]int)
	for _, c := range t.Cells {
		if c.Forecast != a {
			continue
		}
		for _, entry := range slices.Compact(slices.Sorted(slices.Values(c.Because))) {
			counts[entry]++
		}
	}
	var all []entryCount
	for _, entry := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, entryCount{entry, counts[entry]})
	}
	slices.SortStableFunc(all, func(a, b entryCount) int { return cmp.Compare(b.pairs, a.pairs) })
	return all
}
