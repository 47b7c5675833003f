package certify_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/testsize"
)

// contrarian is a second service, written from the specification apart from the
// reference, that decides otherwise wherever the specification lets it: other
// paths and types, refusals with HTTP 200, OTP before a limit, unique item
// codes, delivery_option required and preferred_option given its default,
// deliveries in a state of their own, cancelled items gone, records in reverse,
// UUIDs in upper case.
type contrarian struct {
	mu     sync.Mutex
	limit  float64
	people map[string]*account // by id number
	otps   map[string]*sent    // by phone
	items  map[string]*bought  // by id
	codes  map[string]bool
}

type account struct {
	details   map[string]any
	id, limit string
	phone     string
	available float64
	updated   string
}

type sent struct {
	otp, idNumber string
	verified      bool
}

type bought struct {
	record  map[string]any
	orderID any
	buyer   *account
}

type object = map[string]any

func newContrarian(limit float64) *contrarian {
	return &contrarian{limit: limit, people: map[string]*account{}, otps: map[string]*sent{}, items: map[string]*bought{}, codes: map[string]bool{}}
}

func (s *contrarian) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	body := object{}
	raw, _ := io.ReadAll(r.Body)
	status := 200
	var answer object
	switch {
	case r.Header.Get("Authorization") != "Bearer contrary-token":
		answer = refusal(401)
		if r.URL.Path == "/open/op/customer/detail" {
			answer = object{"code": 500, "msg": "Token?", "data": nil, "success": false}
		}
	case len(raw) > 0 && json.Unmarshal(raw, &body) != nil:
		answer = refusal(400)
	default:
		status, answer = s.route(r, body)
	}
	w.Header().Set("Content-Type", "application/json; charset=UTF-8")
	w.WriteHeader(status)
	var text bytes.Buffer
	_ = json.NewEncoder(&text).Encode(answer)
	_ = json.Indent(&text, bytes.Clone(text.Bytes()), " ", "\t")
	_, _ = w.Write(text.Bytes()[strings.LastIndex(text.String(), "\n{")+1:])
}

func (s *contrarian) route(r *http.Request, body object) (int, object) {
	path, last := r.URL.Path, strings.ToUpper(r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:])
	switch {
	case r.Method == "POST" && path == "/otp/api/v2/send":
		return s.send(body)
	case r.Method == "POST" && path == "/otp/api/v2/verify":
		return s.verify(body)
	case r.Method == "POST" && path == "/api/v2/limits":
		return s.createLimit(body)
	case r.Method == "GET" && strings.HasPrefix(path, "/api/v2/limits/"):
		return s.fetchLimit(last)
	case r.Method == "POST" && path == "/open/op/customer/detail":
		return s.find(r, body)
	case r.Method == "POST" && path == "/api/v2/purchases":
		return s.buy(body)
	case r.Method == "PUT" && path == "/api/v2/purchases":
		return s.update(body)
	case strings.HasPrefix(path, "/api/v2/purchases/") && s.items[last] != nil:
		return s.item(r.Method, last)
	}
	return 200, refusal(404)
}

func refusal(status int) object {
	return object{"apiVersion": "2.0", "status": status, "error": "no"}
}

func envelope(status int, more object) (int, object) {
	all := object{"apiVersion": "2.0", "status": status, "trace": "x"}
	maps.Copy(all, more)
	return status, all
}

func national(phone any) string {
	digits := regexp.MustCompile(`\D`).ReplaceAllString(fmt.Sprint(phone), "")
	return "0" + strings.TrimPrefix(strings.TrimPrefix(digits, "254"), "0")
}

func (s *contrarian) send(b object) (int, object) {
	id, phone := fmt.Sprint(b["id_number"]), national(b["phone_number"])
	if p := s.people[id]; p != nil && p.phone != phone {
		return 200, refusal(422)
	} else if _, err := time.Parse("02/01/2006", fmt.Sprint(b["date_of_birth"])); p == nil && (err != nil || b["first_name"] == nil) {
		return 200, refusal(422)
	}
	n, _ := rand.Int(rand.Reader, big.NewInt(1_000_000))
	s.otps[phone] = &sent{otp: fmt.Sprintf("%06d", n), idNumber: id}
	return envelope(200, object{"request_id": uuid.NewString(), "data": object{"message": "sent", "otp": s.otps[phone].otp}})
}

