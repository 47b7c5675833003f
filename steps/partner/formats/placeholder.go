package formats

import (
	"regexp"
	"strings"
)

var (
	// templates are what stands for a value in a template or in the documentation, and
	// what JavaScript makes of an object, or the object as JSON. An id in braces is a way to
	// write an id, and a description may be JSON.
	templates = regexp.MustCompile(`(?i)^(\[object [a-z]+\]|<[a-z_][^<>]*>|\{\{.*\}\}|\$\{[^{}]*\}|\{[a-z_ ]+\}|\{\s*".*\})$`)
	// sure are those that nobody writes in a text; in the brackets of the others there
	// may be a word of the text. PHP, ASP, Razor and Spring have templates of their own, and
	// so has every function that formats; .NET prints the type of an object.
	sure = regexp.MustCompile(`(?i)^(\[object [a-z]+\]|\{\{.*\}\}|<\?.*\?>|<%.*%>|@(model|item)\.\w+|system\.(object|string)(\[\])?|#\{.*\}|\{0\}|%([0-9]\$)?[sd])$`)
	// objects are what Java, Kotlin and Scala print of an object: an Optional, a class with
	// its members, a map, the class alone, or the class with a hash code. A class begins with a capital.
	objects = regexp.MustCompile(`^(Optional\[.*\]|Optional\.empty|Some\(.*\)|([a-z]\w*\.)*[A-Z]\w*[(\[{]\w+=.*[)\]}]|\{\w+=.*\}|SystemClock\[\w*\]|(class|interface) ([a-z]\w*\.)+\w+|(\[[BCIJ]|(\[L)?([a-z]\w*\.)+[A-Z][\w$]*;?)@[0-9a-f]{1,8})$`)
	// noValues are what languages print for no value.
	noValues = regexp.MustCompile(`(?i)^(undefined|null|\(null\)|none|nil|nan)$|^(null|undefined)( (null|undefined))+$`)
)

// IsTemplate tells a template that nobody filled in, or an object that was printed.
func IsTemplate(value string) bool {
	return templates.MatchString(strings.TrimSpace(value)) || IsCertainTemplate(value)
}

// IsCertainTemplate tells one that is none of the words in brackets that people
// write in a text.
func IsCertainTemplate(value string) bool {
	value = strings.TrimSpace(value)
	return sure.MatchString(value) || objects.MatchString(value)
}

// IsPlaceholder tells a text that stands for a value which is not there.
func IsPlaceholder(value string) bool {
	return IsTemplate(value) || noValues.MatchString(strings.TrimSpace(value))
}
