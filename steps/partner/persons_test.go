package partner

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/spec"
)

// TestADetailInTheMemberOfAnother holds that a request which mixes up the details of its
// customer fails at one member, and one whose details are only alike does not.
func TestADetailInTheMemberOfAnother(t *testing.T) {
	const rest = `"last_name":"Hassan","email":"amina@customers.example","country_code":"KE"`
	for body, member := range map[string]string{
		`{"first_name":"Amina@customers.example","id_number":"20000001","phone_number":"+254711000002",` + rest + `}`: "first_name",
		`{"first_name":"20000001","id_number":"20000001","phone_number":"+254711000002",` + rest + `}`:                "first_name",
		`{"first_name":"+254711000002","id_number":"20000001","phone_number":"+254711000002",` + rest + `}`:           "first_name",
		`{"first_name":"Jos\ufffd","id_number":"20000001","phone_number":"+254711000002",` + rest + `}`:               "first_name",
		`{"first_name":"Jos\ud83d","id_number":"20000001","phone_number":"+254711000002",` + rest + `}`:               "first_name",
		`{"first_name":"A","id_number":"amina@customers.example","phone_number":"+254711000002",` + rest + `}`:        "id_number",
		`{"first_name":"A","id_number":"+254711000002","phone_number":"+254711000002",` + rest + `}`:                  "id_number",
		`{"first_name":"A","id_number":"254711000002","phone_number":"+254 711-000002",` + rest + `}`:                 "id_number",
		`{"first_name":"A","id_number":"20000001","phone_number":"20000001",` + rest + `}`:                            "phone_number",
		`{"first_name":"A","id_number":"20000001","phone_number":"+254711000002",` + rest + `}`:                       "",
		`{"first_name":"Hassan","id_number":"20000001","phone_number":"+254711000002",` + rest + `}`:                  "",
		`{"first_name":"Mina","id_number":"MINA","phone_number":"+254711000002",` + rest + `}`:                        "id_number",
		`{"first_name":"Mina","id_number":"Hassan","phone_number":"+254711000002",` + rest + `}`:                      "id_number",
		`{"first_name":"Mina","id_number":"Mina Hassan","phone_number":"+254711000002",` + rest + `}`:                 "id_number",
		`{"first_name":"Mina","id_number":"Hassan Mina","phone_number":"+254711000002",` + rest + `}`:                 "id_number",
		`{"first_name":"Mina","id_number":"Min","phone_number":"+254711000002",` + rest + `}`:                         "",
		`{"first_name":"Mina","id_number":"****4321","phone_number":"+254711000002",` + rest + `}`:                    "id_number",
		`{"first_name":"Mina","id_number":"xxxx4321","phone_number":"+254711000002",` + rest + `}`:                    "id_number",
		`{"first_name":"Mina","id_number":"XX4321","phone_number":"+254711000002",` + rest + `}`:                      "",
		`{"first_name":"JosÃ©","id_number":"711000002","phone_number":"+254711000002",` + rest + `}`:                  "first_name",
		`{"first_name":"A","id_number":"","phone_number":"+254711000002",` + rest + `}`:                               "",
	} {
		for _, endpoint := range []string{spec.SendOTP, spec.CreateLimit} {
			r := partnerRun(t, Config{Closed: true})
			r.Add(otpCall(endpoint, body, `{}`))
			for _, name := range []string{"first_name", "last_name", "id_number", "phone_number"} {
				require.Equal(t, name == member, r.findings.at(obligation{endpoint, name}).failed == 1, "%s %s", name, body)
			}
		}
	}
	r := partnerRun(t, Config{Cut: true})
	r.Add(otpCall(spec.CreateLimit, `{"first_name":"Jos\ufffd","last_name":"B"}`, `{}`))
	require.Zero(t, r.findings.at(obligation{spec.CreateLimit, "first_name"}).failed, "a recorder may have lost the letter")
	r = partnerRun(t, Config{Cut: true})
	r.Add(otpCall(spec.CreateLimit, `{"first_name":"A","last_name":"B","id_number":"xxxx4321"}`, `{}`))
	require.Zero(t, r.findings.at(obligation{spec.CreateLimit, "id_number"}).failed, "a recorder may have hidden a part of it")
}
