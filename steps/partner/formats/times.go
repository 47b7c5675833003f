package formats

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

// The specification does not show the form of a Timestamp (section 5, rule 4), so every form of a
// time is accepted: a number from any clock, a date in any order and language, and a number in
// letters. The functions below find texts that have no such form.

var (
	// clockTimes matches a time of day in a text, with its hour, minute and second.
	clockTimes = lazily(`(?:^|[T ])([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?:[^0-9]|$)`)
	// namesOfDays matches the names of months and days, which a date in words may have.
	namesOfDays = lazily(`(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)`)
	// letterNumbers matches a word that may be a number or octets in letters, as base64 writes them.
	letterNumbers = lazily(`^[A-Za-z+/_-]{6,}=*$`)
	// hexLetters matches the letters of a number in hexadecimal digits.
	hexLetters = lazily(`^([a-f]{8,}|[A-F]{8,})$`)
)

// isNoClockTime reports whether a text has a time of day that no clock shows: 12:99. A leap second
// and the end of a day as 24:00 are accepted.
func isNoClockTime(text string) bool {
	const hours, minutes, seconds = 24, 59, 60
	for _, at := range clockTimes().FindAllStringSubmatch(text, -1) {
		for n, most := range []int{hours, minutes, seconds} {
			if value, err := strconv.Atoi(at[n+1]); err == nil && value > most {
				return true
			}
		}
	}
	return false
}

// isNoTimeInLetters reports whether a text has no digit and is no time: it is neither a date in words
// nor a number in letters. A text with letters of another script may be a date in its language.
func isNoTimeInLetters(text string) bool {
	isNotASCII := func(r rune) bool { return r > unicode.MaxASCII }
	if text == "" || strings.ContainsFunc(text, unicode.IsDigit) || strings.ContainsFunc(text, isNotASCII) {
		return false
	}
	isOneCase := strings.ToLower(text) == text || strings.ToUpper(text) == text
	switch {
	case namesOfDays.MatchString(text), hexLetters.MatchString(text), strings.HasSuffix(text, "=") && letterNumbers.MatchString(text):
		return false
	case isOneCase || strings.ContainsAny(text, "-_"): // octets in base64 have both cases
		return !isTimeInLetters(text)
	}
	return !letterNumbers.MatchString(text) || !isLengthOfOctets(len(strings.TrimRight(text, "="))) && !isTimeInLetters(text)
}

// isLengthOfOctets reports whether base64 writes a time with so many letters: 4 or 8 octets, or longer
// ones that contain it.
func isLengthOfOctets(letters int) bool {
	const four, eight, longer = 6, 11, 16
	return letters == four || letters == eight || letters >= longer
}

// isTimeInLetters reports whether a word is a time of these decades in a base that has letters as
// digits. JavaScript and Python print numbers in base 36, and base 62 has two orders of its letters.
func isTimeInLetters(word string) bool {
	other := strings.ToUpper(word)
	if other == word {
		other = strings.ToLower(word)
	}
	for _, base := range []int{36, 62} {
		for _, digits := range []string{word, other} {
			if n, ok := new(big.Int).SetString(digits, base); ok && len(word) >= 6 && isOfTheseDecades(n) {
				return true
			}
		}
	}
	return false
}

// isOfTheseDecades reports whether a number counts the seconds since 1970, or their thousandths,
// millionths or billionths, to a day between 2001 and 2096.
func isOfTheseDecades(n *big.Int) bool {
	const first, last, thousand = 1_000_000_000, 4_000_000_000, 1000
	for range 4 {
		if n.IsInt64() && n.Int64() >= first && n.Int64() <= last {
			return true
		}
		n = new(big.Int).Div(n, big.NewInt(thousand))
	}
	return false
}

// MayBeTime reports whether a text is a number that may count the time since 1970, also with a few digits
// behind it that make it unique.
func MayBeTime(text string) bool {
	const fewest = 10
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || len(text) < fewest || text[0] == '-' {
		return false
	}
	for range 4 {
		if isOfTheseDecades(n) {
			return true
		}
		n = n.Div(n, big.NewInt(10))
	}
	return false
}
