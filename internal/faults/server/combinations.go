package server

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/credit-partner/assay/internal/faults"
)

// combination is a set of documented values that a build refuses together, although it serves any
// smaller subset of them. Typical causes are a rule written for one case, a missing column in one
// branch, or a gap in a price list.
type combination struct {
	endpoint string
	breaks   string
	values   []string // "member value"; the name of a kind of customer has no member
}

const (
	employedTogether     = "LIM-25"
	selfEmployedTogether = "LIM-26"
	itemTogether         = "PUR-20"
)

// combinationFaults refuse two or three documented values in combination.
func combinationFaults() []faults.Fault {
	var all []faults.Fault
	for _, list := range []struct {
		endpoint, breaks string
		lines            string
	}{
		{faults.CreateLimit, employedTogether, employedPairs}, {faults.CreateLimit, selfEmployedTogether, selfEmployedPairs}, {faults.CreateOrder, itemTogether, itemPairs},
		{faults.CreateLimit, employedTogether, employedTriples}, {faults.CreateLimit, selfEmployedTogether, selfEmployedTriples}, {faults.CreateOrder, itemTogether, itemTriples},
	} {
		for line := range strings.Lines(strings.TrimSpace(list.lines)) {
			all = append(all, combination{list.endpoint, list.breaks, strings.Split(strings.TrimSpace(line), " + ")}.fault())
		}
	}
	return all
}

// Each line is a set of values that are refused together. A kind of customer is written without a
// member. For the government sector, the job_group need not matter.
const (
	employedPairs = `
gender female + marital_status single
gender female + marital_status married
gender male + marital_status single
gender male + marital_status married
gender female + country_code three letters
marital_status married + country_code three letters
gender female + government
gender male + government
marital_status single + government
marital_status married + government
country_code three letters + government
gender female + job_level Executive Manager
gender male + job_level Intern
marital_status married + job_level Junior Manager
gender female + job_function Engineering
gender male + job_function Human Resources
marital_status single + job_function Hospitality/Leisure & Travel
marital_status married + job_function Other
gender male + payment_type cash
gender female + payment_type mpesa
marital_status single + payment_type bank
gender female + job_group A
marital_status married + job_group T
country_code three letters + job_group K
country_code three letters + job_function Security
job_level Intern + payment_type cash
job_level Senior Manager + payment_type mpesa
job_level Intern + job_function Legal Services
job_level Executive Manager + job_function Agriculture &Farming
job_level Mid level manager + job_function IT & Software
job_function Sales + payment_type cash
job_function Medical & Pharmaceutical + payment_type bank
job_function Natural sciences + government
job_function Creative & Design + government
job_level Intern + government
job_level Associate + government
payment_type cash + government
payment_type mpesa + government
job_level Executive Manager + job_group B
job_level Associate + job_group S
payment_type cash + job_group J
payment_type bank + job_group C
`
	selfEmployedPairs = `
gender female + self-employed
gender male + self-employed
marital_status married + self-employed
marital_status single + self-employed
country_code three letters + self-employed
gender female + business_type limited_company
gender male + business_type student
marital_status single + business_type partnership
marital_status married + business_type freelancer
gender female + business_payment_type cash
marital_status married + business_payment_type bank
gender female + business_registered false
marital_status single + business_registered true
gender male + business_industry Trade & Services
marital_status married + business_industry Consulting and Strategy
country_code three letters + business_type sole_proprietorship
country_code three letters + business_industry Other
business_type student + business_payment_type bank
business_type limited_company + business_payment_type cash
business_type student + business_registered true
business_type limited_company + business_registered false
business_type freelancer + business_industry Building & Architecture
business_type partnership + business_industry Security
business_payment_type mpesa + business_registered false
business_payment_type cash + business_registered true
business_industry Transport & Logistics + business_payment_type mpesa
business_industry Sales + business_payment_type bank
business_industry Real estate & Property Management + business_registered false
`
	itemPairs = `
item_type fridge + delivery_option agent_delivery
item_type tv + delivery_option customer_store_pickup
item_type phone + delivery_option customer_store_pickup
item_type laptop + delivery_option store_delivery
item_type furniture + delivery_option provider_delivery
item_type cooker + delivery_option customer_provider_pickup
item_type home_theater + delivery_option agent_delivery
item_type other + delivery_option provider_delivery
item_type tablet + delivery_option store_delivery
item_type fridge + preferred_option pick_up
item_type furniture + preferred_option delivery
item_type phone + preferred_option delivery
item_type other + preferred_option pick_up
item_type tv + preferred_option delivery
`
	employedTriples = `
gender female + marital_status married + government
gender female + marital_status married + job_level Intern
gender female + marital_status single + job_function Sales
gender male + marital_status married + payment_type cash
gender female + job_level Senior Manager + job_function Engineering
marital_status single + job_level Associate + payment_type mpesa
job_level Intern + job_function Legal Services + payment_type cash
job_level Executive Manager + job_function Other + government
job_function Marketing & Communication + payment_type mpesa + government
job_function Administrative & Office + job_group F
job_level Mid level manager + payment_type cash + job_group T
job_level Intern + job_function Hospitality/Leisure & Travel + job_group P
`
	selfEmployedTriples = `
gender female + marital_status married + self-employed
gender male + marital_status single + self-employed
gender female + marital_status single + business_type partnership
gender female + business_type limited_company + business_payment_type cash
marital_status married + business_type limited_company + business_payment_type cash
gender male + business_type student + business_registered true
marital_status single + business_type freelancer + business_industry Security
gender female + business_industry Agriculture &Farming + business_registered false
business_type student + business_payment_type bank + business_registered true
business_type partnership + business_payment_type mpesa + business_industry Sales
business_type sole_proprietorship + business_industry Other + business_registered false
business_payment_type cash + business_industry Trade & Services + business_registered false
country_code three letters + business_type freelancer + business_payment_type mpesa
gender male + marital_status married + business_registered false
`
	itemTriples = `
item_type fridge + delivery_option agent_delivery + preferred_option pick_up
item_type tv + delivery_option store_delivery + preferred_option pick_up
item_type laptop + delivery_option provider_delivery + preferred_option delivery
item_type furniture + delivery_option customer_provider_pickup + preferred_option delivery
item_type cooker + delivery_option agent_delivery + preferred_option delivery
item_type home_theater + delivery_option customer_store_pickup + preferred_option delivery
item_type other + delivery_option provider_delivery + preferred_option pick_up
item_type tablet + delivery_option customer_provider_pickup + preferred_option pick_up
`
)

