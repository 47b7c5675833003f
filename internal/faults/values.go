package faults

import (
	"fmt"
	"slices"
	"strings"
)

// list is a documented list of request values: where they stand, and which
// requirement has all of them taken.
type list struct {
	endpoint string
	path     string // in the body of the request; after "items." in any item
	breaks   string
	values   []string
}

const (
	employment = "employed_occupational_detail."
	business   = "self_employed_occupational_detail."
)

// industries are the 30 of section 2.7.
var industries = []string{
	"Accounting Auditing & Finance", "Administrative & Office", "Agriculture &Farming", "Building & Architecture",
	"Community & Social Services", "Consulting and Strategy", "Creative & Design", "Customer service & Support",
	"Employability & Soft Skills", "Engineering", "Food sciences & catering", "Health & Safety",
	"Hospitality/Leisure & Travel", "Human Resources", "IT & Software", "Legal Services",
	"Management & Business Development", "Marketing & Communication", "Medical & Pharmaceutical", "Natural sciences",
	"Project & Product management", "Quality Control & Assurance", "Real estate & Property Management",
	"Research/Teaching/Training", "Sales", "Security", "Supply Chain & Development", "Trade & Services",
	"Transport & Logistics", "Other",
}

// lists are the enums of sections 2.2 to 2.7 and 4.5.
var lists = []list{
	{createOrder, "items.item_type", "PUR-11", strings.Fields("phone tv laptop tablet home_theater furniture fridge cooker other")},
	{createOrder, "items.delivery_option", "PUR-12", strings.Fields("customer_store_pickup customer_provider_pickup store_delivery provider_delivery agent_delivery")},
	{createOrder, "items.preferred_option", "PUR-12", strings.Fields("delivery pick_up")},
	{createLimit, "gender", "LIM-10", strings.Fields("male female")},
	{createLimit, "marital_status", "LIM-10", strings.Fields("single married")},
	{createLimit, employment + "job_level", "LIM-11", []string{"Intern", "Associate", "Junior Manager", "Mid level manager", "Senior Manager", "Executive Manager"}},
	{createLimit, employment + "payment_type", "LIM-11", strings.Fields("bank mpesa cash")},
	{createLimit, employment + "job_group", "LIM-12", strings.Split("ABCDEFGHIJKLMNOPQRST", "")},
	{createLimit, employment + "job_function", "LIM-13", industries},
	{createLimit, business + "business_industry", "LIM-14", industries},
	{createLimit, business + "business_type", "LIM-15", strings.Fields("student freelancer sole_proprietorship partnership limited_company")},
	{createLimit, business + "business_payment_type", "LIM-15", strings.Fields("mpesa bank cash")},
	{createLimit, business + "business_registered", "LIM-15", strings.Fields("true false")},
	{createLimit, employment + "employer_sector", "LIM-01", strings.Fields("private_sector")},
	{createLimit, employment + "employer_sector", "LIM-02", strings.Fields("government_sector")},
	{lookup, "queryFieldEnum", "LKP-07", strings.Fields("mobile memberId phoneNumber NATIONAL_ID email PASSPORT")},
}

// valueFaults refuse one documented value each.
func valueFaults() []Fault {
	var all []Fault
	for _, l := range lists {
		name := l.path[strings.LastIndexByte(l.path, '.')+1:]
		for _, v := range l.values {
			all = append(all, Fault{
				ID: kebab(l.endpoint + "-refuses-" + name + "-" + v), Breaks: l.breaks,
				Why:   fmt.Sprintf("%s refuses the documented %s %q", l.endpoint, name, v),
				plant: refusing(l.endpoint, 422, func(c *call) bool { return slices.Contains(c.values(l.path), v) }),
			})
		}
	}
	return all
}

// values reads a member of the request, or of every item in it.
func (c *call) values(path string) []string {
	inItem, ok := strings.CutPrefix(path, "items.")
	if !ok {
		if get(c.body, path) == nil {
			return nil
		}
		return []string{c.text(path)}
	}
	var all []string
	for _, item := range c.items() {
		if v, ok := item[inItem]; ok {
			all = append(all, text(v))
		}
	}
	return all
}
