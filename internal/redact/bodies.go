package redact

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
)

// Body returns a redacted body. JSON stays JSON and keeps its layout. In other bodies, pairs of
// name and value are searched.
func (r *Redactor) Body(body []byte, contentType string) []byte {
	if text, order, ok := fromUTF16(body); ok {
		if shown := r.Body(text, contentType); !bytes.Equal(shown, text) {
			body = toUTF16(shown, order)
		}
	}
	s := search{matcher: r.matcher()}
	found := s.find(body)
	switch {
	case len(body) == 0:
		return body
	case json.Valid(body):
		return r.json(body, s.matcher, s.thorough || len(found) > 0)
	case strings.Contains(strings.ToLower(contentType), "x-www-form-urlencoded"):
		body = []byte(r.query(string(body)))
	default:
		body = r.pairs(body, false)
	}
	if len(found) == 0 {
		return body // a value that is hidden because of its name is not searched for elsewhere
	}
	return scrub(s.matcher, body)
}

// json redacts valid JSON. If a known value was found in it, every JSON value is searched by
// itself, so that only strings are cut. Matches that still remain cross several values.
func (r *Redactor) json(body []byte, m *matcher, found bool) []byte {
	if !found {
		return r.jsonRedactor(&matcher{}, body, 0).redact()
	}
	shown := r.jsonRedactor(m, body, 0).redact()
	s := search{matcher: m}
	left := s.find(shown)
	if len(left) == 0 {
		return shown
	}
	if cut := replace(shown, left); json.Valid(cut) {
		return cut
	}
	return []byte(`"` + Marker + `"`)
}

// isLookup reports whether a body is a request of section 4.5. Its member "value" contains what
// queryFieldEnum names, for example a phone number or an id number.
func isLookup(body []byte) bool { return bytes.Contains(body, []byte("queryFieldEnum")) }

// URL returns a redacted address: passwords are hidden, and so are the values of parameters with
// a revealing name.
func (r *Redactor) URL(address string) string {
	address = withoutPassword(address)
	before, query, asked := strings.Cut(address, "?")
	address = r.path(before)
	if asked {
		address += "?" + r.query(query)
	}
	text, scheme := []byte(address), strings.Index(address, "://")
	s := search{matcher: r.matcher()}
	return string(replace(text, slices.DeleteFunc(s.find(text), func(found span) bool { return found.start == 0 && found.end == scheme })))
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

// query redacts name=value pairs in an address or in a form.
func (r *Redactor) query(query string) string {
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		if t := r.treatment([]byte(unescaped(name))); t != keep {
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

// byteOrder is binary.LittleEndian or binary.BigEndian.
type byteOrder interface {
	binary.ByteOrder
	binary.AppendByteOrder
}

// fromUTF16 converts a body from UTF-16 to UTF-8, with or without a byte order mark. JSON, forms
// and markup begin with ASCII, so one of the first two octets is zero.
func fromUTF16(body []byte) ([]byte, byteOrder, bool) {
	if len(body) < 2 || len(body)%2 != 0 {
		return nil, nil, false
	}
	var order byteOrder
	switch first, second := body[0], body[1]; {
	case first == 0xff && second == 0xfe, first != 0 && second == 0:
		order = binary.LittleEndian
	case first == 0xfe && second == 0xff, first == 0 && second != 0:
		order = binary.BigEndian
	default:
		return nil, nil, false
	}
	units := make([]uint16, len(body)/2)
	for i := range units {
		units[i] = order.Uint16(body[2*i:])
	}
	return []byte(string(utf16.Decode(units))), order, true
}

func toUTF16(text []byte, order byteOrder) []byte {
	var body []byte
	for _, unit := range utf16.Encode([]rune(string(text))) {
		body = order.AppendUint16(body, unit)
	}
	return body
}
