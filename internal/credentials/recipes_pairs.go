package credentials

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// pairsOf reads the members at the top of a JSON object, as sortedMD5 wants
// them.
func pairsOf(body []byte) map[string]string {
	pairs := make(map[string]string)
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return pairs // no object: a check sends what it likes
	}
	for name, raw := range members {
		if value := plain(raw); value != "" {
			pairs[name] = value
		}
	}
	return pairs
}

// plain is the value of a member as it is signed; empty for null.
func plain(raw json.RawMessage) string {
	var text *string
	if json.Unmarshal(raw, &text) == nil {
		if text == nil {
			return ""
		}
		return *text
	}
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return "" // not reached: it is part of a whole that was parsed
	}
	return compact.String()
}

// joined sorts pairs by name and writes them as a=b&c=d, nothing escaped.
func joined(pairs map[string]string) string {
	lines := make([]string, 0, len(pairs))
	for _, name := range slices.Sorted(maps.Keys(pairs)) {
		lines = append(lines, name+"="+pairs[name])
	}
	return strings.Join(lines, "&")
}
