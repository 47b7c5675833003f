// Package pairs proves the forecast of internal/pair: every legal build of the service
// is run against every legal partner build, in process, and what came of it is held
// against what was foretold from the reports of the two.
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
	// Forecast is what was foretold, and Because the entries that say so.
	Forecast pair.Answer `json:"forecast"`
	Because  []string    `json:"because,omitempty"`
	Works    bool        `json:"works"`         // what the run of the two showed
	Why      string      `json:"why,omitempty"` // why it does not
}

// Right tells whether the forecast was not wrong: an unknown never is.
func (c Cell) Right() bool {
	return c.Forecast == pair.Unknown || (c.Forecast == pair.Yes) == c.Works
}

// Table is the whole grid.
type Table struct {
	Servers  int    `json:"servers"`
	Partners int    `json:"partners"`
	Cells    []Cell `json:"cells"`
}

// Count counts the cells of one forecast that work, or do not.
func (t *Table) Count(forecast pair.Answer, works bool) int {
	n := 0
	for _, c := range t.Cells {
		if c.Forecast == forecast && c.Works == works {
			n++
		}
	}
	return n
}

// Wrong lists the cells of which the forecast was wrong.
func (t *Table) Wrong() []Cell {
	return slices.DeleteFunc(slices.Clone(t.Cells), Cell.Right)
}

// Options say which pairs are run.
type Options struct {
	Parallel int // pairs at once
	// Servers and Partners pick builds by their id; nil takes all.
	Servers, Partners func(id string) bool
	Progress          func(done, of int)
}

// undescribed are the legal builds of which a dialect does not say yet what makes the
// other side fail, or work all the same: a forecast cannot know it.
var undescribed = map[string]bool{
	"verify-new-refused": true, "verify-new-refused-in-200": true, // an OTP of a person without a limit
	"email-once": true, "email-once-in-200": true, // two people with one email
	"prices-from-3000": true,                                                                    // how little an item may cost
	"texts-of-ascii":   true, "texts-without-markup": true, "codes-of-letters-and-digits": true, // the letters of a text
	"otp-for-the-cart-value": true,                             // that an order may be worth what was verified
	"some-limits-of-zero":    true, "some-limits-of-300": true, // how much a customer may spend
	"limits-of-300-for-self-employed":           true,
	"update-at-the-second-time":                 true,                                                      // whether a partner comes back who is asked to
	"otp/mistyped-first":                        true,                                                      // how many wrong OTPs lock a customer
	"otp/name-corrected-each-time":              true,                                                      // that an earlier OTP verifies
	"otp-cool-down":                             true,                                                      // how soon one person is sent another OTP
	"create-purchases/items.#.item_code=NULL-1": true, "create-purchases/items.#.item_code=TRUE 100": true, // two items with one item_code
	"create-purchases/items.#.item_code=TRUE": true, "create-purchases/items.#.item_code=NIL": true, "create-purchases/items.#.item_code=NAN": true,
	"limit/names-in-full-and-in-capitals": true, // the letters of a name
	"item/two-pieces":                     true,
	"create-limit/id_number=XX1234567":    true, "create-limit/id_number=X1234567L": true, // two people with one id number
	"item/both-spellings": true,                                             // that each item has both names
	"phone/hyphens":       true, "phone/dots": true, "phone/brackets": true, // what separates the digits of a phone number
}

// Run certifies every build alone, foretells every pair, and runs it.
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
		t.Cells[n] = try(ctx, servers[i], partners[j], pair.Foretell(spoken[i], sent[j]))
		return nil
	})
	return t, err
}

// Dialects are what the reports on one build of each side hold.
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

// dialects are what the reports on some builds hold.
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

// workers do several things at once.
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
