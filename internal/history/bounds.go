package history

import (
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/call"
)

// The specification names no largest amount and no least price, no longest text, no
// most items of an order (section 8). A target may have bounds of its own: what it
// refuses for its size is tried smaller, or larger where it is small, until it is of
// the size that every plain request has. The bound that shows is an observation.

// The sizes that are tried below the one of an example, the largest first. The
// last is one that plain requests have anyway.
var (
	SmallerIncomes = []int64{98_765_432, 1_250_000, 250_000, 90_000}
	SmallerLoans   = []int64{98_765_432, 1_250_000, 50_000, 20_000, 5_000}
	SmallerPrices  = []int64{1_000_000, 100_000, 10_000, 1_000, 100}
	SmallerOrders  = []int64{100_000_000, 10_000} // the lowest number of nine digits, and of five
	ShorterTexts   = []int64{255, 100, 50, 20}
	ShorterNames   = []int64{20}
)

// The sizes that are tried above a small one of an example, the smallest first.
var (
	LargerPrices = []int64{10, 100, 1_000, 10_000}
	LargerLoans  = []int64{5_000, 20_000, 50_000}
)

// small is the size up to which an amount may be below what a target serves.
const small = 1_000

// Sizes are the size of an example, and what is tried below it.
func Sizes(size int64, smaller []int64) []int64 {
	all := []int64{size}
	for _, s := range smaller {
		if s < size {
			all = append(all, s)
		}
	}
	return all
}

// AndLarger are the sizes that are tried where the one of an example is small, up to
// the most that can be paid.
func AndLarger(sizes, larger []int64, most int64) []int64 {
	if sizes[0] > small {
		return sizes
	}
	all := sizes[:1:1]
	for _, s := range larger {
		if s > sizes[0] && s <= most {
			all = append(all, s)
		}
	}
	return all
}

// Bounds keep, for each sort of value, which sizes were taken and refused.
type Bounds struct {
	mu    sync.Mutex
	all   map[string]*sizesSeen // by endpoint and what is bounded
	texts map[string][]string   // refused ones, by endpoint
}

type sizesSeen struct {
	taken   []int64
	refused []refusal
}

type refusal struct {
	size int64
	by   *call.Answer
}

// Bound is what the sizes of one sort show.
type Bound struct {
	Taken   int64        // the largest; 0: none
	Refused int64        // the smallest above it; 0: none
	Small   int64        // the largest below all that were taken; 0: none
	Gap     int64        // one between two that were taken; 0: none
	By      *call.Answer // refused what is in the gap
}

func (b *Bounds) at(name string) *sizesSeen {
	if b.all == nil {
		b.all = make(map[string]*sizesSeen)
	}
	if b.all[name] == nil {
		b.all[name] = new(sizesSeen)
	}
	return b.all[name]
}

// Take notes that a size was taken.
func (b *Bounds) Take(name string, size int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.at(name)
	one.taken = append(one.taken, size)
}

// Refuse notes that a size was refused that was not the last one to be tried.
func (b *Bounds) Refuse(name string, size int64, by *call.Answer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.at(name)
	one.refused = append(one.refused, refusal{size, by})
}

// RefuseText notes a text that was refused in every length: which letters a target
// takes, the specification does not name, nor what it does with others (section 7).
func (b *Bounds) RefuseText(endpoint, text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.texts == nil {
		b.texts = make(map[string][]string)
	}
	if !slices.Contains(b.texts[endpoint], text) {
		b.texts[endpoint] = append(b.texts[endpoint], text)
	}
}

// Texts lists the texts that an endpoint refused, in alphabetical order.
func (b *Bounds) Texts(endpoint string) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Sorted(slices.Values(b.texts[endpoint]))
}

func (s *sizesSeen) bound() Bound {
	var b Bound
	least := int64(math.MaxInt64)
	for _, size := range s.taken {
		b.Taken, least = max(b.Taken, size), min(least, size)
	}
	for _, r := range s.refused {
		switch {
		case r.size > b.Taken:
			if b.Refused == 0 || r.size < b.Refused {
				b.Refused = r.size
			}
		case r.size < least && r.size <= small:
			b.Small = max(b.Small, r.size)
		case b.Gap == 0 || r.size < b.Gap:
			b.Gap, b.By = r.size, r.by
		}
	}
	return b
}

// Of lists the bounds of an endpoint by what they bound, in alphabetical order.
func (b *Bounds) Of(endpoint string) (names []string, all map[string]Bound) {
	b.mu.Lock()
	defer b.mu.Unlock()
	all = make(map[string]Bound)
	for name, one := range b.all {
		if what, ok := strings.CutPrefix(name, endpoint+" "); ok {
			all[what] = one.bound()
		}
	}
	return slices.Sorted(maps.Keys(all)), all
}

// CutTo cuts a text to a number of characters, and not within a word's end.
func CutTo(text string, size int64) string {
	runes := []rune(text)
	if int64(len(runes)) <= size {
		return text
	}
	return strings.TrimRight(string(runes[:size]), " -'/,;:&<>(")
}

func Runes(text string) int64 { return int64(len([]rune(text))) }
