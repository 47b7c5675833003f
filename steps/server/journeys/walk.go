package journeys

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/customer"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/purchases"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// StateWalk contains the sentences that walk through the state table.
type StateWalk struct{ *scenario.Scenario }

// action is one step of a walk through the state table of section 3.
type action struct {
	verb  string // create, get, update or cancel
	buyer int    // for create: which of the customers
	order int    // which order; for create, the one that it places
	count int    // for create: how many items
	items []int  // which items of the order
	// details are the details of the items, for create.
	details []map[string]any
}

// walkers is the number of customers and strides the number of moves of a walk: about forty
// requests in all.
const (
	walkers = 2
	strides = 24
)

func (d action) String() string {
	if d.verb == "create" {
		return fmt.Sprintf("customer %d creates order %d of %d", d.buyer+1, d.order+1, d.count)
	}
	named := make([]string, len(d.items))
	for n, i := range d.items {
		named[n] = fmt.Sprint(i + 1)
	}
	return fmt.Sprintf("%s item %s of order %d", d.verb, strings.Join(named, ", "), d.order+1)
}

// waiting, inHand and gone are the states of the model: the places in the table of section 3,
// whatever name a target has for the last one.
const (
	waiting = iota
	inHand
	gone
)

// planWalk draws walks until one covers the interactions of moves. A walk in which moves do not
// affect each other's orders shows no more than the single moves do.
func planWalk(rng *rand.Rand, most int) []action {
	for range 1000 {
		if walk := drawWalk(rng, most); coversInteractions(walk) {
			return walk
		}
	}
	return drawWalk(rng, most)
}

// coversInteractions reports whether a walk has all of these: an order is updated again after an item
// was collected; an item is cancelled in an order with a collected item; two items of an order are
// cancelled; a customer with a collected item orders again; an order and an update follow a cancel;
// the items collected before these moves, and the first purchase of a customer who orders again,
// are not cancelled, so they are visible at the end; and at least as many items are cancelled as
// there are types that no other check cancels and looks at.
func coversInteractions(walk []action) bool {
	w := interactions{
		collected: make(map[place]bool), cancelled: make(map[place]bool), cancels: make(map[int]int),
		beside: make(map[string][]place), afterCancel: make(map[string]bool),
	}
	for _, d := range walk {
		w.noteEarlierMoves(d)
		w.noteMove(d)
	}
	const typesCancelledNowhereElse = 4
	return len(w.cancelled) >= typesCancelledNowhereElse && w.twiceInOneOrder && w.anyKept(w.oldest) && w.afterCancel["create"] && w.afterCancel["update"] &&
		w.anyKept(w.beside["create"]) && w.anyKept(w.beside["update"]) && w.anyKept(w.beside["cancel"])
}

// place is an item of the walk: the number of its order, and its number there.
type place struct{ order, item int }

// interactions are the moves of a walk that may affect items which an earlier move has moved.
type interactions struct {
	collected, cancelled map[place]bool
	cancels              map[int]int // by order
	twiceInOneOrder      bool
	beside               map[string][]place // the items that were collected before, by the later move
	afterCancel          map[string]bool    // the moves that follow a cancel
	oldest               []place            // the first items of customers who ordered again
}

// noteEarlierMoves notes the items that were moved before in the same order, or by the same buyer.
func (w *interactions) noteEarlierMoves(d action) {
	isOfBuyer := func(p place) bool { return d.verb == "create" && p.order%walkers == d.buyer }
	if d.verb == "create" && d.order >= walkers {
		w.oldest = append(w.oldest, place{order: d.buyer})
	}
	for p := range w.collected {
		if isOfBuyer(p) || d.verb != "create" && p.order == d.order {
			w.beside[d.verb] = append(w.beside[d.verb], p)
		}
	}
	for p := range w.cancelled {
		if isOfBuyer(p) || d.verb == "update" && p.order == d.order {
			w.afterCancel[d.verb] = true
		}
	}
}

func (w *interactions) noteMove(d action) {
	for _, i := range d.items {
		switch d.verb {
		case "update":
			w.collected[place{d.order, i}] = true
		case "cancel":
			w.cancelled[place{d.order, i}] = true
			w.cancels[d.order]++
			w.twiceInOneOrder = w.twiceInOneOrder || w.cancels[d.order] > 1
		}
	}
}

// anyKept reports whether one of some items is not cancelled at the end of the walk.
func (w *interactions) anyKept(items []place) bool {
	return slices.ContainsFunc(items, func(p place) bool { return !w.cancelled[p] })
}

