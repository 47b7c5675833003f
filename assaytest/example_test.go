package assaytest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/credit-partner/assay/assaytest"
	"github.com/credit-partner/assay/internal/testsize"
)

// newService stands for a team's own build.
func newService() http.Handler { return assaytest.Sandbox() }

// In a test file of the build, in process: no socket, no deployment, a second
// or so. TestInProcess, below, runs these lines.
func ExampleCertifyServer() {
	var t *testing.T // which `go test` hands to the test

	assaytest.CertifyServer(t, assaytest.Handler(newService()),
		assaytest.Token(assaytest.SandboxToken),
		assaytest.StoreKey(assaytest.SandboxStoreKey),
	)
}

func TestInProcess(t *testing.T) {
	testsize.SkipIfShort(t) // TestAtAnAddress runs as much
	assaytest.CertifyServer(t, assaytest.Handler(newService()),
		assaytest.Token(assaytest.SandboxToken),
		assaytest.StoreKey(assaytest.SandboxStoreKey),
	)
}

// Over the network, two capabilities, one reading pinned, with a report to look
// at afterwards. TestAtAnAddress, below, runs these lines.
func ExampleCertifyServer_address() {
	var t *testing.T // which `go test` hands to the test

	server := httptest.NewServer(newService())
	defer server.Close()
	assaytest.CertifyServer(t, assaytest.URL(server.URL),
		assaytest.Token(assaytest.SandboxToken),
		assaytest.StoreKey(assaytest.SandboxStoreKey),
		assaytest.Scope("limits", "purchases"),
		assaytest.Tolerance("order-id", "string"),
		assaytest.Report("conformance-report"),
	)
}

func TestAtAnAddress(t *testing.T) {
	server := httptest.NewServer(newService())
	defer server.Close()
	assaytest.CertifyServer(t, assaytest.URL(server.URL),
		assaytest.Token(assaytest.SandboxToken),
		assaytest.StoreKey(assaytest.SandboxStoreKey),
		assaytest.Scope("limits", "purchases"),
		assaytest.Tolerance("order-id", "string"),
		assaytest.Report(t.TempDir()),
	)
}

// The tests of a partner build can run against the sandbox.
func ExampleSandbox() {
	server := httptest.NewServer(assaytest.Sandbox())
	defer server.Close()

	response, err := http.Get(server.URL + "/api/v2/limits/8f14e45f-ceea-467f-a8f5-5f1b39e0ab0c")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer response.Body.Close()
	fmt.Println(response.StatusCode, "without a token")
	// Output: 401 without a token
}

// showLimit stands for a store's own code: it has a customer prove who they are,
// and reads the limit.
func showLimit(ctx context.Context, baseURL string) error {
	access := assaytest.AccessFrom(ctx)
	who := `"id_number":"1000001","phone_number":"+254700000001"`
	if err := call(ctx, "POST", baseURL+"/api/v2/otp/send", "{"+who+"}", nil); err != nil {
		return err
	}
	otp, err := access.ReadOTP(ctx, "+254700000001")
	if err != nil {
		return err
	}
	var verified struct{ Data struct{ ID string } }
	body := fmt.Sprintf(`{%s,"item_value":"1500","otp":%q}`, who, otp)
	if err := call(ctx, "POST", baseURL+"/api/v2/otp/verify", body, &verified); err != nil {
		return err
	}
	return call(ctx, "GET", baseURL+"/api/v2/limits/"+verified.Data.ID, "", nil)
}

func call(ctx context.Context, method, url, body string, into any) error {
	request, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+assaytest.AccessFrom(ctx).Token)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s", method, url, response.Status)
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(response.Body).Decode(into)
}

// In a test file of the store: its own code, run against a sandbox, and judged by
// what it sends. TestMyStore, below, runs these lines.
func ExampleCertifyPartner() {
	var t *testing.T // which `go test` hands to the test

	assaytest.CertifyPartner(t, showLimit, assaytest.Require("otp", "limits"))
}

func TestMyStore(t *testing.T) {
	assaytest.CertifyPartner(t, showLimit, assaytest.Require("otp", "limits"))
}

// The code finds the token, the store key and the customers' OTPs in its context.
func ExampleAccessFrom() {
	var t *testing.T // which `go test` hands to the test

	assaytest.CertifyPartner(t, func(ctx context.Context, baseURL string) error {
		access := assaytest.AccessFrom(ctx)
		otp, err := access.ReadOTP(ctx, "+254700000001") // once it was sent
		if err != nil {
			return err
		}
		return newStore(baseURL, access.Token, access.StoreKey).checkOut(otp)
	})
}

// store stands for a store of another make.
type store struct{ baseURL, token, key string }

func newStore(baseURL, token, key string) store { return store{baseURL, token, key} }
func (s store) checkOut(otp string) error       { return nil }
