package faults

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// tally counts calls by a key. It is safe for concurrent use.
type tally struct {
	mu sync.Mutex
	n  map[string]int
}

func newTally() *tally { return &tally{n: make(map[string]int)} }

// next gives 1 for the first call of a key, 2 for the second, and so on.
func (t *tally) next(key string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n[key]++
	return t.n[key]
}

// notes keep a value for each key. They are safe for concurrent use.
type notes[T any] struct {
	mu  sync.Mutex
	all map[string]T
}

func newNotes[T any]() *notes[T] { return &notes[T]{all: make(map[string]T)} }

func (n *notes[T]) put(key string, value T) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all[key] = value
}

func (n *notes[T]) get(key string) (T, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	value, ok := n.all[key]
	return value, ok
}

// swap puts a value and gives the one before it.
func (n *notes[T]) swap(key string, value T) (T, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	before, ok := n.all[key]
	n.all[key] = value
	return before, ok
}

// onNth changes the answers to those calls of an endpoint whose number, counted
// for each key, a condition picks.
func onNth(endpoint string, key func(*call) string, pick func(n int) bool, edit func(*call, *answer)) plant {
	return func(next server) server {
		t := newTally()
		return on(endpoint, func(c *call, a *answer) {
			if pick(t.next(key(c))) {
				edit(c, a)
			}
		})(next)
	}
}

// refusingNth says no to those calls.
func refusingNth(endpoint string, status int, key func(*call) string, pick func(n int) bool) plant {
	return func(next server) server {
		t := newTally()
		return refusing(endpoint, status, func(c *call) bool { return pick(t.next(key(c))) })(next)
	}
}

func byID(c *call) string       { return c.id }
func byPhone(c *call) string    { return digits(c.text("phone_number")) }
func byPerson(c *call) string   { return c.text("id_number") }
func byNothing(*call) string    { return "" }
func second(n int) bool         { return n == 2 }
func tenth(n int) bool          { return n == 10 }
func afterFirst(n int) bool     { return n > 1 }
func digits(text string) string { return strings.TrimPrefix(text, "+") }

// ascii tells whether a text has only the characters of ASCII.
func ascii(text string) bool { return len(text) == utf8.RuneCountInString(text) }

// census remembers what each customer said when they asked for a limit, so that
// a fault can hit one sort of customer only.
type census struct{ byKey *notes[object] }

func newCensus() census { return census{newNotes[object]()} }

// over makes the server remember.
func (k census) over(next server) server {
	return func(c *call) *answer {
		a := next(c)
		if c.endpoint != createLimit || !a.ok() {
			return a
		}
		for _, key := range []string{
			text(get(a.body(), "data.customer_details.id")), c.text("id_number"), digits(c.text("phone_number")), c.text("email"),
		} {
			k.byKey.put(key, c.body)
		}
		return a
	}
}

// asked is the limit request of the customer that a call speaks of, nil when
// that is nobody.
func (k census) asked(c *call) object {
	for _, key := range []string{c.id, c.text("customer_id"), c.text("id_number"), digits(c.text("value"))} {
		if body, ok := k.byKey.get(key); ok && key != "" {
			return body
		}
	}
	return nil
}

// onCustomers changes answers that concern customers of one sort.
func onCustomers(endpoint string, of func(asked object) bool, edit func(*call, *answer)) plant {
	return func(next server) server {
		k := newCensus()
		return on(endpoint, func(c *call, a *answer) {
			asked := c.body
			if endpoint != createLimit {
				asked = k.asked(c)
			}
			if asked != nil && of(asked) {
				edit(c, a)
			}
		})(k.over(next))
	}
}

func selfEmployed(asked object) bool { return text(asked["employed"]) == "false" }

func government(asked object) bool {
	return text(get(asked, "employed_occupational_detail.employer_sector")) == "government_sector"
}

func employee(asked object) bool { return !selfEmployed(asked) && !government(asked) }

// kindsOfCustomer are the three whole journeys of section 2.4.
var kindsOfCustomer = []struct {
	name string
	is   func(asked object) bool
}{{"employee", employee}, {"government", government}, {"self-employed", selfEmployed}}
