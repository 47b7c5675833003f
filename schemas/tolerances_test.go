package schemas

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/credit-partner/assay/internal/testsize"
)

// spot is a reading at work: a body in which it is used, and where.
type spot struct{ schema, body, path string }

// spots shows every reading of every tolerance that stands in a body.
func spots() map[string]spot {
	purchases := valid["create-purchases-request"]
	limits := valid["create-limit-request"]
	const employed, self = "employed_occupational_detail.", "self_employed_occupational_detail."
	return map[string]spot{
		"otp-send-data/production":               {"send-otp-data", valid["send-otp-data"][0], "data"},
		"otp-send-data/test":                     {"send-otp-data", valid["send-otp-data"][1], "data"},
		"otp-date-of-birth/month-first":          {"send-otp-request", strings.Replace(valid["send-otp-request"][1], "29/02", "02/29", 1), "date_of_birth"},
		"otp-date-of-birth/day-first":            {"send-otp-request", valid["send-otp-request"][1], "date_of_birth"},
		"phone-number/plus":                      {"send-otp-request", valid["send-otp-request"][1], "phone_number"},
		"phone-number/no-plus":                   {"send-otp-request", valid["send-otp-request"][0], "phone_number"},
		"order-id/integer":                       {"create-purchases-request", purchases[0], "order_id"},
		"order-id/string":                        {"create-purchases-request", purchases[1], "order_id"},
		"item-value/integer":                     {"create-purchases-request", oneItem(anItem), "items.0.item_value"},
		"item-value/string":                      {"create-purchases-request", oneItem(aLooseItem), "items.0.item_value"},
		"item-description-name/item_description": {"create-purchases-request", oneItem(anItem), "items.0.item_description"},
		"item-description-name/item_decriptionn": {"create-purchases-request", oneItem(aLooseItem), "items.0.item_decriptionn"},
		"item-topup/absent":                      {"create-purchases-request", oneItem(aLooseItem), "items.0.item_topup"},
		"item-topup/string":                      {"create-purchases-request", oneItem(anItem), "items.0.item_topup"},
		"topup-ref/absent":                       {"create-purchases-request", oneItem(aLooseItem), "items.0.topup_ref"},
		"topup-ref/string":                       {"create-purchases-request", oneItem(anItem), "items.0.topup_ref"},
		"delivery-option/present":                {"create-purchases-request", oneItem(anItem), "items.0.delivery_option"},
		"delivery-option/absent":                 {"create-purchases-request", oneItem(aLooseItem), "items.0.delivery_option"},
		"preferred-option/present":               {"create-purchases-request", oneItem(anItem), "items.0.preferred_option"},
		"preferred-option/absent":                {"create-purchases-request", oneItem(aLooseItem), "items.0.preferred_option"},
		"employed/boolean":                       {"create-limit-request", limits[0], "employed"},
		"employed/string":                        {"create-limit-request", limits[1], "employed"},
		"loan-amount/integer":                    {"create-limit-request", limits[2], "loan_amount"},
		"loan-amount/string":                     {"create-limit-request", limits[1], "loan_amount"},
		"password/absent":                        {"create-limit-request", limits[0], "password"},
		"password/string":                        {"create-limit-request", limits[1], "password"},
		"country-code/two-letters":               {"create-limit-request", limits[0], "country_code"},
		"country-code/three-letters":             {"create-limit-request", limits[1], "country_code"},
		"job-group/government-only":              {"create-limit-request", limits[0], employed + "job_group"},
		"job-group/private-too":                  {"create-limit-request", limits[1], employed + "job_group"},
		"business-payment-type/listed":           {"create-limit-request", limits[3], self + "business_payment_type"},
		"business-payment-type/mobile-money":     {"create-limit-request", limits[4], self + "business_payment_type"},
		"business-industry/listed":               {"create-limit-request", limits[3], self + "business_industry"},
		"business-industry/other":                {"create-limit-request", limits[4], self + "business_industry"},
		"business-registered/boolean":            {"create-limit-request", limits[3], self + "business_registered"},
		"business-registered/string":             {"create-limit-request", limits[4], self + "business_registered"},
		"updated-timestamp/milliseconds":         {"limit-data", valid["limit-data"][0], "data.updated"},
		"updated-timestamp/other-precision":      {"limit-data", valid["limit-data"][1], "data.updated"},
	}
}

func oneItem(item string) string {
	return `{"customer_id":` + anID + `,"order_id":12,"items":[` + item + `]}`
}

