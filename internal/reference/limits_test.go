package reference_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/reference"
)

func government(group any) members {
	return employment().but(members{"employer_sector": "government_sector", "job_group": group})
}

func detail(changes members) members {
	return members{"employed_occupational_detail": employment().but(changes)}
}

func trade(changes members) members {
	return members{"self_employed_occupational_detail": business().but(changes)}
}

func TestCreateLimitInEveryReading(t *testing.T) {
	cases := map[string]members{
		"employed":                applicant(1),
		"self-employed":           selfEmployed(1),
		"employed as string":      applicant(1).but(members{"employed": "true"}),
		"self-employed as string": selfEmployed(1).but(members{"employed": "false"}),
		"amount as string":        applicant(1).but(members{"loan_amount": "50000"}),
		"amount with fraction":    applicant(1).but(members{"loan_amount": raw("50000.0")}),
		"amount with exponent":    applicant(1).but(members{"loan_amount": raw("5e4")}),
		"password":                applicant(1).but(members{"password": "x"}),
		"phone without plus":      applicant(1).but(members{"phone_number": "254700000009"}),
		"country of 3 letters":    applicant(1).but(members{"country_code": "KEN"}),
		"mobile_money":            selfEmployed(1).but(trade(members{"business_payment_type": "mobile_money"})),
		"industry outside":        selfEmployed(1).but(trade(members{"business_industry": "Beekeeping"})),
		"registered as string":    selfEmployed(1).but(trade(members{"business_registered": "false"})),
		"private job group":       applicant(1).but(detail(members{"job_group": "T"})),
		"exponent in income":      applicant(1).but(detail(members{"net_income": raw("9E+4")})),
	}
	for group := 'A'; group <= 'T'; group++ {
		cases["government "+string(group)] = applicant(1).but(members{"employed_occupational_detail": government(string(group))})
	}
	for name, body := range cases {
		t.Run(name, func(t *testing.T) {
			made := serve(t, reference.Options{}).do(http.MethodPost, limitsPath, body)
			require.Equal(t, http.StatusCreated, made.status, made.body.Raw)
			require.EqualValues(t, 201, made.body.Get("status").Int())
			require.Equal(t, "50000.00", made.str("data.payment_terms.principal_amount"))
		})
	}
}

func TestEveryIndustryIsAJobFunction(t *testing.T) {
	all := strings.Split("Accounting Auditing & Finance;Administrative & Office;Agriculture &Farming;Building & Architecture;"+
		"Community & Social Services;Consulting and Strategy;Creative & Design;Customer service & Support;"+
		"Employability & Soft Skills;Engineering;Food sciences & catering;Health & Safety;Hospitality/Leisure & Travel;"+
		"Human Resources;IT & Software;Legal Services;Management & Business Development;Marketing & Communication;"+
		"Medical & Pharmaceutical;Natural sciences;Project & Product management;Quality Control & Assurance;"+
		"Real estate & Property Management;Research/Teaching/Training;Sales;Security;Supply Chain & Development;"+
		"Trade & Services;Transport & Logistics;Other", ";")
	require.Len(t, all, 30)
	s := serve(t, reference.Options{})
	for i, industry := range all {
		made := s.do(http.MethodPost, limitsPath, applicant(i).but(detail(members{"job_function": industry})))
		require.Equal(t, http.StatusCreated, made.status, "%s: %s", industry, made.body.Raw)
	}
}

func TestCreateLimitRefuses(t *testing.T) {
	cases := map[string]members{
		"both occupations":      applicant(1).but(trade(nil)),
		"wrong occupation":      applicant(1).but(members{"employed": false}),
		"occupation not object": applicant(1).but(members{"employed_occupational_detail": "x"}),
		"employed a word":       applicant(1).but(members{"employed": "yes"}),
		"gender":                applicant(1).but(members{"gender": "other"}),
		"marital status":        applicant(1).but(members{"marital_status": "divorced"}),
		"day first":             applicant(1).but(members{"date_of_birth": "31/01/1991"}),
		"email":                 applicant(1).but(members{"email": "Bob <b@x.io>"}),
		"amount negative":       applicant(1).but(members{"loan_amount": -1}),
		"amount with fraction":  applicant(1).but(members{"loan_amount": 10.5}),
		"amount hostile":        applicant(1).but(members{"loan_amount": raw("1e99999999999")}),
		"amount of 16 digits":   applicant(1).but(members{"loan_amount": raw("1e15")}),
		"foreign store key":     applicant(1).but(members{"referral_source": "elsewhere"}),
		"password a number":     applicant(1).but(members{"password": 1}),
		"job function":          applicant(1).but(detail(members{"job_function": "Beekeeping"})),
		"private job group":     applicant(1).but(detail(members{"job_group": "U"})),
		"government, no group":  applicant(1).but(members{"employed_occupational_detail": government(absent)}),
		"income as string":      applicant(1).but(detail(members{"net_income": "90000"})),
		"business payment":      selfEmployed(1).but(trade(members{"business_payment_type": "cheque"})),
	}
	for _, whole := range []members{applicant(1), selfEmployed(1)} {
		for name := range whole {
			cases[name+" is null"] = whole.but(members{name: nil})
			cases[name+" is absent"] = whole.but(members{name: absent})
		}
	}
	for name := range employment() {
		cases["employment without "+name] = applicant(1).but(detail(members{name: absent}))
	}
	for name := range business() {
		cases["business without "+name] = selfEmployed(1).but(trade(members{name: absent}))
	}
	s := serve(t, reference.Options{})
	for name, body := range cases {
		t.Run(name, func(t *testing.T) {
			refused := s.do(http.MethodPost, limitsPath, body)
			requireRefused(t, refused, http.StatusUnprocessableEntity)
			require.NotEmpty(t, refused.str("request_id"))
		})
	}
}

