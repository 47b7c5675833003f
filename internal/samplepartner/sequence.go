package samplepartner

import (
	"net/http"
	"regexp"
)

// Sequence is a planted fault that remembers what was sent before: New begins a
// day.
type Sequence struct {
	ID     string
	Breaks string
	Why    string
	New    func() func(*Request)
}

// Sequences lists every planted fault of this kind. The list is the caller's own.
func Sequences() []Sequence {
	return []Sequence{
		{"verify-otp/former-otp", "PVO-10", "the OTP of the customer before is verified", former("verify-otp", "otp")},
		{"verify-otp/former-id", "PVO-10", "the phone of one customer stands with the id number of another", former("verify-otp", "id_number")},
		{"verify-otp/former-phone", "PVO-10", "the phone number is that of the customer before", former("verify-otp", "phone_number")},
		{"verify-otp/guesses", "PVO-10", "an OTP is guessed before the right one is typed", guesses},
		{"verify-otp/before-sending", "PVO-09", "an OTP is verified before any was sent", verifiesFirst},
		{"customer-lookup/replayed", "PLK-11", "a lookup is sent once more as it was, Noncestr and all", replays("customer-lookup")},
		{"customer-lookup/nonce-of-the-day", "PLK-11", "the Noncestr is kept from the lookup before", keepsNonce},
		{"update-purchases/before-create", "PUP-10", "an item is moved on before it was bought", updatesFirst},
		{"get-purchase/typo", "PGP-06", "one digit of the id is wrong", typo("get-purchase")},
		{"cancel-purchase/typo", "PCA-06", "one digit of the id is wrong", typo("cancel-purchase")},
		{"fetch-limit/typo", "PFL-06", "one digit of the id is wrong", typo("fetch-limit")},
		{"create-purchases/retry-without-token", "PCP-02", "the retry of an order has lost its token", retries("create-purchases", func(q *Request) { q.Header.Del("Authorization") })},
		{"create-purchases/retry-as-text", "PCP-03", "the retry of an order says that it is text", retries("create-purchases", func(q *Request) { q.Header.Set("Content-Type", "text/plain") })},
		{"create-purchases/retry-empty", "PCP-20", "the retry of an order has lost its items", retries("create-purchases", func(q *Request) { q.Body = clone(q.Body); q.Body["items"] = []any{} })},
		{"create-limit/retry-without-body", "PCL-04", "the retry of a limit has lost its body", retries("create-limit", func(q *Request) { q.rewrite(func([]byte) []byte { return nil }) })},
		{"send-otp/retry-elsewhere", "PSO-01", "the retry of a sending goes to a path that there is not", retries("send-otp", func(q *Request) { q.Path = "/api/v2/otp/resend" })},
		{"cancel-purchase/retry-by-order", "PCA-05", "what was cancelled once is cancelled by its order", retries("cancel-purchase", func(q *Request) { q.Path = "/api/v2/purchases/1002" })},
	}
}

// former puts what a member held in the request before in its place.
func former(endpoint, name string) func() func(*Request) {
	return func() func(*Request) {
		var before any
		return on(endpoint, func(q *Request) {
			now := q.Body[name]
			if before != nil {
				put(q, name, before)
			}
			before = now
		})
	}
}

// retries sends a request of an endpoint once more, the second time bent.
func retries(endpoint string, bend func(*Request)) func() func(*Request) {
	return func() func(*Request) {
		return on(endpoint, func(q *Request) {
			again := q.copy()
			bend(again)
			q.After = append(q.After, again)
		})
	}
}

func replays(endpoint string) func() func(*Request) { return retries(endpoint, func(*Request) {}) }

func guesses() func(*Request) {
	return on("verify-otp", func(q *Request) {
		guess := q.copy()
		guess.Body = clone(q.Body)
		guess.Body["otp"] = differentOTP(q.Body["otp"])
		q.Before = append(q.Before, guess)
	})
}

func keepsNonce() func(*Request) {
	nonce := ""
	return on("customer-lookup", func(q *Request) {
		if nonce != "" && q.Header.Get("Noncestr") != "" {
			q.Header.Set("Noncestr", nonce)
		}
		nonce = q.Header.Get("Noncestr")
	})
}

func verifiesFirst() func(*Request) {
	return on("send-otp", func(q *Request) {
		if q.Nth == 1 {
			q.Before = append(q.Before, &Request{
				Endpoint: "verify-otp", Method: http.MethodPost, Path: "/api/v2/otp/verify", Header: q.plainHeader(),
				Body: map[string]any{"id_number": regular.IDNumber, "phone_number": regular.Phone, "otp": "123456", "item_value": "1500"},
			})
		}
	})
}

func updatesFirst() func(*Request) {
	return on("create-purchases", func(q *Request) {
		if q.Nth == 1 {
			q.Before = append(q.Before, &Request{
				Endpoint: "update-purchases", Method: http.MethodPut, Path: "/api/v2/purchases", Header: q.plainHeader(),
				Body: map[string]any{"items": []any{map[string]any{"id": unknownID, "facility_status": "collected_by_agent"}}},
			})
		}
	})
}

// typo changes the last digit of the id in a path.
func typo(endpoint string) func() func(*Request) {
	return func() func(*Request) {
		return on(endpoint, func(q *Request) {
			at := idInPath.FindStringIndex(q.Path)
			if at == nil {
				return
			}
			digit := "0"
			if q.Path[at[1]-1:at[1]] == digit {
				digit = "1"
			}
			q.Path = q.Path[:at[1]-1] + digit + q.Path[at[1]:]
		})
	}
}

var idInPath = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

func clone(body map[string]any) map[string]any {
	next := make(map[string]any, len(body))
	for name, value := range body {
		next[name] = value
	}
	return next
}
