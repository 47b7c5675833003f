// Package sequences compares the requests of a recording with each other: an order_id that
// comes again, a customer whose name changes, a lookup with a detail of somebody else. One
// difference may be a correction by a customer. So most of it is noted only, and a failure
// needs several requests that differ in the same way.
package sequences

import (
	"crypto/sha256"
	"iter"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/carts"
	"github.com/credit-partner/assay/steps/partner/customers"
	"github.com/credit-partner/assay/steps/partner/ids"
)

// Seen is what the requests since the start of the service held, as far as a later one may
// contradict it. The specification forbids none of it, and a build may mean it: most of it
// is noted only.
type Seen struct {
	settings  Settings
	placed    placedOrders
	cancelled map[string]bool   // items
	touched   map[string]bool   // items that were fetched or updated, without the hyphens of their ids
	signs     map[string]string // Sign to the Noncestr it came with first
	store     string            // the first store key
	idUses    map[string]*idUse // of OTP requests, by id number
	carts     *carts.Carts

	People  *customers.Known
	Codes   carts.Codes
	Lookups lookups
}

// Settings are what the comparison must know of the run.
type Settings struct {
	Note      func(endpoint, what string) // takes in what is noted and not judged
	IsCountry func(code string) bool      // ISO 3166-1 lists the code
	StoreKey  string                      // the store key that the partner was given; "": any
	Issued    Issued
}

// Issued are the ids that the service returned, each in lower case.
type Issued struct {
	Customers, Items map[string]bool
	Others           ids.OtherIDs
	Members          *ids.MemberIDs
}

// OrderCount counts the orders that were read, and those that came under an order_id of an
// earlier order: with the same items, or with others or for another customer.
type OrderCount struct{ Read, Repeats, Others int }

// Add adds the counts of another part of the recording.
func (o OrderCount) Add(other OrderCount) OrderCount {
	return OrderCount{o.Read + other.Read, o.Repeats + other.Repeats, o.Others + other.Others}
}

// maxKept bounds how many requests of a kind are kept.
const maxKept = 1000

// New has seen no request yet.
func New(settings Settings) *Seen {
	s := &Seen{
		settings: settings,
		placed:   placedOrders{byID: make(map[string]orders), again: make(map[string]string)}, cancelled: make(map[string]bool), touched: make(map[string]bool), signs: make(map[string]string), idUses: make(map[string]*idUse),
		People: customers.New(settings.Note), carts: carts.New(settings.Note), Codes: make(carts.Codes),
	}
	s.Lookups.seen = s
	return s
}

// End reports what all requests show together.
func (s *Seen) End() {
	s.People.End()
	s.carts.End()
	s.Lookups.end()
	s.endIDs()
}

// Orders counts the orders.
func (s *Seen) Orders() OrderCount {
	sum := OrderCount{Read: s.placed.read}
	for _, o := range s.placed.byID {
		sum = sum.Add(OrderCount{Repeats: o.repeats, Others: o.others})
	}
	return sum
}

func (s *Seen) note(endpoint, what string) { s.settings.Note(endpoint, what) }

// placedOrders are the orders of the recording.
type placedOrders struct {
	byID  map[string]orders // by order_id
	again map[string]string // customer and items, to the order_id they came under first
	read  int
}

// orders are the carts that came under one order_id.
type orders struct {
	first   string
	repeats int // the same once more
	others  int // other items, or another customer
}

