package formats

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/credit-partner/assay/internal/spec"
)

// The functions below report whether a text can be the value of a member, as its meaning requires
// (sections 2.2, 2.4 to 2.6, 4.1, 4.2 and 4.8).

// FitsValue rejects templates, which are no value of any customer or article.
func FitsValue(text string, _ time.Time) bool { return !IsTemplate(text) }

// FitsCountry rejects templates and words for no value, which are no country.
func FitsCountry(text string, _ time.Time) bool { return !IsPlaceholder(text) }

// FitsNumber rejects placeholders for a missing value. A person may be called Null, but no id number
// is.
func FitsNumber(text string, _ time.Time) bool {
	return !IsPlaceholder(text) && !IsPlaceholderText(text) && PlainID(text) != ""
}

// FitsID rejects a number that is partly masked, a number that a program printed as a fraction, an
// email address, a date, and a phone number that begins with + and a country code. No ID has such a
// number.
func FitsID(text string, _ time.Time) bool {
	return WhatIsNoID(text) == ""
}

// FitsPerson rejects texts that are no name on any ID. A person may be called Null.
func FitsPerson(text string, _ time.Time) bool {
	return !HasUndefined(text) && !IsEmail(strings.TrimSpace(text)) && !IsDay(text) && !strings.ContainsAny(strings.TrimSpace(text)[:1], "$%@#{}<>[]|\\^~=")
}

// FitsEmail rejects an address that cannot receive a message.
func FitsEmail(text string, _ time.Time) bool {
	return !IsEmailWithoutDomain(text) && !IsOfMissingNames(text) && !IsCertainTemplate(text) && !isDamagedEmail(text)
}

// FitsPlace rejects a place in which no part has a value, or one is undefined.
func FitsPlace(text string, _ time.Time) bool {
	return !IsTemplate(text) && !IsPlaceholderPlace(text) && !HasUndefined(text)
}

// FitsStatus rejects a text that a program prints if it has no status, a value of an enumeration that
// is printed with its type, and a date.
func FitsStatus(text string, _ time.Time) bool { return !IsInvalidStatus(text) }

// IsMisspelt reports whether a text is a documented value in another spelling: with other cases, with other
// signs between the words, or with signs around it.
func IsMisspelt(text, value string) bool { return text != value && onlyWords(text) == onlyWords(value) }

// onlyWords returns the letters and digits of a text in lower case. A digit may make another value.
func onlyWords(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// FitsIndustry rejects a text that names no industry: one without a letter, a missing value, a value of
// another member, and a listed industry that a program escaped. The sample of section 2.6 has an industry
// that is not in the list.
func FitsIndustry(text string, _ time.Time) bool {
	return strings.IndexFunc(text, unicode.IsLetter) >= 0 && !IsUndefined(text) && !IsTemplate(text) && !IsEnumValue(text) && !isEscapedIndustry(text)
}

// isEscapedIndustry reports whether a text is an industry of section 2.7, escaped for a URL or for HTML.
func isEscapedIndustry(text string) bool {
	return slices.ContainsFunc(unescaped(text), func(plain string) bool {
		return plain != text && slices.Contains(spec.Industries(), plain)
	})
}

// IsEnumValue reports whether a text is a value that the tables list for another member, in the
// spelling of a program (sections 2.5 and 2.6). Nobody writes the name of a business like this.
func IsEnumValue(text string) bool {
	return slices.Contains([]string{"private_sector", "government_sector", "sole_proprietorship", "limited_company"}, strings.TrimSpace(text))
}

// FitsItemCode rejects a text that a program prints if it has no code.
func FitsItemCode(text string, _ time.Time) bool { return !IsPlaceholderItemCode(text) }
