package reference_test

import (
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/reference"
)

func query(field, value string) members {
	return members{"queryFieldEnum": field, "value": value}
}

func TestLookupByEveryField(t *testing.T) {
	s := serve(t, reference.Options{})
	id := s.customer(1)
	test := reference.TestCustomers()[1]
	for name, c := range map[string]struct{ field, value, member string }{
		"mobile":               {"mobile", "+254700000001", id},
		"mobile, no plus":      {"mobile", "254700000001", id},
		"phoneNumber":          {"phoneNumber", "+254700000001", id},
		"phoneNumber, no plus": {"phoneNumber", "254700000001", id},
		"memberId":             {"memberId", id, id},
		"NATIONAL_ID":          {"NATIONAL_ID", "30000001", id},
		"email":                {"email", "person1@customers.example", id},
		"PASSPORT":             {"PASSPORT", test.Passport, test.CustomerID},
	} {
		t.Run(name, func(t *testing.T) {
			found := s.do(http.MethodPost, lookupPath, query(c.field, c.value))
			require.Equal(t, http.StatusOK, found.status)
			require.EqualValues(t, 200, found.body.Get("code").Int())
			require.True(t, found.body.Get("success").Bool())
			require.Equal(t, c.member, found.str("data.baseInfo.memberId"))
			require.Equal(t, "null", found.body.Get("data.redirectUrl").Raw)
		})
	}
}

func TestAMemberIDOfItsOwn(t *testing.T) {
	s := serve(t, reference.Options{OwnMemberIDs: true})
	id := s.customer(1)
	member := s.do(http.MethodPost, lookupPath, query("mobile", "+254700000001")).str("data.baseInfo.memberId")
	require.NotEqual(t, id, member)
	found := s.do(http.MethodPost, lookupPath, query("memberId", member))
	require.Equal(t, member, found.str("data.creditLimitInfo.memberId"))
	require.Equal(t, "Person1@customers.example", found.str("data.baseInfo.email"))
	for _, nobody := range []string{id, "M/17"} {
		require.Equal(t, "null", s.do(http.MethodPost, lookupPath, query("memberId", nobody)).body.Get("data.baseInfo").Raw, nobody)
	}
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, limitsPath+"/"+member, nil).status)
}

func TestLookupAgreesWithTheLimit(t *testing.T) {
	s := serve(t, reference.Options{})
	made := s.do(http.MethodPost, limitsPath, applicant(1)).body.Get("data")
	id := made.Get("customer_details.id").Str
	s.buy(id, item())
	found := s.do(http.MethodPost, lookupPath, query("memberId", id)).body.Get("data")
	credit, base := found.Get("creditLimitInfo"), found.Get("baseInfo")
	require.Equal(t, made.Get("credit_limit_details.id").Str, credit.Get("creditLimitNo").Str)
	require.Equal(t, []int64{300_000, 1000, 0, 299_000}, []int64{
		credit.Get("creditLimit").Int(), credit.Get("usedLimit").Int(),
		credit.Get("frozenLimit").Int(), credit.Get("availableLimit").Int(),
	})
	require.Equal(t, "Aïsha", base.Get("firstName").Str)
	require.Equal(t, "+254700000001", base.Get("mobile").Str)
	require.EqualValues(t, 404, base.Get("countryId").Int())
	require.EqualValues(t, 2, base.Get("gender").Int())
	require.EqualValues(t, 2, base.Get("maritalStatus").Int())
	require.EqualValues(t, 665_280_000_000, base.Get("birthday").Int(), "31 January 1991")
	for _, member := range []string{"imageUrl", "passportNo", "bvnNo"} {
		require.Equal(t, "null", base.Get(member).Raw, member)
	}
}

func TestLookupWithoutALimitRedirects(t *testing.T) {
	s := serve(t, reference.Options{SignupURL: "https://join.example/"})
	s.verify(7)
	for name, body := range map[string]members{
		"stranger":            query("email", "nobody@customers.example"),
		"no member id":        query("memberId", "x"),
		"verified only":       query("NATIONAL_ID", "30000007"),
		"published, no limit": query("NATIONAL_ID", reference.TestCustomers()[2].IDNumber),
		"no passport":         query("PASSPORT", ""+"30000007"),
	} {
		t.Run(name, func(t *testing.T) {
			found := s.do(http.MethodPost, lookupPath, body)
			require.Equal(t, http.StatusOK, found.status)
			require.JSONEq(t, `{"code":200,"msg":"success","success":true,"data":
				{"redirectUrl":"https://join.example/","creditLimitInfo":null,"baseInfo":null}}`, found.body.Raw)
		})
	}
}

