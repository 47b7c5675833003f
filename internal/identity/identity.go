package identity

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/judgement"
)

// Identity is who the suite pretends to be: details that no target has seen.
type Identity struct {
	FirstName, LastName string
	IDNumber, Email     string
	Phone               string // digits only, international, without a +
	Birth               date
	Country             string // ISO 3166-1; empty means the suite's own choice
}

// Person is somebody whom the suite may pretend to be: a test identity that
// the target's owner has listed.
type Person struct {
	FirstName, LastName string
	IDNumber, Email     string
	Phone               string // international, with or without a +
	Birth               time.Time
	Country             string
	// Kind is how they earn. Somebody new without one may be asked for as any.
	Kind string
	// HasLimit says of an existing customer that there is a credit limit.
	HasLimit bool
}

// Identities are the people listed for a run.
type Identities struct {
	New      []Person // whom the target has not met: each asks for one limit
	Existing []Person // customers whom it knows
	Invent   bool     // new people are invented
}

func (p Person) Identity() Identity {
	return Identity{
		FirstName: p.FirstName, LastName: p.LastName, IDNumber: p.IDNumber, Email: p.Email,
		Phone: judgement.Digits(p.Phone), Country: p.Country,
		Birth: date{Day: p.Birth.Day(), Month: int(p.Birth.Month()), Year: p.Birth.Year()},
	}
}

// WithUnusualContact is the same person with an id number that begins with 0 and
// an email address with a +: what reads a number or a form loses them.
func (i Identity) WithUnusualContact() Identity {
	i.IDNumber = "0" + i.IDNumber // every digit of it tells one person, or one run, from another
	i.Email = strings.Replace(i.Email, "@", "+s@", 1)
	return i
}

// BornOn is the same person, born on a day mm/dd of the next leap year.
func (i Identity) BornOn(monthAndDay string) (Identity, error) {
	year := i.Birth.Year/4*4 + 4
	day, err := time.Parse("01/02/2006", fmt.Sprintf("%s/%d", monthAndDay, year))
	if err != nil {
		return i, fmt.Errorf("a day of birth is written mm/dd: %w", err)
	}
	i.Birth = date{Day: day.Day(), Month: int(day.Month()), Year: year}
	return i, nil
}

// Nobody is a person who cannot be anybody: no phone number begins with a 0 in
// its international form.
func Nobody(mark int64) Identity {
	return Identity{
		FirstName: "Nobody", LastName: "Nobody", IDNumber: fmt.Sprintf("ASSAY-NOBODY-%d", mark),
		Email: fmt.Sprintf("assay.nobody.%d@example.com", mark), Phone: "000000000000", Birth: date{31, 12, 1999},
	}
}

// date is a day of birth; the suite writes it in the form a target reads.
type date struct{ Day, Month, Year int }

// The day is above 12 in every identity that is not BornOn another, so that a date in the
// wrong order is no date at all and cannot be taken for another day.
func (d date) MonthFirst() string { return fmt.Sprintf("%02d/%02d/%04d", d.Month, d.Day, d.Year) }
func (d date) DayFirst() string   { return fmt.Sprintf("%02d/%02d/%04d", d.Day, d.Month, d.Year) }

// There are few first names, so that every run has namesakes: what a target keeps
// by name shows.
var (
	firstNames = []string{"Wanjiru", "Otieno", "Amina", "Joseph"}
	lastNames  = []string{"Kamau", "Odhiambo", "Hassan", "Mwangi", "Chebet", "Mutua", "Wekesa", "Njoroge", "Barasa", "Noor"}
)

// invent makes the n-th identity of a run. The mark of the run keeps the
// identities of two runs apart on a target that remembers both: the seed
// repeats names and amounts, never the person.
func invent(rng *rand.Rand, mark, n int64) Identity {
	number, thousand := (mark*1000+n%1000)%100_000_000, n/1000
	idNumber := fmt.Sprintf("%08d", number)
	if thousand > 0 { // the next thousand would be another run's
		idNumber = strconv.FormatInt(thousand, 10) + idNumber
	}
	return Identity{
		FirstName: firstNames[rng.IntN(len(firstNames))],
		LastName:  lastNames[rng.IntN(len(lastNames))],
		IDNumber:  idNumber,
		Email:     fmt.Sprintf("assay.%d.%d@example.com", mark, n),
		Phone:     fmt.Sprintf("254%d%08d", (7+thousand)%10, number),
		Birth:     dateOfBirth(rng, n),
	}
}

// dateOfBirth draws a day of birth. People who follow each other have different ones,
// whatever is drawn: a target may take two people of one name and one birth for the same
// (section 7).
func dateOfBirth(rng *rand.Rand, n int64) date {
	day, month := int64(rng.IntN(15))+n, int64(rng.IntN(12))+n/15
	return date{Day: 13 + int(day%15), Month: 1 + int(month%12), Year: yearOfBirth(n, rng.IntN(40))}
}

// yearOfBirth spreads a drawn number of years so that every third person was born before
// 1970, where the count of seconds begins that many programs keep dates as. Nobody is
// sixty: a lender may serve no older people, for which ages it serves is not shown
// (section 8).
func yearOfBirth(n int64, drawn int) int {
	if n%3 == 0 {
		return 1967 + drawn%3
	}
	return 1970 + drawn*3/4
}

// PhoneAbroad is the person's phone number with a country code that is not assigned, 210
// or 214: the number is nobody's, though it ends as theirs does.
func (i Identity) PhoneAbroad() string {
	code := "210"
	if strings.HasPrefix(i.Phone, code) {
		code = "214"
	}
	return code + i.Phone[min(len(code), len(i.Phone)):]
}

// SamePhone tells whether two spellings name one phone: with or without a +,
// spaces, or the international prefix written as a leading zero.
func SamePhone(a, b string) bool {
	a, b = judgement.Digits(a), judgement.Digits(b)
	if a == b {
		return a != ""
	}
	return local(a, b) || local(b, a)
}

// local tells whether short is the national form of long: 0712… of 254712….
func local(short, long string) bool {
	rest, ok := strings.CutPrefix(short, "0")
	return ok && len(rest) >= 7 && strings.HasSuffix(long, rest)
}
