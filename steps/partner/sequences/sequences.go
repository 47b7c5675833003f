// Package sequences compares the requests of a recording with each other: a repeated order_id, a
// customer whose name changes, a lookup with a detail of another customer. One difference may be a
// correction by a customer. So most differences are only noted, and a failure needs several
// requests that differ in the same way.
package sequences

import (
	"cmp"
	"crypto/sha256"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/charges"
	"github.com/credit-partner/assay/steps/partner/comparison"
	"github.com/credit-partner/assay/steps/partner/formats"
	"github.com/credit-partner/assay/steps/partner/requests"
)

// Comparisons keeps the parts of the requests since the start of the service that later requests may
// contradict. The specification forbids no such contradiction, and a build may intend it, so most
// are only noted.
type Comparisons struct {
	settings  Settings
	placed    placedOrders
	cancelled map[string]bool // ids of items that were cancelled
	touched   map[string]bool // ids without hyphens of the items that were named again; true if by another method than POST
	signed    signed
	store     string // the first store key
	numbers   idNumbers
	carts     *comparison.Carts
	systematic

	People  *comparison.Customers
	Codes   comparison.Codes
	Lookups lookups
}

// systematic is what is kept to find members that are wrong in all requests.
type systematic struct {
	misplaced      misplacedValues
	charged        charges.Orders
	oneOrder       oneOrderID
	oneLoan        oneLoan
	verifies       verifies
	verified       verifiedCustomers
	loans          loans
	isCountryKnown bool // whether a limit has a code of ISO 3166-1
	times          []headerTime
	several        map[string]bool // ids of items of an order with several items
	faultyIDs      int             // limits and verifies whose id_number is unknown: the service may take their customers for one or for two
	doubts         doubts
}

// Settings are what the comparison needs to know about the run.
type Settings struct {
	Note      func(endpoint, what string) // takes an observation that is not judged
	IsCountry func(code string) bool      // reports whether ISO 3166-1 lists the code
	StoreKey  string                      // the store key that the partner was given; "" accepts any
	Issued    Issued
	IsClosed  bool // whether the service returned nothing before the first request
}

// Issued are the ids that the service returned, in lower case.
type Issued struct {
	Customers, Items map[string]bool
	Others           formats.OtherIDs
	Members          *formats.MemberIDs
	OTPs             map[string]bool
	WrongIDs         *WrongIDs
}

// OrderCount is the number of orders that were read, and of those with the order_id of an earlier
// order: with the same items (Repeats), or with other items or for another customer (Others).
type OrderCount struct{ Read, Repeats, Others int }

// Add adds the counts of another part of the recording.
func (o OrderCount) Add(other OrderCount) OrderCount {
	return OrderCount{o.Read + other.Read, o.Repeats + other.Repeats, o.Others + other.Others}
}

// New returns Comparisons without any request.
func New(settings Settings) *Comparisons {
	s := &Comparisons{
		settings: settings,
		placed:   placedOrders{byID: make(map[string]orders), again: make(map[string]string)}, cancelled: make(map[string]bool), touched: make(map[string]bool), signed: signed{nonces: make(map[string]string), times: make(map[string]sentAt)}, numbers: idNumbers{uses: make(map[string]*idUse), plain: make(map[string]bool), zeros: lostZeros{byPhone: make(map[string]string)}},
		systematic: systematic{misplaced: make(misplacedValues), charged: charges.New(), verified: newVerifiedCustomers(), loans: loans{asked: make(map[string]loanAsked)}, several: make(map[string]bool), doubts: make(doubts)}, People: comparison.NewCustomers(settings.Note), carts: comparison.NewCarts(settings.Note), Codes: comparison.NewCodes(),
	}
	s.Lookups.seen, s.Lookups.others = s, make(map[string]string)
	return s
}

