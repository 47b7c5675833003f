package cli_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// Personal details and secrets that a careless store sends where they do not
// belong, or in a form that they should not have. Each is told by what of it must
// be seen nowhere.
var carelessTraces = map[string]string{
	"a phone number as a number":         "254700123456",
	"a phone number of another form":     "0722-987-654",
	"a phone number inside of an object": "254733555111",
	"a phone number in a path":           "254744222333",
	"a phone number in a query":          "254755444555",
	"a phone number in a broken body":    "254766777888",
	"a phone number where no body is":    "254777111999",
	"a phone number in a form":           "254788333222",
	"a second phone number":              "254710101010",
	"an id number as a number":           "9182736455",
	"an id number in an array":           "7364558291",
	"an email address as a phone number": "canary.phone@people.example",
	"an email address of another form":   "canary.at.people.example",
	"an email address in a lookup":       "canary.lookup@people.example",
	"an email address in a path":         "canary.path@people.example",
	"a birth date of another form":       "1987.10.23-canary",
	"an OTP with a letter":               "12x456",
	"an OTP as a number":                 "9876543",
	"a password as a number":             "3141592653",
	"a password as an object":            "hunter-canary-2",
	"a Sign given twice":                 "canary-sign-one",
	"the other Sign":                     "canary-sign-two",
	"a token in an address":              "canary-token-in-query",
	"a passport as a number":             "445566778899",
}

// storeSecrets are credentials in places of the store's own.
var storeSecrets = map[string]string{
	"an API key":              "canary-api-key-0001",
	"a session cookie":        "canary-session-0002",
	"a header named secret":   "canary-store-secret-0003",
	"a client secret":         "canary-client-secret-0004",
	"an API key in a form":    "canary-form-key-0005",
	"a password in a form":    "canary-form-password-0006",
	"a password of Basic":     "canary-basic-password-0007",
	"a token in a header":     "canary-gateway-token-0008",
	"the Sign of a lookup":    "canary-lookup-sign-0009",
	"a subscription key":      "canary-subscription-0010",
	"an assertion in a form":  "canary-assertion-0011",
	"a password in a JSON":    "canary-json-password-0012",
	"an API key in a query":   "canary-query-key-0013",
	"the bearer token itself": "canary-bearer-0014",
}

// sent is one request of a careless store.
type sent struct {
	method, path string
	header       http.Header
	body         string
}

// with adds headers to a request.
func (s sent) with(pairs ...string) sent {
	s.header = s.header.Clone()
	for n := 0; n < len(pairs); n += 2 {
		s.header.Add(pairs[n], pairs[n+1])
	}
	return s
}

// post is a call with a body that says it is JSON.
func post(token, path, body string) sent {
	return sent{http.MethodPost, path, http.Header{"Authorization": {"Bearer " + token}, "Content-Type": {"application/json"}}, body}
}

// carelessCalls are what the careless store sends with a token.
func carelessCalls(token string) []sent {
	limit := func(pairs string) sent { return post(token, "/api/v2/limits", limitRequest(pairs)) }
	calls := []sent{
		post(token, "/api/v2/otp/send", `{"phone_number":254700123456,"id_number":9182736455}`),
		post(token, "/api/v2/otp/send", `{"phone_number":"canary.phone@people.example","id_number":["7364558291"]}`),
		post(token, "/api/v2/otp/send", `{"phone_number":"0722-987-654","id_number":"","date_of_birth":"1987.10.23-canary","country_code":"KE"}`),
		post(token, "/api/v2/otp/send", `{"phone_number":"254710101010","phone_number":"254710101010","id_number":"4455"}`),
		post(token, "/api/v2/otp/send", `{"phone_number":"+254766777888","id_number":`),
		post(token, "/api/v2/otp/verify", `{"phone_number":{"number":"254733555111"},"id_number":"4455","otp":"12x456","item_value":"100"}`),
		post(token, "/api/v2/otp/verify", `{"phone_number":"254710101010","id_number":"4455","otp":9876543,"item_value":"100"}`),
		limit(`"email":"canary.at.people.example","password":3141592653`),
		limit(`"phone_number":["254733555111"],"password":{"is":"hunter-canary-2"}`),
		limit(`"date_of_birth":"1987.10.23-canary","passport_no":445566778899`),
		post(token, "/open/op/customer/detail", `{"queryFieldEnum":"mobile","value":"canary.lookup@people.example"}`).
			with("Noncestr", "n1", "Timestamp", "1", "Sign", "canary-sign-one", "Sign", "canary-sign-two"),
		post(token, "/open/op/customer/detail", `{"queryFieldEnum":"PASSPORT","value":445566778899}`).with("Noncestr", "n1", "Timestamp", "1", "Sign", "x"),
		{http.MethodGet, "/api/v2/limits/254744222333", http.Header{"Authorization": {"Bearer " + token}}, `{"phone_number":"254777111999"}`},
		{http.MethodGet, "/api/v2/limits/canary.path@people.example", http.Header{"Authorization": {"Bearer " + token}}, ""},
		{http.MethodGet, "/api/v2/purchases/5f0c1c1e-0000-4000-8000-000000000001?phone_number=254755444555&access_token=canary-token-in-query", http.Header{"Authorization": {"Bearer " + token}}, ""},
		{token, "/api/v2/otp/send", http.Header{"Authorization": {"Bearer " + token}}, `{}`}, // as the method
		{http.MethodGet, "/customers/canary.path@people.example/254744222333", http.Header{"Authorization": {"Bearer " + token}}, ""},
	}
	form := post(token, "/api/v2/otp/send", "phone_number=254788333222&id_number=9182736455")
	form.header.Set("Content-Type", "application/x-www-form-urlencoded")
	return append(calls, form)
}

