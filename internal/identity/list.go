package identity

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// countries are the forms of id numbers and mobile numbers, by country. Check digits, which some
// countries have, are not computed.
var countries = map[string]Invented{
	"GH": {IDNumber: "GHA-#########-#", Phone: "+23324#######"},
	"KE": {IDNumber: "########", Phone: "+2547########"},
	"NG": {IDNumber: "###########", Phone: "+23480########"},
	"UG": {IDNumber: "CM############", Phone: "+25677#######"},
	"ZM": {IDNumber: "######/##/#", Phone: "+26097#######"},
}

// Countries lists the countries whose forms are known.
func Countries() []string { return slices.Sorted(maps.Keys(countries)) }

// Local fills in the parts of a form that are empty from its country.
func (v Invented) Local() (Invented, error) {
	known, ok := countries[v.Country]
	switch {
	case v.IDNumber != "" && v.Phone != "":
		return v, nil
	case !ok:
		return v, fmt.Errorf("the forms of id numbers and phone numbers in %q are not known (known: %s): set identities.invented.id_number and phone_number in the config", v.Country, strings.Join(Countries(), ", "))
	}
	if v.IDNumber == "" {
		v.IDNumber = known.IDNumber
	}
	if v.Phone == "" {
		v.Phone = known.Phone
	}
	return v, nil
}

// MaxListed is the most people of one list: so many numbers are certainly different in a form of
// six digits.
const MaxListed = 10_000

// List invents count people in a form that has patterns for id numbers and phones. The same seed
// gives the same people in the same year, and a shorter list is the beginning of a longer one.
func List(form Invented, seed int64, count int) []Person {
	var all []Person
	first := rand.New(rand.NewPCG(uint64(seed), 0)).Int64N(1_000_000_000_000)
	for n := range int64(count) {
		who := form.Who(rand.New(rand.NewPCG(uint64(seed), uint64(n+1))), 0, first+n)
		plus := ""
		if strings.HasPrefix(form.Phone, "+") {
			plus = "+"
		}
		all = append(all, Person{
			FirstName: who.FirstName, LastName: who.LastName, IDNumber: who.IDNumber, Phone: plus + who.Phone, Country: who.Country,
			Email: fmt.Sprintf("assay.%d.%d@example.com", seed, n+1),
			Birth: time.Date(who.Birth.Year, time.Month(who.Birth.Month), who.Birth.Day, 0, 0, 0, 0, time.UTC),
		})
	}
	return all
}
