package assay_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/credit-partner/assay"
)

// newService stands for a team's own build.
func newService() http.Handler { return assay.Sandbox() }

// In a test file of the build, in process: no socket, no deployment, a second
// or so. TestInProcess, below, runs these lines.
func ExampleCertifyServer() {
	var t *testing.T // which `go test` hands to the test

	assay.CertifyServer(t, assay.Handler(newService()),
		assay.Token(assay.SandboxToken),
		assay.StoreKey(assay.SandboxStoreKey),
	)
}

func TestInProcess(t *testing.T) {
	assay.CertifyServer(t, assay.Handler(newService()),
		assay.Token(assay.SandboxToken),
		assay.StoreKey(assay.SandboxStoreKey),
	)
}

// Over the network, two capabilities, one reading pinned, with a report to look
// at afterwards. TestAtAnAddress, below, runs these lines.
func ExampleCertifyServer_address() {
	var t *testing.T // which `go test` hands to the test

	server := httptest.NewServer(newService())
	defer server.Close()
	assay.CertifyServer(t, assay.URL(server.URL),
		assay.Token(assay.SandboxToken),
		assay.StoreKey(assay.SandboxStoreKey),
		assay.Scope("limits", "purchases"),
		assay.Tolerance("order-id", "string"),
		assay.Report("conformance-report"),
	)
}

func TestAtAnAddress(t *testing.T) {
	server := httptest.NewServer(newService())
	defer server.Close()
	assay.CertifyServer(t, assay.URL(server.URL),
		assay.Token(assay.SandboxToken),
		assay.StoreKey(assay.SandboxStoreKey),
		assay.Scope("limits", "purchases"),
		assay.Tolerance("order-id", "string"),
		assay.Report(t.TempDir()),
	)
}

// The tests of a partner build can run against the sandbox.
func ExampleSandbox() {
	server := httptest.NewServer(assay.Sandbox())
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