// Note takes in a request, and notes what may be a mistake and may be meant: an order_id
// that comes again, a phone number with another id number, an item that is updated after
// it was cancelled.
func (s *Seen) Note(q *Request) {
	if q.Endpoint == spec.CustomerLookup {
		s.noteSign(q)
	}
	switch q.Endpoint {
	case spec.CancelPurchase:
		s.noteCancelled(q)
	case spec.GetPurchase:
		s.Touch(q.ID, false)
	}
	if q.Endpoint == spec.CreateLimit || q.Endpoint == spec.FetchLimit {
		s.NoteCustomer(q)
	}
	if !q.IsRead {
		return
	}
	s.NotePerson(q)
	s.noteCart(q)
	switch q.Endpoint {
	case spec.SendOTP:
		s.noteCountry(q)
		s.noteID(q)
	case spec.CustomerLookup:
		s.noteLookup(q)
	case spec.CreateLimit:
		s.noteStore(q, "referral_source")
	case spec.CreatePurchases:
		s.noteStore(q, "items.#.store_key")
		s.noteOrder(q)
		s.noteCodes(q)
	case spec.UpdatePurchases:
		s.noteUpdated(q)
	}
}

// NoteCustomer takes in a customer whom the service named: the next order may be theirs.
func (s *Seen) NoteCustomer(q *Request) { s.carts.Came(q.returnedID("data.customer_details.id")) }

// noteCountry notes a country that ISO 3166-1 does not list: section 4.1 shows a code of
// two letters for example only.
func (s *Seen) noteCountry(q *Request) {
	code := q.Text("country_code")
	if code == "" || strings.TrimSpace(code) == "" {
		return
	}
	if !s.settings.IsCountry(code) {
		s.note(q.Endpoint, "a country_code that is none of ISO 3166-1")
	}
}

// noteSign notes a signature that stays while the nonce changes: how it is computed is
// not shown (section 5, rule 4), but one that signs nothing is no signature.
func (s *Seen) noteSign(q *Request) {
	sign, nonce := q.Exchange.Request.Header.Get("Sign"), q.Exchange.Request.Header.Get("Noncestr")
	if sign == "" || nonce == "" || q.IsCut(sign) || q.IsCut(nonce) {
		return
	}
	if first, known := s.signs[sign]; known && first != nonce {
		s.note(q.Endpoint, "the Sign of an earlier lookup with another Noncestr")
	} else if len(s.signs) < maxKept {
		s.signs[strings.Clone(sign)] = strings.Clone(nonce)
	}
}

// Touch keeps an item that a build has come back to. It tells whether it has before: by
// something else than a POST, which may stand for any other method.
func (s *Seen) Touch(id string, isPost bool) bool {
	id = strings.ReplaceAll(strings.ToLower(id), "-", "")
	before, known := s.touched[id]
	if !known && len(s.touched) < maxKept {
		s.touched[id] = !isPost
	}
	return before
}

// noteCancelled notes an item that is cancelled again, and keeps what was cancelled.
func (s *Seen) noteCancelled(q *Request) {
	switch id := strings.ToLower(q.ID); {
	case s.cancelled[id]:
		s.note(q.Endpoint, "an item that was cancelled before")
	case id != "" && !q.IsCut(id) && q.isServed() && len(s.cancelled) < maxKept:
		s.cancelled[strings.Clone(id)] = true
	}
}

// noteUpdated notes an item that was cancelled, or that comes twice in one update:
// section 3 shows no move from a cancelled item. It also notes a path that names an item
// beside those of the body: what the id in the path is for, section 4.8 does not say.
func (s *Seen) noteUpdated(q *Request) {
	named := make(map[string]bool)
	isWhole := true
	for _, value := range q.Each("items.#.id") {
		id := strings.ToLower(value.String())
		if q.IsCut(id) {
			isWhole = false
			continue
		}
		s.Touch(id, false)
		if s.cancelled[id] {
			s.note(q.Endpoint, "an item that was cancelled before")
		}
		if named[id] {
			s.note(q.Endpoint, "one item twice")
		}
		named[id] = true
	}
	if id := strings.ToLower(q.ID); isWhole && len(named) > 0 && judgement.IsUUID(id) && !named[id] {
		s.note(q.Endpoint, "an id in the path that no item of the body has")
	}
}

