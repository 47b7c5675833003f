package reference_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/credit-partner/assay/internal/reference"
)

// silent is a response that goes nowhere, so that the handler alone is
// measured.
type silent struct{ header http.Header }

func (s silent) Header() http.Header         { return s.header }
func (s silent) Write(b []byte) (int, error) { return len(b), nil }
func (s silent) WriteHeader(int)             {}

func bench(b *testing.B, method, path string, body any) {
	var encoded []byte
	if body != nil {
		var err error
		if encoded, err = json.Marshal(body); err != nil {
			b.Fatal(err)
		}
	}
	s := reference.New(reference.Options{IgnoreAvailable: true})
	r := request(method, path, nil)
	reader := bytes.NewReader(encoded)
	r.Body, r.ContentLength = io.NopCloser(reader), int64(len(encoded))
	probe := httptest.NewRecorder()
	s.ServeHTTP(probe, r)
	if probe.Code >= http.StatusBadRequest {
		b.Fatal(probe.Body)
	}
	b.ReportAllocs()
	for b.Loop() {
		reader.Reset(encoded)
		s.ServeHTTP(silent{http.Header{}}, r)
	}
}

func BenchmarkCreatePurchase(b *testing.B) {
	bench(b, http.MethodPost, purchasesPath, cart(reference.TestCustomers()[0].CustomerID, item()))
}

func BenchmarkCreateLimit(b *testing.B) {
	bench(b, http.MethodPost, limitsPath, applicant(1))
}

func BenchmarkFetchLimit(b *testing.B) {
	bench(b, http.MethodGet, limitsPath+"/"+reference.TestCustomers()[0].CustomerID, nil)
}
