package observed

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/credit-partner/assay/internal/call"
)

// The specification names no largest amount, no longest text, no most items of
// an order (section 8). A target may have bounds of its own: what it refuses
// for its size is tried smaller, until it is of the size that every plain
// request has. The bound that shows is an observation.

// The sizes that are tried below the one of an example, the largest first. The
// last is one that plain requests have anyway.
var (
	SmallerIncomes = []int64{1_250_000, 250_000, 90_000}
	SmallerPrices  = []int64{1_000_000, 100_000, 10_000, 1_000, 100}
	SmallerOrders  = []int64{100_000_000, 10_000} // the lowest number of nine digits, and of five
	ShorterTexts   = []int64{255, 100, 50}
	ShorterNames   = []int64{20}
)

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

// Bounds keep, for each sort of value, how large a one was taken, and how small
// a one was refused that was not the smallest.
type Bounds struct {
	mu  sync.Mutex
	all map[string]*Bound // by endpoint and what is bounded
}

type Bound struct {
	Taken   int64
	Refused int64        // 0: none
	By      *call.Answer // refused it
}

func (b *Bounds) at(name string) *Bound {
	if b.all == nil {
		b.all = make(map[string]*Bound)
	}
	if b.all[name] == nil {
		b.all[name] = new(Bound)
	}
	return b.all[name]
}

func (b *Bounds) Take(name string, size int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	one := b.at(name)
	one.Taken = max(one.Taken, size)
}

func (b *Bounds) Refuse(name string, size int64, by *call.Answer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if one := b.at(name); one.Refused == 0 || size < one.Refused {
		one.Refused, one.By = size, by
	}
}

// Of lists the bounds of an endpoint by what they bound, in alphabetical order.
func (b *Bounds) Of(endpoint string) (names []string, all map[string]Bound) {
	b.mu.Lock()
	defer b.mu.Unlock()
	all = make(map[string]Bound)
	for name, one := range b.all {
		if what, ok := strings.CutPrefix(name, endpoint+" "); ok {
			all[what] = *one
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
