package bodies

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
)

// members are the members of every request table: sections 4.1, 4.2, 2.4 to 2.6, 4.5, 2.1, 2.2 and
// 4.8. Each is an obligation, and a rule of the features reports its result.
var members = map[string][]string{
	spec.SendOTP:   {"id_number", "phone_number", "first_name", "last_name", "country_code", "date_of_birth"},
	spec.VerifyOTP: {"id_number", "phone_number", "item_value", "otp"},
	spec.CreateLimit: {
		"first_name", "last_name", "id_number", "country_code", "phone_number", "employed", "gender", "date_of_birth",
		"marital_status", "email", "loan_amount", "referral_source", "password",
		Employed + ".employer", Employed + ".net_income", Employed + ".expenses",
		Employed + ".job_level", Employed + ".job_function", Employed + ".employer_sector",
		Employed + ".payment_type", Employed + ".job_group",
		SelfEmployed + ".business_type", SelfEmployed + ".business_name",
		SelfEmployed + ".business_payment_type", SelfEmployed + ".business_location",
		SelfEmployed + ".gross_monthly_revenue", SelfEmployed + ".average_monthly_expenses",
		SelfEmployed + ".average_monthly_personal_expense", SelfEmployed + ".business_industry",
		SelfEmployed + ".business_registered",
	},
	spec.CustomerLookup: {"queryFieldEnum", "value"},
	spec.CreatePurchases: {
		"customer_id", "order_id", "items", "items.#.item_type", "items.#.item_brand", "items.#.store_key",
		"items.#.delivery_option", "items.#.preferred_option", "items.#.item_description", "items.#.facility_plan",
		"items.#.item_code", "items.#.item_value", "items.#.item_topup", "items.#.topup_ref",
	},
	spec.UpdatePurchases: {"items", "items.#.id", "items.#.facility_status"},
}

// SectionOf returns the section whose table names a member, or else the section of the endpoint.
func SectionOf(endpoint, name string) string {
	switch {
	case endpoint == spec.CreateLimit && strings.HasPrefix(name, Employed+"."):
		return "2.5"
	case endpoint == spec.CreateLimit && strings.HasPrefix(name, SelfEmployed+"."):
		return "2.6"
	case endpoint == spec.CreateLimit:
		return "2.4"
	case endpoint == spec.CreatePurchases && strings.HasPrefix(name, "items.#."):
		return "2.2"
	case endpoint == spec.CreatePurchases:
		return "2.1"
	}
	return spec.Of(endpoint).Section
}

// The members that contain the occupation of a customer (sections 2.5 and 2.6).
const (
	Employed     = spec.EmployedDetail
	SelfEmployed = spec.SelfEmployedDetail
)

// top are the top-level members of all request bodies.
var top = func() map[string]bool {
	all := make(map[string]bool)
	for _, names := range members {
		for _, name := range names {
			top, _, _ := strings.Cut(name, ".")
			all[top] = true
		}
	}
	return all
}()

// Members returns the members that are judged in the requests to an endpoint.
func Members(endpoint string) []string { return slices.Clone(members[endpoint]) }

// IsMember reports whether the table of an endpoint names a member.
func IsMember(endpoint, name string) bool {
	return slices.Contains(members[endpoint], name)
}

// IsTop reports whether a request body has a member at its top level.
func IsTop(name string) bool { return top[name] }

// WholeBody is the obligation of a body as a whole: it is a JSON object.
const WholeBody = "body"

// ObligationOf returns the obligation that a path in the body belongs to. A path that no table
// names belongs to the body as a whole, so that no fault is lost.
func ObligationOf(endpoint, path string) string {
	name := General(path)
	switch {
	case IsMember(endpoint, name):
		return name
	case name == "items.#":
		return "items"
	case endpoint == spec.CreateLimit && (name == Employed || name == SelfEmployed):
		return name
	}
	return WholeBody
}

// General replaces every index of a path with #, and uses one name for the member that section 2.2
// spells in two ways.
func General(path string) string {
	segments := strings.Split(path, ".")
	for i, s := range segments {
		if s != "" && judgement.Digits(s) == s {
			segments[i] = "#"
		}
		if s == spec.MisspeltDescription {
			segments[i] = "item_description"
		}
	}
	return strings.Join(segments, ".")
}

// DocumentedPart returns a body without the members that no table names. Those members are not
// judged, so they must not prevent the judgement of the others. Any body that is no JSON is
// returned unchanged.
func DocumentedPart(endpoint string, body []byte) []byte {
	if !gjson.ValidBytes(body) {
		return body
	}
	var part strings.Builder
	writeDocumented(&part, endpoint, "", gjson.ParseBytes(body))
	return []byte(part.String())
}

func writeDocumented(out *strings.Builder, endpoint, path string, value gjson.Result) {
	isDocumented := path == "" || ObligationOf(endpoint, path) != WholeBody
	switch {
	case value.IsObject() && isDocumented && !isLeaf(endpoint, path):
		out.WriteByte('{')
		written := 0
		value.ForEach(func(name, member gjson.Result) bool {
			inside := strings.TrimPrefix(path+"."+name.Str, ".")
			if ObligationOf(endpoint, inside) == WholeBody {
				return true
			}
			if written++; written > 1 {
				out.WriteByte(',')
			}
			out.WriteString(name.Raw + ":")
			writeDocumented(out, endpoint, inside, member)
			return true
		})
		out.WriteByte('}')
	case value.IsArray() && path == "items":
		out.WriteByte('[')
		for i, element := range value.Array() {
			if i > 0 {
				out.WriteByte(',')
			}
			writeDocumented(out, endpoint, "items.0", element)
		}
		out.WriteByte(']')
	default:
		out.WriteString(value.Raw)
	}
}

// isLeaf reports whether a member is no object in any table, whatever a build sends.
func isLeaf(endpoint, path string) bool {
	return path != "items" && IsMember(endpoint, General(path))
}

// words are the last names of the members of all request bodies, with their first word and without
// it, in the form of LettersOf: itembrand and brand.
var words = func() map[string]bool {
	all := make(map[string]bool)
	for _, names := range members {
		for _, name := range names {
			_, short, _ := strings.Cut(LastName(name), "_")
			all[LettersOf(LastName(name))], all[LettersOf(short)] = true, true
		}
	}
	return all
}()

// LastName returns the last name in the path of a member.
func LastName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// LettersOf returns what the spellings of a name have in common: item_brand, itemBrand and ITEM
// BRAND.
func LettersOf(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// IsName reports whether a variable, in any spelling, has the name of a member, long or short.
func IsName(variable string) bool {
	last := LettersOf(LastName(variable))
	return last != "" && (words[last] || words[LettersOf(variable)])
}

// HasValue reports whether a member of a body, other than the named ones, has a text or a number.
func HasValue(body gjson.Result, text string, except ...string) bool {
	found := false
	body.ForEach(func(name, member gjson.Result) bool {
		switch {
		case slices.Contains(except, name.Str):
		case member.IsObject() || member.IsArray():
			found = HasValue(member, text, except...)
		default:
			found = member.String() == text
		}
		return !found
	})
	return found
}
