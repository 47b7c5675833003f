package assaytest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"

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

// Access is what a partner is given besides the software: where the service is,
// its credentials (section 5), and a way to the OTPs that reach phones.
type Access struct {
	BaseURL  string
	Token    string
	StoreKey string
	OTPURL   string // GET with the parameter phone_number gives the last OTP
}

type accessKey struct{}

// AccessFrom is the access that CertifyPartner gives to the code it runs. From
// any other context it is empty, and opens nothing.
func AccessFrom(ctx context.Context) Access {
	access, _ := ctx.Value(accessKey{}).(Access)
	return access
}

// otpOctets is more than any OTP has.
const otpOctets = 64

// ReadOTP is the last OTP that was sent to a phone: what a customer would read
// there and type in (section 4.1).
func (a Access) ReadOTP(ctx context.Context, phoneNumber string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.OTPURL+"?phone_number="+url.QueryEscape(phoneNumber), nil)
	if err != nil {
		return "", fmt.Errorf("read the OTP of %s: %w", phoneNumber, err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", fmt.Errorf("read the OTP of %s: %w", phoneNumber, err)
	}
	defer answer.Body.Close()
	otp, err := io.ReadAll(io.LimitReader(answer.Body, otpOctets))
	if err != nil {
		return "", fmt.Errorf("read the OTP of %s: %w", phoneNumber, err)
	}
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("no OTP was sent to %s", phoneNumber)
	}
	return string(otp), nil
}
