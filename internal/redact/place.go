package redact

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quote is the text of a failure about the value at a place.
type Quote struct {
	Place    string // a path in a body ("data.0.otp"), "header Sign", "request line"
	Expected string
	Actual   string
	Message  string
}

// Quote hides the value in the texts about it if its place is the place of a secret or a personal
// detail, whatever the value looks like. The words of assay stay.
func (r *Redactor) Quote(q Quote) Quote {
	actual := q.Actual
	switch t := r.treatmentAt(q.Place); {
	case t != keep && strings.HasPrefix(q.Place, headerPlace):
		q.Actual = headerQuoted(q.Place, actual)
	case t != keep:
		q.Expected, q.Actual = r.quoted(t, q.Expected), r.quoted(t, actual)
		if q.Actual != actual && (t == maskValue || strings.HasSuffix(q.Place, "otp")) {
			q.Actual += writtenAs(actual)
		}
	case q.Place == "request line" || q.Place == "path":
		q.Actual = r.URL(actual)
	}
	if q.Actual != actual {
		q.Message = strings.ReplaceAll(q.Message, actual, q.Actual)
	}
	return Quote{
		Place: placeShown(r, q.Place), Expected: r.Prose(q.Expected), Actual: actualShown(r, q.Actual), Message: r.Prose(q.Message),
	}
}

// writtenAs returns the form of a hidden text: "dddd-dd-dd" for a date. Without it, nobody could
// see why a hidden value is wrong. It returns "" for a text without digits.
func writtenAs(quoted string) string {
	const longest = 20
	var value string
	if text, ok := strings.CutPrefix(quoted, "the string "); !ok || json.Unmarshal([]byte(text), &value) != nil {
		return ""
	}
	if !strings.ContainsAny(value, "0123456789") || utf8.RuneCountInString(value) > longest {
		return ""
	}
	written := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return 'd'
		case unicode.IsLetter(r):
			return 'a'
		}
		return r
	}, value)
	return ", in the form " + written + " (d: a digit, a: a letter)"
}

// placeShown redacts a place, but keeps names of members that are also words of assay.
func placeShown(r *Redactor, place string) string {
	text := []byte(place)
	s := search{matcher: r.matcher()}
	spans := slices.DeleteFunc(s.find(text), func(found span) bool {
		whole := (found.start == 0 || text[found.start-1] == '.') && (found.end == len(text) || text[found.end] == '.')
		return whole && !found.mask && ownWords()[strings.ToLower(place[found.start:found.end])]
	})
	return string(replace(text, spans))
}

// actualShown redacts the value that was found. It comes from outside, except for the words "HTTP
// status" at its beginning.
func actualShown(r *Redactor, text string) string {
	const ours = "HTTP status "
	if seen, ok := strings.CutPrefix(text, ours); ok {
		return ours + r.Text(seen)
	}
	return r.Text(text)
}

const headerPlace = "header "

// treatmentAt returns the treatment for a value at a place: the strongest treatment of all names
// on the path to it.
func (r *Redactor) treatmentAt(place string) treatment {
	if name, ok := strings.CutPrefix(place, headerPlace); ok {
		return r.headerTreatment(name)
	}
	if place == "value" { // in a lookup, the value of the field that queryFieldEnum names (4.5)
		return r.personal()
	}
	t := keep
	for name := range strings.SplitSeq(strings.ReplaceAll(place, `\`, ""), ".") {
		t = max(t, r.treatment([]byte(name)))
	}
	return t
}

// personal returns the treatment for a personal detail.
func (r *Redactor) personal() treatment {
	if r != nil && r.full {
		return keep
	}
	return maskValue
}

// headerQuoted hides the value of a header. About an Authorization header a failure does not
// repeat the value, but only says in words what is wrong.
func headerQuoted(place, text string) string {
	if text == "" || text == "absent" || strings.HasSuffix(plain(place), "authorization") {
		return text
	}
	return Marker
}

// quoted hides the value in a text about it: after its type, as JSON, or in prose.
func (r *Redactor) quoted(t treatment, text string) string {
	for _, kind := range []string{"the string ", "the number ", "the array ", "the object "} {
		if value, ok := strings.CutPrefix(text, kind); ok {
			return kind + r.literal(t, value)
		}
	}
	if text != "" && strings.ContainsRune(`"{[-0123456789`, rune(text[0])) {
		return r.literal(t, text)
	}
	return r.prose(t, text)
}

// literal hides a JSON value, the end of which may be cut off.
func (r *Redactor) literal(t treatment, text string) string {
	switch {
	case text == "" || strings.HasPrefix(text, Marker):
		return text
	case text[0] == '{' || text[0] == '[':
		return Marker
	case text[0] != '"':
		value, rest, _ := strings.Cut(text, " ")
		return strings.TrimRight(r.treated(t, value)+" "+r.prose(t, rest), " ")
	}
	end := closingQuote(text)
	var value string
	if end == len(text) || json.Unmarshal([]byte(text[:end]), &value) != nil {
		value = strings.Trim(text[:end], `"…`)
	}
	return `"` + r.treated(t, value) + `"` + r.prose(t, text[end:])
}

// closingQuote returns the position after the string at the beginning of a text.
func closingQuote(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// prose hides every word of a text that could be a value: a personal detail or a code has digits
// or an @. The name of an exchange also has digits, but stays.
func (r *Redactor) prose(t treatment, text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		value := strings.Trim(word, `,.;:()"'`)
		exchange := strings.HasPrefix(value, "x") && digitsIn(value) == len(value)-1
		if (digitsIn(value) >= 3 && !exchange) || strings.Contains(value, "@") {
			words[i] = strings.Replace(word, value, r.treated(t, value), 1)
		}
	}
	return strings.Join(words, " ")
}

func digitsIn(text string) int {
	n := 0
	for _, c := range []byte(text) {
		if c >= '0' && c <= '9' {
			n++
		}
	}
	return n
}

// path hides ids of people in a path: phone numbers, id numbers and email addresses. The scheme
// and the host of an address stay.
func (r *Redactor) path(address string) string {
	if r.personal() == keep {
		return address
	}
	start := 0
	if i := strings.Index(address, "://"); i >= 0 {
		start = i + len("://")
		start += max(strings.IndexByte(address[start:], '/'), 0)
	}
	var out strings.Builder
	out.WriteString(address[:start])
	for rest := address[start:]; rest != ""; {
		end := strings.IndexAny(rest, `/ "'`)
		if end < 0 {
			end = len(rest)
		}
		out.WriteString(segmentShown(r, rest[:end]))
		out.WriteString(rest[end:min(end+1, len(rest))])
		rest = rest[min(end+1, len(rest)):]
	}
	return out.String()
}

func segmentShown(r *Redactor, segment string) string {
	value, err := url.PathUnescape(segment)
	if err != nil {
		value = segment
	}
	if !isNumberOfSomebody(value) && !isEmail(value) {
		return segment
	}
	return r.treated(maskValue, value)
}

// isNumberOfSomebody reports whether a text consists of digits and the usual separators between
// them, with the length of a phone number or an id number.
func isNumberOfSomebody(text string) bool {
	const least, most = 7, 15
	n := digitsIn(text)
	return n >= least && n <= most && strings.Trim(text, "+0123456789 -.()") == ""
}

func isEmail(text string) bool {
	local, domain, ok := strings.Cut(text, "@")
	return ok && local != "" && domain != ""
}
