package reference_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/credit-partner/assay/internal/reference"
)

// FuzzHandler throws bytes at every route: there is always an answer, it is
// JSON, and never an HTTP status of 500 or above.
func FuzzHandler(f *testing.F) {
	known := reference.TestCustomers()[0].CustomerID
	for i := range everyEndpoint {
		for _, body := range []any{newcomer(1), applicant(1), selfEmployed(2), cart(known, item()), updates(known, "cancelled"), query("email", "x")} {
			encoded, err := json.Marshal(body)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(uint8(i), "", encoded)
		}
	}
	f.Add(uint8(0), "/", []byte(`{"order_id":1e999999999999,"items":[null,{}]}`))
	f.Add(uint8(5), "/%2f..", []byte("\xff\x00"))
	s := reference.New(reference.Options{Seed: 1, AdoptUnknown: true, AnyStoreKey: true, IgnoreAvailable: true})
	f.Fuzz(func(t *testing.T, route uint8, tail string, body []byte) {
		e := everyEndpoint[int(route)%len(everyEndpoint)]
		r := request(e.method, e.path, string(body))
		r.URL = &url.URL{Path: e.path + tail}
		recorder := httptest.NewRecorder()
		s.ServeHTTP(recorder, r)
		if recorder.Code >= http.StatusInternalServerError || recorder.Code < http.StatusOK {
			t.Fatalf("%s %s answers %d: %s", e.method, r.URL.Path, recorder.Code, recorder.Body)
		}
		if !json.Valid(recorder.Body.Bytes()) {
			t.Fatalf("%s %s answers no JSON: %q", e.method, r.URL.Path, recorder.Body)
		}
	})
}

// FuzzOrderID holds the reader of numbers against the one of encoding/json.
func FuzzOrderID(f *testing.F) {
	for _, number := range []string{"0", "12", "1e5", "100000.0", "0.000001e7", "-3", "1.5", "1e-3", "1E+2", "10e-1"} {
		f.Add(number)
	}
	s := reference.New(reference.Options{Seed: 1, IgnoreAvailable: true})
	owner := reference.TestCustomers()[0].CustomerID
	f.Fuzz(func(t *testing.T, number string) {
		if !json.Valid([]byte(number)) || strings.ContainsAny(number, "\"[]{} \t\r\ntfn") || len(number) > 40 {
			t.Skip("not a JSON number")
		}
		recorder := httptest.NewRecorder()
		s.ServeHTTP(recorder, request(http.MethodPost, purchasesPath, cart(owner, item()).but(members{"order_id": raw(number)})))
		requireSameNumber(t, number, recorder.Code, recorder.Body.Bytes())
	})
}

func requireSameNumber(t *testing.T, number string, status int, body []byte) {
	want, whole := wholeByRat(number)
	if taken := status == http.StatusCreated; taken != whole {
		t.Fatalf("%s is taken: %v, is a whole number: %v", number, taken, whole)
	}
	var given struct {
		OrderID string `json:"order_id"`
	}
	if err := json.Unmarshal(body, &given); err != nil {
		t.Fatal(err)
	}
	if whole && given.OrderID != want {
		t.Fatalf("%s comes back as %s", number, given.OrderID)
	}
}
