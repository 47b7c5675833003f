package schemas

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// shown is the number of characters of a value that a report quotes.
const shown = 120

// expectation says in words what a schema itself requires of its value, without its parts. It is
// empty if that cannot be named.
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

// describe names a value and its type, and cuts a long value.
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

// plain returns a value without quotes, for use in lists.
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

// cut shortens a text to the length that a report shows, without breaking a character.
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

// join builds a gjson path from member names and indexes.
func join(segments []string) string {
	escaped := make([]string, len(segments))
	for i, segment := range segments {
		escaped[i] = gjson.Escape(segment)
	}
	return strings.Join(escaped, ".")
}
