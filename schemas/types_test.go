package schemas

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tables say which numbers are whole: those refuse a fraction, the others
// take one, and none takes a string unless the register says so.
func TestWholeNumbersAndOthers(t *testing.T) {
	set := compileForTest(t, nil)
	cases := []struct {
		schema string
		sample int
		below  string
		whole  string
		any    string
	}{
		{"status-member", 0, "", "status", ""},
		{"get-purchase-data", 0, "data.", "loan_duration facility_plan", "item_value item_topup upfront_fees interest_rate"},
		{"limit-data", 0, "data.credit_limit_details.", "", "credit_limit available_limit"},
		{"verify-otp-data", 0, "data.", "", "credit_limit available_limit"},
		{"lookup-envelope", 0, "", "code", ""},
		{"lookup-with-limit", 0, "data.creditLimitInfo.", "", "creditLimit usedLimit frozenLimit availableLimit"},
		{"lookup-with-limit", 0, "data.baseInfo.", "countryId gender maritalStatus birthday registerTime createTime", ""},
		{"create-purchases-request", 0, "", "order_id", ""},
		{"create-purchases-request", 0, "items.0.", "item_value", ""},
		{"create-limit-request", 0, "", "loan_amount", ""},
		{"create-limit-request", 0, "employed_occupational_detail.", "net_income expenses", ""},
		{"create-limit-request", 3, "self_employed_occupational_detail.", "gross_monthly_revenue average_monthly_expenses average_monthly_personal_expense", ""},
	}
	for _, c := range cases {
		value := decodeForTest(t, valid[c.schema][c.sample])
		takes := func(member, with string) bool {
			path := strings.Split(c.below+member, ".")
			return set.Validate(c.schema, []byte(raw(replaced(value, path, decodeForTest(t, with))))).OK()
		}
		for _, member := range strings.Fields(c.whole) {
			require.True(t, takes(member, "1e3"), member)
			require.True(t, takes(member, "-7.0"), member)
			require.False(t, takes(member, "1.5"), "%s %s", c.schema, member)
		}
		for _, member := range strings.Fields(c.any) {
			require.True(t, takes(member, "1.5"), member)
			require.False(t, takes(member, `"1.5"`), "%s %s", c.schema, member)
		}
	}
}

// A member may be null only where the table says so.
func TestNullOnlyWhereTheTableSaysSo(t *testing.T) {
	set := compileForTest(t, nil)
	nullable := map[string]bool{"imageUrl": true, "passportNo": true, "bvnNo": true, "redirectUrl": true,
		"creditLimitInfo": true, "baseInfo": true, "data": true}
	for _, table := range tables {
		value := decodeForTest(t, valid[table.schema][table.sample])
		for _, name := range strings.Fields(table.members) {
			if nullable[name] {
				continue
			}
			path := []string{name}
			if table.below != "" {
				path = append(strings.Split(table.below, "."), name)
			}
			require.False(t, set.Validate(table.schema, []byte(raw(replaced(value, path, nil)))).OK(), "%s %s", table.schema, join(path))
		}
	}
}
