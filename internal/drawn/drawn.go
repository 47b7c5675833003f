// Package drawn makes names, texts and amounts at random, which stand for the whole
// range of what no table of the specification limits.
package drawn

import (
	"math/rand/v2"
	"strings"
)

// Alphabets holds letters of one code point each, in the form that Unicode's
// normalization leaves alone: a target may normalize.
var Alphabets = [][]rune{
	[]rune("abcdefghijklmnopqrstuvwxyz"),
	[]rune("aàáâãäåæbcçdðeèéêëfgğhiíîïjklłmnñoòóôõöøpqrřsšşßtuùúûüvwxyýzžþ"),
	[]rune("αβγδεζηθικλμνξοπρστυφχψω"),
	[]rune("абвгдежзиклмнопрстуфхцчшщыэюя"),
	[]rune("ابتثجحخدرزسشصضطظعغفقكلمنهوي"),
	[]rune("王李張劉陳楊黃趙周吳徐孫朱馬胡郭林何高梁"),
	[]rune("あいうえおかきくけこさしすせそたちつてと"),
	[]rune("가나다라마바사아자차카타파하"),
}

// signs join the words of a text. JSON, HTML, SQL and shells each stumble over
// some of them.
var signs = []string{" ", ", ", " & ", " - ", "/", "' ", " <", "> ", `" `, "; ", ": ", "% ", " #", `\`, " + ", " – ", " 📺 ", "(", ") "}

// joints join the words of a name.
var joints = []string{" ", "-", "'"}

func Name(rng *rand.Rand) string {
	letters := Alphabets[rng.IntN(len(Alphabets))]
	name := Word(rng, letters)
	for range rng.IntN(3) {
		name += joints[rng.IntN(len(joints))] + Word(rng, letters)
	}
	return name
}

func Text(rng *rand.Rand) string {
	var text strings.Builder
	text.WriteString(Word(rng, Alphabets[rng.IntN(len(Alphabets))]))
	for range rng.IntN(24) {
		text.WriteString(signs[rng.IntN(len(signs))])
		text.WriteString(Word(rng, Alphabets[rng.IntN(len(Alphabets))]))
	}
	return text.String()
}

// Amount draws an income of six to nine digits, each length as likely: more
// than what the customer spends, as a target may ask.
func Amount(rng *rand.Rand) int64 {
	low := int64(100_000)
	for range rng.IntN(4) {
		low *= 10
	}
	return low + rng.Int64N(9*low)
}

// Word makes a word of one to twelve letters, the first a capital where the
// script has such.
func Word(rng *rand.Rand, letters []rune) string {
	word := make([]rune, 1+rng.IntN(12))
	for n := range word {
		word[n] = letters[rng.IntN(len(letters))]
	}
	return strings.ToUpper(string(word[:1])) + string(word[1:])
}
