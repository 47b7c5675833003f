package sandbox

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/spec"
)

// attempt is a valid request that a refused one may have meant.
type attempt struct {
	path string
	body map[string]any
}

// asMeant serves the request that a refused one may have meant. It corrects what is wrong and
// keeps the rest. It returns nil if it finds no such request.
func (s *Sandbox) asMeant(r *http.Request, body []byte) *answer {
	if isUnreadable(r, body) {
		return s.refusal(r, body)
	}
	given := asObject(body)
	for _, try := range s.attempts(r, given) {
		if answer := s.inside(r, r.Method, try.path, try.body); !answer.refused() {
			return answer
		}
	}
	return nil
}

// asObject decodes a body. One that is not an object counts as an empty object.
func asObject(body []byte) (given map[string]any) {
	_ = json.Unmarshal(body, &given)
	return given
}

// isUnreadable reports whether a body is not JSON although section 4 shows a JSON body. The
// meaning of such a request cannot be known. An answer with made-up data would lead the build to
// later calls that hide the cause.
func isUnreadable(r *http.Request, body []byte) bool {
	return (r.Method == http.MethodPost || r.Method == http.MethodPut) && !json.Valid(body)
}

// refusal returns the answer to an unreadable body, whatever else is wrong with the request.
func (s *Sandbox) refusal(r *http.Request, body []byte) *answer {
	return s.serve(r, r.Method, documentedPath(r.URL.Path), s.plainHeader(), body)
}

func (s *Sandbox) plainHeader() http.Header {
	return http.Header{
		"Authorization": {"Bearer " + s.options.Token}, "Content-Type": {"application/json"},
		"Noncestr": {"1"}, "Sign": {"1"}, "Timestamp": {"1"},
	}
}

// inside serves a request that the sandbox itself has made.
func (s *Sandbox) inside(r *http.Request, method, path string, body map[string]any) *answer {
	encoded, err := json.Marshal(body)
	if err != nil || body == nil {
		encoded = nil
	}
	return s.serve(r, method, path, s.plainHeader(), encoded)
}

// version matches the version in a path.
var version = regexp.MustCompile(`/api/v[0-9]+/`)

// documentedPath returns the documented path that a similar path may mean. It corrects a prefix,
// additional slashes, another version, and capital letters. The last part may be an id.
func documentedPath(path string) string {
	for strings.Contains(path, "//") {
		path = strings.ReplaceAll(path, "//", "/")
	}
	path = strings.TrimSuffix(path, "/")
	lower := version.ReplaceAllString(strings.ToLower(path), "/api/v2/")
	for _, root := range []string{"/otp/api/v2/", "/api/v2/", "/open/op/"} {
		if at := strings.Index(lower, root); at >= 0 {
			return lower[at:]
		}
	}
	return path
}

// attempts lists the requests that a refused one may have meant, the most similar first.
func (s *Sandbox) attempts(r *http.Request, given map[string]any) []attempt {
	path := documentedPath(r.URL.Path)
	if path != r.URL.Path || given != nil { // perhaps only the path or a header is wrong
		return append([]attempt{{path, given}}, s.attemptsAt(r, path, given)...)
	}
	return s.attemptsAt(r, path, given)
}

func (s *Sandbox) attemptsAt(r *http.Request, path string, given map[string]any) []attempt {
	switch {
	case isAt(path, spec.SendOTP):
		return sendings(path, given)
	case isAt(path, spec.VerifyOTP):
		return s.verifies(r, path, given)
	case isAt(path, spec.CreateLimit):
		return []attempt{{path, limitLike(given)}}
	case isAt(path, spec.CustomerLookup):
		return []attempt{{path, lookupLike(given)}, {path, lookupLike(nil)}}
	case strings.HasPrefix(path, spec.Of(spec.FetchLimit).At("")):
		s.service.Adopt(strings.TrimPrefix(path, spec.Of(spec.FetchLimit).At("")))
		return []attempt{{path, nil}, {spec.Of(spec.FetchLimit).At(someone().CustomerID), nil}}
	case isAt(path, spec.CreatePurchases) && r.Method == http.MethodPost:
		s.service.Adopt(textOf(given, "customer_id", ""))
		return orders(path, given)
	case strings.HasPrefix(path, spec.Of(spec.GetPurchase).Path):
		return s.onItems(r, path, given)
	}
	return nil
}

// isAt reports whether section 4 shows this path for an endpoint.
func isAt(path, endpoint string) bool {
	e := spec.Of(endpoint)
	return path == e.Path || (e.OtherPath != "" && path == e.OtherPath)
}

func someone() reference.TestCustomer { return reference.TestCustomers()[0] }

// textOf returns a member that is a string and not blank, or a fallback.
func textOf(given map[string]any, name, fallback string) string {
	if text, ok := given[name].(string); ok && strings.TrimSpace(text) != "" {
		return text
	}
	return fallback
}

func phoneOf(given map[string]any) string {
	phone := textOf(given, "phone_number", someone().PhoneNumber)
	if n := len(judgement.Digits(phone)); n < 7 || n > 15 {
		return someone().PhoneNumber
	}
	return "+" + judgement.Digits(phone)
}

