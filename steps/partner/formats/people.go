package formats

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// SameName reports whether two texts may be the name of one person, ignoring case, accents, blanks
// and punctuation. One text may have more names than the other. A text without a letter, such as "-",
// is not a name that has letters.
func SameName(a, b string) bool {
	one, other := PlainName(a), PlainName(b)
	switch isBlank := strings.TrimSpace(a) == "" || strings.TrimSpace(b) == ""; {
	case isBlank, one == other, AreOfTwoScripts(a, b):
		return true
	case one == "", other == "", withoutLetters(a, -1) == b, withoutLetters(b, -1) == a: // the letters with an accent were lost
		return false
	}
	return strings.Contains(one, other) || strings.Contains(other, one) || PlainName(digraphs.Replace(a)) == PlainName(digraphs.Replace(b))
}

// digraphs replaces letters as an ID does in the lines for machines, which have only the letters of ASCII.
var digraphs = strings.NewReplacer("ü", "ue", "ö", "oe", "ä", "ae", "å", "aa", "ø", "oe", "æ", "ae", "ß", "ss", "Ü", "Ue", "Ö", "Oe", "Ä", "Ae", "Å", "Aa", "Ø", "Oe", "Æ", "Ae")

// AreOfTwoScripts reports whether two names cannot be compared, because only one of them has the
// letters of ASCII. Names of every script can be written with these.
func AreOfTwoScripts(a, b string) bool {
	one, other := PlainName(a), PlainName(b)
	return one != "" && other != "" && isLatin(one) != isLatin(other)
}

// CutTo returns the length of a name that is the beginning of another one and ends within a word, as a
// column that is too short leaves it: Kam of Kamau. It returns 0 if neither is such a beginning.
func CutTo(a, b string) int {
	short, long := []rune(strings.TrimSpace(a)), []rune(strings.TrimSpace(b))
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) == len(long) || len(short) == 0 || string(long[:len(short)]) != string(short) ||
		!unicode.In(long[len(short)], unicode.L, unicode.M) || !unicode.In(short[len(short)-1], unicode.L, unicode.M) {
		return 0
	}
	return len(short)
}

// PlainName returns the letters of a name in lower case, without accents. Letters that are often
// written for each other in Arabic are one letter: a final ya may have no dots.
func PlainName(name string) string {
	return strings.Map(func(r rune) rune {
		if one, ok := arabicLetters[r]; ok {
			return one
		}
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(name))
}

// arabicLetters are the letters of Arabic and Persian with those that keyboards and people write for
// them, and the line that only makes a word longer.
var arabicLetters = map[rune]rune{'ى': 'ي', 'ی': 'ي', 'ة': 'ه', 'ک': 'ك', 'ٱ': 'ا', 'ـ': -1}

// IsInitialOf reports whether a text is only the first letter of a name.
func IsInitialOf(text, name string) bool {
	initial, whole := []rune(PlainName(text)), []rune(PlainName(name))
	return len(initial) == 1 && len(whole) > 1 && initial[0] == whole[0]
}

// SameCountry reports whether two codes may be the same country (ISO 3166-1), in two or three
// letters. A text that is no code cannot be compared.
func SameCountry(a, b string) bool {
	one, errOne := language.ParseRegion(strings.TrimSpace(a))
	other, errOther := language.ParseRegion(strings.TrimSpace(b))
	return errOne != nil || errOther != nil || one == other
}

// isLatin reports whether a text has only ASCII letters. Names of every script can be written with
// these.
func isLatin(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// DayOf returns a key that is the same for a date with the day first and with the month first.
// Section 4.1 shows both forms, section 2.4 only one.
func DayOf(date string) string {
	parts := strings.Split(date, "/")
	slices.Sort(parts)
	return strings.Join(parts, "/")
}

// datesAsText are the ways to write a date that programs use most. The tables show the first two.
var datesAsText = []string{"01/02/2006", "02/01/2006", "2006-01-02", "01-02-2006", "02-01-2006", "02.01.2006", "01.02.2006", "2006/01/02", "2006.01.02"}

// IsDate reports whether a text is a date in another form, or in the same one.
func IsDate(text, date string) bool {
	text, date = strings.TrimSpace(text), strings.TrimSpace(date)
	return slices.ContainsFunc(datesAsText, func(layout string) bool {
		day, err := time.Parse(layout, text)
		return err == nil && (day.Format(datesAsText[0]) == date || day.Format(datesAsText[1]) == date)
	})
}

// DayOfDate returns the day of a date with the year first, with the month first as the tables write it, or
// "" if a text is no such date.
func DayOfDate(text string) string {
	day, err := time.Parse(time.DateOnly, strings.TrimSpace(text))
	if err != nil {
		return ""
	}
	return day.Format(datesAsText[0])
}

// IsDay reports whether a text is a date as the tables write it (sections 2.4 and 4.1), of a person
// who may be alive. Neither a name nor the number of an ID has this form.
func IsDay(text string) bool {
	return slices.ContainsFunc(datesAsText[:2], func(layout string) bool {
		day, err := time.Parse(layout, strings.TrimSpace(text))
		return err == nil && day.Year() >= earliestBirth && day.Before(time.Now().AddDate(1, 0, 0))
	})
}

// IsEmail reports whether a text has the form that every email address has: one @ outside of
// quotes, no space, and none of the signs that separate addresses.
func IsEmail(text string) bool { return emailForm.MatchString(text) }

// IsInternationalPhone reports whether a text is a phone number with + and its country code. No ID
// has such a number.
func IsInternationalPhone(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "+") && IsPhone(text)
}

// WhatIsNoID says what a text is that cannot be the number of an ID, or returns "" if it can.
func WhatIsNoID(text string) string {
	switch {
	case strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) }):
		return "a number with a character that is not visible"
	case IsMasked(text):
		return "a number of which a part is hidden"
	case IsPrintedNumber(text):
		return "a number as a program prints it"
	case IsEmail(strings.TrimSpace(text)):
		return "an email address"
	case IsInternationalPhone(text):
		return "a phone number with its +"
	case IsDay(text):
		return "a date"
	}
	return ""
}

