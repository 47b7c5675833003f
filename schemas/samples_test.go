package schemas

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Parts of valid bodies, one member a line so that they read like the tables.
const (
	anID = `"0b8f7a52-6c1d-4e9a-9f52-3d1c5a7e9b10"`

	aRecord = `{"id":"0B8F7A52-6C1D-4E9A-9F52-3D1C5A7E9B10","facility_status":"pending_collection_customer",
		"loan_application_detail_id":` + anID + `,"partner_store_id":` + anID + `,"loan_product_id":` + anID + `,
		"item_value":100000.0,"item_topup":0,"topup_ref":"","upfront_fees":1e3,"interest_rate":0.05,"loan_duration":6e0,
		"preferred_option":"pick_up","delivery_option":"customer_store_pickup","facility_plan":1,"item_type":"phone",
		"item_brand":"Zed","item_code":"Z-1","item_description":"a téléphone","store_name":"A shop","source":"web",
		"accepted_terms":"accepted","created_at":"2024-02-29T10:11:12.345Z","updated_at":"2024-02-20T10:11:12.345+00:00","more":null}`

	someTerms = `{"principal_amount":"1000.00","upfront_fees":"0.00","first_installment":"12.50","minimum_payment":"1.99"}`

	aCustomer = `{"id":` + anID + `,"first_name":"Ann","last_name":"Bee","email":"a@b","id_number":"1","mobile_number":"254700000000","referral_source":"key"}`

	aLimit = `{"id":` + anID + `,"credit_limit":1000,"available_limit":0.5,"credit_limit_status":"limit_active"}`

	aLimitInfo = `{"creditLimitNo":"1","applicationNo":"2","memberId":"3","productNo":"4","creditLimit":1,"usedLimit":0,
		"frozenLimit":0.0,"availableLimit":1,"currency":"KES"}`

	aBaseInfo = `{"countryId":1,"memberId":"3","email":"a@b","firstName":"Ann","lastName":"Bee","mobile":"2","nationalIdNo":"1",
		"imageUrl":null,"passportNo":"P","bvnNo":null,"gender":1,"maritalStatus":2,"birthday":1,"registerTime":-2,"createTime":1.7e12}`

	anItem = `{"item_type":"other","item_brand":"Zed","store_key":"k","delivery_option":"agent_delivery","preferred_option":"delivery",
		"item_description":"x","facility_plan":"provider_regular_plan","item_code":"c","item_value":10,"item_topup":"","topup_ref":""}`

	aLooseItem = `{"item_type":"tv","item_brand":"Zed","store_key":"k","item_decriptionn":"x",
		"facility_plan":"provider_regular_plan","item_code":"c","item_value":"10"}`

	aPerson = `"first_name":"Ann","last_name":"Bee","id_number":"1","phone_number":"0700","gender":"female","date_of_birth":"02/29/1996",
		"marital_status":"single","email":"a@b","referral_source":"k"`

	employment = `"employer":"E","net_income":1,"expenses":0,"job_level":"Mid level manager","job_function":"Agriculture &Farming","payment_type":"mpesa"`

	aBusiness = `{"business_type":"freelancer","business_name":"B","business_payment_type":"cash","business_location":"L",
		"gross_monthly_revenue":1,"average_monthly_expenses":2,"average_monthly_personal_expense":3,
		"business_industry":"Other","business_registered":false}`

	aSampleBusiness = `{"business_type":"student","business_name":"B","business_payment_type":"mobile_money","business_location":"L",
		"gross_monthly_revenue":1,"average_monthly_expenses":2,"average_monthly_personal_expense":3,
		"business_industry":"Beekeeping","business_registered":"true"}`
)

