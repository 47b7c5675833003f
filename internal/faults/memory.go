package faults

import (
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Counter counts calls by a key. It is safe for concurrent use.
type Counter struct {
	mu sync.Mutex
	n  map[string]int
}

func NewCounter() *Counter { return &Counter{n: make(map[string]int)} }

// Next returns 1 for the first call of a key, 2 for the second, and so on.
func (t *Counter) Next(key string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n[key]++
	return t.n[key]
}

// Store keeps one value for each key. It is safe for concurrent use.
type Store[T any] struct {
	mu  sync.Mutex
	all map[string]T
}

func NewStore[T any]() *Store[T] { return &Store[T]{all: make(map[string]T)} }

func (n *Store[T]) Put(key string, value T) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all[key] = value
}

func (n *Store[T]) Get(key string) (T, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	value, ok := n.all[key]
	return value, ok
}

// Swap stores a value and returns the value that it replaces.
func (n *Store[T]) Swap(key string, value T) (T, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	before, ok := n.all[key]
	n.all[key] = value
	return before, ok
}

// Set keeps a yes or no for each key. It is safe for concurrent use.
type Set struct{ Store[bool] }

func NewSet() *Set { return &Set{Store[bool]{all: make(map[string]bool)}} }

// Has returns the value of a key, and false for a key that was never put.
func (s *Set) Has(key string) bool {
	is, _ := s.Get(key)
	return is
}

// OnNth changes some answers of an endpoint. It counts the served calls of each key, and pick
// selects them by their number.
func OnNth(endpoint string, key func(*Call) string, pick func(n int) bool, edit func(*Call, *Answer)) Mutator {
	return func(next Responder) Responder {
		t := NewCounter()
		return On(endpoint, func(c *Call, a *Answer) {
			if pick(t.Next(key(c))) {
				edit(c, a)
			}
		})(next)
	}
}

// RefusingNth refuses the calls that pick selects by their number among the calls of the same
// key.
func RefusingNth(endpoint string, status int, key func(*Call) string, pick func(n int) bool) Mutator {
	return func(next Responder) Responder {
		t := NewCounter()
		return Refusing(endpoint, status, func(c *Call) bool { return pick(t.Next(key(c))) })(next)
	}
}

func ByID(c *Call) string            { return c.ID }
func ByPhone(c *Call) string         { return WithoutPlus(c.Text("phone_number")) }
func ByPerson(c *Call) string        { return c.Text("id_number") }
func ByNothing(*Call) string         { return "" }
func Second(n int) bool              { return n == 2 }
func Tenth(n int) bool               { return n == 10 }
func AfterFirst(n int) bool          { return n > 1 }
func WithoutPlus(text string) string { return strings.TrimPrefix(text, "+") }

// IsASCII reports whether a text has only ASCII characters.
func IsASCII(text string) bool { return len(text) == utf8.RuneCountInString(text) }

// CustomerIndex remembers the limit request of each customer, so that a fault can apply to one
// kind of customer only.
type CustomerIndex struct{ byKey *Store[Object] }

func NewCustomerIndex() CustomerIndex { return CustomerIndex{NewStore[Object]()} }

// Record wraps a Responder so that every served limit request is remembered.
func (k CustomerIndex) Record(next Responder) Responder {
	return func(c *Call) *Answer {
		a := next(c)
		if c.Endpoint != CreateLimit || !a.Served() {
			return a
		}
		for _, key := range []string{
			Text(Get(a.Body(), "data.customer_details.id")), c.Text("id_number"), WithoutPlus(c.Text("phone_number")), c.Text("email"),
		} {
			k.byKey.Put(key, c.Body)
		}
		return a
	}
}

// Application returns the limit request of the customer that a call names, or nil if the call
// names no known customer.
func (k CustomerIndex) Application(c *Call) Object {
	for _, key := range []string{c.ID, c.Text("customer_id"), c.Text("id_number"), WithoutPlus(c.Text("value"))} {
		if body, ok := k.byKey.Get(key); ok && key != "" {
			return body
		}
	}
	return nil
}

// OnCustomers changes answers about customers of one kind.
func OnCustomers(endpoint string, of func(asked Object) bool, edit func(*Call, *Answer)) Mutator {
	return func(next Responder) Responder {
		k := NewCustomerIndex()
		return On(endpoint, func(c *Call, a *Answer) {
			asked := c.Body
			if endpoint != CreateLimit {
				asked = k.Application(c)
			}
			if asked != nil && of(asked) {
				edit(c, a)
			}
		})(k.Record(next))
	}
}

// OnNewcomers changes the answers of verify to people without a limit.
func OnNewcomers(edit func(*Call, *Answer)) Mutator {
	return func(next Responder) Responder {
		k := NewCustomerIndex()
		return On(VerifyOTP, func(c *Call, a *Answer) {
			if k.Application(c) == nil {
				edit(c, a)
			}
		})(k.Record(next))
	}
}

func SelfEmployed(asked Object) bool { return Text(asked["employed"]) == "false" }

func Government(asked Object) bool {
	return Text(Get(asked, "employed_occupational_detail.employer_sector")) == "government_sector"
}

func Employee(asked Object) bool { return !SelfEmployed(asked) && !Government(asked) }

type customerKind struct {
	Name string
	Is   func(asked Object) bool
}

// KindsOfCustomer are the three complete journeys of section 2.4.
var KindsOfCustomer = []customerKind{{"employee", Employee}, {"government", Government}, {"self-employed", SelfEmployed}}

// Count returns how many calls of a key there were.
func (t *Counter) Count(key string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.n[key]
}

// WaitForPair makes the first call of a key wait for a second one, for at most patience times
// RaceWindow. It returns the place of the call among the two, and whether both have arrived. Each
// call must call leave when it is done.
func (t *Counter) WaitForPair(key string, patience int) (place int, met bool, leave func()) {
	meeting := "meeting " + key
	if place = t.Next(key); place > 1 {
		t.Next(meeting)
	}
	for n := 0; n < patience && t.Count(meeting) == 0; n++ {
		time.Sleep(RaceWindow)
	}
	return place, t.Count(meeting) > 0, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.n[key]--; t.n[key] == 0 {
			delete(t.n, meeting)
		}
	}
}

// Caching answers the calls of an endpoint with the first answer for their key, until a call
// clears that key.
func Caching(endpoint string, key func(*Call) string, clears func(*Call) []string, when func(*Call) bool) Mutator {
	return func(next Responder) Responder {
		known := NewStore[*Answer]()
		return func(c *Call) *Answer {
			if clears != nil {
				for _, k := range clears(c) {
					known.Put(k, nil)
				}
			}
			if c.Endpoint != endpoint || !c.Authorized() || (when != nil && !when(c)) {
				return next(c)
			}
			if was, _ := known.Get(key(c)); was != nil {
				a := was.Copy()
				if _, ok := a.Body()["request_id"]; ok {
					a.Body()["request_id"] = c.NewID("request_id") // only the data is cached, so each answer has its own request_id
				}
				return a
			}
			a := next(c)
			if a.Served() && len(a.Body()) > 0 { // a body that is not a JSON object is not cached
				known.Put(key(c), a.Copy())
			}
			return a
		}
	}
}
