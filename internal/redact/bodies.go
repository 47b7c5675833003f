package redact

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
)

// Body returns a body as it may be shown. JSON stays JSON, with its layout; what
// is no JSON is searched by patterns.
func (r *Redactor) Body(body []byte, contentType string) []byte {
	if len(body) == 0 {
		return body
	}
	m := r.matcher()
	switch {
	case json.Valid(body):
		body = (&jsonRedactor{r: r, m: m, in: body, lookup: isLookup(body)}).redact()
	case strings.Contains(strings.ToLower(contentType), "x-www-form-urlencoded"):
		body = []byte(r.query(string(body)))
	default:
		body = r.byPattern(body, false)
	}
	return scrub(m, body)
}

// isLookup tells a request of section 4.5: its member "value" holds whatever
// queryFieldEnum names, a phone or an id number, say.
func isLookup(body []byte) bool { return bytes.Contains(body, []byte("queryFieldEnum")) }

// The patterns find name and value in what only resembles JSON, a form or a log
// line: what was cut off, say. Only telling names are looked for, since one pair
// may stand inside the value of another.
const (
	looseValue  = `(\\*["']?\s*[:=]\s*)(\\*"(?:[^"\\]|\\[^"])*|'[^']*|[^\s,;&}\]"'\\]+)`
	looseSecret = `pass[_-]?word|otp|access[_-]?token|client[_-]?secret|refresh[_-]?token`
	loosePerson = `id[_-]?number|national[_-]?id[_-]?no|phone[_-]?number|mobile[_-]?number|mobile|email|` +
		`date[_-]?of[_-]?birth|birthday|passport[_-]?no|bvn[_-]?no`
)

var (
	looseSecrets = regexp.MustCompile(`(?i)(` + looseSecret + `)` + looseValue)
	loosePersons = regexp.MustCompile(`(?i)(` + loosePerson + `)` + looseValue)
)

func (r *Redactor) byPattern(body []byte, prose bool) []byte {
	if !bytes.ContainsAny(body, ":=") {
		return body // no pair, and megabytes of it take seconds to search
	}
	body = r.byPairs(looseSecrets, body, prose)
	if r == nil || !r.full {
		body = r.byPairs(loosePersons, body, prose)
	}
	return body
}

func (r *Redactor) byPairs(pairs *regexp.Regexp, body []byte, prose bool) []byte {
	return pairs.ReplaceAllFunc(body, func(pair []byte) []byte {
		parts := pairs.FindSubmatch(pair)
		if prose && string(bytes.TrimSpace(parts[2])) == ":" && isWord(parts[3]) {
			return pair
		}
		value := bytes.TrimLeft(parts[3], `\"'`)
		opening := parts[3][:len(parts[3])-len(value)]
		hidden := r.treated(r.treatment(string(parts[1])), string(value))
		return bytes.Join([][]byte{parts[1], parts[2], opening, []byte(hidden)}, nil)
	})
}

// isWord tells a plain word, without a digit or a quote.
func isWord(text []byte) bool { return !bytes.ContainsAny(text, "0123456789\"'@") }

// URL returns an address as it may be shown: passwords and the values of
// telling parameters hidden.
func (r *Redactor) URL(address string) string {
	address = withoutPassword(address)
	before, query, asked := strings.Cut(address, "?")
	if asked {
		address = before + "?" + r.query(query)
	}
	return string(r.Known([]byte(address)))
}

func withoutPassword(address string) string {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	authority := rest
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		authority = rest[:end]
	}
	at := strings.LastIndexByte(authority, '@')
	if at < 0 {
		return address
	}
	return scheme + "://" + Marker + rest[at:]
}

// query redacts name=value pairs, of an address or of a form.
func (r *Redactor) query(query string) string {
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		if t := r.treatment(unescaped(name)); t != keep {
			pairs[i] = name + "=" + r.treated(t, value)
		}
	}
	return strings.Join(pairs, "&")
}

func unescaped(text string) string {
	if decoded, err := url.QueryUnescape(text); err == nil {
		return decoded
	}
	return text
}
