package schemas

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// shown is how many characters of a value a report quotes.
const shown = 120

// expectation says in words what a schema asks of its value by itself; empty
// when it asks nothing that can be named.
func expectation(schema object) string {
	if title, ok := schema["title"].(string); ok {
		return title
	}
	if value, ok := schema["const"]; ok {
		return describe(value)
	}
	if values, ok := schema["enum"].([]any); ok {
		names := make([]string, len(values))
		for i, value := range values {
			names[i] = plain(value)
		}
		return "one of " + strings.Join(names, ", ")
	}
	if name, ok := schema["type"].(string); ok {
		return typeWords[name]
	}
	var names []string
	for _, name := range texts(schema["type"]) {
		names = append(names, typeWords[name])
	}
	return strings.Join(names, " or ")
}

var typeWords = map[string]string{
	"string": "a string", "integer": "an integer", "number": "a number", "boolean": "true or false",
	"object": "an object", "array": "an array", "null": "null",
}

// describe names a value with its type, cut where it is long.
func describe(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case bool:
		return raw(value)
	case json.Number:
		return "the number " + cut(value.String())
	case string:
		return "the string " + cut(raw(value))
	case []any:
		return "the array " + cut(raw(value))
	default:
		return "the object " + cut(raw(value))
	}
}

// plain is a value without its quotes, for lists of them.
func plain(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	return raw(value)
}

func raw(value any) string {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "that cannot be shown: " + err.Error()
	}
	return strings.TrimSuffix(buffer.String(), "\n")
}

// cut shortens a text to what a report shows, at a whole character.
func cut(text string) string {
	if utf8.RuneCountInString(text) <= shown {
		return text
	}
	for i := range text {
		if shown == utf8.RuneCountInString(text[:i]) {
			return text[:i] + "…"
		}
	}
	return text
}

// join makes a gjson path of member names and indexes.
func join(segments []string) string {
	escaped := make([]string, len(segments))
	for i, segment := range segments {
		escaped[i] = gjson.Escape(segment)
	}
	return strings.Join(escaped, ".")
}
