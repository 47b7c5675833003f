package schemas

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/spec"
)

// table is one table of the specification, as test data: who adds or loses a
// member in a schema must answer to it.
type table struct {
	section, schema, below string
	sample                 int // which of the valid samples shows these members
	members                string
}

var tables = []table{
	{"1", "status-member", "", 0, "status"},
	{"9", "api-version", "", 0, "apiVersion"},
	{"1", "request-id", "", 0, "request_id"},
	{"2.1", "create-purchases-request", "", 0, "customer_id order_id items"},
	{"2.2", "create-purchases-request", "items.0", 0, "item_type item_brand store_key delivery_option preferred_option item_description facility_plan item_code item_value item_topup topup_ref"},
	{"2.2", "create-purchases-request", "items.1", 0, "item_decriptionn"},
	{"2.3", "create-purchases-data", "data.1", 0, recordMembers},
	{"2.3", "get-purchase-data", "data", 0, recordMembers},
	{"2.3", "update-purchases-data", "data.0", 0, recordMembers},
	{"2.4", "create-limit-request", "", 1, "first_name last_name id_number country_code phone_number employed gender date_of_birth marital_status email loan_amount referral_source password employed_occupational_detail"},
	{"2.4", "create-limit-request", "", 3, "self_employed_occupational_detail"},
	{"2.5", "create-limit-request", "employed_occupational_detail", 1, "employer net_income expenses job_level job_function employer_sector payment_type job_group"},
	{"2.5", "create-limit-request", "employed_occupational_detail", 2, "job_group"},
	{"2.6", "create-limit-request", "self_employed_occupational_detail", 3, "business_type business_name business_payment_type business_location gross_monthly_revenue average_monthly_expenses average_monthly_personal_expense business_industry business_registered"},
	{"2.8", "limit-data", "data", 0, "updated customer_details credit_limit_details payment_terms"},
	{"2.8", "limit-data", "data.customer_details", 0, "id first_name last_name email id_number mobile_number referral_source"},
	{"2.8", "limit-data", "data.credit_limit_details", 0, "id credit_limit available_limit credit_limit_status"},
	{"2.8", "limit-data", "data.payment_terms", 0, "principal_amount upfront_fees first_installment minimum_payment"},
	{"2.9", "verify-otp-data", "data", 0, "id credit_limit available_limit credit_limit_status payment_terms"},
	{"2.8", "verify-otp-data", "data.payment_terms", 0, "principal_amount upfront_fees first_installment minimum_payment"},
	{"2.10", "lookup-envelope", "", 0, "code msg data success"},
	{"4.5", "lookup-with-limit", "data", 0, "redirectUrl creditLimitInfo baseInfo"},
	{"4.5", "lookup-without-limit", "data", 0, "redirectUrl creditLimitInfo baseInfo"},
	{"2.10", "lookup-with-limit", "data.creditLimitInfo", 0, "creditLimitNo applicationNo memberId productNo creditLimit usedLimit frozenLimit availableLimit currency"},
	{"2.10", "lookup-with-limit", "data.baseInfo", 0, "countryId memberId email firstName lastName mobile nationalIdNo imageUrl passportNo bvnNo gender maritalStatus birthday registerTime createTime"},
	{"4.1", "send-otp-request", "", 1, "phone_number id_number first_name last_name country_code date_of_birth"},
	{"4.1", "send-otp-data", "data", 1, "message otp"},
	{"4.2", "verify-otp-request", "", 0, "id_number item_value otp phone_number"},
	{"4.5", "customer-lookup-request", "", 0, "queryFieldEnum value"},
	{"4.6", "order-id", "", 0, "order_id"},
	{"4.6", "create-purchases-data", "", 0, "data"},
	{"4.7", "get-order-id", "", 0, "order_id"},
	{"4.7", "get-purchase-data", "", 0, "data"},
	{"4.8", "update-purchases-data", "", 0, "data"},
	{"4.8", "update-purchases-request", "", 0, "items"},
	{"4.8", "update-purchases-request", "items.0", 0, "id facility_status"},
	{"4.9", "cancel-purchase-data", "data", 0, "message"},
	{"7", "lookup-invalid-token", "", 0, "code msg data success"},
}