func (s *contrarian) verify(b object) (int, object) {
	o := s.otps[national(b["phone_number"])]
	if o == nil || o.otp != b["otp"] || o.idNumber != b["id_number"] {
		return 200, refusal(422)
	}
	o.verified = true
	p := s.people[o.idNumber]
	if p == nil {
		return 200, refusal(404) // verified, but there is no account to tell of
	}
	return envelope(200, object{"request_id": uuid.NewString(), "data": object{
		"id": p.id, "credit_limit": s.limit, "available_limit": p.available, "credit_limit_status": "limit_active", "payment_terms": terms(),
	}})
}

func terms() object {
	return object{"principal_amount": "1.00", "upfront_fees": "0.10", "first_installment": "0.30", "minimum_payment": "0.00"}
}

func (s *contrarian) createLimit(b object) (int, object) {
	phone, id := national(b["phone_number"]), fmt.Sprint(b["id_number"])
	_, employed := b["employed"].(string)
	_, amount := b["loan_amount"].(string)
	if o := s.otps[phone]; o == nil || !o.verified || !employed || !amount || b["password"] == nil {
		return 200, refusal(422)
	}
	status := 200
	if s.people[id] == nil {
		status = 201
		s.people[id] = &account{
			details: b, id: strings.ToUpper(uuid.NewString()), limit: uuid.NewString(), phone: phone,
			available: s.limit, updated: time.Now().UTC().Format(time.RFC3339),
		}
	}
	return envelope(status, object{"request_id": uuid.NewString(), "data": s.limitRecord(s.people[id])})
}

func (s *contrarian) limitRecord(p *account) object {
	d := p.details
	return object{"updated": p.updated, "payment_terms": terms(),
		"customer_details": object{"id": p.id, "first_name": d["first_name"], "last_name": d["last_name"], "email": d["email"],
			"id_number": d["id_number"], "mobile_number": p.phone, "referral_source": d["referral_source"], "vip": true},
		"credit_limit_details": object{"id": p.limit, "credit_limit": s.limit, "available_limit": p.available, "credit_limit_status": "limit_active"}}
}

func (s *contrarian) account(match func(*account) bool) *account {
	for _, p := range s.people {
		if match(p) {
			return p
		}
	}
	return nil
}

func (s *contrarian) fetchLimit(id string) (int, object) {
	p := s.account(func(p *account) bool { return p.id == id })
	if p == nil {
		return 200, refusal(404)
	}
	return envelope(200, object{"request_id": uuid.NewString(), "data": s.limitRecord(p)})
}

func (s *contrarian) find(r *http.Request, b object) (int, object) {
	v := fmt.Sprint(b["value"])
	fields := map[string]func(*account) bool{
		"mobile": func(p *account) bool { return p.phone == national(v) }, "phoneNumber": func(p *account) bool { return p.phone == national(v) },
		"memberId": func(p *account) bool { return "M"+p.limit == v }, "NATIONAL_ID": func(p *account) bool { return p.details["id_number"] == v },
		"email": func(p *account) bool { return p.details["email"] == v }, "PASSPORT": func(*account) bool { return false },
	}
	match := fields[fmt.Sprint(b["queryFieldEnum"])]
	if match == nil || r.Header["Sign"] == nil || r.Header["Noncestr"] == nil || r.Header["Timestamp"] == nil {
		return 400, object{"code": 400, "msg": "no", "data": nil, "success": false}
	}
	data := object{"redirectUrl": "https://join.example", "creditLimitInfo": nil, "baseInfo": nil}
	if p := s.account(match); p != nil {
		d := p.details
		data = object{"redirectUrl": nil,
			"creditLimitInfo": object{"creditLimitNo": "1", "applicationNo": "2", "memberId": "M" + p.limit, "productNo": "3", "creditLimit": s.limit,
				"usedLimit": s.limit - p.available, "frozenLimit": 0, "availableLimit": p.available, "currency": "KES"},
			"baseInfo": object{"countryId": 1, "memberId": "M" + p.limit, "email": d["email"], "firstName": d["first_name"], "lastName": d["last_name"],
				"mobile": p.phone, "nationalIdNo": d["id_number"], "imageUrl": nil, "passportNo": nil, "bvnNo": nil, "gender": 1, "maritalStatus": 0,
				"birthday": 0, "registerTime": 1, "createTime": 1}}
	}
	return 200, object{"code": 200, "msg": "OK", "data": data, "success": true}
}

