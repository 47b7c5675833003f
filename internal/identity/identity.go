package identity

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/judgement"
)

// Identity is a person as whom the suite acts.
type Identity struct {
	FirstName, LastName string
	IDNumber, Email     string
	Phone               string // digits only, international, without a +
	Birth               date
	Country             string // ISO 3166-1; empty means the suite's own choice
}

// Person is a test identity that the target's owner has listed for the suite.
type Person struct {
	FirstName, LastName string
	IDNumber, Email     string
	Phone               string // international, with or without a +
	Birth               time.Time
	Country             string
	// Kind is how the person earns money. A new person without a kind may be used as any kind.
	Kind string
	// HasLimit means that an existing customer has a credit limit.
	HasLimit bool
}

// Identities are the people that are listed for a run.
type Identities struct {
	New      []Person // people that the target does not know: each asks for one limit
	Existing []Person // customers that the target knows
	Invent   bool     // new people are invented
}

func (p Person) Identity() Identity {
	return Identity{
		FirstName: p.FirstName, LastName: p.LastName, IDNumber: p.IDNumber, Email: p.Email,
		Phone: judgement.Digits(p.Phone), Country: p.Country,
		Birth: date{Day: p.Birth.Day(), Month: int(p.Birth.Month()), Year: p.Birth.Year()},
	}
}

// WithUnusualContact returns the same person with an id number that begins with 0 and an email
// address that contains a +. Software that reads the id as a number, or the email as form data,
// loses them.
func (i Identity) WithUnusualContact() Identity {
	i.IDNumber = "0" + i.IDNumber // all digits of the old number stay, because they keep people and runs apart
	i.Email = strings.Replace(i.Email, "@", "+s@", 1)
	return i
}

// BornOn returns the same person, born on a day mm/dd of the last leap year up to the person's
// own birth year. So nobody becomes younger, and a person of at most 42 becomes at most 45.
func (i Identity) BornOn(monthAndDay string) (Identity, error) {
	year := i.Birth.Year / 4 * 4
	day, err := time.Parse("01/02/2006", fmt.Sprintf("%s/%d", monthAndDay, year))
	if err != nil {
		return i, fmt.Errorf("a day of birth is written mm/dd: %w", err)
	}
	i.Birth = date{Day: day.Day(), Month: int(day.Month()), Year: year}
	return i, nil
}

// Nobody returns a person that cannot exist: no phone number begins with a 0 in its
// international form.
func Nobody(mark int64) Identity {
	return Identity{
		FirstName: "Nobody", LastName: "Nobody", IDNumber: fmt.Sprintf("ASSAY-NOBODY-%d", mark),
		Email: fmt.Sprintf("assay.nobody.%d@example.com", mark), Phone: "000000000000", Birth: date{31, 12, 1999},
	}
}

// date is a day of birth. The suite writes it in the form that the target reads.
type date struct{ Day, Month, Year int }

// The day is above 12 in every identity that BornOn did not change. So a date in the wrong order
// is invalid, and cannot be read as another day.
func (d date) MonthFirst() string { return fmt.Sprintf("%02d/%02d/%04d", d.Month, d.Day, d.Year) }
func (d date) DayFirst() string   { return fmt.Sprintf("%02d/%02d/%04d", d.Day, d.Month, d.Year) }

// There are few first names, so that every run has several people with the same name. Then a
// target that stores data by name fails visibly.
var (
	firstNames = []string{"Wanjiru", "Otieno", "Amina", "Joseph"}
	lastNames  = []string{"Kamau", "Odhiambo", "Hassan", "Mwangi", "Chebet", "Mutua", "Wekesa", "Njoroge", "Barasa", "Noor"}
)

// invent makes the n-th identity of a run. The mark of the run keeps the identities of two runs
// apart on a target that remembers both: the same seed gives the same names and amounts, never
// the same person. year is the year of the run, from which the ages are computed.
func invent(rng *rand.Rand, mark, n int64, year int) Identity {
	number, thousand := (mark*1000+n%1000)%100_000_000, n/1000
	idNumber := fmt.Sprintf("%08d", number)
	if thousand > 0 { // without this, the number would belong to another run
		idNumber = strconv.FormatInt(thousand, 10) + idNumber
	}
	return Identity{
		FirstName: firstNames[rng.IntN(len(firstNames))],
		LastName:  lastNames[rng.IntN(len(lastNames))],
		IDNumber:  idNumber,
		Email:     fmt.Sprintf("assay.%d.%d@example.com", mark, n),
		Phone:     fmt.Sprintf("254%d%08d", (7+thousand)%10, number),
		Birth:     dateOfBirth(rng, n, year),
	}
}

// dateOfBirth draws a day of birth. People with consecutive numbers always have different ones,
// because a target may take two people with the same name and birth for one (section 7). In the
// given year they are 32 to 42 years old: the specification does not show which ages a lender
// serves (sections 7 and 8), so it may serve no younger or older people. The months have one digit:
// a target that refuses others fails the rule about dates of birth (LIM-10), and no rule about
// something else.
func dateOfBirth(rng *rand.Rand, n int64, year int) date {
	day, month := int64(rng.IntN(15))+n, int64(rng.IntN(9))+n/15
	return date{Day: 13 + int(day%15), Month: 1 + int(month%9), Year: year - 33 - rng.IntN(10)}
}

// BornBefore1970 returns the same person, born on the same day of 1968 or 1969: many programs
// store dates as seconds since 1970. If tried is set, the year is 1967: the person that tests
// whether a target serves such people is older than all others.
func (i Identity) BornBefore1970(tried bool) Identity {
	i.Birth.Year = 1968 + i.Birth.Year%2
	if tried {
		i.Birth.Year = 1967
	}
	return i
}

// PhoneAbroad returns the person's phone number with an unassigned country code, 210 or 214. So
// the number is nobody's, although its last digits are the same.
func (i Identity) PhoneAbroad() string {
	code := "210"
	if strings.HasPrefix(i.Phone, code) {
		code = "214"
	}
	return code + i.Phone[min(len(code), len(i.Phone)):]
}

// SamePhone reports whether two spellings mean the same phone. It ignores a + and spaces, and
// accepts a leading zero instead of the country code.
func SamePhone(a, b string) bool {
	a, b = judgement.Digits(a), judgement.Digits(b)
	if a == b {
		return a != ""
	}
	return local(a, b) || local(b, a)
}

// local reports whether short is the national form of long: 0712… of 254712….
func local(short, long string) bool {
	rest, ok := strings.CutPrefix(short, "0")
	return ok && len(rest) >= 7 && strings.HasSuffix(long, rest)
}
