package result

import "regexp"

var anyIndex = regexp.MustCompile(`\b[0-9]+\b`)

// WithoutIndexes puts # for every number of a path or of a text: what is found in several
// items of an array is then one text.
func WithoutIndexes(text string) string { return anyIndex.ReplaceAllString(text, "#") }
