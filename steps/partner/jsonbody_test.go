package partner

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/partner/bodies"
)

// TestAnUndocumentedMemberDoesNotHideTheOthers holds that what no table names is not
// judged, however it is written, and keeps no documented member from being judged.
func TestAnUndocumentedMemberDoesNotHideTheOthers(t *testing.T) {
	deep := strings.Repeat("[", 300) + strings.Repeat("]", 300)
	const rest = `"gender":"other","loan_amount":1`
	for body, is := range map[string]struct {
		body, gender int
		troubled     bool
	}{
		`{"note":1,"note":1,` + rest + `}`:                                             {0, 1, false},
		`{"gender":"male",` + rest + `}`:                                               {1, 0, false},
		`{"n":1e400,` + rest + `}`:                                                     {0, 1, false},
		`{"n":{"x":[1e400]},` + rest + `}`:                                             {0, 1, false},
		`{"n":` + deep + `,` + rest + `}`:                                              {0, 1, false},
		`{"employed_occupational_detail":{"n":1e400},` + rest + `}`:                    {0, 1, false},
		`{"employed_occupational_detail":{"n":1,"n":2},` + rest + `}`:                  {0, 1, false},
		`{"employed_occupational_detail":{"employer":1,"employer":2},"gender":"male"}`: {1, 0, false},
		`{"gender":"other","loan_amount":1e400}`:                                       {0, 1, false},
		`{"gender":"other","loan_amount":1e-999}`:                                      {0, 0, true},
	} {
		r := partnerRun(t, Config{Closed: true})
		r.Add(otpCall(spec.CreateLimit, body, `{}`))
		found := r.findings.at(obligation{spec.CreateLimit, bodyObligation})
		require.Equal(t, is.body, found.failed, body)
		require.Equal(t, is.troubled, found.trouble != "", body)
		require.Equal(t, is.gender, r.findings.at(obligation{spec.CreateLimit, "gender"}).failed, body)
	}
}

// TestANumberThatNoIntegerHolds holds that only the member with the number fails, and that a text with such
// a number is no number.
func TestANumberThatNoIntegerHolds(t *testing.T) {
	r := partnerRun(t, Config{Closed: true})
	r.Add(otpCall(spec.CreateLimit, `{"first_name":"1e400 \"1e400","gender":"male","loan_amount":-1e400,"employed":true,"employed_occupational_detail":{"net_income":1e400,"expenses":1e9}}`, `{}`))
	for member, failed := range map[string]int{
		"loan_amount": 1, bodies.Employed + ".net_income": 1, bodies.Employed + ".expenses": 0, "gender": 0, bodyObligation: 0, negativeObligation: 0,
	} {
		require.Equal(t, failed, r.findings.at(obligation{spec.CreateLimit, member}).failed, member)
	}
	found := r.findings.at(obligation{spec.CreateLimit, "loan_amount"}).failures[0]
	require.Equal(t, "-1e400", found.Actual)
	require.Equal(t, "loan_amount is a number that no integer holds", found.Message)
}

// TestOfAMemberThatIsThereTwiceOnlyThatIsJudged holds that neither of its values is: which of
// them counts is not known.
func TestOfAMemberThatIsThereTwiceOnlyThatIsJudged(t *testing.T) {
	for _, c := range []struct {
		endpoint, body string
		hidden         []string
	}{
		{spec.CreatePurchases, `{"customer_id":"` + anID + `","customer_id":"x","order_id":1,"items":[]}`, []string{"customer_id", customerObligation}},
		{spec.CreatePurchases, `{"order_id":"x","order_id":1}`, []string{"order_id"}},
		{spec.CreatePurchases, `{"items":[],"items":[{"item_code":""}]}`, []string{"items", "items.#.item_code", blankObligation, countObligation}},
		{spec.CreatePurchases, `{"items":[{"item_code":"","item_code":"K","store_key":"x","store_key":"k"}]}`, []string{"items.#.item_code", "items.#.store_key", blankObligation}},
		{spec.CreateLimit, `{"employed":true,"employed":false,"self_employed_occupational_detail":{}}`, []string{"employed", occupationObligation}},
		{spec.CreateLimit, `{"loan_amount":-1,"loan_amount":"x","referral_source":"a","referral_source":"k"}`, []string{"loan_amount", "referral_source", negativeObligation}},
		{spec.CustomerLookup, `{"queryFieldEnum":"mobile","value":"x","value":"y"}`, []string{"value", fitObligation}},
		{spec.SendOTP, `{"id_number":"undefined","id_number":"1","phone_number":"+254711000001"}`, []string{"id_number"}},
		{spec.VerifyOTP, `{"id_number":"2","id_number":"1","phone_number":"+254700000001","otp":"111111"}`, []string{"id_number", otpMatchObligation}},
		{spec.VerifyOTP, `{"id_number":"1","phone_number":"+254700000001","otp":"222222","otp":"111111"}`, []string{"otp", otpMatchObligation}},
	} {
		r := partnerRun(t, Config{Closed: true, StoreKey: "k"})
		r.Add(sends(1, "111111"))
		r.Add(otpCall(c.endpoint, c.body, `{}`))
		r.End()
		require.Positive(t, r.findings.at(obligation{c.endpoint, bodyObligation}).failed, c.body)
		for _, name := range c.hidden {
			found := r.findings.at(obligation{c.endpoint, name})
			require.Zero(t, found.failed, "%s %s", name, c.body)
			require.Positive(t, found.blocked, "%s %s", name, c.body)
		}
	}
}

// TestTheDocumentedPartOfABody holds that the members that are judged keep their places.
func TestTheDocumentedPartOfABody(t *testing.T) {
	for body, part := range map[string]string{
		`{"customer_id":"x","n":1e400,"items":[{"item_code":"K","n":{}},7,[1]]}`: `{"customer_id":"x","items":[{"item_code":"K"},7,[1]]}`,
		`{"items":{"item_code":"K"},"order_id":{"n":1}}`:                         `{"items":{},"order_id":{"n":1}}`,
		`{"item\u0073":[]}`: `{"item\u0073":[]}`,
		`[1e400]`:           `[1e400]`,
		`{"n":1`:            `{"n":1`,
	} {
		require.Equal(t, part, string(bodies.DocumentedPart(spec.CreatePurchases, []byte(body))), body)
	}
}

// TestACompressedBodyIsSaidToBeOne holds that the report names the compression, and not
// the first byte that is no text.
func TestACompressedBodyIsSaidToBeOne(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write([]byte(`{"id_number":"1"}`))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	for body, c := range map[string]struct{ coding, message string }{
		packed.String():     {"gzip", "the body is compressed (gzip)"},
		"\x78\x9c\xab\x56":  {"Deflate", "the body is compressed (deflate)"},
		"{\"id\":\"\xff\"}": {"identity", "UTF-8"},
		"id=1":              {"gzip", "JSON"},
	} {
		r := partnerRun(t, Config{Closed: true})
		x := otpCall(spec.SendOTP, body, `{}`)
		x.Request.Header.Set("Content-Encoding", c.coding)
		r.Add(x)
		found := r.findings.at(obligation{spec.SendOTP, bodyObligation})
		require.Equal(t, 1, found.failed, body)
		require.Contains(t, found.failures[0].Message, c.message)
	}
}