// noteOrder notes an order_id that comes again, and a cart that comes again.
func (s *Seen) noteOrder(q *Request) {
	s.placed.read++
	order, cart := q.Get("order_id").String(), Fingerprint(q.Get("customer_id").Raw+q.Get("items").Raw)
	switch before, known := s.placed.byID[order]; {
	case !known && len(s.placed.byID) < maxKept:
		s.placed.byID[strings.Clone(order)] = orders{first: cart}
	case known && before.first == cart:
		before.repeats++
		s.placed.byID[order] = before
	case known:
		before.others++
		s.placed.byID[order] = before
	}
	if first, known := s.placed.again[cart]; known && first != order {
		s.note(q.Endpoint, "the same items for the same customer under another order_id")
	} else if len(s.placed.again) < maxKept {
		s.placed.again[cart] = strings.Clone(order)
	}
}

// noteCodes notes two items of an order with one item_code: section 2.2 calls it
// unique, and does not say whether two pieces of one article are one item.
func (s *Seen) noteCodes(q *Request) {
	seen := make(map[string]bool)
	for _, code := range q.Each("items.#.item_code") {
		if text := code.String(); seen[text] && !q.IsCut(text) {
			s.note(q.Endpoint, "an item_code that another item of the order has")
		}
		seen[code.String()] = true
	}
}

// Fingerprint is short, and the same for equal texts.
func Fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return string(sum[:12])
}

// noteLookup notes a value that earlier requests used for another thing: which ids the
// operator gives its members is not shown.
func (s *Seen) noteLookup(q *Request) {
	field, value := q.Text("queryFieldEnum"), q.Text("value")
	if field == "memberId" && s.People.HasPhone(value) {
		s.note(q.Endpoint, "a "+field+" that an earlier request used as phone_number")
	}
	if field == "memberId" && s.People.HasID(value) {
		s.note(q.Endpoint, "a "+field+" that an earlier request used as id_number")
	}
}

// noteStore notes a second store key: section 2.4 speaks of the one that came with the
// credentials, and nothing says that a partner has no second store.
func (s *Seen) noteStore(q *Request, name string) {
	for _, key := range q.Each(name) {
		switch {
		case s.settings.StoreKey != "" || key.Str == "" || q.IsCut(key.Str):
		case s.store == "":
			s.store = strings.Clone(key.Str)
		case s.store != key.Str:
			s.note(q.Endpoint, "another store key than an earlier request")
		}
	}
}

// Request is one request with its response, as it is compared with others.
type Request struct {
	Endpoint, ID string // the id is the one in the path
	Exchange     *recording.Exchange
	IsRead       bool // its body was read member by member
	Body
	// DeferFailure keeps a failure that only the whole recording can prove. Calling the
	// result reports it.
	DeferFailure func(member, expected, message string) func()
}

// Body is the body of a request, as far as it could be read.
type Body interface {
	Get(path string) gjson.Result
	Each(name string) iter.Seq2[string, gjson.Result] // the values of a member, with their own paths
	Text(name string) string                          // a member that is a string and was not cut; else ""
	Sound(name string) string                         // a Text without a fault; else ""
	HasFault(name string) bool
	IsCut(value string) bool // the value was cut out when the recording was written
	IsNewCustomer() bool     // the OTP request is in the form for a new customer (4.1)
	Names() []string         // of the customer
}

// isServed tells whether the service accepted the request.
func (q *Request) isServed() bool { return IsServed(q.Exchange.Response) }

// IsServed tells a response with a status of success.
func IsServed(response *recording.Response) bool {
	return response != nil && response.Status >= 200 && response.Status <= 299
}

// returnedID is an id in the response to a request that the service accepted; "" where it
// has none.
func (q *Request) returnedID(path string) string {
	if !q.isServed() {
		return ""
	}
	if id := gjson.GetBytes(q.Exchange.Response.Body, path).String(); !q.IsCut(id) {
		return id
	}
	return ""
}
