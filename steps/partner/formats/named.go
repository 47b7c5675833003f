package formats

import (
	"html"
	"strings"
)

// Signs around a word are a template if the word is the name of a member or of a variable: $brand,
// [first_name], @@EMAIL@@. Other words in them may be meant: a brand may be called $avvy.

var (
	// wholeTemplates matches a text that is one word, or several, with the signs of a template. A
	// company may be called @Source.
	wholeTemplates = lazily(`^(?:[$%\[<{«_]+[!({]*\s*([A-Za-z][\w. -]*?)\s*[^\pL\pN]*|#([A-Za-z]\w*)#)$`)
	// innerTemplates matches the templates in a text whose signs are two at least.
	innerTemplates = lazily(`(?:\{\{+|\$!?\{|<%=?|%\(|@@|#\{|\{%|\[\[|<<)\s*([A-Za-z_][\w. ]*?)\s*(?:\}|%>|\)|@@|%\}|\]\]|>>)|(?:^|\W)%([A-Za-z_]\w*)%|^\$([A-Za-z_]\w*)@`)
	// bareNames matches a name in the spelling of a program.
	bareNames = lazily(`^[A-Za-z]+(_[A-Za-z]+)+$`)
)

// NamesInTemplates returns the words of a text that have the signs of a template, and the whole text
// if it is written as the name of a variable. The signs may be escaped for HTML.
func NamesInTemplates(text string) []string {
	const most = 1000 // the number of bytes that are read
	text = html.UnescapeString(strings.TrimSpace(text[:min(len(text), most)]))
	var names []string
	if whole := wholeTemplates.FindStringSubmatch(text); whole != nil {
		names = append(names, whole[1]+whole[2])
	}
	for _, inner := range innerTemplates().FindAllStringSubmatch(text, -1) {
		names = append(names, inner[1]+inner[2]+inner[3])
	}
	if bareNames.MatchString(text) {
		names = append(names, text)
	}
	return names
}

var (
	// noValueWords matches the words for no value that programs print as a word of a longer text, and
	// the formats of a text that was not filled in. NaN Labs may be the name of a company.
	noValueWords = lazily(`(^|[\s,;:/(-])((undefined|null|nil|FIXME|%[sd])($|[\s,;:/)-])|NaN($|[,;:/)-]|\s[^A-Z]))|^None \S`)
	// openValues matches the notes of programmers, what PHP prints for a list, and the type of a text in a
	// sample.
	openValues = lazily(`^(\(null\)|[Nn]one|[Nn]/[Aa]|TODO|TBD|CHANGEME|CHANGE_ME|Array|string)$|^(TODO|TBD): `)
)

// notApplicable matches what a person writes into a form where there is nothing to write.
var notApplicable = lazily(`^(none|[Nn]/[Aa])$`)

// IsNotApplicable reports whether a text is what a person writes who has no such value: N/A, none. A
// program prints None in place of none.
func IsNotApplicable(text string) bool { return notApplicable.MatchString(strings.TrimSpace(text)) }

// IsPlaceholderText reports whether a text is a word for no value, or has one in the spelling of a program:
// "Samsung undefined". One such text may be meant. If all texts of a member are like this, a program
// made them.
func IsPlaceholderText(text string) bool {
	text = strings.TrimSpace(text)
	return noValueWords.MatchString(text) || openValues.MatchString(text)
}

// MayBeTitle reports whether a text with a word for no value may be the name of an article: the word is
// within it (The null hypothesis), or is NaN and begins it (NaN bread).
func MayBeTitle(text string) bool {
	words := strings.Fields(text)
	if len(words) < 2 || IsPlaceholder(text) || words[0] == "None" {
		return false
	}
	return words[0] == "NaN" || !noValueWords.MatchString(words[0]) && !noValueWords.MatchString(words[len(words)-1])
}
