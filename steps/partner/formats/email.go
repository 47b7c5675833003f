package formats

import (
	"regexp"
	"slices"
	"strings"
)

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