// Under "any" each reading passes and is reported; pinned to itself it passes;
// pinned to another it fails, at its own path alone, and is reported still.
func TestEveryReadingAnyAndPinned(t *testing.T) {
	testsize.SkipIfShort(t)
	all := spots()
	loose := compileForTest(t, nil)
	for _, tolerance := range Register() {
		if tolerance.Place != "body" {
			continue
		}
		for _, pinned := range tolerance.Readings {
			strict := compileForTest(t, Settings{tolerance.ID: pinned.Name})
			for _, used := range tolerance.Readings {
				key := tolerance.ID + "/" + used.Name
				spot, ok := all[key]
				require.True(t, ok, "no sample for %s", key)
				seen := Seen{Tolerance: tolerance.ID, Reading: used.Name, Path: spot.path}

				report := loose.Validate(spot.schema, []byte(spot.body))
				require.Empty(t, report.Violations, key)
				require.Contains(t, report.Readings, seen)

				report = strict.Validate(spot.schema, []byte(spot.body))
				require.Contains(t, report.Readings, seen)
				switch {
				case used.Name == pinned.Name || includes(pinned, used):
					require.Empty(t, report.Violations, "%s pinned to %s", key, pinned.Name)
				case tolerance.ID == "item-description-name":
					require.Equal(t, []string{"items.0." + pinned.Name}, pathsOf(report))
				default:
					require.Equal(t, []string{spot.path}, pathsOf(report), "%s pinned to %s", key, pinned.Name)
				}
			}
		}
	}
}

// includes tells of the one reading that a stricter one is part of.
func includes(wide, narrow Reading) bool {
	return wide.Title == "another string" && narrow.Name == "listed"
}

func TestChoicesAreToldInOneLine(t *testing.T) {
	set := compileForTest(t, nil)
	cases := []struct {
		name, schema, body     string
		path, expected, actual string
	}{
		{"two types", "create-purchases-request", `{"customer_id":` + anID + `,"order_id":true,"items":[]}`,
			"order_id", "an integer or a string of digits", "true"},
		{"the fault within the form that was meant", "send-otp-data", `{"data":{"message":"m","otp":"12"}}`,
			"data.otp", "a string of six digits", `the string "12"`},
		{"neither form", "send-otp-data", `{"data":[1]}`,
			"data", "a confirmation string or an object of message and six-digit otp", "the array [1]"},
		{"a member under neither name", "create-purchases-request", oneItem(strings.Replace(anItem, "item_description", "text", 1)),
			"items.0.item_description", "a string named item_description or a string named item_decriptionn", "absent"},
		{"a member under its other name", "create-purchases-request", oneItem(strings.Replace(aLooseItem, `"item_decriptionn":"x"`, `"item_decriptionn":1`, 1)),
			"items.0.item_decriptionn", "a string named item_description or a string named item_decriptionn", "the number 1"},
	}
	for _, c := range cases {
		report := set.Validate(c.schema, []byte(c.body))
		require.Len(t, report.Violations, 1, c.name)
		v := report.Violations[0]
		require.Equal(t, []string{c.path, c.expected, c.actual}, []string{v.Path, v.Expected, v.Actual}, c.name)
	}
}

func TestReadingOutsideOfABody(t *testing.T) {
	loose := compileForTest(t, nil)
	strict := compileForTest(t, Settings{"otp-path": "otp-first", "invalid-token-status": "as-code", "bodiless-content-type": "not-sent"})
	cases := []struct {
		tolerance string
		value     any
		reading   string
		loose     bool
		strict    bool
	}{
		{"otp-path", "/api/v2/otp/send", "api-first", true, false},
		{"otp-path", "/otp/api/v2/verify", "otp-first", true, true},
		{"otp-path", "/otp/send", "", false, false},
		{"update-path", "/api/v2/purchases", "without-id", true, true},
		{"update-path", "/api/v2/purchases/1", "with-id", true, true},
		{"invalid-token-status", 500, "as-code", true, true},
		{"invalid-token-status", 200, "ok", true, false},
		{"invalid-token-status", 401, "other", true, false},
		{"bodiless-content-type", nil, "not-sent", true, true},
		{"bodiless-content-type", "application/json", "sent", true, false},
	}
	for _, c := range cases {
		seen, fault := loose.Reading(c.tolerance, c.value)
		require.Equal(t, c.reading, seen.Reading)
		require.Equal(t, c.loose, fault == nil, "%s %v", c.tolerance, c.value)
		_, fault = strict.Reading(c.tolerance, c.value)
		require.Equal(t, c.strict, fault == nil, "%s %v", c.tolerance, c.value)
	}
	_, fault := loose.Reading("no-such", nil)
	require.NotNil(t, fault)
}
