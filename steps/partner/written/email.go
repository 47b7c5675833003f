package written

import (
	"regexp"
	"strings"
)

// unfilled are the words for no value that JavaScript and Python print, in their letters: in
// others they may be a name. Nan is a city.
var unfilled = regexp.MustCompile(`^(undefined|null|NaN|None)$`)

// IsEmailWithoutDomain tells an email address whose domain has an empty part, or is a word
// that a program prints for no value. RFC 5321, section 4.1.2 has no such domain.
func IsEmailWithoutDomain(email string) bool {
	domain := strings.TrimSpace(email[strings.LastIndexByte(email, '@')+1:])
	return strings.HasPrefix(domain, ".") || strings.Contains(domain, "..") || noValues.MatchString(domain)
}

// IsUndefined tells what JavaScript prints for a text that is not there: nobody is called so.
func IsUndefined(text string) bool { return strings.TrimSpace(text) == "undefined" }

// IsNoPlace tells a place of which every part is a word for no value: "undefined, undefined".
func IsNoPlace(text string) bool {
	for part := range strings.SplitSeq(text, ",") {
		if !unfilled.MatchString(strings.TrimSpace(part)) {
			return false
		}
	}
	return true
}