const recordMembers = "id facility_status loan_application_detail_id partner_store_id loan_product_id item_value item_topup topup_ref " +
	"upfront_fees interest_rate loan_duration preferred_option delivery_option facility_plan item_type item_brand item_code " +
	"item_description store_name source accepted_terms created_at updated_at"

// Every member of every table is described, under its own section, and judged:
// an array where it stands is refused, at its path.
func TestEveryRowOfEveryTableIsJudged(t *testing.T) {
	set := compileForTest(t, nil)
	for _, table := range tables {
		value := decodeForTest(t, valid[table.schema][table.sample])
		for _, member := range strings.Fields(table.members) {
			path := []string{member}
			if table.below != "" {
				path = append(strings.Split(table.below, "."), member)
			}
			place := locate(set.schemas[table.schema].root, value, path)
			require.True(t, place.present, "%s: the sample lacks %s", table.schema, join(path))
			require.Equal(t, table.section, place.section, "%s %s", table.schema, join(path))

			wrong := decodeForTest(t, `[[]]`)
			report := set.Validate(table.schema, []byte(raw(replaced(value, path, wrong))))
			paths := strings.Join(pathsOf(report), " ")
			require.Contains(t, paths, join(path), table.schema)
		}
	}
}

// replaced is the value with another one at the path.
func replaced(value any, path []string, with any) any {
	if len(path) == 0 {
		return with
	}
	inner, _ := member(value, path[0])
	inner = replaced(inner, path[1:], with)
	changed := clone(value)
	switch changed := changed.(type) {
	case object:
		changed[path[0]] = inner
	case []any:
		changed[int(path[0][0]-'0')] = inner
	}
	return changed
}

// Every value of every documented list is taken, and its neighbour is not.
func TestEveryListedValueIsTaken(t *testing.T) {
	set := compileForTest(t, nil)
	lists := []struct {
		schema string
		sample int
		below  string
		member string
	}{
		{"create-purchases-request", 0, "items.0.", "item_type"},
		{"create-purchases-request", 0, "items.0.", "delivery_option"},
		{"create-purchases-request", 0, "items.0.", "preferred_option"},
		{"create-purchases-request", 0, "items.0.", "facility_plan"},
		{"create-limit-request", 0, "", "gender"},
		{"create-limit-request", 0, "", "marital_status"},
		{"create-limit-request", 0, spec.EmployedDetail + ".", "job_level"},
		{"create-limit-request", 0, spec.EmployedDetail + ".", "payment_type"},
		{"create-limit-request", 0, spec.EmployedDetail + ".", "job_function"},
		{"create-limit-request", 2, spec.EmployedDetail + ".", "job_group"},
		{"create-limit-request", 2, spec.EmployedDetail + ".", "employer_sector"},
		{"create-limit-request", 3, spec.SelfEmployedDetail + ".", "business_type"},
		{"customer-lookup-request", 0, "", "queryFieldEnum"},
	}
	values := make(map[string][]string)
	for _, enum := range spec.Enums() {
		values[enum.Member] = enum.Values
	}
	for _, list := range lists {
		at := list.below + list.member
		value, path := decodeForTest(t, valid[list.schema][list.sample]), strings.Split(at, ".")
		require.NotEmpty(t, values[list.member], list.member)
		for _, listed := range values[list.member] {
			report := set.Validate(list.schema, []byte(raw(replaced(value, path, listed))))
			require.Empty(t, report.Violations, listed)
			report = set.Validate(list.schema, []byte(raw(replaced(value, path, listed+"U"))))
			require.Equal(t, []string{at}, pathsOf(report), listed)
		}
	}
}
