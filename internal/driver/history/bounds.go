package history

import (
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/driver/call"
)

// The specification names no largest amount, no least price, no longest text, and no largest
// number of items in an order (section 8). A target may have bounds of its own. If it refuses a
// value, the run tries smaller sizes (or larger ones for a small value), down to the size that
// every plain request has. The bound that this shows is an observation.

// These sizes are tried below the size of an example, the largest first. Plain requests have the
// last size anyway.
var (
	SmallerIncomes = []int64{98_765_432, 1_250_000, 250_000, 90_000}
	SmallerLoans   = []int64{98_765_432, 1_250_000, 50_000, 20_000, 5_000, 600}
	SmallerPrices  = []int64{1_000_000, 100_000, 10_000, 1_000, 100}
	SmallerOrders  = []int64{100_000_000, 10_000} // the lowest numbers of nine digits and of five digits
	ShorterTexts   = []int64{2_000, 1_000, 500, 255, 100, 50, 20}
	ShorterNames   = []int64{200, 90, 48, 20}
)

// These sizes are tried above a small size of an example, the smallest first.
var (
	LargerPrices = []int64{10, 100, 1_000, 10_000}
	LargerLoans  = []int64{5_000, 20_000, 50_000, 200_000}
	LargerOrders = []int64{100_000_000} // the lowest number of nine digits
)

// small is the largest amount that may be below the least amount that a target serves. smallOrder
// is that of an order_id (2.1), which may need a number of digits.
const (
	small      = 1_000
	smallOrder = 99_999
)

// Sizes returns the size of an example and the smaller sizes to try after it.
func Sizes(size int64, smaller []int64) []int64 {
	all := []int64{size}
	for _, s := range smaller {
		if s < size {
			all = append(all, s)
		}
	}
	return all
}

// AndLarger returns the larger sizes to try if the size of the example is small, up to the most
// that a customer can pay.
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

// Bounds keeps, for each sort of value, which sizes the target took and refused.
type Bounds struct {
	mu    sync.Mutex
	all   map[string]*sizesSeen // by endpoint and value, "create-purchases item_value"
	texts map[string][]string   // refused texts, by endpoint
}

type sizesSeen struct {
	taken   []int64
	refused []refusal
}

type refusal struct {
	size int64
	by   *call.Answer
}

// Bound is the result of all sizes of one sort.
type Bound struct {
	Taken   int64        // the largest size that was taken; 0: none
	Refused int64        // the smallest refused size above Taken; 0: none
	Small   int64        // the largest refused small size below all that were taken; 0: none
	Gap     int64        // the smallest other refused size, for example between two that were taken; 0: none
	By      *call.Answer // the answer that refused the size in Gap
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

// Set notes that the target takes no size above most, in place of what was noted before.
func (b *Bounds) Set(name string, most int64, by *call.Answer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.at(name)
	one.taken, one.refused = []int64{most}, []refusal{{most + 1, by}}
}

// Take notes that the target took a size.
func (b *Bounds) Take(name string, size int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.at(name)
	one.taken = append(one.taken, size)
}

// Refuse notes that the target refused a size.
func (b *Bounds) Refuse(name string, size int64, by *call.Answer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.at(name)
	one.refused = append(one.refused, refusal{size, by})
}

// RefuseText notes a text that the target refused in every length. The specification does not
// say which letters a target takes, nor what it does with other ones (section 7).
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

// bound returns the bound that the sizes show. A refused size up to small may be below the least
// one that the target takes.
func (s *sizesSeen) bound(small int64) Bound {
	var b Bound
	least := int64(math.MaxInt64)
	for _, size := range s.taken {
		b.Taken, least = max(b.Taken, size), min(least, size)
	}
	for _, r := range s.refused {
		switch {
		case slices.Contains(s.taken, r.size): // the size is not the reason
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

// Of lists the bounds of an endpoint by the name of the value, in alphabetical order.
func (b *Bounds) Of(endpoint string) (names []string, all map[string]Bound) {
	b.mu.Lock()
	defer b.mu.Unlock()
	all = make(map[string]Bound)
	for name, one := range b.all {
		if what, ok := strings.CutPrefix(name, endpoint+" "); ok {
			all[what] = one.bound(smallOf(what))
		}
	}
	return slices.Sorted(maps.Keys(all)), all
}

func smallOf(what string) int64 {
	if what == "order_id" {
		return smallOrder
	}
	return small
}

// CutTo cuts a text to a number of characters, and removes spaces and punctuation from its end.
func CutTo(text string, size int64) string {
	runes := []rune(text)
	if int64(len(runes)) <= size {
		return text
	}
	return strings.TrimRight(string(runes[:size]), " -'/,;:&<>(")
}

func Runes(text string) int64 { return int64(len([]rune(text))) }
