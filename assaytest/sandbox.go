package assaytest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/credit-partner/assay/internal/reference"
)

// The credentials that the sandbox accepts.
const (
	SandboxToken    = reference.DefaultToken
	SandboxStoreKey = reference.DefaultStoreKey
)

// Sandbox returns the reference: the service as the specification describes it, in memory. It
// answers in the test form of section 4.1, with the OTP in the response. Tests of a partner build
// can serve it with httptest.NewServer.
func Sandbox() http.Handler { return reference.New(reference.Options{}) }

// Access contains what a partner gets besides the software: the address of the service, its
// credentials (section 5), and an address for the OTPs that phones receive.
type Access struct {
	BaseURL  string
	Token    string
	StoreKey string
	OTPURL   string // a GET with the parameter phone_number returns the last OTP
}

type accessKey struct{}

// AccessFrom returns the access that CertifyPartner gives to the code. For any other context it
// returns an empty Access.
func AccessFrom(ctx context.Context) Access {
	access, _ := ctx.Value(accessKey{}).(Access)
	return access
}

// otpOctets is the largest response with an OTP that ReadOTP reads. Every OTP is shorter.
const otpOctets = 64

// ReadOTP returns the last OTP that was sent to a phone. A customer would read it there and type
// it in (section 4.1).
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
