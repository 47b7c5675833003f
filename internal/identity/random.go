package identity

import (
	"math/rand/v2"
	"strings"
)

// letters are letters of one code point each, in a form that Unicode normalization does not
// change, because a target may normalize.
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

// signs join the words of a text. JSON, HTML, SQL and shells each have trouble with some of
// them.
var signs = []string{" ", ", ", " & ", " - ", "/", "' ", " <", "> ", `" `, "; ", ": ", "% ", " #", `\`, " + ", " – ", " 📺 ", "(", ") "}

// joints join the words of a name.
var joints = []string{" ", "-", "'"}

// RandomName makes a name of one to three words in one alphabet. It represents all names that
// the specification does not limit.
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

// RandomAmount draws an income of six to nine digits; each length is equally likely. It is more
// than the customer spends, because a target may require that.
func RandomAmount(rng *rand.Rand) int64 {
	low := int64(100_000)
	for range rng.IntN(4) {
		low *= 10
	}
	return low + rng.Int64N(9*low)
}

// randomWord makes a word of one to twelve letters. The first is a capital if the script has
// capitals.
func randomWord(rng *rand.Rand, alphabet []rune) string {
	word := make([]rune, 1+rng.IntN(12))
	for n := range word {
		word[n] = alphabet[rng.IntN(len(alphabet))]
	}
	return strings.ToUpper(string(word[:1])) + string(word[1:])
}
