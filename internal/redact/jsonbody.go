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

// value writes a token, a name included, as its treatment asks.
func (j *jsonRedactor) value(token []byte, t treatment) {
	if t == keep && j.m.empty() && !mayNest(token) || token[0] == 'n' || token[0] == 't' || token[0] == 'f' {
		j.out.Write(token)
		return
	}
	value := text(token)
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
		return string(j.r.jsonRedactor(j.m, []byte(value), j.nested+1).redact())
	}
	return string(scrub(j.m, []byte(value)))
}
