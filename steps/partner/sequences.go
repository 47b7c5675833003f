package partner

import (
	"crypto/sha256"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/carts"
	"github.com/credit-partner/assay/steps/partner/customers"
)

// sequences are what earlier requests of a day held that a later one may contradict.
// The specification forbids none of it, and a build may mean it: it is noted only.
type sequences struct {
	orders    map[string]orders // by order_id
	again     map[string]string // customer and items, to the order_id they came under first
	cancelled map[string]bool   // items
	touched   map[string]bool   // items that were got or updated, without the hyphens of their ids
	signs     map[string]string // Sign to the Noncestr it came with first
	store     string            // the first store key
	people    *customers.Known
	carts     *carts.Carts
	codes     carts.Codes
	lookups   lookups
}

func newSequences(note func(endpoint, what string)) sequences {
	return sequences{
		orders: make(map[string]orders), again: make(map[string]string), cancelled: make(map[string]bool), touched: make(map[string]bool), signs: make(map[string]string),
		people: customers.New(note), carts: carts.New(note), codes: make(carts.Codes),
	}
}

// end states what all requests of a day show together.
func (s *sequences) end(r *Run) {
	if s.people == nil { // no day has begun
		return
	}
	s.people.End()
	s.carts.End()
	s.lookups.end(r)
}

// orders are the carts that came under one order_id.
type orders struct {
	first   string
	repeats int // the same once more
	others  int // other items, or another customer
}

// noteSequences notes what may be a mistake and may be meant: an order_id that
// comes again, a phone number with another id number, an item moved after its end.
func (q *request) noteSequences() {
	s := &q.run.undocumented.sequences
	if q.endpoint == spec.CustomerLookup {
		s.noteSign(q)
	}
	switch q.endpoint {
	case spec.CancelPurchase:
		s.noteCancelled(q)
	case spec.GetPurchase:
		s.touch(q.id, false)
	}
	if q.endpoint == spec.CreateLimit || q.endpoint == spec.FetchLimit {
		s.carts.Came(given(q, "data.customer_details.id"))
	}
	if !q.isRead {
		return
	}
	s.seePerson(q)
	noteTexts(q)
	s.seeCart(q)
	switch q.endpoint {
	case spec.SendOTP:
		s.noteCountry(q)
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

func noteOf(q *request, what string) { q.run.undocumented.note(q.endpoint, what) }

// noteCountry notes a country that ISO 3166-1 does not list: section 4.1 shows a code of
// two letters for example only.
func (s *sequences) noteCountry(q *request) {
	code := q.text("country_code")
	if code == "" || strings.TrimSpace(code) == "" {
		return
	}
	if _, violation := q.run.cfg.Schemas.Reading("country-code", code); violation != nil {
		noteOf(q, "a country_code that is none of ISO 3166-1")
	}
}

// noteSign notes a signature that stays while the nonce changes: how it is computed is
// not shown (section 5, rule 4), but one that signs nothing is no signature.
func (s *sequences) noteSign(q *request) {
	sign, nonce := q.exchange.Request.Header.Get("Sign"), q.exchange.Request.Header.Get("Noncestr")
	if sign == "" || nonce == "" || q.cut(sign) || q.cut(nonce) {
		return
	}
	if first, known := s.signs[sign]; known && first != nonce {
		noteOf(q, "the Sign of an earlier lookup with another Noncestr")
	} else if len(s.signs) < maxSendings {
		s.signs[strings.Clone(sign)] = strings.Clone(nonce)
	}
}

// touch keeps an item that a build has come back to. It tells whether it has before: by
// something else than a POST, which may stand for any other method.
func (s *sequences) touch(id string, isPost bool) bool {
	id = strings.ReplaceAll(strings.ToLower(id), "-", "")
	before, known := s.touched[id]
	if !known && len(s.touched) < maxSendings {
		s.touched[id] = !isPost
	}
	return before
}

// noteCancelled notes an item that is cancelled again, and keeps what was cancelled.
func (s *sequences) noteCancelled(q *request) {
	switch id := strings.ToLower(q.id); {
	case s.cancelled[id]:
		noteOf(q, "an item that was cancelled before")
	case id != "" && !q.cut(id) && succeeded(q.exchange.Response) && len(s.cancelled) < maxSendings:
		s.cancelled[strings.Clone(id)] = true
	}
}

// noteUpdated notes an item that was cancelled, or that comes twice in one update:
// section 3 shows no move from a cancelled item. It also notes a path that names an item
// beside those of the body: what the id in the path is for, section 4.8 does not say.
func (s *sequences) noteUpdated(q *request) {
	named := make(map[string]bool)
	isWhole := true
	for _, value := range q.each("items.#.id") {
		id := strings.ToLower(value.String())
		if q.cut(id) {
			isWhole = false
			continue
		}
		s.touch(id, false)
		if s.cancelled[id] {
			noteOf(q, "an item that was cancelled before")
		}
		if named[id] {
			noteOf(q, "one item twice")
		}
		named[id] = true
	}
	if id := strings.ToLower(q.id); isWhole && len(named) > 0 && judgement.IsUUID(id) && !named[id] {
		noteOf(q, "an id in the path that no item of the body has")
	}
}

// succeeded tells whether the service took a request.
func succeeded(answer *recording.Response) bool {
	return answer != nil && answer.Status >= 200 && answer.Status <= 299
}

// noteOrder notes an order_id that comes again, and a cart that comes again.
func (s *sequences) noteOrder(q *request) {
	q.run.undocumented.read++
	order, cart := q.get("order_id").String(), fingerprint(q.get("customer_id").Raw+q.get("items").Raw)
	switch before, known := s.orders[order]; {
	case !known && len(s.orders) < maxSendings:
		s.orders[strings.Clone(order)] = orders{first: cart}
	case known && before.first == cart:
		before.repeats++
		s.orders[order] = before
	case known:
		before.others++
		s.orders[order] = before
	}
	if first, known := s.again[cart]; known && first != order {
		noteOf(q, "the same items for the same customer under another order_id")
	} else if len(s.again) < maxSendings {
		s.again[cart] = strings.Clone(order)
	}
}

// noteCodes notes two items of an order with one item_code: section 2.2 calls it
// unique, and does not say whether two pieces of one article are one item.
func (s *sequences) noteCodes(q *request) {
	seen := make(map[string]bool)
	for _, code := range q.each("items.#.item_code") {
		if text := code.String(); seen[text] && !q.cut(text) {
			noteOf(q, "an item_code that another item of the order has")
		}
		seen[code.String()] = true
	}
}

func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return string(sum[:12])
}