func TestLimitRecord(t *testing.T) {
	s := serve(t, reference.Options{})
	made := s.do(http.MethodPost, limitsPath, applicant(1))
	who := made.body.Get("data.customer_details")
	require.Equal(t, "Aïsha", who.Get("first_name").Str)
	require.Equal(t, "Ng'ang'a <&>", who.Get("last_name").Str)
	require.Contains(t, made.body.Raw, "<&>", "not escaped for HTML")
	require.Equal(t, "Person1@customers.example", who.Get("email").Str)
	require.Equal(t, "30000001", who.Get("id_number").Str)
	require.Equal(t, "+254700000001", who.Get("mobile_number").Str)
	require.Equal(t, reference.DefaultStoreKey, who.Get("referral_source").Str)
	require.Equal(t, "limit_active", made.str("data.credit_limit_details.credit_limit_status"))
	require.Equal(t, "300000", made.body.Get("data.credit_limit_details.credit_limit").Raw)
	require.JSONEq(t, `{"principal_amount":"50000.00","upfront_fees":"1500.00",
		"first_installment":"19166.66","minimum_payment":"20666.66"}`, made.body.Get("data.payment_terms").Raw)

	fetched := s.do(http.MethodGet, limitsPath+"/"+strings.ToUpper(who.Get("id").Str), nil)
	require.Equal(t, http.StatusOK, fetched.status)
	require.JSONEq(t, made.body.Get("data").Raw, fetched.body.Get("data").Raw)
	require.NotEqual(t, made.str("request_id"), fetched.str("request_id"))
}

func TestAnExistingCustomerGetsTheExistingLimit(t *testing.T) {
	s := serve(t, reference.Options{})
	first := s.do(http.MethodPost, limitsPath, applicant(1))
	again := s.do(http.MethodPost, limitsPath, applicant(1).but(members{"loan_amount": 900000, "first_name": "Else"}))
	require.Equal(t, http.StatusCreated, again.status)
	require.JSONEq(t, first.body.Get("data").Raw, again.body.Get("data").Raw)
}

func TestCreditLimitFollowsFromTheDetails(t *testing.T) {
	for _, c := range []struct{ income, loan, want int }{
		{0, 0, 250_000}, {40_001, 1, 250_000}, {90_000, 1, 300_000}, {90_000, 200_000, 600_000},
		{900_000_000_000, 1, 1_000_000_000_000}, {1, 400_000_000_000, 1_000_000_000_000}, {999_999_999_999_999, 999_999_999_999_999, 1_000_000_000_000},
	} {
		s := serve(t, reference.Options{})
		body := applicant(1).but(detail(members{"net_income": c.income})).but(members{"loan_amount": c.loan})
		made := s.do(http.MethodPost, limitsPath, body)
		require.Equal(t, fmt.Sprint(c.want), made.body.Get("data.credit_limit_details.credit_limit").Raw)
		require.Equal(t, fmt.Sprintf("%d.00", c.loan), made.str("data.payment_terms.principal_amount"))
	}
}

func TestFetchLimitRefuses(t *testing.T) {
	s := serve(t, reference.Options{})
	requireRefused(t, s.do(http.MethodGet, limitsPath+"/17", nil), http.StatusBadRequest)
	requireRefused(t, s.do(http.MethodGet, limitsPath+"/"+unknownID, nil), http.StatusNotFound)
	withoutLimit := reference.TestCustomers()[2].CustomerID
	requireRefused(t, s.do(http.MethodGet, limitsPath+"/"+withoutLimit, nil), http.StatusNotFound)
}

func TestRequireOTP(t *testing.T) {
	s := serve(t, reference.Options{RequireOTP: true})
	requireRefused(t, s.do(http.MethodPost, limitsPath, applicant(1)), http.StatusConflict)
	s.verify(1)
	s.customer(1)
	s.customer(1)
	other := applicant(1).but(members{"phone_number": "+254799999999"})
	requireRefused(t, s.do(http.MethodPost, limitsPath, other), http.StatusConflict)
}

func TestUpdatedWithoutMillis(t *testing.T) {
	s := serve(t, reference.Options{UpdatedWithoutMillis: true})
	made := s.do(http.MethodPost, limitsPath, applicant(1))
	require.Equal(t, "2026-03-04T05:06:07Z", made.str("data.updated"))
}

// A limit that nobody asked for is kept when the customer asks for one, and the details are theirs then.
func TestAdopt(t *testing.T) {
	s := serve(t, reference.Options{AdoptUnknown: true})
	person := members{"id_number": newcomer(1)["id_number"], "phone_number": newcomer(1)["phone_number"]}
	person["otp"] = s.do(http.MethodPost, sendPath, person).str("data.otp")
	person["item_value"] = "1"
	id := s.do(http.MethodPost, verifyPath, person).str("data.id")
	require.NotEmpty(t, id)
	require.Equal(t, http.StatusNotFound, s.do(http.MethodGet, limitsPath+"/"+id, nil).status)

	require.True(t, s.Adopt(id))
	adopted := s.do(http.MethodGet, limitsPath+"/"+id, nil)
	require.Equal(t, id, adopted.str("data.customer_details.id"))
	require.False(t, s.Adopt(id), "there is a limit now")
	require.False(t, s.Adopt("not an id"))

	asked := applicant(1)
	made := s.do(http.MethodPost, limitsPath, asked)
	require.Equal(t, adopted.str("data.credit_limit_details.id"), made.str("data.credit_limit_details.id"), made.body.Raw)
	require.Equal(t, asked["first_name"], made.str("data.customer_details.first_name"))
}
