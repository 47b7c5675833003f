package redact

import (
	"bytes"
	"encoding/json"
	"strings"
)

// maxNested is how deep JSON inside strings of JSON is looked into.
const maxNested = 4

// jsonRedactor walks valid JSON from left to right and copies it, layout and
// order and repeated names included, with values hidden.
type jsonRedactor struct {
	r      *Redactor
	m      *matcher
	in     []byte
	out    bytes.Buffer
	at     int
	nested int
	lookup bool
}

// level is one open object or array.
type level struct {
	object bool
	inside treatment // of everything below it
	member treatment // of the value that comes next
	key    bool      // the next string is a name
}

func (j *jsonRedactor) redact() []byte {
	j.out.Grow(len(j.in) + 64)
	stack := []level{{}}
	for j.at < len(j.in) {
		top := &stack[len(stack)-1]
		switch c := j.in[j.at]; c {
		case '{', '[':
			t := max(top.inside, top.member)
			stack = append(stack, level{object: c == '{', key: c == '{', inside: t})
			j.copy(1)
		case '}', ']':
			stack = stack[:len(stack)-1]
			j.copy(1)
		case ',':
			top.key, top.member = top.object, keep
			j.copy(1)
		case ':', ' ', '\t', '\n', '\r':
			j.copy(1)
		default:
			j.scalar(top)
		}
	}
	return j.out.Bytes()
}

func (j *jsonRedactor) copy(n int) {
	j.out.Write(j.in[j.at : j.at+n])
	j.at += n
}

func (j *jsonRedactor) scalar(top *level) {
	token := j.token()
	j.at += len(token)
	if top.key {
		top.key, top.member = false, j.treatment(name(token))
		j.value(token, keep)
		return
	}
	j.value(token, max(top.inside, top.member))
}

// value writes a token, a name included, as its treatment asks.
func (j *jsonRedactor) value(token []byte, t treatment) {
	if t == keep && j.m.empty() && !mayNest(token) || token[0] == 'n' || token[0] == 't' || token[0] == 'f' {
		j.out.Write(token)
		return
	}
	value := string(token)
	if token[0] == '"' {
		value = text(token)
	}
	j.write(token, value, j.hide(value, t))
}

// mayNest tells whether a token may be a string that holds JSON, or blanks
// before it.
func mayNest(token []byte) bool {
	if len(token) < 4 || token[0] != '"' {
		return false
	}
	if token[1] == '\\' {
		return bytes.IndexByte([]byte("utnr"), token[2]) >= 0
	}
	return token[1] == '{' || token[1] == '[' || token[1] == ' '
}

func (j *jsonRedactor) treatment(name []byte) treatment {
	if j.lookup && string(name) == "value" && (j.r == nil || !j.r.full) {
		return maskValue
	}
	return j.r.treatment(name)
}

// name is what a token stands for that is the name of a member.
func name(token []byte) []byte {
	if bytes.IndexByte(token, '\\') < 0 {
		return token[1 : len(token)-1]
	}
	return []byte(text(token))
}

// write copies a token that nothing was hidden of, and else writes a string. A
// number of which something was hidden becomes a string: what is left of it
// need not be a number.
func (j *jsonRedactor) write(token []byte, before, after string) {
	if before == after {
		j.out.Write(token)
		return
	}
	encoder := json.NewEncoder(&j.out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(after); err != nil {
		j.out.WriteString(`"` + Marker + `"`) // not reached: a string always encodes
		return
	}
	j.out.Truncate(j.out.Len() - 1) // the line end
}

func (j *jsonRedactor) hide(value string, t treatment) string {
	if t != keep {
		return j.r.treated(t, value)
	}
	if inner := strings.TrimLeft(value, " \t\r\n"); j.nested < maxNested && len(inner) > 1 && (inner[0] == '{' || inner[0] == '[') && json.Valid([]byte(value)) {
		deeper := jsonRedactor{r: j.r, m: j.m, in: []byte(value), nested: j.nested + 1, lookup: isLookup([]byte(value))}
		return string(deeper.redact())
	}
	return string(scrub(j.m, []byte(value)))
}

// token returns the string, number or word at the current place.
func (j *jsonRedactor) token() []byte {
	rest := j.in[j.at:]
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
	return rest
}

// text is what a token stands for.
func text(token []byte) string {
	if !bytes.ContainsRune(token, '\\') {
		return string(token[1 : len(token)-1])
	}
	var decoded string
	if err := json.Unmarshal(token, &decoded); err != nil {
		return string(token)
	}
	return decoded
}
