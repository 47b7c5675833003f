package assay

import (
	"net/http"

	"github.com/credit-partner/assay/internal/reference"
)

// What the sandbox takes for credentials.
const (
	SandboxToken    = reference.DefaultToken
	SandboxStoreKey = reference.DefaultStoreKey
)

// Sandbox is the reference: the service as the specification has it, in memory.
// It answers in the test form of section 4.1, with the OTP in the answer. Tests
// of a partner build can serve it by httptest.NewServer.
func Sandbox() http.Handler { return reference.New(reference.Options{}) }
