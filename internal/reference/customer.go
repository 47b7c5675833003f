package reference

import (
	"strings"
	"time"

	"golang.org/x/text/language"
)

// person is who a customer is, as stated in a request.
type person struct {
	firstName, lastName string
	email               string
	idNumber            string
	passport            string // empty: none
	phone               string
	referralSource      string
	country             language.Region
	gender, marital     string
	born                time.Time
}

// homeCountry issues the id numbers; elsewhere a passport stands in for them.
var homeCountry = language.MustParseRegion("KE")

// withPassport takes the id number of somebody from abroad as the passport's.
func (p person) withPassport() person {
	if p.country != homeCountry {
		p.passport = p.idNumber
	}
	return p
}

// limit is a customer's credit; the zero value is none.
type limit struct {
	id            string
	applicationNo string
	ceiling, used cents
	principal     cents // the loan_amount that it was asked for
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

// customer is an account. The store hands out copies only.
type customer struct {
	person
	id            string
	registered    time.Time
	limit         limit
	verifiedPhone string // digits of the phone that last passed a verify
	purchasePass  bool   // a verify that no purchase has used up yet
}

func (c customer) verified(phone string) bool {
	return c.verifiedPhone != "" && c.verifiedPhone == phoneDigits(phone)
}

func emailKey(email string) string { return strings.ToLower(email) }