func (s *contrarian) buy(b object) (int, object) {
	p := s.account(func(p *account) bool { return p.id == b["customer_id"] })
	order, isString := b["order_id"].(string)
	sum := 0.0
	items, _ := b["items"].([]any)
	for _, one := range items {
		i := one.(object)
		price, number := i["item_value"].(float64)
		if !number || i["delivery_option"] == nil || s.codes[fmt.Sprint(i["item_code"])] {
			return 200, refusal(422)
		}
		if i["preferred_option"] == nil {
			i["preferred_option"] = "delivery"
		}
		s.codes[fmt.Sprint(i["item_code"])] = true
		sum += price
	}
	if p == nil || !isString || len(items) == 0 || sum > p.available {
		return 200, refusal(409)
	}
	p.available -= sum
	var records []any
	for _, one := range items {
		records = append(records, s.record(one.(object), order, p))
	}
	slices.Reverse(records)
	return envelope(201, object{"order_id": order, "data": records})
}

func (s *contrarian) record(i object, order string, p *account) object {
	id, now := strings.ToUpper(uuid.NewString()), time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	state := "pending_delivery"
	if i["delivery_option"] == "customer_store_pickup" && i["preferred_option"] == "pick_up" {
		state = "pending_collection_customer"
	}
	record := object{"id": id, "facility_status": state, "loan_application_detail_id": uuid.NewString(), "partner_store_id": uuid.NewString(),
		"loan_product_id": uuid.NewString(), "item_topup": 0, "topup_ref": "", "upfront_fees": 12.5, "interest_rate": 0, "loan_duration": 0,
		"facility_plan": 7, "store_name": "Duka", "source": "", "accepted_terms": "accepted", "created_at": now, "updated_at": now, "extra": []any{1}}
	for _, member := range []string{"item_value", "preferred_option", "delivery_option", "item_type", "item_brand", "item_code", "item_description"} {
		record[member] = i[member]
	}
	s.items[id] = &bought{record: record, orderID: order, buyer: p}
	return record
}

func (s *contrarian) update(b object) (int, object) {
	wanted, _ := b["items"].([]any)
	var records []any
	for _, one := range wanted {
		i := s.items[strings.ToUpper(fmt.Sprint(one.(object)["id"]))]
		if i == nil || i.record["facility_status"] != "pending_collection_customer" {
			return 200, refusal(409)
		}
		i.record["facility_status"] = one.(object)["facility_status"]
		i.record["updated_at"] = time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
		records = append([]any{i.record}, records...)
	}
	return envelope(200, object{"data": records})
}

func (s *contrarian) item(method, id string) (int, object) {
	i := s.items[id]
	switch method {
	case "GET":
		return envelope(200, object{"order_id": i.orderID, "data": i.record})
	case "DELETE":
		delete(s.items, id)
		i.buyer.available += i.record["item_value"].(float64)
		return envelope(200, object{"data": object{"message": "Gone: " + strings.ToLower(id)}})
	}
	return 200, refusal(405)
}

// TestAContrarianIsConformant holds the suite to fairness: with ample limits,
// and with ones that a careless suite would overdraw.
func TestAContrarianIsConformant(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	seeds := int64(testsize.Of(1, 4))
	for _, limit := range []float64{150, 5_000, 3_000_000} {
		for seed := range seeds {
			t.Run(fmt.Sprintf("limit %.0f seed %d", limit, seed+1), func(t *testing.T) {
				t.Parallel()
				o := inProcess(newContrarian(limit))
				o.Token, o.Seed = client.StaticToken("contrary-token"), seed+1
				requireConformant(t, o)
			})
		}
	}
}

// TestOneRunLeavesRoomForTheNext certifies one target again and again, as a
// pipeline does: what it remembers of earlier runs is nothing against it.
func TestOneRunLeavesRoomForTheNext(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	service := newContrarian(20_000)
	for _, seed := range []int64{1, 1, 2}[:testsize.Of(2, 3)] {
		o := inProcess(service)
		o.Token, o.Seed = client.StaticToken("contrary-token"), seed
		requireConformant(t, o)
	}
}

// TestAContrarianCanFail holds that it is the suite that finds it conformant.
func TestAContrarianCanFail(t *testing.T) {
	t.Parallel()
	testsize.SkipIfShort(t)
	service := newContrarian(5_000)
	o := inProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = strings.Replace(r.URL.Path, "/open/op/", "/open/up/", 1)
		service.ServeHTTP(w, r)
	}))
	o.Token = client.StaticToken("contrary-token")
	run := certifyThin(context.Background(), t, o)
	require.Equal(t, result.NonConformant, run.Verdict)
	require.Equal(t, []string{"LKP-03", "LKP-11"}, failed(run), "no answer has the envelope of a lookup")
}
