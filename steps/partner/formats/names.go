package formats

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// SameName tells whether two texts may be the name of one person, without regard to case,
// accents, blanks and signs. One may have a name more than the other. Names in two scripts
// cannot be compared.
func SameName(a, b string) bool {
	one, other := PlainName(a), PlainName(b)
	if one == "" || other == "" || isLatin(one) != isLatin(other) {
		return true
	}
	return strings.Contains(one, other) || strings.Contains(other, one)
}

// PlainName are the letters of a name, without accents, in lower case.
func PlainName(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(name))
}

// isLatin tells a text of the letters that every script can be written in.
func isLatin(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// DayOf is what a date has in common with the day first and with the month first: section
// 4.1 shows both, section 2.4 one.
func DayOf(date string) string {
	parts := strings.Split(date, "/")
	slices.Sort(parts)
	return strings.Join(parts, "/")
}

// IsEmail tells the form that every email address has: one @ outside quotes, no space, none
// of the signs that separate addresses.
func IsEmail(text string) bool { return emailForm.MatchString(text) }

// IsInternationalPhone tells a phone number with its + and country code. No ID has such a
// number.
func IsInternationalPhone(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "+") && IsPhone(text)
}

// IsUnseen tells a letter of which nothing can be seen: a space of no width is one, too.
func IsUnseen(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }
