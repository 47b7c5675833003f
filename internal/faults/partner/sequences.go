package partner

import (
	"net/http"
	"regexp"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// sequenceFaults depend on earlier requests of the same day. Each day starts with a new memory.
func sequenceFaults() []faults.Fault {
	return []faults.Fault{
		{ID: "verify-otp/former-otp", Breaks: "PVO-10", Why: "the OTP of the customer before is verified", EditRequests: former("verify-otp", "otp")},
		{ID: "verify-otp/former-id", Breaks: "PVO-10", Why: "the phone of one customer stands with the id number of another", EditRequests: former("verify-otp", "id_number")},
		{ID: "verify-otp/former-phone", Breaks: "PVO-10", Why: "the phone number is that of the customer before", EditRequests: former("verify-otp", "phone_number")},
		{ID: "verify-otp/former-otp-once", Breaks: "PVO-10", Why: "one customer's OTP is verified for the next one, and all others are right", EditRequests: formerOnce(3, "verify-otp", "otp")},
		{ID: "verify-otp/otp-cut-and-filled", Breaks: "PVO-10", Why: "every OTP but the first loses its last digit and is filled up with a zero in front", EditRequests: always(from(2, "verify-otp", func(q *samplepartner.Request) {
			if otp, ok := q.Body["otp"].(string); ok && len(otp) == 6 {
				q.Body["otp"] = "0" + otp[:5]
			}
		}))},
		{ID: "verify-otp/former-otp-first", Breaks: "PVO-10", Why: "the OTP of the customer before is verified, and then the right one", EditRequests: formerFirst},
		{ID: "verify-otp/guesses-last", Breaks: "PVO-10", Why: "an OTP is guessed after the right one was verified", EditRequests: guessesLast},
		{ID: "verify-otp/before-sending", Breaks: "PVO-09", Why: "an OTP is verified before any was sent", EditRequests: verifiesFirst},
		{ID: "customer-lookup/replayed", Breaks: "PLK-11", Why: "a lookup is sent once more as it was, Noncestr and all", EditRequests: replays("customer-lookup")},
		{ID: "customer-lookup/nonce-of-the-day", Breaks: "PLK-11", Why: "the Noncestr is kept from the lookup before", EditRequests: keepsNonce},
		{ID: "update-purchases/before-create", Breaks: "PUP-10", Why: "an item is moved on before it was bought", EditRequests: updatesFirst},
		{ID: "get-purchase/typo", Breaks: "PGP-06", Why: "one digit of the id is wrong", EditRequests: typo("get-purchase")},
		{ID: "cancel-purchase/typo", Breaks: "PCA-06", Why: "one digit of the id is wrong", EditRequests: typo("cancel-purchase")},
		{ID: "fetch-limit/typo", Breaks: "PFL-06", Why: "one digit of the id is wrong", EditRequests: typo("fetch-limit")},
		{ID: "create-purchases/retry-without-token", Breaks: "PCP-02", Why: "the retry of an order has lost its token", EditRequests: retries("create-purchases", func(q *samplepartner.Request) { q.Header.Del("Authorization") })},
		{ID: "create-purchases/retry-as-text", Breaks: "PCP-03", Why: "the retry of an order says that it is text", EditRequests: retries("create-purchases", func(q *samplepartner.Request) { q.Header.Set("Content-Type", "text/plain") })},
		{ID: "create-purchases/retry-empty", Breaks: "PCP-20", Why: "the retry of an order has lost its items", EditRequests: retries("create-purchases", func(q *samplepartner.Request) { q.Body = clone(q.Body); q.Body["items"] = []any{} })},
		{ID: "create-limit/retry-without-body", Breaks: "PCL-04", Why: "the retry of a limit has lost its body", EditRequests: retries("create-limit", func(q *samplepartner.Request) { q.RewriteBody(func([]byte) []byte { return nil }) })},
		{ID: "send-otp/retry-elsewhere", Breaks: "PSO-01", Why: "the retry of a sending goes to a path that there is not", EditRequests: retries("send-otp", func(q *samplepartner.Request) { q.Path = "/api/v2/otp/resend" })},
		{ID: "cancel-purchase/retry-by-order", Breaks: "PCA-05", Why: "what was cancelled once is cancelled by its order", EditRequests: retries("cancel-purchase", func(q *samplepartner.Request) { q.Path = "/api/v2/purchases/1002" })},
	}
}

// former sends the value that a member had in the previous request.
func former(endpoint, name string) func() func(*samplepartner.Request) {
	return func() func(*samplepartner.Request) {
		var before any
		return on(endpoint, func(q *samplepartner.Request) {
			now := q.Body[name]
			if before != nil {
				put(q, name, before)
			}
			before = now
		})
	}
}

// formerOnce does the same as former, but only for the nth request.
func formerOnce(nth int, endpoint, name string) func() func(*samplepartner.Request) {
	return func() func(*samplepartner.Request) {
		var before any
		return on(endpoint, func(q *samplepartner.Request) {
			now := q.Body[name]
			if q.Nth == nth {
				put(q, name, before)
			}
			before = now
		})
	}
}

// formerFirst verifies the OTP of the previous customer first, and then the right one.
func formerFirst() func(*samplepartner.Request) {
	var before any
	return on("verify-otp", func(q *samplepartner.Request) {
		now := q.Body["otp"]
		if before != nil {
			wrong := q.Copy()
			wrong.Body = clone(q.Body)
			put(wrong, "otp", before)
			q.Before = append(q.Before, wrong)
		}
		before = now
	})
}

// retries sends each request of an endpoint a second time, with a change.
func retries(endpoint string, bend func(*samplepartner.Request)) func() func(*samplepartner.Request) {
	return func() func(*samplepartner.Request) {
		return on(endpoint, func(q *samplepartner.Request) {
			again := q.Copy()
			bend(again)
			q.After = append(q.After, again)
		})
	}
}

func replays(endpoint string) func() func(*samplepartner.Request) {
	return retries(endpoint, func(*samplepartner.Request) {})
}

// guessesLast sends a wrong OTP after the right one. This cannot be a typing error, because
// nobody types another OTP after one was accepted.
func guessesLast() func(*samplepartner.Request) {
	return on("verify-otp", func(q *samplepartner.Request) {
		right := q.Copy()
		right.Body = clone(q.Body)
		q.Before = append(q.Before, right)
		q.Body["otp"] = differentOTP(q.Body["otp"])
	})
}

func keepsNonce() func(*samplepartner.Request) {
	nonce := ""
	return on("customer-lookup", func(q *samplepartner.Request) {
		if nonce != "" && q.Header.Get("Noncestr") != "" {
			q.Header.Set("Noncestr", nonce)
		}
		nonce = q.Header.Get("Noncestr")
	})
}

func verifiesFirst() func(*samplepartner.Request) {
	return on("send-otp", func(q *samplepartner.Request) {
		if q.Nth == 1 {
			q.Before = append(q.Before, &samplepartner.Request{
				Endpoint: "verify-otp", Method: http.MethodPost, Path: "/api/v2/otp/verify", Header: q.PlainHeader(),
				Body: map[string]any{"id_number": samplepartner.Regular.IDNumber, "phone_number": samplepartner.Regular.Phone, "otp": "123456", "item_value": "1500"},
			})
		}
	})
}

func updatesFirst() func(*samplepartner.Request) {
	return on("create-purchases", func(q *samplepartner.Request) {
		if q.Nth == 1 {
			q.Before = append(q.Before, &samplepartner.Request{
				Endpoint: "update-purchases", Method: http.MethodPut, Path: "/api/v2/purchases", Header: q.PlainHeader(),
				Body: map[string]any{"items": []any{map[string]any{"id": unknownID, "facility_status": "collected_by_agent"}}},
			})
		}
	})
}

// typo changes the last digit of the id in a path.
func typo(endpoint string) func() func(*samplepartner.Request) {
	return func() func(*samplepartner.Request) {
		return on(endpoint, func(q *samplepartner.Request) {
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
