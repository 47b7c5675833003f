package reference

import (
	"crypto/subtle"
	"net/http"
	"sync"
	"time"
)

// store keeps all data behind one lock. The code under the lock does only a few map look-ups,
// which is much cheaper than decoding and encoding the JSON.
type store struct {
	mu      sync.RWMutex
	ids     *ids
	stamps  stamps
	options Options

	customers  map[string]*customer // by id
	byIDNumber map[string]*customer
	byPhone    map[string]*customer // by digits
	byEmail    map[string]*customer
	byPassport map[string]*customer
	otps       map[string]otp // by digits of the phone
	purchases  map[string]*purchase
}

// otp is the OTP that was last sent to a phone.
type otp struct {
	code     string
	idNumber string
	person   person // the details of the account, or the six members for a new customer
	used     bool
}

func newStore(ids *ids, stamps stamps, options Options) *store {
	return &store{
		ids: ids, stamps: stamps, options: options,
		customers:  make(map[string]*customer),
		byIDNumber: make(map[string]*customer),
		byPhone:    make(map[string]*customer),
		byEmail:    make(map[string]*customer),
		byPassport: make(map[string]*customer),
		otps:       make(map[string]otp),
		purchases:  make(map[string]*purchase),
	}
}

// settle adds the customers that are known from the start.
func (s *store) settle(customers []customer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range customers {
		c.registered = s.stamps.now()
		c.limit.updated = c.registered
		s.customers[c.id] = &c
		s.index(&c)
	}
}

// index makes a customer findable. If two customers share a phone or email, the later one is
// found.
func (s *store) index(c *customer) {
	s.byIDNumber[c.idNumber] = c
	s.byPhone[phoneDigits(c.phone)] = c
	s.byEmail[emailKey(c.email)] = c
	if c.passport != "" {
		s.byPassport[c.passport] = c
	}
}

// restate replaces the details of a customer without a limit.
func (s *store) restate(c *customer, p person) {
	forget(s.byPhone, phoneDigits(c.phone), c)
	forget(s.byEmail, emailKey(c.email), c)
	forget(s.byPassport, c.passport, c)
	c.person = p
	s.index(c)
}

func forget(index map[string]*customer, key string, c *customer) {
	if index[key] == c {
		delete(index, key)
	}
}

// register returns the account of an id number, or opens one.
func (s *store) register(p person) *customer {
	if c, ok := s.byIDNumber[p.idNumber]; ok {
		return c
	}
	c := &customer{id: s.ids.next(), person: p, registered: s.stamps.now()}
	s.customers[c.id] = c
	s.index(c)
	return c
}

// customer returns the account with an id. known is false if there is none.
func (s *store) customer(id string) (found customer, known bool) {
	return s.find(s.customers, id)
}

func (s *store) find(index map[string]*customer, key string) (found customer, known bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	c, known := index[key]
	if known {
		found = *c
	}
	return found, known
}

// sent stores the OTP that is sent to a phone. It replaces the previous OTP.
func (s *store) sent(phone string, sent otp) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.otps[phoneDigits(phone)] = sent
}

func (s *store) lastOTP(phone string) (string, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	last, ok := s.otps[phoneDigits(phone)]
	return last.code, ok
}

// verify uses up the OTP of a phone if the code and the id number are right, and returns its
// customer.
func (s *store) verify(phone, idNumber, code string) (customer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	digits := phoneDigits(phone)
	live, ok := s.otps[digits]
	right := subtle.ConstantTimeCompare([]byte(live.code), []byte(code)) == 1
	if !ok || live.used || !right || live.idNumber != idNumber {
		return customer{}, refuse(http.StatusUnprocessableEntity,
			"otp is not the one that was sent to this phone_number for this id_number: send a new one")
	}
	live.used = true
	s.otps[digits] = live
	c := s.register(live.person)
	c.verifiedPhone, c.purchasePass = digits, true
	return *c, nil
}

// grant gives a person a limit with a ceiling, or returns the existing limit.
func (s *store) grant(p person, ceiling, loan cents) (customer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.byIDNumber[p.idNumber]
	if s.options.RequireOTP && (!ok || !known.verified(p.phone)) {
		return customer{}, refuse(http.StatusConflict,
			"an OTP for this id_number and phone_number must be verified first")
	}
	c := s.register(p)
	if c.limit.granted() && !c.adopted {
		return *c, nil
	}
	s.restate(c, p)
	if c.adopted {
		c.adopted = false
		return *c, nil
	}
	c.limit = limit{
		id: s.ids.next(), applicationNo: s.ids.next(),
		ceiling: ceiling, principal: loan, updated: s.stamps.now(),
	}
	return *c, nil
}

