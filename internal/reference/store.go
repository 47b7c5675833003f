package reference

import (
	"crypto/subtle"
	"net/http"
	"sync"
)

// store keeps everything, behind one lock: what happens under it is a few map
// look-ups, far cheaper than reading and writing the JSON around it.
type store struct {
	mu      sync.RWMutex
	ids     *ids
	stamps  *stamps
	options Options

	customers  map[string]*customer // by id
	byIDNumber map[string]*customer
	byPhone    map[string]*customer // by digits
	byEmail    map[string]*customer
	byPassport map[string]*customer
	otps       map[string]otp // by digits of the phone
	purchases  map[string]*purchase
}

// otp is the one that was last sent to a phone.
type otp struct {
	code     string
	idNumber string
	person   person // of a new customer: as the six members say
	used     bool
}

func newStore(ids *ids, stamps *stamps, options Options) *store {
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

// settle takes in customers who were there before.
func (s *store) settle(customers []customer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range customers {
		c.registered = s.stamps.next()
		c.limit.updated = c.registered
		s.customers[c.id] = &c
		s.index(&c)
	}
}

// index makes a customer findable; on a shared phone or email the later wins.
func (s *store) index(c *customer) {
	s.byIDNumber[c.idNumber] = c
	s.byPhone[phoneDigits(c.phone)] = c
	s.byEmail[emailKey(c.email)] = c
	if c.passport != "" {
		s.byPassport[c.passport] = c
	}
}

// restate replaces what is known of a customer without a limit.
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

// register finds the account of an id number, or opens one.
func (s *store) register(p person) *customer {
	if c, ok := s.byIDNumber[p.idNumber]; ok {
		return c
	}
	c := &customer{id: s.ids.next(), person: p, registered: s.stamps.next()}
	s.customers[c.id] = c
	s.index(c)
	return c
}

// customer is the account of an id; known is false when there is none.
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

// sent keeps the OTP that goes to a phone; the one before it dies.
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

// verify uses up the live OTP of a phone, if it is this one, and gives the
// customer that it proves.
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

// grant gives a person a limit of a ceiling, or the one that there is already.
func (s *store) grant(p person, ceiling, loan cents) (customer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.byIDNumber[p.idNumber]
	if s.options.RequireOTP && (!ok || !known.verified(p.phone)) {
		return customer{}, refuse(http.StatusConflict,
			"an OTP for this id_number and phone_number must be verified first")
	}
	c := s.register(p)
	if c.limit.granted() {
		return *c, nil
	}
	s.restate(c, p)
	c.limit = limit{
		id: s.ids.next(), applicationNo: s.ids.next(),
		ceiling: ceiling, principal: loan, updated: s.stamps.next(),
	}
	return *c, nil
}
