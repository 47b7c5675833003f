package redact

import (
	"bytes"
	"encoding/json"
	"strings"
)

// jsonWalk reads JSON from left to right. For each name and value it returns the treatment that
// the names above it require. If a text is not valid JSON, it reads the beginning.
type jsonWalk struct {
	r      *Redactor
	in     []byte
	at     int // position after the last token
	stack  []level
	lookup bool
}

// level is one open object or array.
type level struct {
	object bool
	inside treatment // treatment of everything in it
	member treatment // treatment of the next value
	key    bool      // the next string is a name
}

// jsonToken is a name, a value that is not an object or an array, or a bracket.
type jsonToken struct {
	kind      kind
	text      []byte // as it is written
	treatment treatment
}

type kind int

const (
	bracket kind = iota
	memberName
	scalar
)

func (r *Redactor) jsonWalk(in []byte) jsonWalk {
	return jsonWalk{r: r, in: in, stack: []level{{}}, lookup: isLookup(in)}
}

// next reads the next token. It returns false at the end, and if the text is not JSON.
func (w *jsonWalk) next() (jsonToken, bool) {
	for w.at < len(w.in) {
		top := &w.stack[len(w.stack)-1]
		switch c := w.in[w.at]; c {
		case '{', '[':
			t := max(top.inside, top.member)
			w.stack = append(w.stack, level{object: c == '{', key: c == '{', inside: t})
			return w.bracket(), true
		case '}', ']':
			if len(w.stack) == 1 {
				return jsonToken{}, false
			}
			w.stack = w.stack[:len(w.stack)-1]
			return w.bracket(), true
		case ',':
			top.key, top.member = top.object, keep
			w.at++
		case ':', ' ', '\t', '\n', '\r':
			w.at++
		default:
			return w.scalar(top)
		}
	}
	return jsonToken{}, false
}

func (w *jsonWalk) bracket() jsonToken {
	w.at++
	return jsonToken{kind: bracket, text: w.in[w.at-1 : w.at]}
}

func (w *jsonWalk) scalar(top *level) (jsonToken, bool) {
	text := w.token()
	if text == nil {
		return jsonToken{}, false
	}
	w.at += len(text)
	if top.key && text[0] == '"' {
		top.key, top.member = false, w.treatment(nameIn(text))
		return jsonToken{kind: memberName, text: text}, true
	}
	return jsonToken{kind: scalar, text: text, treatment: max(top.inside, top.member)}, true
}

// treatment returns the treatment of a member. In a request of section 4.5 the member "value"
// contains the value of the field that queryFieldEnum names.
func (w *jsonWalk) treatment(name []byte) treatment {
	if w.lookup && string(name) == "value" {
		return w.r.personal()
	}
	return w.r.treatment(name)
}

// token returns the string, number or word at the current position, or nil if a string has no
// end.
func (w *jsonWalk) token() []byte {
	rest := w.in[w.at:]
	if rest[0] != '"' {
		if end := bytes.IndexAny(rest, ",]} \t\r\n"); end >= 0 {
			return rest[:end]
		}
		return rest
	}
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			return rest[:i+1]
		}
	}
	return nil
}

// nameIn returns the decoded name of a member.
func nameIn(token []byte) []byte {
	if bytes.IndexByte(token, '\\') < 0 {
		return token[1 : len(token)-1]
	}
	return []byte(text(token))
}

// text returns the decoded value of a token.
func text(token []byte) string {
	if token[0] != '"' {
		return string(token)
	}
	if !bytes.ContainsRune(token, '\\') {
		return string(token[1 : len(token)-1])
	}
	var decoded string
	if err := json.Unmarshal(token, &decoded); err != nil {
		return string(token)
	}
	return decoded
}

// maxNested is the number of levels of JSON in JSON strings that are redacted.
const maxNested = 4

// jsonRedactor copies valid JSON and hides values. Layout, order and repeated names stay.
type jsonRedactor struct {
	jsonWalk
	m      *matcher
	out    bytes.Buffer
	nested int
}

func (r *Redactor) jsonRedactor(m *matcher, in []byte, nested int) *jsonRedactor {
	return &jsonRedactor{jsonWalk: r.jsonWalk(in), m: m, nested: nested}
}

func (j *jsonRedactor) redact() []byte {
	j.out.Grow(len(j.in) + 64)
	copied := 0
	for t, ok := j.next(); ok; t, ok = j.next() {
		if t.kind == bracket {
			continue
		}
		j.out.Write(j.in[copied : j.at-len(t.text)])
		j.value(t.text, t.treatment)
		copied = j.at
	}
	j.out.Write(j.in[copied:])
	return j.out.Bytes()
}

// value writes a token, also a name, with its treatment.
func (j *jsonRedactor) value(token []byte, t treatment) {
	if t == keep && j.m.empty() && !mayNest(token) || token[0] == 'n' || token[0] == 't' || token[0] == 'f' {
		j.out.Write(token)
		return
	}
	value := text(token)
	j.write(token, value, j.hide(value, t))
}

// mayNest reports whether a token may be a string with JSON in it, possibly after white space.
func mayNest(token []byte) bool {
	if len(token) < 4 || token[0] != '"' {
		return false
	}
	if token[1] == '\\' {
		return bytes.IndexByte([]byte("utnr"), token[2]) >= 0
	}
	return token[1] == '{' || token[1] == '[' || token[1] == ' '
}

// write copies a token if nothing in it was hidden, and writes a string otherwise. A number
// becomes a string too, because the rest of it may not be a number.
func (j *jsonRedactor) write(token []byte, before, after string) {
	if before == after {
		j.out.Write(token)
		return
	}
	encoder := json.NewEncoder(&j.out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(after); err != nil {
		j.out.WriteString(`"` + Marker + `"`) // never happens: encoding a string does not fail
		return
	}
	j.out.Truncate(j.out.Len() - 1) // the newline that Encode adds
}

func (j *jsonRedactor) hide(value string, t treatment) string {
	if t != keep {
		return j.r.treated(t, value)
	}
	if inner := strings.TrimLeft(value, " \t\r\n"); j.nested < maxNested && len(inner) > 1 && (inner[0] == '{' || inner[0] == '[') && json.Valid([]byte(value)) {
		return string(j.r.jsonRedactor(j.m, []byte(value), j.nested+1).redact())
	}
	return string(scrub(j.m, []byte(value)))
}
