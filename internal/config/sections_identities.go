package config

import (
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

var (
	phoneForm   = regexp.MustCompile(`^\+?[1-9][0-9]{6,14}$`) // E.164: fifteen digits at most
	emailForm   = regexp.MustCompile(`^[^@\s]+@[^@\s]+$`)
	countryForm = regexp.MustCompile(`^[A-Z]{2,3}$`)

	// Six digits of their own at the least keep the people of one run apart.
	inventedID    = regexp.MustCompile(`^[^#]*(#[^#]*){6,18}$`)
	inventedPhone = regexp.MustCompile(`^\+?[1-9][0-9]*#{6,14}$`)
)

func (r *reader) identities(to *Identities) reading {
	return func(n *yaml.Node, at string) {
		r.object(n, at, fields{
			"generate": r.flag(&to.Generate),
			"invented": r.invented(&to.Invented),
			"existing": r.people(&to.Existing, true),
			"new":      r.people(&to.New, false),
		})
	}
}

// invented reads the form of invented people.
func (r *reader) invented(to *Invented) reading {
	return func(n *yaml.Node, at string) {
		phone := r.matching(&to.PhoneNumber, inventedPhone, `an international number of 15 digits at most that ends in six # or more, in quotes, such as "+23480########"`)
		r.object(n, at, fields{
			"id_number":    r.matching(&to.IDNumber, inventedID, `a text with six # or more, each for a digit, in quotes, such as "###########"`),
			"phone_number": phone,
			"country_code": r.matching(&to.CountryCode, countryForm, "an ISO 3166-1 code of two or three capital letters"),
			"names":        r.choice(&to.Names, Alphabets()),
		})
		if digits := strings.TrimPrefix(to.PhoneNumber, "+"); len(digits) > 15 {
			r.problem(n, at+".phone_number", "an international number has 15 digits at most (ITU-T E.164)")
		}
	}
}

func (r *reader) people(to *[]Identity, existing bool) reading {
	return func(n *yaml.Node, at string) {
		r.list(n, at, func(item *yaml.Node, at string) {
			*to = append(*to, r.person(item, at, existing))
		})
	}
}

// person reads one identity. Its values are not quoted in problems: they are
// somebody's.
func (r *reader) person(n *yaml.Node, at string, existing bool) Identity {
	i := Identity{HasLimit: existing}
	if existing {
		i.Kind = KindEmployed
	}
	known := fields{
		"first_name":    r.text(&i.FirstName),
		"last_name":     r.text(&i.LastName),
		"id_number":     r.text(&i.IDNumber),
		"phone_number":  r.matching(&i.PhoneNumber, phoneForm, "an international number of 7 to 15 digits, perhaps with a leading +, in quotes"),
		"email":         r.matching(&i.Email, emailForm, "an address like name@example.com"),
		"date_of_birth": r.day(&i.DateOfBirth),
		"country_code":  r.matching(&i.CountryCode, countryForm, "an ISO 3166-1 code of two or three capital letters"),
		"kind":          r.choice(&i.Kind, Kinds()),
	}
	if existing {
		known["has_limit"] = r.flag(&i.HasLimit)
		r.object(n, at, known, "id_number", "phone_number")
		return i
	}
	r.object(n, at, known, "first_name", "last_name", "id_number", "phone_number", "email", "date_of_birth", "country_code")
	return i
}
