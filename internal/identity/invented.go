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

// Invented is the form of the people whom the suite invents, where a target
// takes only what looks local. The zero value is the suite's own form.
type Invented struct {
	IDNumber string // a digit for each #; empty: eight digits
	Phone    string // the same, international, with or without a +; empty: +2547 and eight digits
	Country  string // ISO 3166-1; empty: KE
	Letters  string // what names are written in, one of Alphabets; empty: latin
	Year     int    // in which they have their ages; 0: the present one
}

// Latin is the alphabet of the suite's own names.
const Latin = "latin"

// namedAlphabets are the letters that the names of invented people may be
// written in.
var namedAlphabets = map[string][]rune{
	"arabic": letters[4], "chinese": letters[5], "cyrillic": letters[3], "greek": letters[2],
	"japanese": letters[6], "korean": letters[7], Latin: letters[0], "latin-extended": letters[1],
}

// Alphabets lists the names of all alphabets.
func Alphabets() []string { return slices.Sorted(maps.Keys(namedAlphabets)) }

// Who makes the n-th person of a run.
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

// OwnLetters tells whether the config leaves it to the suite what names are
// written in.
func (v Invented) OwnLetters() bool { return v.Letters == "" || v.Letters == Latin }

// filled puts the last digits of a number in place of the signs # of a pattern.
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
