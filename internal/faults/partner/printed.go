package partner

import (
	"encoding/json"
	"fmt"

	"github.com/credit-partner/assay/internal/faults"
	"github.com/credit-partner/assay/internal/samplepartner"
)

// printedFaults send what a program prints or escapes by mistake.
func printedFaults() []faults.Fault {
	var all []faults.Fault
	add := func(id, owner, why string, edit func(*samplepartner.Request)) {
		all = append(all, faults.Fault{ID: id, Breaks: owner, Why: why, EditRequests: always(edit)})
	}
	for _, f := range []struct{ endpoint, path, owner, id, value string }{
		{"send-otp", "first_name", "PSO-07", "perl-reference", "HASH(0x55d0c8a3f2a0)"},
		{"send-otp", "first_name", "PSO-07", "python-tuple", "('Amina',)"},
		{"send-otp", "last_name", "PSO-07", "escaped-for-html", "O&#039;Hara"},
		{"send-otp", "last_name", "PSO-07", "escaped-for-a-url", "O%27Hara"},
		{"send-otp", "first_name", "PSO-07", "escaped-for-json", `Zo\u00eb`},
		{"send-otp", "last_name", "PSO-07", "escaped-for-a-database", `O\'Hara`},
		{"send-otp", "last_name", "PSO-07", "apostrophe-doubled", "O''Hara"},
		{"send-otp", "first_name", "PSO-07", "read-in-another-encoding", "ZoÃ«"},
		{"send-otp", "last_name", "PSO-07", "letter-as-question-mark", "M?ller"},
		{"send-otp", "last_name", "PSO-07", "hidden", "H*****"},
		{"send-otp", "first_name", "PSO-07", "python-format", "%(first)s"},
		{"send-otp", "last_name", "PSO-07", "php-variable", "$nachname"},
		{"create-limit", "first_name", "PCL-06", "batch-variable", "%VORNAME%"},
		{"create-limit", "last_name", "PCL-06", "in-brackets", "[last_name]"},
		{"create-limit", "last_name", "PCL-06", "hidden", "H*****"},
		{"create-limit", "email", "PCL-07", "hidden", "a***@customers.example"},
		{"create-limit", "email", "PCL-07", "of-missing-names", "undefined.undefined@customers.example"},
		{"create-limit", "id_number", "PCL-06", "dash", "-"},
		{"send-otp", "last_name", "PSO-07", "end-of-a-text-in-c", "Hassan\x00"},
		{"create-limit", "email", "PCL-07", "end-of-a-text-in-c", "amina@customers.example\x00"},
		{"create-limit", "id_number", "PCL-06", "is-to-do", "TODO"},
		{"create-limit", "first_name", "PCL-06", "half-undefined", "undefined Amina"},
		{"create-limit", "email", "PCL-07", "object", "[objectObject]@customers.example"},
		{"create-limit", "email", "PCL-07", "template-in-it", "{{name}}@customers.example"},
		{"create-limit", "email", "PCL-07", "batch-variable-in-it", "%EMAIL%@customers.example"},
		{"create-limit", emp + "employer", "PCL-16", "ant-variable", "@@EMPLOYER@@"},
		{"create-limit", self + "business_name", "PCL-21", "php-variable", "$business_name"},
		{"create-limit", self + "business_location", "PCL-21", "double-underscores", "__LOCATION__"},
		{"create-limit", self + "business_location", "PCL-21", "php-arrays", "Array, Array"},
		{"create-limit", "phone_number", "PCL-07", "end-of-a-text-in-c", "+254722000001\x00"},
		{"create-limit", "first_name", "PCL-06", "php-serialized", `s:7:"Wanjiru";`},
		{"create-limit", "last_name", "PCL-06", "line-break-in-html", "Kamau<br />"},
		{"send-otp", "first_name", "PSO-07", "base64", "V2FuamlydQ=="},
		{"send-otp", "last_name", "PSO-07", "byte-order-mark", "\ufeffKamau"},
		{"create-purchases", "items.#.item_description", "PCP-10", "php-object", "Object(Product)"},
		{"create-limit", emp + "employer", "PCL-16", "python-object", "<Employer object at 0x7f10bb5a>"},
		{"create-limit", emp + "employer", "PCL-16", "sector", "private_sector"},
		{"create-limit", emp + "employer", "PCL-16", "lost-letter", "Caf\ufffd"},
		{"create-limit", self + "business_name", "PCL-21", "lost-letter", "Caf\ufffd"},
		{"create-limit", self + "business_industry", "PCL-24", "number", "27"},
		{"create-limit", self + "business_industry", "PCL-24", "escaped-for-a-url", "IT%20%26%20Software"},
		{"create-limit", self + "business_industry", "PCL-24", "undefined", "undefined"},
		{"create-limit", self + "business_industry", "PCL-24", "type", "sole_proprietorship"},
		{"create-purchases", "items.#.item_brand", "PCP-10", "undefined", "undefined"},
		{"create-purchases", "items.#.item_brand", "PCP-10", "php-variable", "$brand"},
		{"create-purchases", "items.#.item_brand", "PCP-10", "batch-variable", "%MARKE%"},
		{"create-purchases", "items.#.item_brand", "PCP-10", "name-of-the-member", "item_brand"},
		{"create-purchases", "items.#.item_description", "PCP-10", "object-in-a-text", "[object Object] TV"},
		{"create-purchases", "items.#.item_description", "PCP-10", "template-in-a-text", "A ${item.brand} TV"},
		{"create-purchases", "items.#.item_description", "PCP-10", "other-template-in-a-text", "Brand: {{brand}}"},
		{"create-purchases", "items.#.item_description", "PCP-10", "python-format", "%(item_description)s"},
		{"create-purchases", "items.#.item_description", "PCP-10", "attribute-in-braces", "{self.product}"},
		{"create-purchases", "items.#.item_code", "PCP-10", "in-brackets", "[ITEM_CODE]"},
		{"create-limit", self + "business_location", "PCL-21", "template-before-a-country", "{{city}}, Kenya"},
		{"create-limit", emp + "employer", "PCL-16", "template-before-a-form", "{{company}} Ltd"},
		{"create-limit", self + "business_name", "PCL-21", "ruby-template-in-it", "Shop %{town}"},
		{"create-limit", "email", "PCL-07", "template-of-a-user", "{{user}}@mail.example"},
		{"create-limit", "email", "PCL-07", "template-literal-of-a-user", "${user}@mail.example"},
		{"create-purchases", "items.#.item_description", "PCP-10", "template-of-a-colour", "A chair, {{ colour }}"},
		{"create-purchases", "order_id", "PCP-07", "undefined-at-its-end", "1001-undefined"},
		{"create-purchases", "items.#.item_brand", "PCP-10", "razor-variable", "@{maker}"},
		{"create-purchases", "items.#.item_description", "PCP-10", "escaped-placeholder", "&lt;description&gt;"},
		{"create-limit", self + "business_location", "PCL-21", "escaped-placeholder", "&lt;town&gt;"},
		{"create-limit", self + "business_location", "PCL-21", "razor-variable", "@{town}"},
		{"create-limit", emp + "employer", "PCL-16", "workflow-variable", "${{ env.COMPANY }}"},
		{"send-otp", "id_number", "PSO-06", "escaped-placeholder", "&lt;x&gt;"},
		{"create-limit", self + "business_location", "PCL-21", "wiki-link", "[[town]]"},
		{"update-purchases", "items.#.facility_status", "PUP-09", "escaped-placeholder", "&lt;x&gt;"},
		{"customer-lookup", "value", "PLK-13", "wiki-link", "[[x]]"},
		{"update-purchases", "items.#.facility_status", "PUP-09", "php-variable", "$facility_status"},
		{"create-purchases", "items.#.item_brand", "PCP-10", "perl-reference", "HASH(0x55d0c8a3f2a0)"},
		{"create-purchases", "items.#.item_description", "PCP-10", "template-literal", "${product.name}"},
		{"create-purchases", "items.#.item_description", "PCP-10", "go-map", "map[en:A chair]"},
		{"create-purchases", "items.#.item_description", "PCP-10", "python-dict", "{'en': 'A chair'}"},
		{"create-purchases", "items.#.item_code", "PCP-10", "swift-optional", `Optional("K-1")`},
		{"update-purchases", "items.#.facility_status", "PUP-09", "python-enum", "FacilityStatus.COLLECTED"},
		{"update-purchases", "items.#.facility_status", "PUP-09", "java-enum", "Status[collected_by_agent]"},
		{"update-purchases", "items.#.facility_status", "PUP-09", "date", "2026-11-24"},
	} {
		add(f.endpoint+"/"+f.path+"-"+f.id, f.owner, f.path+" is "+f.value, on(f.endpoint, func(q *samplepartner.Request) { put(q, f.path, f.value) }))
	}
	for _, m := range []struct{ endpoint, path, owner string }{
		{"create-limit", emp + "net_income", "PCL-16"}, {"create-limit", self + "gross_monthly_revenue", "PCL-21"}, {"create-limit", "loan_amount", "PCL-11"}, {"create-purchases", "items.#.item_value", "PCP-15"},
	} { // what a program makes of an infinite number
		add(m.endpoint+"/"+m.path+"-infinite", m.owner, m.path+" is larger than every number", on(m.endpoint, func(q *samplepartner.Request) { put(q, m.path, json.Number("1e400")) }))
	}
	for _, end := range []string{"-undefined", "_null"} {
		add("create-purchases/items.#.item_code-ends-in"+end, "PCP-10", "each item_code ends in "+end, on("create-purchases", func(q *samplepartner.Request) {
			for _, item := range objects(q.Body, []string{"items", "#"}) {
				if code, isText := item["item_code"].(string); isText {
					item["item_code"] = code + end
				}
			}
		}))
	}
	for n, header := range []string{"Noncestr", "Sign", "Timestamp"} {
		for id, value := range map[string]string{"workflow-variable": "${{ secrets.VALUE }}", "make-variable": "$(VALUE)", "wiki-link": "[[x]]", "razor-variable": "@{x}", "escaped-placeholder": "&lt;x&gt;", "own-name": header} {
			add("customer-lookup/"+header+"-"+id, fmt.Sprintf("PLK-%02d", 8+n), "the "+header+" is "+value, on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set(header, value) }))
		}
	}
	for _, f := range []struct{ header, owner, id, value string }{
		{"Sign", "PLK-09", "perl-reference", "CODE(0x55d0c8a3f2a0)"}, {"Sign", "PLK-09", "dotnet-bytes", "System.Byte[]"},
		{"Sign", "PLK-09", "function", "function () { [native code] }"}, {"Sign", "PLK-09", "shell", "$(date +%s)"},
		{"Sign", "PLK-09", "error", "Error: secret not set"}, {"Sign", "PLK-09", "open-task", "TODO"}, {"Sign", "PLK-09", "dash", "-"},
		{"Timestamp", "PLK-10", "perl-reference", "HASH(0x55d0c8a3f2a0)"}, {"Timestamp", "PLK-10", "shell", "$(date +%s)"}, {"Timestamp", "PLK-10", "dash", "-"},
		{"Timestamp", "PLK-10", "unset-in-seconds", "-62135596800"},
		{"Timestamp", "PLK-10", "word", "hello"}, {"Timestamp", "PLK-10", "words", "time of request"}, {"Timestamp", "PLK-10", "minute-99", "12:99"},
		{"Timestamp", "PLK-10", "store-key", "SAMPLE-STORE"},
		{"Timestamp", "PLK-10", "digest", "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"},
	} {
		add("customer-lookup/"+f.header+"-"+f.id, f.owner, "the "+f.header+" is "+f.value, on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set(f.header, f.value) }))
	}
	add("customer-lookup/token-as-Timestamp", "PLK-10", "the Timestamp is the access token", on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set("Timestamp", q.Token) }))
	add("customer-lookup/bearer-as-Sign", "PLK-09", "the Sign is the Authorization header", on("customer-lookup", func(q *samplepartner.Request) { q.Header.Set("Sign", q.Header.Get("Authorization")) }))
	return all
}
