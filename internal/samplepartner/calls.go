package samplepartner

import (
	"context"
	"net/http"
)

// Person is a customer of the store.
type Person struct {
	FirstName, LastName string
	IDNumber, Phone     string // the phone with its +
	Email               string
	Work                Work
}

// Work is the kind of a person's occupation.
type Work int

// The three cases of sections 2.5 and 2.6.
const (
	Private Work = iota
	Government
	SelfEmployed
)

// Item is an item in a cart.
type Item struct {
	Type, Brand, Code, Description string
	Value                          int
}

// SendOTP requests an OTP for a known customer, or with all details for a new one (4.1). It
// returns the OTP from the answer, or else from ReadOTP.
func (s *Store) SendOTP(ctx context.Context, p Person, isNew bool) (string, error) {
	body := map[string]any{"id_number": p.IDNumber, "phone_number": p.Phone}
	if isNew {
		body["first_name"], body["last_name"] = p.FirstName, p.LastName
		body["country_code"], body["date_of_birth"] = "KE", "01/31/1990"
	}
	answer, err := s.call(ctx, &Request{Endpoint: "send-otp", Method: http.MethodPost, Path: "/api/v2/otp/send", Body: body})
	return s.otpOf(answer, p.Phone), err
}

// otpOf returns the OTP of an answer to send OTP, or the one that the customer reads.
func (s *Store) otpOf(answer map[string]any, phone string) string {
	if otp := text(answer, "data", "otp"); otp != "" {
		return otp
	}
	if s.ReadOTP != nil {
		return s.ReadOTP(phone)
	}
	return "000000"
}

// VerifyOTP verifies an OTP for a cart, and returns the customer's id (4.2).
func (s *Store) VerifyOTP(ctx context.Context, p Person, otp, cart string) (string, error) {
	answer, err := s.call(ctx, &Request{Endpoint: "verify-otp", Method: http.MethodPost, Path: "/api/v2/otp/verify", Body: map[string]any{
		"id_number": p.IDNumber, "phone_number": p.Phone, "otp": otp, "item_value": cart,
	}})
	return text(answer, "data", "id"), err
}

// CreateLimit requests a credit limit, and returns the customer's id (4.3).
func (s *Store) CreateLimit(ctx context.Context, p Person) (string, error) {
	body := map[string]any{
		"first_name": p.FirstName, "last_name": p.LastName, "id_number": p.IDNumber, "country_code": "KE",
		"phone_number": p.Phone, "employed": p.Work != SelfEmployed, "gender": "female", "date_of_birth": "01/31/1990",
		"marital_status": "married", "email": p.Email, "loan_amount": 45000, "referral_source": s.StoreKey,
	}
	name, detail := OccupationOf(p.Work)
	body[name] = detail
	if p.Work == Government {
		body["password"] = "chosen by the customer" // as in the samples, although it is not needed
	}
	answer, err := s.call(ctx, &Request{Endpoint: "create-limit", Method: http.MethodPost, Path: "/api/v2/limits", Body: body})
	return text(answer, "data", "customer_details", "id"), err
}

func OccupationOf(w Work) (string, map[string]any) {
	if w == SelfEmployed {
		return "self_employed_occupational_detail", map[string]any{
			"business_type": "sole_proprietorship", "business_name": "Corner Shop", "business_payment_type": "mpesa",
			"business_location": "Nairobi, Kenya", "gross_monthly_revenue": 250000, "average_monthly_expenses": 90000,
			"average_monthly_personal_expense": 40000, "business_industry": "Trade & Services", "business_registered": true,
		}
	}
	detail := map[string]any{
		"employer": "Kilele Ltd", "net_income": 120000, "expenses": 40000, "job_level": "Senior Manager",
		"job_function": "IT & Software", "employer_sector": "private_sector", "payment_type": "bank",
	}
	if w == Government {
		detail["employer"], detail["employer_sector"], detail["job_group"] = "Ministry of Health", "government_sector", "K"
	}
	return "employed_occupational_detail", detail
}

// FetchLimit fetches the limit of a customer (4.4).
func (s *Store) FetchLimit(ctx context.Context, customer string) error {
	_, err := s.call(ctx, &Request{Endpoint: "fetch-limit", Method: http.MethodGet, Path: "/api/v2/limits/" + customer})
	return err
}

// LookUp finds a customer (4.5). It returns the member id, or the sign-up address of a person
// without a limit.
func (s *Store) LookUp(ctx context.Context, field, value string) (member, signUp string, err error) {
	answer, err := s.call(ctx, &Request{Endpoint: "customer-lookup", Method: http.MethodPost, Path: "/open/op/customer/detail",
		Body: map[string]any{"queryFieldEnum": field, "value": value}})
	return text(answer, "data", "creditLimitInfo", "memberId"), text(answer, "data", "redirectUrl"), err
}

// Buy finances a cart, and returns the ids of its items (4.6).
func (s *Store) Buy(ctx context.Context, customer string, order int, cart []Item) ([]string, error) {
	items := make([]any, len(cart))
	for i, item := range cart {
		items[i] = map[string]any{
			"item_type": item.Type, "item_brand": item.Brand, "store_key": s.StoreKey,
			"delivery_option": "customer_store_pickup", "preferred_option": "pick_up",
			"item_description": item.Description, "facility_plan": "provider_regular_plan",
			"item_code": item.Code, "item_value": item.Value, "item_topup": "", "topup_ref": "",
		}
	}
	answer, err := s.call(ctx, &Request{Endpoint: "create-purchases", Method: http.MethodPost, Path: "/api/v2/purchases",
		Body: map[string]any{"customer_id": customer, "order_id": order, "items": items}})
	records, _ := answer["data"].([]any)
	var ids []string
	for _, record := range records {
		members, _ := record.(map[string]any)
		ids = append(ids, text(members, "id"))
	}
	return ids, err
}

// GetItem gets one item (4.7).
func (s *Store) GetItem(ctx context.Context, id string) error {
	_, err := s.call(ctx, &Request{Endpoint: "get-purchase", Method: http.MethodGet, Path: "/api/v2/purchases/" + id})
	return err
}

// Collect reports that items were collected. If there is one item, its id is also in the path
// (4.8).
func (s *Store) Collect(ctx context.Context, ids ...string) error {
	var items []any
	for _, id := range ids {
		items = append(items, map[string]any{"id": id, "facility_status": "collected_by_agent"})
	}
	path := "/api/v2/purchases"
	if len(ids) == 1 {
		path += "/" + ids[0]
	}
	_, err := s.call(ctx, &Request{Endpoint: "update-purchases", Method: http.MethodPut, Path: path, Body: map[string]any{"items": items}})
	return err
}

// Cancel cancels one item (4.9).
func (s *Store) Cancel(ctx context.Context, id string) error {
	_, err := s.call(ctx, &Request{Endpoint: "cancel-purchase", Method: http.MethodDelete, Path: "/api/v2/purchases/" + id})
	return err
}

// text returns the string at a path of names in an answer, or "" if there is none.
func text(body map[string]any, names ...string) string {
	for _, name := range names[:len(names)-1] {
		body, _ = body[name].(map[string]any)
	}
	found, _ := body[names[len(names)-1]].(string)
	return found
}