func TestACustomerFromAbroadHasAPassport(t *testing.T) {
	s := serve(t, reference.Options{})
	s.do(http.MethodPost, limitsPath, applicant(1).but(members{"country_code": "UGA"}))
	found := s.do(http.MethodPost, lookupPath, query("PASSPORT", "30000001"))
	require.Equal(t, "30000001", found.str("data.baseInfo.passportNo"))
	require.EqualValues(t, 800, found.body.Get("data.baseInfo.countryId").Int())
}

func TestLookupRefuses(t *testing.T) {
	s := serve(t, reference.Options{})
	for name, c := range map[string]struct {
		body   any
		drop   string
		status int
	}{
		"no nonce":     {query("email", "a@b.example"), "Noncestr", http.StatusBadRequest},
		"no sign":      {query("email", "a@b.example"), "Sign", http.StatusBadRequest},
		"no timestamp": {query("email", "a@b.example"), "Timestamp", http.StatusBadRequest},
		"no field":     {members{"value": "x"}, "", http.StatusUnprocessableEntity},
		"other field":  {query("EMAIL", "x"), "", http.StatusUnprocessableEntity},
		"no value":     {members{"queryFieldEnum": "email"}, "", http.StatusUnprocessableEntity},
		"value number": {members{"queryFieldEnum": "email", "value": 1}, "", http.StatusUnprocessableEntity},
		"no object":    {"[]", "", http.StatusBadRequest},
	} {
		t.Run(name, func(t *testing.T) {
			r := request(http.MethodPost, lookupPath, c.body)
			r.Header.Del(c.drop)
			requireForeignRefusal(t, s.send(r), c.status, c.status)
		})
	}
}

func TestInvalidTokenOnTheLookup(t *testing.T) {
	for status, options := range map[int]reference.Options{
		http.StatusUnauthorized: {}, http.StatusOK: {InvalidTokenStatus: http.StatusOK},
	} {
		r := request(http.MethodPost, lookupPath, query("email", "x"))
		r.Header.Set("Authorization", "Bearer other")
		requireForeignRefusal(t, serve(t, options).send(r), status, http.StatusInternalServerError)
	}
}

func TestVerifyOptionChecksTheSignature(t *testing.T) {
	var seen string
	s := serve(t, reference.Options{Verify: func(r *http.Request) error {
		body, err := io.ReadAll(r.Body)
		seen = string(body)
		if r.Header.Get("Sign") != "right" {
			return errors.New("not right")
		}
		return err
	}})
	requireForeignRefusal(t, s.do(http.MethodPost, lookupPath, query("email", "x")), http.StatusUnprocessableEntity, http.StatusUnprocessableEntity)
	require.JSONEq(t, `{"queryFieldEnum":"email","value":"x"}`, seen)
	r := request(http.MethodPost, lookupPath, query("email", "x"))
	r.Header.Set("Sign", "right")
	require.Equal(t, http.StatusOK, s.send(r).status)
}

func requireForeignRefusal(t *testing.T, got reply, status, code int) {
	t.Helper()
	require.Equal(t, status, got.status, got.body.Raw)
	require.EqualValues(t, code, got.body.Get("code").Int())
	require.NotEmpty(t, got.str("msg"))
	require.Equal(t, "null", got.body.Get("data").Raw)
	require.Equal(t, "false", got.body.Get("success").Raw)
}

func TestALimitRestatesWhoWasVerified(t *testing.T) {
	s := serve(t, reference.Options{})
	id := s.verify(1).str("data.id")
	moved := applicant(1).but(members{"phone_number": "+254788888888"})
	require.Equal(t, id, s.do(http.MethodPost, limitsPath, moved).str("data.customer_details.id"))
	found := s.do(http.MethodPost, lookupPath, query("mobile", "254788888888"))
	require.Equal(t, id, found.str("data.baseInfo.memberId"))
	gone := s.do(http.MethodPost, lookupPath, query("mobile", "+254700000001"))
	require.NotEmpty(t, gone.str("data.redirectUrl"), "the phone of before finds nobody")
}
