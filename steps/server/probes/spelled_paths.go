package probes

import (
	"fmt"
	"strings"
)

// spellings are paths that a router may take for the one of section 4, and a check of the
// token before it for another: the check compares the path as it came, the router does not.
var spellings = map[string]func(path string) string{
	"with a slash at the end":          func(path string) string { return path + "/" },
	"with a double slash":              func(path string) string { return "/" + path },
	"with .json at the end":            func(path string) string { return path + ".json" },
	"with a parameter at the end":      func(path string) string { return path + ";v=2" },
	"with an escaped letter":           escapedLetter,
	"in capital letters":               func(path string) string { return upperExceptID(path) },
	"with its id in capital letters":   func(path string) string { return path[:idAt(path)] + strings.ToUpper(path[idAt(path):]) },
	`with a segment that ".." removes`: func(path string) string { return "/api/.." + path },
}

// idAt is where the last segment of a path begins.
func idAt(path string) int { return strings.LastIndex(path, "/") + 1 }

// escapedLetter escapes the first letter of the second segment, which changes no meaning
// (RFC 3986, 2.3).
func escapedLetter(path string) string {
	at := strings.Index(path[1:], "/") + 2
	return fmt.Sprintf("%s%%%02X%s", path[:at], path[at], path[at+1:])
}

// upperExceptID writes the fixed segments of a path in capitals.
func upperExceptID(path string) string {
	if at := idAt(path); strings.Contains(path[at:], "-") {
		return strings.ToUpper(path[:at]) + path[at:]
	}
	return strings.ToUpper(path)
}
