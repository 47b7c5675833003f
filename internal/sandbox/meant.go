package sandbox

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/spec"
)

// attempt is a request that a refused one may have meant.
type attempt struct {
	path string
	body map[string]any
}

// asMeant serves what a refused request may have meant: what is wrong with it
// is put right, the rest stays. It is nil when that cannot be told.
func (s *Sandbox) asMeant(r *http.Request, body []byte) *answer {
	if isUnreadable(r, body) {
		return s.refusal(r, body)
	}
	var given map[string]any
	_ = json.Unmarshal(body, &given) // what is no object counts as an empty one
	for _, try := range s.attempts(r, given) {
		if answer := s.inside(r, r.Method, try.path, try.body); !answer.refused() {
			return answer
		}
	}
	return nil
}

// isUnreadable tells a body that is no JSON, where section 4 shows one. What it asks for
// cannot be told, and an answer with made-up data would lead the build to later calls that
// hide the cause.
func isUnreadable(r *http.Request, body []byte) bool {
	return (r.Method == http.MethodPost || r.Method == http.MethodPut) && !json.Valid(body)
}

// refusal is the answer to a body that cannot be read, whatever else is wrong with the
// request.
func (s *Sandbox) refusal(r *http.Request, body []byte) *answer {
	return s.serve(r, r.Method, documentedPath(r.URL.Path), s.plainHeader(), body)
}

func (s *Sandbox) plainHeader() http.Header {
	return http.Header{
		"Authorization": {"Bearer " + s.options.Token}, "Content-Type": {"application/json"},
		"Noncestr": {"1"}, "Sign": {"1"}, "Timestamp": {"1"},
	}
}

// inside serves a request of the sandbox's own making.
func (s *Sandbox) inside(r *http.Request, method, path string, body map[string]any) *answer {
	encoded, err := json.Marshal(body)
	if err != nil || body == nil {
		encoded = nil
	}
	return s.serve(r, method, path, s.plainHeader(), encoded)
}

// version is that of a path, whichever it is.
var version = regexp.MustCompile(`/api/v[0-9]+/`)

// documentedPath is the path that one with something before it, with a slash too
// many, of another version or in other letters was meant for; the last part may
// be an id.
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

// attempts lists what a request may have meant, the nearest first.
func (s *Sandbox) attempts(r *http.Request, given map[string]any) []attempt {
	path := documentedPath(r.URL.Path)
	if path != r.URL.Path || given != nil { // the path or a header may be all that is wrong
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
		return []attempt{{path, nil}, {spec.Of(spec.FetchLimit).At(someone().CustomerID), nil}}
	case isAt(path, spec.CreatePurchases) && r.Method == http.MethodPost:
		return orders(path, given)
	case strings.HasPrefix(path, spec.Of(spec.GetPurchase).Path):
		return s.onItems(r, path, given)
	}
	return nil
}

// isAt tells whether a path is one that section 4 shows for an endpoint.
func isAt(path, endpoint string) bool {
	e := spec.Of(endpoint)
	return path == e.Path || (e.OtherPath != "" && path == e.OtherPath)
}

func someone() reference.TestCustomer { return reference.TestCustomers()[0] }

// textOf is a member that is a string with something in it, or a fallback.
func textOf(given map[string]any, name, fallback string) string {
	if text, ok := given[name].(string); ok && strings.TrimSpace(text) != "" {
		return text
	}
	return fallback
}

func phoneOf(given map[string]any) string {
	phone := textOf(given, "phone_number", someone().PhoneNumber)
	if n := len(digitsOf(phone)); n < 7 || n > 15 {
		return someone().PhoneNumber
	}
	return "+" + digitsOf(phone)
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// sendings take the id number for real, or else one that belongs to the phone.
func sendings(path string, given map[string]any) []attempt {
	phone := phoneOf(given)
	var all []attempt
	for _, id := range idNumbers(given, phone) {
		all = append(all, attempt{path, map[string]any{"id_number": id, "phone_number": phone}})
	}
	return all
}

func idNumbers(given map[string]any, phone string) []string {
	return []string{textOf(given, "id_number", "9"+digitsOf(phone)), "9" + digitsOf(phone), someone().IDNumber}
}

// verifies send an OTP anew, so that there is one to verify.
func (s *Sandbox) verifies(r *http.Request, path string, given map[string]any) []attempt {
	phone := phoneOf(given)
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

// amountLike is an amount, as far as there is one.
func amountLike(value any) string {
	text, _ := value.(string)
	if d := digitsOf(text); d != "" && d == text && len(d) <= 15 {
		return d
	}
	return "1000"
}

// limitLike is a request of which only who it is about is taken over.
func limitLike(given map[string]any) map[string]any {
	phone := phoneOf(given)
	return map[string]any{
		"first_name": textOf(given, "first_name", "Amina"), "last_name": textOf(given, "last_name", "Mwangi"),
		"id_number": textOf(given, "id_number", "9"+digitsOf(phone)), "country_code": "KE", "phone_number": phone,
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

// orders put the items right, and then the customer as well.
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

// onItems puts items of its own in the place of items that are not known.
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

// spare buys an item for a published customer.
func (s *Sandbox) spare(r *http.Request) string {
	for _, order := range orders(spec.Of(spec.CreatePurchases).Path, map[string]any{"customer_id": someone().CustomerID}) {
		bought := s.inside(r, http.MethodPost, order.path, order.body)
		if id := gjson.GetBytes(bought.body.Bytes(), "data.0.id"); id.Exists() {
			return id.String()
		}
	}
	return ""
}