// sendings tries the given id number first, and then others that fit the phone number.
func sendings(path string, given map[string]any) []attempt {
	phone := phoneOf(given)
	var all []attempt
	for _, id := range idNumbers(given, phone) {
		all = append(all, attempt{path, map[string]any{"id_number": id, "phone_number": phone}})
	}
	return all
}

func idNumbers(given map[string]any, phone string) []string {
	return []string{textOf(given, "id_number", "9"+judgement.Digits(phone)), "9" + judgement.Digits(phone), someone().IDNumber}
}

// verifies sends a new OTP, so that there is one to verify. A mistyped one stays refused.
func (s *Sandbox) verifies(r *http.Request, path string, given map[string]any) []attempt {
	phone := phoneOf(given)
	sent, _ := s.service.LastOTP(phone)
	if s.otps.isMistyped(textOf(given, "otp", ""), sent) {
		return nil
	}
	for _, id := range idNumbers(given, phone) {
		sent := s.inside(r, http.MethodPost, spec.Of(spec.SendOTP).Path, map[string]any{"id_number": id, "phone_number": phone})
		otp, ok := s.service.LastOTP(phone)
		if sent.refused() || !ok {
			continue
		}
		return []attempt{{path, map[string]any{
			"id_number": id, "phone_number": phone, "otp": otp, "item_value": amountLike(given["item_value"]),
		}}}
	}
	return nil
}

// amountLike returns the amount in a value, or a default if it is not an amount.
func amountLike(value any) string {
	text, _ := value.(string)
	if d := judgement.Digits(text); d != "" && d == text && len(d) <= 15 {
		return d
	}
	return "1000"
}

// limitLike returns a valid limit request that keeps only the personal details of the given one.
func limitLike(given map[string]any) map[string]any {
	phone := phoneOf(given)
	return map[string]any{
		"first_name": textOf(given, "first_name", "Amina"), "last_name": textOf(given, "last_name", "Mwangi"),
		"id_number": textOf(given, "id_number", "9"+judgement.Digits(phone)), "country_code": "KE", "phone_number": phone,
		"employed": true, "gender": "female", "date_of_birth": "01/31/1990", "marital_status": "single",
		"email": "customer@customers.example", "loan_amount": 1000,
		"referral_source": textOf(given, "referral_source", reference.DefaultStoreKey),
		"employed_occupational_detail": map[string]any{
			"employer": "An employer", "net_income": 100000, "expenses": 1000, "job_level": "Associate",
			"job_function": "Other", "employer_sector": "private_sector", "payment_type": "bank",
		},
	}
}

func lookupLike(given map[string]any) map[string]any {
	return map[string]any{
		"queryFieldEnum": textOf(given, "queryFieldEnum", "mobile"), "value": textOf(given, "value", someone().PhoneNumber),
	}
}

// orders corrects the items, and in a second attempt also the customer.
func orders(path string, given map[string]any) []attempt {
	const mostItems = 100
	var items []any
	list, _ := given["items"].([]any)
	for _, item := range list[:min(len(list), mostItems)] {
		members, _ := item.(map[string]any)
		items = append(items, itemLike(members))
	}
	if len(items) == 0 {
		items = []any{itemLike(nil)}
	}
	order := map[string]any{"order_id": amountLike(given["order_id"]), "items": items, "customer_id": given["customer_id"]}
	other := maps.Clone(order)
	other["customer_id"] = someone().CustomerID
	return []attempt{{path, order}, {path, other}}
}

func itemLike(given map[string]any) map[string]any {
	return map[string]any{
		"item_type": "other", "item_brand": textOf(given, "item_brand", "A brand"),
		"store_key":       textOf(given, "store_key", reference.DefaultStoreKey),
		"delivery_option": "store_delivery", "preferred_option": "delivery",
		"item_description": textOf(given, "item_description", "An item"), "facility_plan": spec.FacilityPlan,
		"item_code": textOf(given, "item_code", "CODE"), "item_value": amountLike(given["item_value"]),
	}
}

// onItems replaces unknown items by an item that the sandbox buys itself.
func (s *Sandbox) onItems(r *http.Request, path string, given map[string]any) []attempt {
	if r.Method != http.MethodPut {
		return []attempt{{path, nil}, {spec.Of(spec.GetPurchase).At(s.spare(r)), nil}}
	}
	path = spec.Of(spec.UpdatePurchases).OtherPath
	all := []attempt{{path, map[string]any{"items": given["items"]}}}
	return append(all, attempt{path, map[string]any{"items": []any{
		map[string]any{"id": s.spare(r), "facility_status": spec.CollectedByAgent},
	}}})
}

// spare buys an item for a published customer and returns its id.
func (s *Sandbox) spare(r *http.Request) string {
	for _, order := range orders(spec.Of(spec.CreatePurchases).Path, map[string]any{"customer_id": someone().CustomerID}) {
		bought := s.inside(r, http.MethodPost, order.path, order.body)
		if id := gjson.GetBytes(bought.body.Bytes(), "data.0.id"); id.Exists() {
			return id.String()
		}
	}
	return ""
}