// drawWalk draws documented moves only: an update of a waiting item, and a cancel of an item that
// is not cancelled. At the end, every item is fetched once more. No order has more than most items.
func drawWalk(rng *rand.Rand, most int) []action {
	var walk []action
	var states [][]int
	for n := range strides {
		order := 0
		if len(states) > 0 {
			order = rng.IntN(len(states))
		}
		roll := rng.IntN(10)
		switch {
		case n < walkers || (roll < 2 && len(states) < 6):
			d := action{verb: "create", buyer: len(states) % walkers, order: len(states), count: 1 + rng.IntN(most)}
			states = append(states, make([]int, d.count))
			walk = append(walk, d)
		case roll < 5:
			walk = append(walk, action{verb: "get", order: order, items: []int{rng.IntN(len(states[order]))}})
		case roll < 8:
			walk = appendMove(walk, rng, "update", order, states[order], inHand)
		default:
			walk = appendMove(walk, rng, "cancel", order, states[order], gone)
		}
	}
	for order, items := range states {
		for i := range items {
			walk = append(walk, action{verb: "get", order: order, items: []int{i}})
		}
	}
	return walk
}

// appendMove adds a move of items of an order for which the move is documented.
func appendMove(walk []action, rng *rand.Rand, verb string, order int, states []int, to int) []action {
	var fit []int
	for i, state := range states {
		if state < to && (to == gone || state == waiting) {
			fit = append(fit, i)
		}
	}
	if len(fit) == 0 {
		return walk
	}
	rng.Shuffle(len(fit), func(a, b int) { fit[a], fit[b] = fit[b], fit[a] })
	most := 1
	if to == inHand {
		most = 1 + rng.IntN(len(fit))
	}
	fit = slices.Sorted(slices.Values(fit[:most]))
	for _, i := range fit {
		states[i] = to
	}
	return append(walk, action{verb: verb, order: order, items: fit})
}

// TheyWalk makes the walk that the run's seed determines.
func (s StateWalk) TheyWalk(ctx context.Context) error {
	buyers := make([]*customer.Customer, walkers)
	for n := range buyers {
		var err error
		if buyers[n], err = s.OwnCustomer(ctx, customer.Anybody); err != nil {
			return err
		}
	}
	most, err := s.Session.Orders.CartSize(ctx, driver.Few)
	if err != nil {
		return err
	}
	plan, err := s.ofTypes(ctx, planWalk(s.Session.Rand("walk"), most))
	if err != nil {
		return err
	}
	w, err := s.walk(ctx, buyers, plan)
	if err == nil && w.wrong != nil {
		w = s.shrink(ctx, buyers, w)
	}
	*scenario.State[*trace](s.Scenario) = w
	s.Answers = w.calls
	return err
}

// ofTypes gives types to the items of a walk. Cancelled items get as many different types as
// possible, because few other checks cancel an item and then look at it.
func (s StateWalk) ofTypes(ctx context.Context, walk []action) ([]action, error) {
	creates := make(map[int]*action)
	for n, d := range walk {
		if d.verb == "create" {
			walk[n].details = make([]map[string]any, d.count)
			creates[d.order] = &walk[n]
		}
	}
	details, err := purchases.ItemTypes(s).Taken(ctx, spec.ItemTypes())
	if err != nil {
		return nil, err
	}
	slices.Reverse(details)
	given := 0
	give := func(order, item int) {
		if own := creates[order].details; own[item] == nil {
			own[item] = details[given%len(details)]
			given++
		}
	}
	for _, verb := range []string{"cancel", "update", "get"} {
		for _, d := range walk {
			if d.verb != verb {
				continue
			}
			for _, i := range d.items {
				give(d.order, i)
			}
		}
	}
	return walk, nil
}

// TheTableHolds judges the walk. If the rule about a single move found the same fault, that rule
// reports it.
func (s StateWalk) TheTableHolds() error {
	w := *scenario.State[*trace](s.Scenario)
	s.Decides()
	if w.wrong == nil {
		return nil // each step was judged when it was made
	}
	last := len(w.calls) - 1
	f := w.wrong.Failure
	f.Message += fmt.Sprintf("; the shortest walk that shows it (seed %d): %s", s.Session.Config.Seed, w)
	for _, a := range w.wrong.aspects {
		s.Report.Breaks = append(s.Report.Breaks, judgement.Break{Aspect: a, Failure: w.calls[last].Fault(f)})
	}
	for n, c := range w.calls[:last] {
		s.Report.Breaks = append(s.Report.Breaks, judgement.Break{Aspect: w.wrong.aspects[0], Failure: c.Fault(result.Failure{
			Section: "3", Kind: result.LeadsTo, Expected: "this answer, after which the walk goes on", Actual: fmt.Sprintf("HTTP status %d", c.Status()),
			Message: fmt.Sprintf("step %d of the walk: %s", n+1, w.done[n]),
		})})
	}
	return nil
}

// String describes the walk step by step.
func (w *trace) String() string {
	lines := make([]string, len(w.done))
	for n, d := range w.done {
		lines[n] = fmt.Sprintf("%d. %s", n+1, d)
	}
	return strings.Join(lines, "; ")
}