// limitRequest is a limit request whose first members are given: of members that
// stand twice the last counts, so only others follow.
func limitRequest(pairs string) string {
	rest := map[string]any{
		"first_name": "Amina", "last_name": "Otieno", "id_number": "4455", "country_code": "KE", "phone_number": "254710101010",
		"employed": true, "gender": "female", "date_of_birth": "10/23/1987", "marital_status": "single", "email": "a@b.example",
		"loan_amount": 100, "referral_source": "store",
		"employed_occupational_detail": map[string]any{"employer": "x", "net_income": 1, "expenses": 1, "job_level": "Intern", "job_function": "Sales", "employer_sector": "private_sector", "payment_type": "bank"},
	}
	for name := range rest {
		if strings.Contains(pairs, `"`+name+`":`) {
			delete(rest, name)
		}
	}
	text, _ := json.Marshal(rest)
	return "{" + pairs + "," + string(text[1:])
}

// credentialCalls are those of a store with credentials in places of its own.
func credentialCalls() []sent {
	s := storeSecrets
	ours := post(s["the bearer token itself"], "/api/v2/otp/send", `{"phone_number":"+254700000001","id_number":"1000001","password":"`+s["a password in a JSON"]+`"}`).
		with("X-Api-Key", s["an API key"], "Cookie", "theme=dark; sid="+s["a session cookie"], "X-Store-Secret", s["a header named secret"],
			"X-Gateway-Token", s["a token in a header"], "Ocp-Apim-Subscription-Key", s["a subscription key"])
	lookup := post(s["the bearer token itself"], "/open/op/customer/detail", `{"queryFieldEnum":"mobile","value":"+254700000001"}`).
		with("Noncestr", "n1", "Timestamp", "1", "Sign", s["the Sign of a lookup"])
	form := sent{http.MethodPost, "/oauth/token?api_key=" + s["an API key in a query"], http.Header{
		"Content-Type":  {"application/x-www-form-urlencoded; charset=utf-8"},
		"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte("store:"+s["a password of Basic"]))},
	}, "grant_type=password&client_secret=" + s["a client secret"] + "&api_key=" + s["an API key in a form"] + "&password=" + s["a password in a form"] +
		"&client_assertion=" + s["an assertion in a form"]}
	return []sent{ours, lookup, form}
}

// send makes calls, whatever comes of them.
func send(base string, calls []sent) error {
	client := &http.Client{Timeout: 10 * time.Second}
	for _, c := range calls {
		r, err := http.NewRequest(c.method, base+c.path, strings.NewReader(c.body))
		if err != nil {
			return err
		}
		r.Header = c.header.Clone()
		answer, err := client.Do(r)
		if err != nil {
			return err
		}
		if err := answer.Body.Close(); err != nil {
			return err
		}
	}
	return nil
}

// harOf is a recording of calls, as another program writes it.
func harOf(calls []sent) []byte {
	var entries []any
	for _, c := range calls {
		headers := []any{}
		for name, values := range c.header {
			for _, value := range values {
				headers = append(headers, map[string]any{"name": name, "value": value})
			}
		}
		request := map[string]any{"method": c.method, "url": "https://service.example" + c.path, "httpVersion": "HTTP/1.1", "headers": headers}
		if c.body != "" {
			request["postData"] = map[string]any{"mimeType": c.header.Get("Content-Type"), "text": c.body}
		}
		entries = append(entries, map[string]any{
			"startedDateTime": "2027-01-01T00:00:00.000Z", "time": 1, "request": request,
			"response": map[string]any{"status": 400, "httpVersion": "HTTP/1.1", "headers": []any{}, "content": map[string]any{
				"mimeType": "application/json", "text": `{"error":"no: ` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(c.body) + `"}`,
			}},
		})
	}
	text, _ := json.Marshal(map[string]any{"log": map[string]any{"version": "1.2", "creator": map[string]any{"name": "x", "version": "1"}, "entries": entries}})
	return text
}