func (b combination) fault() faults.Fault {
	f := faults.Fault{
		ID: faults.Kebab(b.endpoint + "-refuses-together-" + strings.Join(b.shortened(), "-")), Breaks: b.breaks,
		Why:     b.endpoint + " refuses " + strings.Join(b.values[:len(b.values)-1], ", ") + " and " + b.values[len(b.values)-1] + " together",
		Mutator: faults.Refusing(b.endpoint, 422, b.holds),
	}
	if b.factors() > 2 {
		f.Strength = b.factors()
	}
	return f
}

// factors is how many values must be combined for the fault to show. A job_group implies the
// sector. But a job_function and a job_group occur in every pair only with strength 3.
func (b combination) factors() int {
	joined := strings.Join(b.values, " + ")
	if strings.Contains(joined, "job_function") && strings.Contains(joined, groupOf) {
		return 3
	}
	return len(b.values)
}

const groupOf = "job_group "

// shortened returns the values without the names of their members.
func (b combination) shortened() []string {
	short := make([]string, len(b.values))
	for n, v := range b.values {
		_, value, named := strings.Cut(v, " ")
		if short[n] = value; !named {
			short[n] = v
		}
		switch {
		case strings.HasPrefix(v, groupOf):
			short[n] = "group-" + value
		case strings.HasPrefix(v, "business_registered"):
			short[n] = "registered-" + value
		}
	}
	return short
}

// holds reports whether a request, or one of its items, has all the values.
func (b combination) holds(c *faults.Call) bool {
	if b.endpoint == faults.CreateOrder {
		for _, item := range c.Items() {
			if b.within(item, item) {
				return true
			}
		}
		return false
	}
	work, _ := faults.Get(c.Body, strings.TrimSuffix(faults.Employment, ".")).(faults.Object)
	if faults.SelfEmployed(c.Body) {
		work, _ = faults.Get(c.Body, strings.TrimSuffix(faults.Business, ".")).(faults.Object)
	}
	return b.within(c.Body, work)
}

