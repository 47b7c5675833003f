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

// MostUnknown is the highest permitted percentage of pairs with an unknown forecast.
const MostUnknown = 2.0

// Holds reports whether no forecast was wrong, and few were unknown.
func (t *Table) Holds() bool {
	return len(t.Cells) > 0 && len(t.Wrong()) == 0 && t.unknown() <= MostUnknown
}

// unknown returns the percentage of pairs with an unknown forecast.
func (t *Table) unknown() float64 {
	return 100 * float64(t.Count(pair.Unknown, true)+t.Count(pair.Unknown, false)) / float64(max(len(t.Cells), 1))
}

// Write prints the table as Markdown: the number of pairs by forecast and result, the reasons for
// the forecasts no and unknown, and every wrong forecast.
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

// entryCount is the number of pairs that an entry decides.
type entryCount struct {
	entry string
	pairs int
}

// because counts how often each entry leads to an answer, the most frequent entry first.
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
