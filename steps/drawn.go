package steps

import (
	"math/rand/v2"
	"strings"
)

// What an example asks to be drawn from the seed stands for the whole documented
// range: no table limits the scripts or the length of a name or a text.
const (
	drawnName   = "a drawn name"
	drawnText   = "a drawn text"
	drawnCount  = "a drawn number of"
	drawnAmount = "a drawn amount"
)

// alphabets holds letters of one code point each, in the form that Unicode's
// normalization leaves alone: a target may normalize.
var alphabets = [][]rune{
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

func drawName(rng *rand.Rand) string {
	letters := alphabets[rng.IntN(len(alphabets))]
	name := drawWord(rng, letters)
	for range rng.IntN(3) {
		name += joints[rng.IntN(len(joints))] + drawWord(rng, letters)
	}
	return name
}

func drawText(rng *rand.Rand) string {
	var text strings.Builder
	text.WriteString(drawWord(rng, alphabets[rng.IntN(len(alphabets))]))
	for range rng.IntN(24) {
		text.WriteString(signs[rng.IntN(len(signs))])
		text.WriteString(drawWord(rng, alphabets[rng.IntN(len(alphabets))]))
	}
	return text.String()
}

// drawAmount draws an income of six to nine digits, each length as likely: more
// than what the customer spends, as a target may ask.
func drawAmount(rng *rand.Rand) int64 {
	low := int64(100_000)
	for range rng.IntN(4) {
		low *= 10
	}
	return low + rng.Int64N(9*low)
}

// drawWord makes a word of one to twelve letters, the first a capital where the
// script has such.
func drawWord(rng *rand.Rand, letters []rune) string {
	word := make([]rune, 1+rng.IntN(12))
	for n := range word {
		word[n] = letters[rng.IntN(len(letters))]
	}
	return strings.ToUpper(string(word[:1])) + string(word[1:])
}
