package certify_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/sandbox"
	"github.com/credit-partner/assay/schemas"
)

const aLimit = `{"first_name":"Wanjiru","last_name":"Kamau","id_number":"31200417","country_code":"KE","phone_number":"0722 100 417","employed":true,"gender":"female",` +
	`"date_of_birth":"04/17/1991","marital_status":"married","email":"wanjiru@customers.example","loan_amount":"95000","referral_source":"SAMPLE-STORE",` +
	`"employed_occupational_detail":{"employer":"Kilimo Ltd","net_income":140000,"expenses":45000,"job_level":"Associate","job_function":"IT & Software",` +
	`"employer_sector":"private_sector","payment_type":"bank"}}`

// TestAStrictSandboxRefusesNothingThatIsRight holds that what the requirements find
// nothing wrong with gets an answer, and what they fail a refusal.
func TestAStrictSandboxRefusesNothingThatIsRight(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		path, body, media string
		refused           bool
	}{
		"a national number":           {"/api/v2/limits", aLimit, "application/json", false},
		"another name of the charset": {"/api/v2/limits", strings.Replace(aLimit, "0722 100 417", "+254722100417", 1), "application/json; charset=utf8", false},
		"text":                        {"/api/v2/limits", aLimit, "text/plain", true},
		"no number":                   {"/api/v2/limits", strings.Replace(aLimit, "0722 100 417", "my phone", 1), "application/json", true},
		"a blank name":                {"/api/v2/limits", strings.Replace(aLimit, "Wanjiru", " ", 1), "application/json", true},
		"no such path":                {"/api/v2/limit", aLimit, "application/json", true},
	} {
		box, err := certify.Sandbox(sandbox.Options{Token: reference.DefaultToken, Strict: true}, nil)
		require.NoError(t, err)
		q := httptest.NewRequest(http.MethodPost, "http://sandbox.local"+c.path, strings.NewReader(c.body))
		q.Header.Set("Authorization", "Bearer "+reference.DefaultToken)
		q.Header.Set("Content-Type", c.media)
		w := httptest.NewRecorder()
		box.ServeHTTP(w, q)
		require.Equal(t, c.refused, w.Code >= http.StatusBadRequest, "%s: %d %s", name, w.Code, w.Body)
		if c.refused {
			continue
		}
		require.Contains(t, w.Body.String(), `"id_number":"31200417"`, name)
		id := strings.Split(strings.Split(w.Body.String(), `"customer_details":{"id":"`)[1], `"`)[0]
		fetch := httptest.NewRequest(http.MethodGet, "http://sandbox.local/api/v2/limits/"+id, nil)
		fetch.Header.Set("Authorization", "Bearer "+reference.DefaultToken)
		w = httptest.NewRecorder()
		box.ServeHTTP(w, fetch)
		require.Equal(t, http.StatusOK, w.Code, "%s: the id that was answered is known", name)
	}
	_, err := certify.Sandbox(sandbox.Options{Strict: true}, schemas.Settings{"no-such": "x"})
	require.Error(t, err)
}
