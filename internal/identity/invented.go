package identity

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/judgement"
)

// Invented is the form of the people that the suite invents, for a target that takes only local
// people. The zero value is the suite's own form.
type Invented struct {
	IDNumber string // a digit for each #; empty: eight digits
	Phone    string // the same for the phone: international, with or without a +; empty: +2547 and eight digits
	Country  string // ISO 3166-1; empty: KE
	Letters  string // the alphabet of names, one of Alphabets; empty: latin
	Year     int    // the year from which ages are computed; 0: the present one
}

// Latin is the alphabet of the suite's own names.
const Latin = "latin"

// namedAlphabets are the alphabets in which the names of invented people may be written.
var namedAlphabets = map[string][]rune{
	"arabic": letters[4], "chinese": letters[5], "cyrillic": letters[3], "greek": letters[2],
	"japanese": letters[6], "korean": letters[7], Latin: letters[0], "latin-extended": letters[1],
}

// Alphabets lists the names of all alphabets.
func Alphabets() []string { return slices.Sorted(maps.Keys(namedAlphabets)) }

// Who invents the n-th person of a run.
func (v Invented) Who(rng *rand.Rand, mark, n int64) Identity {
	who := invent(rng, mark, n, cmp.Or(v.Year, time.Now().UTC().Year()))
	number := mark*1000 + n
	if v.IDNumber != "" {
		who.IDNumber = filled(v.IDNumber, number)
	}
	if v.Phone != "" {
		who.Phone = judgement.Digits(filled(v.Phone, number))
	}
	if alphabet := namedAlphabets[v.Letters]; alphabet != nil && v.Letters != Latin {
		who.FirstName, who.LastName = randomWord(rng, alphabet), randomWord(rng, alphabet)
	}
	who.Country = v.Country
	return who
}

// OwnLetters reports whether the suite chooses the letters of names.
func (v Invented) OwnLetters() bool { return v.Letters == "" || v.Letters == Latin }

// filled replaces the signs # of a pattern by the last digits of a number.
func filled(pattern string, number int64) string {
	places := strings.Count(pattern, "#")
	tail := fmt.Sprintf("%0*d", places, number)
	tail = tail[len(tail)-places:]
	var b strings.Builder
	for _, r := range pattern {
		if r == '#' {
			b.WriteByte(tail[0])
			tail = tail[1:]
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
