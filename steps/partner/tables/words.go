package tables

import (
	"strings"
	"unicode"
)

// words are the last names of the members of all request bodies, as LettersOf writes them.
var words = func() map[string]bool {
	all := make(map[string]bool)
	for _, names := range members {
		for _, name := range names {
			all[LettersOf(LastName(name))] = true
		}
	}
	return all
}()

// LastName is the name of a member without what it is in.
func LastName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// LettersOf are what the ways to write a name have in common: item_brand, itemBrand and
// ITEM BRAND.
func LettersOf(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// IsWord tells a text of which the letters are the name of a member.
func IsWord(letters string) bool { return words[letters] }