func (b combination) within(request, work faults.Object) bool {
	for _, wanted := range b.values {
		member, value, _ := strings.Cut(wanted, " ")
		switch {
		case member == "self-employed":
			if !faults.SelfEmployed(request) {
				return false
			}
		case member == "government":
			if !faults.Government(request) {
				return false
			}
		case member == "job_group" && !faults.Government(request):
			return false
		case member == "country_code":
			if len(faults.Text(request[member])) != 3 {
				return false
			}
		case faults.Text(work[member]) != value && faults.Text(request[member]) != value:
			return false
		}
	}
	return true
}

// refusedValueFaults refuse values that a table or an example documents but few requests contain:
// some dates of birth (section 2.4), and the two empty members in the examples of an item
// (section 2.2).
func refusedValueFaults() []faults.Fault {
	born := func(id, why string, is func(month, day string) bool) faults.Fault {
		return faults.Fault{ID: "create-limit-refuses-" + id, Breaks: "LIM-10", Why: why, Mutator: faults.Refusing(faults.CreateLimit, 422, func(c *faults.Call) bool {
			date := strings.Split(c.Text("date_of_birth"), "/")
			return len(date) == 3 && is(date[0], date[1])
		})}
	}
	return []faults.Fault{
		born("leap-days", "29 February is no day to the parser of dates", func(month, day string) bool { return month == "02" && day == "29" }),
		born("last-days", "no month has 31 days", func(_, day string) bool { return day == "31" }),
		born("early-days", "a day that may be a month is refused as ambiguous", func(_, day string) bool { return day < "13" }),
		{ID: "create-purchases-refuses-both-empty", Breaks: "PUR-18", Why: "item_topup and topup_ref are each taken empty, and refused where both are", Mutator: faults.Refusing(faults.CreateOrder, 422, func(c *faults.Call) bool {
			return slices.ContainsFunc(c.Items(), func(i faults.Object) bool { return i["item_topup"] == "" && i["topup_ref"] == "" })
		})},
		{ID: "customer-lookup-finds-anybody-by-phone-number", Breaks: "LKP-13", Why: "an unknown phoneNumber finds the first customer", Mutator: findingTheFirst(asking("phoneNumber"))},
		{ID: "customer-lookup-finds-anybody-by-member-id", Breaks: "LKP-13", Why: "an unknown memberId finds the first customer", Mutator: findingTheFirst(asking("memberId"))},
		{ID: "customer-lookup-finds-a-part-of-a-member-id", Breaks: "LKP-13", Why: "the beginning of a memberId finds a customer", Mutator: findingTheFirst(func(c *faults.Call) bool {
			return c.Text("queryFieldEnum") == "memberId" && len(c.Text("value")) == len(uuid.Nil.String())-1
		})},
		{ID: "customer-lookup-finds-anybody-by-unknown-field", Breaks: "LKP-13", Why: "a query field that is not in the list finds the first customer", Mutator: findingTheFirst(func(c *faults.Call) bool {
			return asStored[c.Text("queryFieldEnum")] == "" && !slices.Contains([]string{"memberId", "PASSPORT"}, c.Text("queryFieldEnum"))
		})},
	}
}

func asking(field string) func(*faults.Call) bool {
	return func(c *faults.Call) bool { return c.Text("queryFieldEnum") == field }
}

// findingTheFirst returns the first customer of all if a lookup of a kind finds nobody.
func findingTheFirst(is func(*faults.Call) bool) faults.Mutator {
	return func(next faults.Responder) faults.Responder {
		first := faults.NewStore[string]()
		return func(c *faults.Call) *faults.Answer {
			a := next(c)
			if c.Endpoint == faults.CreateLimit && a.Served() {
				if _, known := first.Get(""); !known {
					first.Put("", c.Text("id_number"))
				}
			}
			if c.Endpoint != faults.Lookup || !is(c) || !c.Authorized() || faults.Found(c, a) {
				return a
			}
			number, _ := first.Get("")
			return next(c.Subrequest("POST", c.Request.URL.Path, faults.Object{"queryFieldEnum": "NATIONAL_ID", "value": number}))
		}
	}
}