// valid holds bodies that each schema must take under the default settings.
var valid = map[string][]string{
	"api-version":           {`{"apiVersion":"2.0"}`},
	"status-member":         {`{"status":200}`, `{"status":2e2}`, `{"status":200.0}`},
	"request-id":            {`{"request_id":"r"}`},
	"no-request-id":         {`{}`, `{"data":1}`},
	"order-id":              {`{"order_id":"12"}`, `{"order_id":"A-1"}`},
	"get-order-id":          {`{"order_id":"12"}`, `{"order_id":12}`},
	"no-order-id":           {`{}`},
	"send-otp-data":         {`{"data":"sent"}`, `{"data":{"message":"sent","otp":"012345"}}`},
	"verify-otp-data":       {`{"data":{"id":` + anID + `,"credit_limit":1,"available_limit":2,"credit_limit_status":"x","payment_terms":` + someTerms + `}}`},
	"limit-data":            {limitBody("2024-02-20T10:11:12.345Z"), limitBody("2024-02-20T10:11:12Z"), limitBody("2024-02-20T10:11:12.123456+00:00")},
	"create-purchases-data": {`{"data":[` + aRecord + `,` + aRecord + `]}`, `{"data":[]}`},
	"get-purchase-data":     {`{"data":` + aRecord + `}`},
	"update-purchases-data": {`{"data":[` + aRecord + `]}`},
	"cancel-purchase-data":  {`{"data":{"message":"gone"}}`},
	"lookup-envelope":       {`{"code":200,"msg":"ok","data":null,"success":true}`, `{"code":200,"msg":"ok","data":{},"success":false}`},
	"lookup-success":        {`{"code":2e2,"msg":"ok","data":{},"success":true}`, `{"code":"200"}`},
	"lookup-with-limit":     {`{"data":{"redirectUrl":null,"creditLimitInfo":` + aLimitInfo + `,"baseInfo":` + aBaseInfo + `}}`},
	"lookup-without-limit":  {`{"data":{"redirectUrl":"https://a.example/s","creditLimitInfo":null,"baseInfo":null}}`},
	"lookup-invalid-token":  {`{"code":500,"msg":"bad token","data":null,"success":false}`},

	"send-otp-request": {`{"id_number":"1","phone_number":"254700000001"}`,
		`{"id_number":"1","phone_number":"+254 700 111","first_name":"A","last_name":"B","country_code":"KE","date_of_birth":"29/02/1996"}`},
	"verify-otp-request": {`{"id_number":"1","item_value":"100","otp":"000000","phone_number":"+2547"}`},
	"create-limit-request": {
		`{` + aPerson + `,"country_code":"KE","employed":true,"loan_amount":100,"employed_occupational_detail":{` + employment + `,"employer_sector":"private_sector"}}`,
		`{` + aPerson + `,"country_code":"KEN","employed":"true","loan_amount":"100","password":"p","employed_occupational_detail":{` + employment + `,"employer_sector":"private_sector","job_group":"C"}}`,
		`{` + aPerson + `,"country_code":"ke","employed":true,"loan_amount":1e2,"employed_occupational_detail":{` + employment + `,"employer_sector":"government_sector","job_group":"T"}}`,
		`{` + aPerson + `,"country_code":"KE","employed":false,"loan_amount":100,"self_employed_occupational_detail":` + aBusiness + `}`,
		`{` + aPerson + `,"country_code":"KE","employed":"false","loan_amount":100,"self_employed_occupational_detail":` + aSampleBusiness + `}`,
	},
	"create-purchases-request": {`{"customer_id":` + anID + `,"order_id":12,"items":[` + anItem + `,` + aLooseItem + `]}`, `{"customer_id":` + anID + `,"order_id":"12","items":[]}`},
	"update-purchases-request": {`{"items":[{"id":` + anID + `,"facility_status":"collected_by_agent"}]}`},
	"customer-lookup-request":  {`{"queryFieldEnum":"NATIONAL_ID","value":"1"}`},
}

func limitBody(updated string) string {
	return `{"data":{"updated":"` + updated + `","customer_details":` + aCustomer + `,"credit_limit_details":` + aLimit + `,"payment_terms":` + someTerms + `}}`
}

func compileForTest(t testing.TB, settings Settings) *Set {
	t.Helper()
	set, err := Compile(settings)
	require.NoError(t, err)
	return set
}

// decodeForTest reads a sample that we wrote ourselves.
func decodeForTest(t testing.TB, text string) any {
	t.Helper()
	value, err := decode([]byte(text))
	require.NoError(t, err)
	return value
}

