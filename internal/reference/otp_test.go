package reference_test

import (
	"net/http"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/reference"
)

func TestSendOTPInEveryReading(t *testing.T) {
	known := reference.TestCustomers()[0]
	account := members{"id_number": known.IDNumber, "phone_number": known.PhoneNumber}
	for name, c := range map[string]struct {
		path string
		body members
	}{
		"account":               {sendPath, account},
		"account without plus":  {sendPath, account.but(members{"phone_number": known.PhoneNumber[1:]})},
		"path of the heading":   {"/otp/api/v2/send", account},
		"newcomer":              {sendPath, newcomer(1)},
		"newcomer, month first": {sendPath, newcomer(1).but(members{"date_of_birth": "01/31/1991"})},
		"three letters":         {sendPath, newcomer(1).but(members{"country_code": "UGA"})},
		"unknown members":       {sendPath, newcomer(1).but(members{"extra": nil})},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, reference.Options{})
			sent := s.do(http.MethodPost, c.path, c.body)
			require.Equal(t, http.StatusOK, sent.status, sent.body.Raw)
			require.Equal(t, "2.0", sent.str("apiVersion"))
			require.EqualValues(t, 200, sent.body.Get("status").Int())
			require.NotEmpty(t, sent.str("request_id"))
			require.Regexp(t, regexp.MustCompile(`^[0-9]{6}$`), sent.str("data.otp"))
			code, ok := s.LastOTP(c.body["phone_number"].(string))
			require.True(t, ok)
			require.Equal(t, sent.str("data.otp"), code)
		})
	}
}

func TestSendOTPInProductionGivesNothingAway(t *testing.T) {
	s := serve(t, reference.Options{ProductionOTP: true})
	sent := s.do(http.MethodPost, sendPath, newcomer(1))
	require.Equal(t, http.StatusOK, sent.status)
	require.NotEmpty(t, sent.body.Get("data").Str)
	code, ok := s.LastOTP(newcomer(1)["phone_number"].(string))
	require.True(t, ok)
	require.NotContains(t, sent.body.Raw, code)
}

func TestSendOTPRefuses(t *testing.T) {
	known := reference.TestCustomers()[0]
	for name, body := range map[string]members{
		"nothing":               {},
		"no phone":              newcomer(1).but(members{"phone_number": absent}),
		"no first name":         newcomer(1).but(members{"first_name": absent}),
		"stranger, two members": {"id_number": "99", "phone_number": "+254711111111"},
		"phone of another":      {"id_number": known.IDNumber, "phone_number": "+254711111111"},
		"phone with letters":    newcomer(1).but(members{"phone_number": "+2547abc00000"}),
		"no such day":           newcomer(1).but(members{"date_of_birth": "31/31/1991"}),
		"day to come":           newcomer(1).but(members{"date_of_birth": "01/01/2999"}),
		"no such country":       newcomer(1).but(members{"country_code": "XX"}),
		"country by number":     newcomer(1).but(members{"country_code": "404"}),
		"null":                  newcomer(1).but(members{"last_name": nil}),
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, serve(t, reference.Options{}).do(http.MethodPost, sendPath, body), http.StatusUnprocessableEntity)
		})
	}
}

func TestVerifyOTP(t *testing.T) {
	s := serve(t, reference.Options{})
	passed := s.verify(1)
	require.Equal(t, http.StatusOK, passed.status, passed.body.Raw)
	require.Equal(t, "limit_pending", passed.str("data.credit_limit_status"))
	require.Equal(t, "1000.00", passed.str("data.payment_terms.principal_amount"))
	require.Equal(t, passed.str("data.id"), s.customer(1), "the id is the one that the limit carries")

	again := s.verify(1)
	require.Equal(t, "limit_active", again.str("data.credit_limit_status"))
	require.Equal(t, passed.str("data.id"), again.str("data.id"))
	require.Positive(t, again.body.Get("data.available_limit").Int())
}

func TestVerifyOTPTakesTheRightOneOnly(t *testing.T) {
	s := serve(t, reference.Options{})
	first := s.do(http.MethodPost, sendPath, newcomer(1)).str("data.otp")
	other := s.do(http.MethodPost, sendPath, newcomer(2)).str("data.otp")
	right := members{
		"id_number": newcomer(1)["id_number"], "phone_number": newcomer(1)["phone_number"],
		"item_value": "1000", "otp": first,
	}
	for name, change := range map[string]members{
		"that of another":    {"otp": other},
		"another phone":      {"phone_number": newcomer(2)["phone_number"]},
		"another id number":  {"id_number": newcomer(2)["id_number"]},
		"five digits":        {"otp": first[:5]},
		"a number":           {"otp": 123456},
		"cart with fraction": {"item_value": "10.5"},
		"no cart":            {"item_value": absent},
	} {
		t.Run(name, func(t *testing.T) {
			requireRefused(t, s.do(http.MethodPost, verifyPath, right.but(change)), http.StatusUnprocessableEntity)
		})
	}
	require.Equal(t, http.StatusOK, s.do(http.MethodPost, "/otp/api/v2/verify", right).status)
	requireRefused(t, s.do(http.MethodPost, verifyPath, right), http.StatusUnprocessableEntity)
}

func TestANewOTPReplacesTheOneBefore(t *testing.T) {
	s := serve(t, reference.Options{})
	old := s.do(http.MethodPost, sendPath, newcomer(1)).str("data.otp")
	s.do(http.MethodPost, sendPath, newcomer(1))
	requireRefused(t, s.do(http.MethodPost, verifyPath, members{
		"id_number": newcomer(1)["id_number"], "phone_number": newcomer(1)["phone_number"],
		"item_value": "1", "otp": old,
	}), http.StatusUnprocessableEntity)
}

func TestAdoptUnknownTakesAnyIdentity(t *testing.T) {
	s := serve(t, reference.Options{AdoptUnknown: true})
	sent := s.do(http.MethodPost, sendPath, members{"id_number": "99", "phone_number": "+254711111111"})
	require.Equal(t, http.StatusOK, sent.status, sent.body.Raw)
}

// requireRefused wants an error of the main endpoints in the documented form.
func requireRefused(t *testing.T, got reply, status int) {
	t.Helper()
	require.Equal(t, status, got.status, got.body.Raw)
	require.Equal(t, "2.0", got.str("apiVersion"))
	require.EqualValues(t, status, got.body.Get("status").Int())
	require.NotEmpty(t, got.str("message"))
	require.False(t, got.body.Get("data").Exists())
	require.Equal(t, "application/json", got.header.Get("Content-Type"))
}
