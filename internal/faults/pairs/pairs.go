// Package pairs proves the forecast of internal/pair. It runs every legal build of the service
// against every legal partner build, in process. It compares the result with the forecast from
// the reports on the two builds.
package pairs

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/faults/partner"
	"github.com/credit-partner/assay/internal/faults/variants"
	"github.com/credit-partner/assay/internal/pair"
	"github.com/credit-partner/assay/internal/result"
)

// Cell is one pair of builds.
type Cell struct {
	Server  string `json:"server"`
	Partner string `json:"partner"`
	// Forecast is the predicted result, and Because lists the entries that lead to it.
	Forecast pair.Answer `json:"forecast"`
	Because  []string    `json:"because,omitempty"`
	Works    bool        `json:"works"`         // the result of the run
	Why      string      `json:"why,omitempty"` // the reason if Works is false
}

// Right reports whether the forecast was not wrong. An unknown forecast is never wrong.
func (c Cell) Right() bool {
	return c.Forecast == pair.Unknown || (c.Forecast == pair.Yes) == c.Works
}

// Table is the result of all pairs.
type Table struct {
	Servers  int    `json:"servers"`
	Partners int    `json:"partners"`
	Cells    []Cell `json:"cells"`
}

// Count counts the cells with one forecast that work, or that do not work.
func (t *Table) Count(forecast pair.Answer, works bool) int {
	n := 0
	for _, c := range t.Cells {
		if c.Forecast == forecast && c.Works == works {
			n++
		}
	}
	return n
}

// Wrong lists the cells with a wrong forecast.
func (t *Table) Wrong() []Cell {
	return slices.DeleteFunc(slices.Clone(t.Cells), Cell.Right)
}

// Options select the pairs to run.
type Options struct {
	Parallel int // the number of pairs that run at the same time
	// Servers and Partners select builds by their id; nil selects all.
	Servers, Partners func(id string) bool
	Progress          func(done, of int)
}

// undescribed are the legal builds whose dialect does not yet describe a property on which the
// other side may depend. A forecast cannot know whether a pair with them works. The comments name
// these properties.
var undescribed = map[string]bool{
	"verify-new-refused": true, "verify-new-refused-in-200": true, // the answer to an OTP of a person without a limit
	"email-once": true, "email-once-in-200": true, // whether two people may have the same email
	"prices-from-3000": true,                                                                    // the lowest price of an item
	"texts-of-ascii":   true, "texts-without-markup": true, "codes-of-letters-and-digits": true, // the characters of a text
	"otp-for-the-cart-value": true,                             // whether an order may be worth more than the verified cart
	"some-limits-of-zero":    true, "some-limits-of-300": true, // how much a customer may spend
	"limits-of-300-for-self-employed":           true,
	"update-at-the-second-time":                 true,                                                      // whether a partner repeats a call when it is asked to
	"otp/mistyped-first":                        true,                                                      // how many wrong OTPs lock a customer
	"otp/name-corrected-each-time":              true,                                                      // whether an earlier OTP verifies
	"otp-cool-down":                             true,                                                      // how soon one person is sent another OTP
	"create-purchases/items.#.item_code=NULL-1": true, "create-purchases/items.#.item_code=TRUE 100": true, // whether two items may have the same item_code
	"create-purchases/items.#.item_code=TRUE": true, "create-purchases/items.#.item_code=NIL": true, "create-purchases/items.#.item_code=NAN": true,
	"limit/names-in-full-and-in-capitals": true, // the characters of a name
	"item/two-pieces":                     true,
	"create-limit/id_number=XX1234567":    true, "create-limit/id_number=X1234567L": true, // whether two people may have the same id number
	"item/both-spellings": true,                                             // whether each item has both spellings of the description
	"phone/hyphens":       true, "phone/dots": true, "phone/brackets": true, // the characters that separate the digits of a phone number
}

// Run certifies every build alone, forecasts every pair, and runs it.
func Run(ctx context.Context, o Options) (*Table, error) {
	unforeseen := func(v faults.Variant) bool { return undescribed[v.ID] }
	servers := slices.DeleteFunc(pick(variants.All(), o.Servers), unforeseen)
	partners := slices.DeleteFunc(pick(partner.Variants(), o.Partners), unforeseen)
	r, err := newReporter()
	if err != nil {
		return nil, err
	}
	work := &workers{at: max(o.Parallel, 1), of: len(servers) + len(partners) + len(servers)*len(partners), progress: o.Progress}
	spoken, err := dialects(ctx, work, servers, r.server)
	if err != nil {
		return nil, err
	}
	sent, err := dialects(ctx, work, partners, r.partner)
	if err != nil {
		return nil, err
	}
	t := &Table{Servers: len(servers), Partners: len(partners), Cells: make([]Cell, len(servers)*len(partners))}
	err = work.each(ctx, len(t.Cells), func(n int) error {
		i, j := n/len(partners), n%len(partners)
		t.Cells[n] = try(ctx, servers[i], partners[j], pair.Predict(spoken[i], sent[j]))
		return nil
	})
	return t, err
}

// Dialects returns the dialects in the reports on one build of each side.
func Dialects(ctx context.Context, server, store faults.Variant) (ofServer, ofStore *result.FullDialect, err error) {
	r, err := newReporter()
	if err != nil {
		return nil, nil, err
	}
	if ofServer, err = r.server(ctx, server); err != nil {
		return nil, nil, err
	}
	ofStore, err = r.partner(ctx, store)
	return ofServer, ofStore, err
}

func pick(all []faults.Variant, wanted func(string) bool) []faults.Variant {
	if wanted == nil {
		return all
	}
	return slices.DeleteFunc(all, func(v faults.Variant) bool { return !wanted(v.ID) })
}

// dialects returns the dialects in the reports on some builds.
func dialects(ctx context.Context, work *workers, builds []faults.Variant, report func(context.Context, faults.Variant) (*result.FullDialect, error)) ([]*result.FullDialect, error) {
	all := make([]*result.FullDialect, len(builds))
	err := work.each(ctx, len(builds), func(n int) (err error) {
		all[n], err = report(ctx, builds[n])
		if err != nil {
			return fmt.Errorf("report on %s: %w", builds[n].ID, err)
		}
		return nil
	})
	return all, err
}

func try(ctx context.Context, server, store faults.Variant, f pair.Forecast) Cell {
	c := Cell{Server: server.ID, Partner: store.ID, Forecast: f.Answer}
	for _, r := range f.Of(f.Answer) {
		if f.Answer != pair.Yes {
			c.Because = append(c.Because, r.Entry)
		}
	}
	c.Why = meet(ctx, server, store)
	c.Works = c.Why == ""
	return c
}

// workers runs several jobs at the same time.
type workers struct {
	at, of   int
	progress func(done, of int)

	mu   sync.Mutex
	done int
}

func (w *workers) each(ctx context.Context, n int, do func(int) error) error {
	var group sync.WaitGroup
	next := make(chan int)
	errs := make([]error, w.at)
	for worker := range w.at {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range next {
				if errs[worker] == nil {
					errs[worker] = do(i)
				}
				w.tell()
			}
		}()
	}
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return context.Cause(ctx)
}

func (w *workers) tell() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done++
	if w.progress != nil {
		w.progress(w.done, w.of)
	}
}
