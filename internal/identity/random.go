package identity

import (
	"math/rand/v2"
	"strings"
)

// letters holds letters of one code point each, in the form that Unicode's
// normalization leaves alone: a target may normalize.
var letters = [][]rune{
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

// RandomName makes a name of one to three words, in one alphabet. What is made stands
// for the whole range of what no table of the specification limits.
func RandomName(rng *rand.Rand) string {
	alphabet := letters[rng.IntN(len(letters))]
	name := randomWord(rng, alphabet)
	for range rng.IntN(3) {
		name += joints[rng.IntN(len(joints))] + randomWord(rng, alphabet)
	}
	return name
}

// RandomText makes a text of words in all alphabets, with signs between them.
func RandomText(rng *rand.Rand) string {
	var text strings.Builder
	text.WriteString(randomWord(rng, letters[rng.IntN(len(letters))]))
	for range rng.IntN(24) {
		text.WriteString(signs[rng.IntN(len(signs))])
		text.WriteString(randomWord(rng, letters[rng.IntN(len(letters))]))
	}
	return text.String()
}

// RandomAmount draws an income of six to nine digits, each length as likely: more
// than what the customer spends, as a target may ask.
func RandomAmount(rng *rand.Rand) int64 {
	low := int64(100_000)
	for range rng.IntN(4) {
		low *= 10
	}
	return low + rng.Int64N(9*low)
}

// randomWord makes a word of one to twelve letters, the first a capital where the
// script has such.
func randomWord(rng *rand.Rand, alphabet []rune) string {
	word := make([]rune, 1+rng.IntN(12))
	for n := range word {
		word[n] = alphabet[rng.IntN(len(alphabet))]
	}
	return strings.ToUpper(string(word[:1])) + string(word[1:])
}