// IsUnseen reports whether a character is not visible. A space of zero width is not visible either.
func IsUnseen(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }

// unfilled matches the words for no value in JavaScript and Python, and for an array in PHP, in exactly
// that case. In another case they may be a name: Nan is a city.
var unfilled = lazily(`^(undefined|null|NaN|None|Array)$`)

// emailForm matches only what every email address has.
var emailForm = lazily(`^("[^"]+"|[^\s@",:;<>()]+)@[^\s@",;<>()]+$`)

// IsEmailWithoutDomain reports whether the domain of an email address has an empty part, or is a
// word that a program prints for no value. RFC 5321, section 4.1.2 does not allow such a domain.
func IsEmailWithoutDomain(email string) bool {
	domain := strings.TrimSpace(email[strings.LastIndexByte(email, '@')+1:])
	return strings.HasPrefix(domain, ".") || strings.HasSuffix(domain, ".") || strings.Contains(domain, "..") || noValues.MatchString(domain)
}

// IsUndefined reports whether a text is what JavaScript prints for one or several missing texts. No
// person has such a name.
func IsUndefined(text string) bool {
	words := strings.Fields(text)
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return word != "undefined" })
}

// HasUndefined reports whether one word of a name is what JavaScript prints for a missing text:
// "undefined Ltd". No company and no place has this word.
func HasUndefined(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(word string) bool { return strings.Trim(word, ",;()") == "undefined" })
}

// IsPlaceholderPlace reports whether every part of a place is blank or a word for no value: "null, null". A
// blank text is left to another rule.
func IsPlaceholderPlace(text string) bool {
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

// earliestBirth is the earliest year of birth that is accepted. It is some years before the birth
// of the oldest living person.
const earliestBirth = 1900

// DayOfBirth returns a function that reports whether a date, in one of the layouts, can be on the
// ID of a person who asks for credit (sections 2.4 and 4.1). The day must be over in some time zone
// when the request is sent, and a child of less than a year has no ID of its own. If the time of the request is unknown, no day is too late.
func DayOfBirth(layouts ...string) func(text string, asked time.Time) bool {
	const (
		ahead    = 14 * time.Hour // in the east, a day begins this much earlier than in UTC
		youngest = 1              // years
	)
	return func(text string, asked time.Time) bool {
		return slices.ContainsFunc(layouts, func(layout string) bool {
			day, err := time.Parse(layout, text)
			return err == nil && day.Year() >= earliestBirth && (asked.IsZero() || day.Before(asked.UTC().Add(ahead).Truncate(24*time.Hour).AddDate(-youngest, 0, 0)))
		})
	}
}
