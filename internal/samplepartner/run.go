package samplepartner

import (
	"context"
	"errors"
	"slices"
	"strconv"
)

// The customers of a day at the store. The service already knows Regular.
var (
	Regular    = Person{IDNumber: "1000001", Phone: "+254700000001"}
	stranger   = Person{IDNumber: "1000003", Phone: "+254700000003"} // known, without a limit
	employee   = Person{"Wanjiru", "Kamau", "20000001", "+254711000001", "wanjiru@customers.example", Private}
	officer    = Person{"Otieno", "Odhiambo", "20000002", "+254711000002", "otieno@customers.example", Government}
	shopkeeper = Person{"Amina", "Hassan", "20000003", "+254711000003", "amina@customers.example", SelfEmployed}
)

// Run runs a day at the store. Customers verify OTPs, get limits, buy, collect and cancel items.
// It continues after a failure and returns all errors.
func (s *Store) Run(ctx context.Context) error {
	var troubles []error
	note := func(err error) { troubles = append(troubles, err) }
	customer := s.welcome(ctx, note)
	for _, p := range []Person{employee, officer, shopkeeper} {
		otp, err := s.SendOTP(ctx, p, true)
		note(err)
		_, err = s.VerifyOTP(ctx, p, otp, total(threeThings[:1])) // the value of the first order
		note(err)
		id, err := s.CreateLimit(ctx, p)
		note(err)
		note(s.FetchLimit(ctx, id))
		if id != "" {
			customer = id
		}
	}
	s.lookAround(ctx, note)
	s.sell(ctx, shopkeeper, customer, note)
	s.serveMore(ctx, note)
	return errors.Join(append(troubles, s.day.stopped)...)
}

// welcome serves a customer that the service already knows.
func (s *Store) welcome(ctx context.Context, note func(error)) string {
	otp, err := s.SendOTP(ctx, Regular, false)
	note(err)
	id, err := s.VerifyOTP(ctx, Regular, otp, "1500")
	note(err)
	return id
}

func (s *Store) lookAround(ctx context.Context, note func(error)) {
	for _, query := range [][2]string{
		{"mobile", Regular.Phone}, {"phoneNumber", Regular.Phone}, {"NATIONAL_ID", Regular.IDNumber}, {"NATIONAL_ID", stranger.IDNumber},
	} {
		member, signUp, err := s.LookUp(ctx, query[0], query[1])
		if err == nil && member == "" && signUp == "" {
			err = errors.New("customer-lookup: neither a limit nor an address to sign up")
		}
		note(err)
	}
}

// threeThings is a cart.
var threeThings = []Item{
	{"phone", "Kilele", "K-1", "64 GB, black", 15000},
	{"tv", "Kilele", "K-2", `43"`, 32000},
	{"other", "Moja & Sons", "M-3", "A table", 4500},
}

// total returns the cart value of items (section 4.2), as digits.
func total(items []Item) string {
	sum := 0
	for _, item := range items {
		sum += item.Value
	}
	return strconv.Itoa(sum)
}

func (s *Store) sell(ctx context.Context, p Person, customer string, note func(error)) {
	cart := s.Cart
	if cart == nil {
		cart = threeThings
	}
	var bought []string
	for order, items := range [][]Item{cart[:1], cart} {
		if s.VerifyEach {
			otp, err := s.SendOTP(ctx, p, false)
			note(err)
			_, err = s.VerifyOTP(ctx, p, otp, total(items))
			note(err)
		}
		ids, err := s.Buy(ctx, customer, 1001+order, items)
		if err == nil && len(ids) != len(items) {
			err = errors.New("create-purchases: " + strconv.Itoa(len(ids)) + " records for " + strconv.Itoa(len(items)) + " items")
		}
		note(err)
		bought = append(bought, ids...)
	}
	for _, id := range bought {
		note(s.GetItem(ctx, id))
	}
	if len(bought) < 3 {
		return
	}
	note(s.Collect(ctx, bought[0]))
	if s.CollectSingly {
		note(s.Collect(ctx, bought[1]))
		note(s.Collect(ctx, bought[2]))
	} else {
		note(s.Collect(ctx, bought[1:3]...))
	}
	note(s.Cancel(ctx, bought[len(bought)-1]))
}

// Passersby are more customers, for Store.More.
var Passersby = []Person{
	{"Baraka", "Mutua", "20000011", "+254722000011", "baraka@customers.example", Private},
	{"Chebet", "Kiprop", "20000012", "+254722000012", "chebet@customers.example", SelfEmployed},
	{"Dalmas", "Ouma", "20000013", "+254722000013", "dalmas@customers.example", Private},
	{"Esther", "Njeri", "20000014", "+254722000014", "esther@customers.example", SelfEmployed},
	{"Faraja", "Mwende", "20000015", "+254722000015", "faraja@customers.example", Government},
}

// serveMore serves the customers of More. Each buys one to three chairs for another price.
func (s *Store) serveMore(ctx context.Context, note func(error)) {
	for n, p := range s.More {
		chair := Item{"furniture", "Seti", "S-" + strconv.Itoa(n), "A chair", 2100 + 10*n}
		cart := slices.Repeat([]Item{chair}, n%3+1)
		otp, err := s.SendOTP(ctx, p, true)
		note(err)
		_, err = s.VerifyOTP(ctx, p, otp, total(cart))
		note(err)
		customer, err := s.CreateLimit(ctx, p)
		note(err)
		_, err = s.Buy(ctx, customer, 2001+n, cart)
		note(err)
	}
}
