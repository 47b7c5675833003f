package redact

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed words.txt
var wordList string

// ownWords are the words in the sentences of assay, in lower case.
var ownWords = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool)
	for word := range strings.FieldsSeq(wordList) {
		all[word] = true
	}
	return all
})

// Prose redacts a sentence of assay. A secret may be equal to a word of such sentences, as the
// token "wrong" is. The word then stays in the sentence: it is in the reports of every build and
// reveals nothing, while a gap in a well-known sentence would reveal the secret. The word is cut
// where it may come from outside: inside quotes, and after a bracket or a brace.
func (r *Redactor) Prose(text string) string {
	start := strings.TrimSpace(text)
	if strings.HasPrefix(start, "{") || strings.HasPrefix(start, "[") {
		return r.Text(text)
	}
	hidden := r.pairs([]byte(text), true)
	s := search{matcher: r.matcher()}
	spans := slices.DeleteFunc(s.find(hidden), func(found span) bool { return isOwnWord(hidden, found) })
	return string(replace(hidden, spans))
}

// isOwnWord reports whether a match is a word of assay in a sentence of assay.
func isOwnWord(text []byte, found span) bool {
	if found.mask || !ownWords()[strings.ToLower(string(text[found.start:found.end]))] {
		return false
	}
	before, behind := string(text[:found.start]), string(text[found.end:])
	if strings.Count(before, `"`)%2 == 1 || strings.Count(before, "“") > strings.Count(before, "”") || strings.ContainsAny(before, "{}[]<>=") {
		return false
	}
	return beginsWord(before) && endsWord(behind) || inPath(before, behind, string(text[found.start:found.end]))
}

// inPath reports whether a word is a whole part of a path in a body: data.0.status.
func inPath(before, behind, word string) bool {
	before = before[strings.LastIndexAny(before, " (")+1:]
	if end := strings.IndexAny(behind, " ,:;)"); end >= 0 {
		behind = behind[:end]
	}
	path := before + word + behind
	return (strings.HasPrefix(path, "data.") || strings.HasPrefix(path, "items.")) &&
		(before == "" || strings.HasSuffix(before, ".")) && (behind == "" || behind[0] == '.')
}

// beginsWord and endsWord report whether the text before or after a match is the boundary of a
// word in a sentence, or of a name that assay uses: auth.token, ASSAY_TOKEN.
func beginsWord(before string) bool {
	return before == "" || strings.HasSuffix(before, "auth.") || strings.HasSuffix(before, "ASSAY_") || strings.ContainsRune(" (\n-", rune(before[len(before)-1]))
}

func endsWord(behind string) bool {
	if behind == "" || strings.ContainsRune(" )\n-", rune(behind[0])) {
		return true
	}
	return strings.ContainsRune(".,;:!?", rune(behind[0])) && (len(behind) == 1 || behind[1] == ' ' || behind[1] == '\n')
}