// adopt gives a customer without a limit one, as if the account were an old one.
func (s *store) adopt(id string, details person) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, known := s.customers[id]
	if !known || c.limit.granted() {
		return false
	}
	if c.firstName == "" {
		details.idNumber, details.phone = c.idNumber, c.phone
		s.restate(c, details)
	}
	c.adopted = true
	c.limit = limit{id: s.ids.next(), applicationNo: s.ids.next(), ceiling: publishedCredit, principal: leastCredit, updated: s.stamps.now()}
	return true
}

// purchase is one item that a customer bought.
type purchase struct {
	record  purchaseRecord
	orderID string
	owner   *customer
	updated time.Time
}

// buy stores the items of an order for a customer, and sets the ids and times of their records.
func (s *store) buy(customerID, orderID string, items []purchaseRecord) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	owner, known := s.customers[customerID]
	if !known {
		return refuse(http.StatusNotFound, "there is no customer of this customer_id")
	}
	total, ok := sum(items)
	if !ok {
		return refuse(http.StatusUnprocessableEntity, "the items are worth more than can be reckoned with")
	}
	if err := s.mayBuy(owner, total); err != nil {
		return err
	}
	now := s.stamps.now()
	owner.limit.used += total
	owner.limit.updated = now
	owner.purchasePass = false
	for i := range items {
		items[i].ID, items[i].LoanApplicationDetailID = s.ids.next(), s.ids.next()
		items[i].CreatedAt, items[i].UpdatedAt = millis(now), millis(now)
		s.purchases[items[i].ID] = &purchase{record: items[i], orderID: orderID, owner: owner, updated: now}
	}
	return nil
}

func (s *store) mayBuy(owner *customer, total cents) error {
	switch {
	case !owner.limit.granted():
		return refuse(http.StatusConflict, "the customer has no credit limit: create one first")
	case s.options.RequireOTPPerPurchase && !owner.purchasePass:
		return refuse(http.StatusConflict, "an OTP of the customer must be verified before each purchase")
	case total > owner.limit.available() && !s.options.IgnoreAvailable:
		return refuse(http.StatusUnprocessableEntity, "the items are worth more than the available limit")
	case owner.limit.used+total > mostCents:
		return refuse(http.StatusUnprocessableEntity, "the purchases are worth more than can be reckoned with")
	}
	return nil
}

func sum(items []purchaseRecord) (total cents, ok bool) {
	for _, item := range items {
		total += item.ItemValue
		if total > mostCents {
			return 0, false
		}
	}
	return total, true
}

// purchase returns the record of an item and its order id.
func (s *store) purchase(id string) (purchaseRecord, string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	p, err := s.readable(id)
	if err != nil {
		return purchaseRecord{}, "", err
	}
	return p.record, p.orderID, nil
}

// readable returns an item that exists and was not dropped by a cancel.
func (s *store) readable(id string) (*purchase, error) {
	p, known := s.purchases[id]
	if !known {
		return nil, refuse(http.StatusNotFound, "there is no purchase item of the id %s", id)
	}
	return p, nil
}

// move gives all items their new status. If one of them cannot have it, it changes none.
func (s *store) move(moves []move) ([]purchaseRecord, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	targets := make([]*purchase, len(moves))
	for i, m := range moves {
		p, err := s.movable(m)
		if err != nil {
			return nil, err
		}
		targets[i] = p
	}
	records := make([]purchaseRecord, len(moves))
	for i, m := range moves {
		s.settleStatus(targets[i], m.status)
		records[i] = targets[i].record
	}
	return records, nil
}

func (s *store) movable(m move) (*purchase, error) {
	p, err := s.readable(m.id)
	if err != nil {
		return nil, err
	}
	cancelled := s.options.CancelledStatus
	if p.record.FacilityStatus == cancelled && m.status != cancelled {
		return nil, refuse(http.StatusConflict, "the item %s is cancelled and stays so", m.id)
	}
	return p, nil
}

// cancel cancels an item that may have any status (section 3).
func (s *store) cancel(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.readable(id)
	if err != nil {
		return err
	}
	s.settleStatus(p, s.options.CancelledStatus)
	return nil
}

// settleStatus sets a status. Cancelling an item frees its credit.
func (s *store) settleStatus(p *purchase, status string) {
	now := s.stamps.after(p.updated)
	p.updated = now
	cancelled := s.options.CancelledStatus
	if status == cancelled && p.record.FacilityStatus != cancelled {
		p.owner.limit.used -= p.record.ItemValue
		p.owner.limit.updated = now
	}
	p.record.FacilityStatus = status
	p.record.UpdatedAt = millis(now)
	if status == cancelled && s.options.DropCancelled {
		delete(s.purchases, p.record.ID)
	}
}
