package redact

import (
	"bytes"
	"encoding/json"
)

// jsonWalk goes through JSON from left to right, and tells of each name and value
// what the names above it ask for. Of what is no JSON it reads the beginning.
type jsonWalk struct {
	r      *Redactor
	in     []byte
	at     int // behind what was read
	stack  []level
	lookup bool
}

// level is one open object or array.
type level struct {
	object bool
	inside treatment // of everything below it
	member treatment // of the value that comes next
	key    bool      // the next string is a name
}

// jsonToken is a name, a value that is no object and no array, or a bracket.
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

// next reads on. It is false at the end, and where the text is no JSON.
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

// treatment is that of a member; in a request of section 4.5 its member "value"
// holds whatever queryFieldEnum names.
func (w *jsonWalk) treatment(name []byte) treatment {
	if w.lookup && string(name) == "value" {
		return w.r.personal()
	}
	return w.r.treatment(name)
}

// token returns the string, number or word at the current place; nil where a
// string has no end.
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

// nameIn is what a token stands for that is the name of a member.
func nameIn(token []byte) []byte {
	if bytes.IndexByte(token, '\\') < 0 {
		return token[1 : len(token)-1]
	}
	return []byte(text(token))
}

// text is what a token stands for.
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
