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

// BornOn is the same person, born on a day mm/dd of the last leap year up to their own: so
// nobody becomes older than 45 who was 42 at the most, or younger.
func (i Identity) BornOn(monthAndDay string) (Identity, error) {
	year := i.Birth.Year / 4 * 4
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
// repeats names and amounts, never the person. The year is that of the run, by which
// people have their ages.
func invent(rng *rand.Rand, mark, n int64, year int) Identity {
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
		Birth:     dateOfBirth(rng, n, year),
	}
}

// dateOfBirth draws a day of birth. People who follow each other have different ones,
// whatever is drawn: a target may take two people of one name and one birth for the same
// (section 7). In the year at hand they are 32 to 42 years old: a lender may serve no
// older or younger people, for which ages it serves is not shown (sections 7 and 8).
func dateOfBirth(rng *rand.Rand, n int64, year int) date {
	day, month := int64(rng.IntN(15))+n, int64(rng.IntN(12))+n/15
	return date{Day: 13 + int(day%15), Month: 1 + int(month%12), Year: year - 33 - rng.IntN(10)}
}

// BornBefore1970 is the same person, born on the same day of one of the last two years
// before 1970, where the count of seconds begins that many programs keep dates as. The one
// by whom it is tried whether a target serves such people is older than all others.
func (i Identity) BornBefore1970(tried bool) Identity {
	i.Birth.Year = 1968 + i.Birth.Year%2
	if tried {
		i.Birth.Year = 1967
	}
	return i
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
