package reference

import (
	"strings"
	"time"

	"golang.org/x/text/language"
)

// person holds the personal details of a customer, as a request states them.
type person struct {
	firstName, lastName string
	email               string
	idNumber            string
	passport            string // empty if there is none
	phone               string
	referralSource      string
	country             language.Region
	gender, marital     string
	born                time.Time
}

// homeCountry is the country that issues the id numbers. For other countries the passport number
// takes their place.
var homeCountry = language.MustParseRegion("KE")

// withPassport uses the id number of a person from abroad as the passport number.
func (p person) withPassport() person {
	if p.country != homeCountry {
		p.passport = p.idNumber
	}
	return p
}

// limit is the credit limit of a customer; the zero value means no limit.
type limit struct {
	id            string
	applicationNo string
	ceiling, used cents
	principal     cents // the loan_amount of the request for the limit
	updated       time.Time
}

func (l limit) granted() bool { return l.id != "" }

func (l limit) available() cents { return max(0, l.ceiling-l.used) }

func (l limit) status() string {
	if l.granted() {
		return limitActive
	}
	return limitPending
}

// customer is an account. The store returns only copies.
type customer struct {
	person
	id            string
	registered    time.Time
	limit         limit
	verifiedPhone string // digits of the phone that last passed a verify
	purchasePass  bool   // true after a verify until the next purchase
	adopted       bool   // has a limit that nobody asked for: see Service.Adopt
}

func (c customer) verified(phone string) bool {
	return c.verifiedPhone != "" && c.verifiedPhone == phoneDigits(phone)
}

func emailKey(email string) string { return strings.ToLower(email) }

// TestCustomer is a customer that a Service knows from the start.
type TestCustomer struct {
	CustomerID  string
	IDNumber    string
	PhoneNumber string
	Email       string
	Passport    string
	FirstName   string
	LastName    string
	HasLimit    bool
	Used        int64 // the amount of the limit that is already spent
}

// TestCustomers returns the published test customers: two with a limit, and one without. Their id
// numbers have seven digits, because the people that the suite invents have eight and more.
func TestCustomers() []TestCustomer {
	return []TestCustomer{
		{
			CustomerID: "5f0c1c1e-0000-4000-8000-000000000001", IDNumber: "1000001",
			PhoneNumber: "+254700000001", Email: "amina@customers.example", Passport: "AK0000001",
			FirstName: "Amina", LastName: "Mwangi", HasLimit: true,
		},
		{
			CustomerID: "5f0c1c1e-0000-4000-8000-000000000002", IDNumber: "1000002",
			PhoneNumber: "+254700000002", Email: "akinyi@customers.example", Passport: "AK0000002",
			FirstName: "Akinyi", LastName: "Otieno", HasLimit: true,
		},
		{
			CustomerID: "5f0c1c1e-0000-4000-8000-000000000003", IDNumber: "1000003",
			PhoneNumber: "+254700000003", Email: "zawadi@customers.example", Passport: "AK0000003",
			FirstName: "Zawadi", LastName: "Kamau",
		},
	}
}

// publishedCredit is the credit limit of a published customer that has one.
const publishedCredit cents = 1_000_000_00

func knownCustomers(options Options) []customer {
	var all []customer
	for _, published := range options.Customers {
		c := customer{id: published.CustomerID, person: published.person(options.StoreKey)}
		if published.HasLimit {
			c.limit = limit{
				id:            derivedID("limit", c.id),
				applicationNo: derivedID("application", c.id),
				ceiling:       publishedCredit,
				used:          cents(published.Used) * 100,
				principal:     leastCredit,
			}
		}
		all = append(all, c)
	}
	return all
}

func (t TestCustomer) person(storeKey string) person {
	return person{
		firstName: t.FirstName, lastName: t.LastName, email: t.Email,
		idNumber: t.IDNumber, passport: t.Passport, phone: t.PhoneNumber,
		referralSource: storeKey, country: homeCountry,
		gender: "female", marital: "single",
		born: time.Date(1990, time.January, 31, 0, 0, 0, 0, time.UTC),
	}
}
