package reference_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/reference"
)

// members are the members of a JSON object in a request; a value of raw is
// written as it is, one of absent is left out.
type members map[string]any

type raw string

func (r raw) MarshalJSON() ([]byte, error) { return []byte(r), nil }

const absent = raw("\x00absent")

// but is the object with some members replaced.
func (m members) but(changes members) members {
	changed := maps.Clone(m)
	maps.Copy(changed, changes)
	for name, value := range changed {
		if value == absent {
			delete(changed, name)
		}
	}
	return changed
}

// reply is what a service answered.
type reply struct {
	status int
	header http.Header
	body   gjson.Result
}

func (r reply) str(path string) string { return r.body.Get(path).String() }

type server struct {
	t *testing.T
	*reference.Service
}

// serve starts a service of a fixed seed and a clock that stands still.
func serve(t *testing.T, options reference.Options) server {
	if options.Clock == nil {
		options.Clock = func() time.Time { return time.Date(2026, 3, 4, 5, 6, 7, 8e6, time.UTC) }
	}
	options.Seed = orElse(options.Seed, 1)
	return server{t: t, Service: reference.New(options)}
}

func orElse(value, fallback int64) int64 {
	if value == 0 {
		return fallback
	}
	return value
}

func request(method, path string, body any) *http.Request {
	text, ok := body.(string)
	if !ok && body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			panic(err)
		}
		text = string(encoded)
	}
	r := httptest.NewRequest(method, path, strings.NewReader(text))
	r.Header.Set("Authorization", "Bearer "+reference.DefaultToken)
	r.Header.Set("Content-Type", "application/json")
	if path == lookupPath {
		r.Header.Set("Noncestr", "n")
		r.Header.Set("Sign", "s")
		r.Header.Set("Timestamp", "1")
	}
	return r
}

func (s server) send(r *http.Request) reply {
	s.t.Helper()
	recorder := httptest.NewRecorder()
	s.ServeHTTP(recorder, r)
	text := recorder.Body.String()
	if text != "" {
		require.True(s.t, json.Valid([]byte(text)), text)
	}
	return reply{status: recorder.Code, header: recorder.Header(), body: gjson.Parse(text)}
}

func (s server) do(method, path string, body any) reply {
	s.t.Helper()
	return s.send(request(method, path, body))
}

const (
	lookupPath    = "/open/op/customer/detail"
	limitsPath    = "/api/v2/limits"
	purchasesPath = "/api/v2/purchases"
	sendPath      = "/api/v2/otp/send"
	verifyPath    = "/api/v2/otp/verify"
	unknownID     = "00000000-0000-4000-8000-00000000dead"
)

func employment() members {
	return members{
		"employer": "Acme", "net_income": 90000, "expenses": 40000, "job_level": "Associate",
		"job_function": "Sales", "employer_sector": "private_sector", "payment_type": "mpesa",
	}
}

func business() members {
	return members{
		"business_type": "freelancer", "business_name": "Duka", "business_payment_type": "cash",
		"business_location": "Nairobi, Kenya", "gross_monthly_revenue": 120000,
		"average_monthly_expenses": 30000, "average_monthly_personal_expense": 20000,
		"business_industry": "Sales", "business_registered": true,
	}
}

// applicant is a whole limit request of the nth person.
func applicant(n int) members {
	return members{
		"first_name": "Aïsha", "last_name": "Ng'ang'a <&>", "id_number": fmt.Sprintf("3%07d", n),
		"country_code": "KE", "phone_number": fmt.Sprintf("+2547%08d", n), "employed": true,
		"gender": "female", "date_of_birth": "01/31/1991", "marital_status": "married",
		"email": fmt.Sprintf("Person%d@customers.example", n), "loan_amount": 50000,
		"referral_source": reference.DefaultStoreKey, "employed_occupational_detail": employment(),
	}
}

func selfEmployed(n int) members {
	return applicant(n).but(members{
		"employed": false, "employed_occupational_detail": absent, "self_employed_occupational_detail": business(),
	})
}

func item() members {
	return members{
		"item_type": "phone", "item_brand": "Nokia", "store_key": reference.DefaultStoreKey,
		"delivery_option": "store_delivery", "preferred_option": "delivery", "item_description": "3310",
		"facility_plan": "provider_regular_plan", "item_code": "SKU-1", "item_value": 1000,
		"item_topup": "", "topup_ref": "",
	}
}

func cart(customerID string, items ...members) members {
	return members{"customer_id": customerID, "order_id": 77, "items": items}
}

func (s server) customer(n int) string {
	s.t.Helper()
	made := s.do(http.MethodPost, limitsPath, applicant(n))
	require.Equal(s.t, http.StatusCreated, made.status, made.body.Raw)
	return made.str("data.customer_details.id")
}

func (s server) buy(customerID string, items ...members) reply {
	s.t.Helper()
	bought := s.do(http.MethodPost, purchasesPath, cart(customerID, items...))
	require.Equal(s.t, http.StatusCreated, bought.status, bought.body.Raw)
	return bought
}

func newcomer(n int) members {
	return members{
		"phone_number": fmt.Sprintf("+2547%08d", n), "id_number": fmt.Sprintf("3%07d", n), "first_name": "Aïsha",
		"last_name": "N", "country_code": "KE", "date_of_birth": "31/01/1991",
	}
}

// verify sends an OTP to the nth person and verifies it.
func (s server) verify(n int) reply {
	s.t.Helper()
	who := newcomer(n)
	sent := s.do(http.MethodPost, sendPath, who)
	require.Equal(s.t, http.StatusOK, sent.status, sent.body.Raw)
	return s.do(http.MethodPost, verifyPath, members{
		"id_number": who["id_number"], "phone_number": who["phone_number"],
		"item_value": "1000", "otp": sent.str("data.otp"),
	})
}
