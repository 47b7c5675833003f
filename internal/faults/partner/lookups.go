package partner

import (
	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// lookupFaults look up a value that the query field cannot have (section 4.5).
func lookupFaults() []faults.Fault {
	lookUp := func(field, value string) func(*samplepartner.Request) {
		return on("customer-lookup", func(q *samplepartner.Request) { q.Body["queryFieldEnum"], q.Body["value"] = field, value })
	}
	return []faults.Fault{
		{ID: "customer-lookup/phone-as-email", Breaks: "PLK-13", Why: "a phone number is asked for as an email address", EditRequests: always(lookUp("email", samplepartner.Regular.Phone))},
		{ID: "customer-lookup/email-as-mobile", Breaks: "PLK-13", Why: "an email address is asked for as a mobile", EditRequests: always(lookUp("mobile", "amina@customers.example"))},
		{ID: "customer-lookup/name-as-phone", Breaks: "PLK-13", Why: "a name is asked for as a phone number", EditRequests: always(lookUp("phoneNumber", "Amina Hassan"))},
		{ID: "customer-lookup/member-as-phone", Breaks: "PLK-13", Why: "a member id is asked for as a phone number", EditRequests: always(lookUp("phoneNumber", "5f0c1c1e-0000-4000-8000-000000000001"))},
		{ID: "customer-lookup/id-as-email", Breaks: "PLK-13", Why: "a national id is asked for as an email address", EditRequests: always(lookUp("email", "1000001"))},
		{ID: "customer-lookup/two-addresses", Breaks: "PLK-13", Why: "two email addresses are asked for as one", EditRequests: always(lookUp("email", "amina@customers.example, otieno@customers.example"))},
		{ID: "customer-lookup/address-cut", Breaks: "PLK-13", Why: "an email address has lost its domain", EditRequests: always(lookUp("email", "amina@"))},
		{ID: "customer-lookup/short-as-mobile", Breaks: "PLK-13", Why: "three digits are asked for as a mobile", EditRequests: always(lookUp("mobile", "123"))},
		{ID: "customer-lookup/email-as-national-id", Breaks: "PLK-13", Why: "an email address is asked for as a national id", EditRequests: always(lookUp("NATIONAL_ID", "amina@customers.example"))},
		{ID: "customer-lookup/email-as-passport", Breaks: "PLK-13", Why: "an email address is asked for as a passport", EditRequests: always(lookUp("PASSPORT", "amina@customers.example"))},
		{ID: "customer-lookup/email-as-member", Breaks: "PLK-13", Why: "an email address is asked for as a member id", EditRequests: always(lookUp("memberId", "amina@customers.example"))},
		{ID: "customer-lookup/name-as-national-id", Breaks: "PLK-13", Why: "a first name that the store knows is asked for as a national id", EditRequests: always(lookUp("NATIONAL_ID", "Wanjiru"))},
		{ID: "customer-lookup/name-as-passport", Breaks: "PLK-13", Why: "a last name that the store knows is asked for as a passport", EditRequests: always(lookUp("PASSPORT", "Kamau"))},
		{ID: "customer-lookup/names-as-national-id", Breaks: "PLK-13", Why: "the first and the last name of a customer are asked for as a national id", EditRequests: always(lookUp("NATIONAL_ID", "Wanjiru Kamau"))},
		{ID: "customer-lookup/masked-national-id", Breaks: "PLK-13", Why: "a national id is asked for of which a part is hidden", EditRequests: always(lookUp("NATIONAL_ID", "****0001"))},
		{ID: "customer-lookup/empty-domain", Breaks: "PLK-13", Why: "an email address has an empty part in its domain", EditRequests: always(lookUp("email", "amina@customers..example"))},
		{ID: "customer-lookup/name-as-member", Breaks: "PLK-13", Why: "a first name that the store knows is asked for as a member id", EditRequests: always(lookUp("memberId", "Amina"))},
		{ID: "customer-lookup/customer-as-national-id", Breaks: "PLK-13", Why: "the id of a customer is asked for as a national id", EditRequests: always(lookUp("NATIONAL_ID", "5f0c1c1e-0000-4000-8000-000000000001"))},
		{ID: "customer-lookup/phone-as-national-id", Breaks: "PLK-13", Why: "a phone number is asked for as a national id", EditRequests: always(lookUp("NATIONAL_ID", samplepartner.Regular.Phone))},
		{ID: "customer-lookup/phone-as-passport", Breaks: "PLK-13", Why: "a phone number is asked for as a passport", EditRequests: always(lookUp("PASSPORT", samplepartner.Regular.Phone))},
		{ID: "customer-lookup/id-as-mobile", Breaks: "PLK-13", Why: "an id number is asked for as a mobile", EditRequests: always(lookUp("mobile", samplepartner.Regular.IDNumber))},
		{ID: "customer-lookup/id-as-phone", Breaks: "PLK-13", Why: "an id number is asked for as a phone number", EditRequests: always(lookUp("phoneNumber", "20000002"))},
		{ID: "customer-lookup/phone-as-member", Breaks: "PLK-13", Why: "a phone number is asked for as a member id, after the service returned another one", EditRequests: always(from(4, "customer-lookup", lookUp("memberId", samplepartner.Regular.Phone)))},
		{ID: "customer-lookup/id-as-member", Breaks: "PLK-13", Why: "an id number is asked for as a member id, after the service returned another one", EditRequests: always(from(4, "customer-lookup", lookUp("memberId", samplepartner.Regular.IDNumber)))},
		{ID: "customer-lookup/customer-as-member", Breaks: "PLK-13", Why: "the id of a customer is asked for as a member id, after the service returned another one", EditRequests: always(from(4, "customer-lookup", lookUp("memberId", "5f0c1c1e-0000-4000-8000-000000000001")))},
		{ID: "customer-lookup/ids-as-members", Breaks: "PLK-13", Why: "every lookup asks for the id number of a customer as a member id", EditRequests: always(on("customer-lookup", asMembers("1000001", "20000001", "20000002", "20000003")))},
		{ID: "customer-lookup/phones-as-members", Breaks: "PLK-13", Why: "every lookup asks for the phone number of a customer as a member id", EditRequests: always(on("customer-lookup", asMembers("+254700000001", "254711000001", "+254711000002", "+254711000003")))},
		{ID: "customer-lookup/national-phone-as-national-id", Breaks: "PLK-13", Why: "a phone number in national form is asked for as a national id", EditRequests: always(lookUp("NATIONAL_ID", "0700000001"))},
		{ID: "customer-lookup/published-id-as-mobile", Breaks: "PLK-13", Why: "the id number of a published customer is asked for as a mobile", EditRequests: always(lookUp("mobile", "1000002"))},
		{ID: "customer-lookup/any-phone-as-national-id", Breaks: "PLK-13", Why: "a phone number in international form is asked for as a national id", EditRequests: always(lookUp("NATIONAL_ID", "+254799123456"))},
		{ID: "customer-lookup/field-as-value", Breaks: "PLK-13", Why: "the name of the field is asked for", EditRequests: always(lookUp("PASSPORT", "passport"))},
		{ID: "customer-lookup/phone-as-national-id-first", Breaks: "PLK-13", Why: "a phone number is asked for as a national id before the OTP goes to it", EditRequests: looksUpFirst},
		{ID: "customer-lookup/undefined", Breaks: "PLK-13", Why: "the word undefined is asked for", EditRequests: always(lookUp("memberId", "undefined"))},
		{ID: "customer-lookup/null-in-text", Breaks: "PLK-13", Why: "the word null is asked for", EditRequests: always(lookUp("NATIONAL_ID", "null"))},
		{ID: "customer-lookup/placeholder", Breaks: "PLK-13", Why: "the placeholder of an example is asked for", EditRequests: always(lookUp("PASSPORT", "<VALUE>"))},
		{ID: "customer-lookup/template", Breaks: "PLK-13", Why: "a template that was never filled in is asked for", EditRequests: always(lookUp("memberId", "{{member_id}}"))},
		{ID: "customer-lookup/object-in-text", Breaks: "PLK-13", Why: "an object is asked for that was made a text", EditRequests: always(lookUp("NATIONAL_ID", "[object Object]"))},
		{ID: "customer-lookup/plus-lost", Breaks: "PLK-13", Why: "the + of a phone number has become a space", EditRequests: always(lookUp("mobile", " 254700000001"))},
		{ID: "customer-lookup/store-key-as-passport", Breaks: "PLK-13", Why: "the store key is asked for as a passport", EditRequests: always(lookUp("PASSPORT", "SAMPLE-STORE"))},
		{ID: "customer-lookup/store-key-as-member", Breaks: "PLK-13", Why: "the store key is asked for as a member id", EditRequests: always(lookUp("memberId", "SAMPLE-STORE"))},
		{ID: "customer-lookup/gender-as-national-id", Breaks: "PLK-13", Why: "a gender is asked for as a national id", EditRequests: always(lookUp("NATIONAL_ID", "female"))},
		{ID: "customer-lookup/other-field-as-value", Breaks: "PLK-13", Why: "the name of another field is asked for", EditRequests: always(lookUp("memberId", "phoneNumber"))},
		{ID: "customer-lookup/country-as-national-id", Breaks: "PLK-13", Why: "a country is asked for as a national id", EditRequests: always(lookUp("NATIONAL_ID", "KE"))},
		{ID: "customer-lookup/birth-as-mobile", Breaks: "PLK-13", Why: "a date of birth is asked for as a mobile", EditRequests: always(lookUp("mobile", "01/31/1990"))},
		{ID: "customer-lookup/birth-as-member", Breaks: "PLK-13", Why: "a date of birth is asked for as a member id", EditRequests: always(lookUp("memberId", "01/31/1990"))},
		{ID: "customer-lookup/url-as-member", Breaks: "PLK-13", Why: "the address of a customer's page is asked for as a member id", EditRequests: always(lookUp("memberId", "https://store.example/customers/17"))},
		{ID: "customer-lookup/list-as-national-id", Breaks: "PLK-13", Why: "a list in JSON is asked for as a national id", EditRequests: always(lookUp("NATIONAL_ID", `["1000001"]`))},
		{ID: "customer-lookup/token-as-member", Breaks: "PLK-13", Why: "the access token is asked for as a member id", EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) {
			q.Body["queryFieldEnum"], q.Body["value"] = "memberId", q.Token
		}))},
		{ID: "customer-lookup/time-as-mobile", Breaks: "PLK-13", Why: "the Timestamp is asked for as a mobile", EditRequests: always(on("customer-lookup", func(q *samplepartner.Request) {
			q.Body["queryFieldEnum"], q.Body["value"] = "mobile", q.Header.Get("Timestamp")
		}))},
		{ID: "customer-lookup/orders-as-members", Breaks: "PLK-13", Why: "every lookup asks for an order_id as a member id", Configure: moreCustomers, EditRequests: always(on("customer-lookup", asMembers("2001", "2002", "2003")))},
		{ID: "customer-lookup/codes-as-members", Breaks: "PLK-13", Why: "every lookup asks for an item_code as a member id", EditRequests: always(on("customer-lookup", asMembers("K-1", "K-2", "M-3")))},
		{ID: "customer-lookup/blank-behind", Breaks: "PLK-13", Why: "a space stands behind a national id", EditRequests: always(lookUp("NATIONAL_ID", "1000001 "))},
	}
}

// asMembers looks up one value after the other as a memberId.
func asMembers(values ...string) func(*samplepartner.Request) {
	return func(q *samplepartner.Request) {
		q.Body["queryFieldEnum"], q.Body["value"] = "memberId", values[q.Nth%len(values)]
	}
}
