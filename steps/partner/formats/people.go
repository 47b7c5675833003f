package formats

import (
	"regexp"
	"slices"
	"strings"
	"time"
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

// unfilled are the words for no value that JavaScript and Python print, in their letters: in
// others they may be a name. Nan is a city.
var unfilled = regexp.MustCompile(`^(undefined|null|NaN|None)$`)

// emailForm is as much of an email address as every address has.
var emailForm = regexp.MustCompile(`^("[^"]+"|[^\s@",:;<>()]+)@[^\s@",;<>()]+$`)

// IsEmailWithoutDomain tells an email address whose domain has an empty part, or is a word
// that a program prints for no value. RFC 5321, section 4.1.2 has no such domain.
func IsEmailWithoutDomain(email string) bool {
	domain := strings.TrimSpace(email[strings.LastIndexByte(email, '@')+1:])
	return strings.HasPrefix(domain, ".") || strings.HasSuffix(domain, ".") || strings.Contains(domain, "..") || noValues.MatchString(domain)
}

// IsUndefined tells what JavaScript prints for a text that is not there, or for several of
// them: nobody is called so.
func IsUndefined(text string) bool {
	words := strings.Fields(text)
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return word != "undefined" })
}

// IsNoPlace tells a place of which every part is blank or a word for no value: "undefined,
// undefined". A text without any part is for another rule to judge.
func IsNoPlace(text string) bool {
	if strings.TrimSpace(text) == "" {
		return false
	}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" && !unfilled.MatchString(part) {
			return false
		}
	}
	return true
}

// earliestBirth is the first year in which somebody who still lives was born, and some
// more.
const earliestBirth = 1900

// DayOfBirth tells whether a date can be the one on the ID of somebody who asks for
// credit (sections 2.4 and 4.1), in one of some layouts: one that was over somewhere when
// the request was sent. Without the time of the request no day is too late.
func DayOfBirth(layouts ...string) func(text string, asked time.Time) bool {
	const ahead = 14 * time.Hour // a day begins in the east so long before it begins in UTC
	return func(text string, asked time.Time) bool {
		return slices.ContainsFunc(layouts, func(layout string) bool {
			day, err := time.Parse(layout, text)
			return err == nil && day.Year() >= earliestBirth && (asked.IsZero() || day.Before(asked.UTC().Add(ahead).Truncate(24*time.Hour)))
		})
	}
}