// End reports what all requests together show.
func (s *Comparisons) End() {
	s.verified.end()
	s.People.End()
	s.People.Contacts.End(s.People.SentNames)
	how := s.Lookups.unclear()
	isUnsure := s.verified.isStated || s.settings.Issued.WrongIDs.ofVerifies() || s.faultyIDs > 1
	if isUnsure { // the answers have the ids of other customers
		s.doubts.block(spec.CreatePurchases, "customer_id", ofCart, ofLimits)
		s.doubts.block(spec.CreateLimit, "loan_amount", ofCart)
		s.misplaced.forget(loansBefore)
	}
	if isUnsure || s.misplaced.isWhole(loansBefore, cartBefore) {
		s.loans.sure.byWay = nil
	}
	areCartsWrong := s.carts.End(isUnsure, s.charged.HaveOtherCarts())
	if areCartsWrong {
		delete(s.loans.sure.byWay, otherZeros) // the zeros of the carts may be the wrong ones
	}
	s.Codes.End(s.note)
	s.charged.Articles.End()
	s.Lookups.end()
	s.endIDs()
	s.loans.incomes.end()
	s.verified.stale.end()
	s.misplaced.end(s.isCountryKnown)
	if !areCartsWrong && !s.carts.AreBuyersWrong() { // then they do not show which items and prices are wrong
		s.charged.End()
	}
	s.oneOrder.end(s.doubts)
	if !areCartsWrong && !isUnsure && !s.charged.AreValuesOther() && !s.carts.AreBuyersWrong() { // then the carts may all be alike
		s.oneLoan.end()
	}
	s.loans.end()
	s.endBirthsAsTime()
	endDoubts(s, how)
}

// Orders returns the number of orders.
func (s *Comparisons) Orders() OrderCount {
	sum := OrderCount{Read: s.placed.read}
	for _, o := range s.placed.byID {
		sum = sum.Add(OrderCount{Repeats: o.repeats, Others: o.others})
	}
	return sum
}

func (s *Comparisons) note(endpoint, what string) { s.settings.Note(endpoint, what) }

// placedOrders are the orders of the recording.
type placedOrders struct {
	byID  map[string]orders // by order_id
	again map[string]string // the first order_id, by customer and items
	read  int
}

// orders are the carts with one order_id.
type orders struct {
	first   string
	repeats int // how often the same cart came again
	others  int // how often it came with other items or for another customer
}

// Note takes a request, and notes what may be a mistake or intended: a repeated order_id, a phone
// number with another id number, an update of a cancelled item.
func (s *Comparisons) Note(q *requests.Request) {
	if q.Endpoint == spec.CustomerLookup {
		s.noteSign(q)
		s.noteTimestamp(q)
		s.noteBirthAsTime(q)
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
		s.NoteUnread(q)
		return
	}
	s.doubts.note(q)
	s.NotePerson(q)
	s.noteIDForm(q)
	s.Lookups.learn(q)
	s.verified.note(q, func(number string) bool { return s.People.IsNamed(number, q.Text("first_name"), q.Text("last_name")) })
	if s.verified.isUsed(q) {
		s.note(q.Endpoint, "an OTP that was verified before")
	}
	noteStaleForm(s, q)
	s.noteCart(q)
	s.noteMisplaced(q)
	s.noteSystematic(q)
	s.charged.Note(q)
	noteOneLoan(s, q)
	switch q.Endpoint {
	case spec.SendOTP:
		s.noteCountry(q)
		s.noteID(q)
	case spec.VerifyOTP:
		s.verifies.add(q)
	case spec.CustomerLookup:
		s.noteLookup(q)
	case spec.CreateLimit:
		s.noteStore(q, "referral_source")
	case spec.CreatePurchases:
		s.noteStore(q, "items.#.store_key")
		s.noteOrder(q)
		s.oneOrder.note(q)
		s.noteCodes(q)
	case spec.UpdatePurchases:
		s.noteUpdated(q)
	}
}

// NoteCustomer takes the customer that the service returned. The next order may be from this
// customer.
func (s *Comparisons) NoteCustomer(q *requests.Request) {
	s.carts.Came(q.ReturnedID("data.customer_details.id"))
}

// noteCountry notes a country that ISO 3166-1 does not list. Section 4.1 shows a code of two
// letters only as an example.
func (s *Comparisons) noteCountry(q *requests.Request) {
	code := q.Text("country_code")
	if code == "" || strings.TrimSpace(code) == "" {
		return
	}
	if !s.settings.IsCountry(code) {
		s.note(q.Endpoint, "a country_code that is none of ISO 3166-1")
	}
}

// Touch keeps an item that a build named again. It reports whether the build named it before by
// another method than POST, because a POST may stand for any method.
func (s *Comparisons) Touch(id string, isPost bool) bool {
	id = strings.ReplaceAll(strings.ToLower(id), "-", "")
	before, known := s.touched[id]
	if !known && len(s.touched) < requests.MaxKept {
		s.touched[id] = !isPost
	}
	return before
}

// noteCancelled notes an item that is cancelled again, and keeps the cancelled items.
func (s *Comparisons) noteCancelled(q *requests.Request) {
	switch id := strings.ToLower(q.ID); {
	case s.cancelled[id]:
		s.note(q.Endpoint, "an item that was cancelled before")
	case id != "" && !q.IsCut(id) && q.IsServed() && len(s.cancelled) < requests.MaxKept:
		s.cancelled[strings.Clone(id)] = true
	}
}

// noteUpdated notes an item that was cancelled before, or that occurs twice in one update. Section
// 3 shows no move from a cancelled item. It also notes a path whose id is not in the body, because
// section 4.8 does not say what the id in the path is for.
func (s *Comparisons) noteUpdated(q *requests.Request) {
	named := make(map[string]bool)
	isWhole, items, first := true, 0, ""
	for _, value := range q.Each("items.#.id") {
		id := strings.ToLower(value.String())
		if q.IsCut(id) || value.Type == gjson.Null {
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
		items++
		first = cmp.Or(first, id)
	}
	if isWhole && items > 1 {
		var details []detail
		if len(named) == 1 {
			details = append(details, detail{"the id of the first item", first})
		}
		s.misplaced.seeIn(q, "ids in updates of several items", "items.1.id", "the id of another item", details, "in all updates of several items")
	}
	if id := strings.ToLower(q.ID); isWhole && len(named) > 0 && judgement.IsUUID(id) {
		if !named[id] {
			s.note(q.Endpoint, "an id in the path that no item of the body has")
		}
		s.notePath(q, id, named)
	}
}

// noteOrder notes a repeated order_id and a repeated cart.
func (s *Comparisons) noteOrder(q *requests.Request) {
	s.placed.read++
	order, cart := q.Get("order_id").String(), Fingerprint(q.Get("customer_id").Raw+q.Get("items").Raw)
	switch before, known := s.placed.byID[order]; {
	case !known && len(s.placed.byID) < requests.MaxKept:
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
	} else if len(s.placed.again) < requests.MaxKept {
		s.placed.again[cart] = strings.Clone(order)
	}
}

// noteCodes notes two items of an order with one item_code. Section 2.2 calls it unique, but does
// not say whether two pieces of one article are one item.
func (s *Comparisons) noteCodes(q *requests.Request) {
	seen := make(map[string]bool)
	for _, code := range q.Each("items.#.item_code") {
		if text := code.String(); seen[text] && !q.IsCut(text) {
			s.note(q.Endpoint, "an item_code that another item of the order has")
		}
		seen[code.String()] = true
	}
}

// Fingerprint returns a short text that is equal for equal texts.
func Fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return string(sum[:12])
}

// noteLookup notes a value that earlier requests used for another detail. It is no fault, because
// the specification does not say which ids the operator gives its members.
func (s *Comparisons) noteLookup(q *requests.Request) {
	field, value := q.Text("queryFieldEnum"), q.Text("value")
	if field == "memberId" && s.People.HasPhone(value) {
		s.note(q.Endpoint, "a "+field+" that an earlier request used as phone_number")
	}
	if field == "memberId" && s.People.HasID(value) {
		s.note(q.Endpoint, "a "+field+" that an earlier request used as id_number")
	}
}

// noteStore notes a second store key. Section 2.4 mentions the one that came with the credentials,
// but no section says that a partner has only one store.
func (s *Comparisons) noteStore(q *requests.Request, name string) {
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