// mutant is a sample with one spot changed.
type mutant struct {
	path    []string
	dropped bool
	value   any // the whole body
}

// strange are the values that every spot is tried with.
var strange = []string{`null`, `true`, `12`, `1.5`, `-1e2`, `100.0`, `""`, `"12"`, `"Z"`, `"2024-02-30T10:11:12.345Z"`,
	`"13/13/2000"`, `"true"`, `[]`, `{}`, `[1]`, `{"message":1}`, `"é😀"`, `9007199254740993`, `"0b8f7a526c1d4e9a9f523d1c5a7e9b10"`}

// mutants changes one spot after the other of a decoded body.
func mutants(t testing.TB, body any) []mutant {
	var all []mutant
	var visit func(value any, path []string, put func(any, bool) any)
	visit = func(value any, path []string, put func(any, bool) any) {
		for _, text := range strange {
			all = append(all, mutant{path: path, value: put(decodeForTest(t, text), false)})
		}
		switch value := value.(type) {
		case object:
			for name, child := range value {
				inner := func(changed any, drop bool) any {
					own := clone(value).(object)
					own[name] = changed
					if drop {
						delete(own, name)
					}
					return put(own, false)
				}
				all = append(all, mutant{path: extend(path, name), dropped: true, value: inner(nil, true)})
				visit(child, extend(path, name), inner)
			}
		case []any:
			for i, child := range value {
				visit(child, extend(path, string(number(i))), func(changed any, _ bool) any {
					own := clone(value).([]any)
					own[i] = changed
					return put(own, false)
				})
			}
		}
	}
	visit(body, nil, func(changed any, _ bool) any { return changed })
	return all
}

func TestSamplesAreValid(t *testing.T) {
	set := compileForTest(t, nil)
	for _, name := range set.Names() {
		require.NotEmpty(t, valid[name], "no valid sample for %s", name)
		for _, body := range valid[name] {
			report := set.Validate(name, []byte(body))
			require.Empty(t, report.Violations, "%s: %s", name, body)
			require.True(t, report.OK())
		}
	}
}

// A member that the schema demands is told by its own path, once, when it is
// missing: one fault, one line.
func TestOneMissingMemberIsOneViolation(t *testing.T) {
	set := compileForTest(t, nil)
	optional := map[string]bool{"item_topup": true, "topup_ref": true, "delivery_option": true, "preferred_option": true,
		"password": true, "more": true, "job_group": true, "first_name": true, "last_name": true, "country_code": true, "date_of_birth": true}
	for name, bodies := range valid {
		for _, body := range bodies {
			for _, m := range mutants(t, decodeForTest(t, body)) {
				if !m.dropped {
					continue
				}
				last := m.path[len(m.path)-1]
				report := set.Validate(name, []byte(raw(m.value)))
				// Dropping employed also drops the reason for the occupational
				// member, and dropping one of the optional ones is fine.
				if report.OK() {
					excused := optional[last] || unasked(name, m.path)
					require.True(t, excused, "%s without %s passes", name, join(m.path))
					continue
				}
				if strings.HasPrefix(last, "item_desc") || last == "item_decriptionn" {
					require.Equal(t, join(extend(m.path[:len(m.path)-1], "item_description")), report.Violations[0].Path)
				} else {
					paths := pathsOf(report)
					require.Contains(t, paths, join(m.path), name)
				}
				require.Len(t, report.Violations, 1, "%s without %s: %v", name, join(m.path), report.Violations)
				require.Equal(t, "absent", report.Violations[0].Actual)
				require.NotEmpty(t, report.Violations[0].Section)
			}
		}
	}
}

// unasked names members that samples hold beyond what their schema asks.
func unasked(name string, path []string) bool {
	switch name {
	case "lookup-success", "no-request-id", "no-order-id":
		return true
	}
	return false
}

func pathsOf(report Report) []string {
	var paths []string
	for _, v := range report.Violations {
		paths = append(paths, v.Path)
	}
	return paths
}
