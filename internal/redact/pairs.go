package redact

import "bytes"

// pairs hides values by their names in what only resembles JSON, a form or a log
// line: what was cut off, say. In prose, "otp: expected" is no pair.
func (r *Redactor) pairs(text []byte, prose bool) []byte {
	p := pairReader{text: text, prose: prose}
	return p.read(r)
}

// pairReader reads a text once, from one : or = to the next. A name is looked
// for at the end of what stands before it, since one pair may stand inside the
// value of another.
type pairReader struct {
	text  []byte
	prose bool
	work  int // octets that were looked at: what TestPairsAreReadOnce counts
}

func (p *pairReader) read(r *Redactor) []byte {
	var out []byte
	text, done, from := p.text, 0, 0 // from: where the last sign or value ended
	for i := 0; i < len(text); i++ {
		p.work++
		if text[i] != ':' && text[i] != '=' {
			continue
		}
		t, bare := p.nameBefore(r, from, i)
		sign := text[i]
		from = i + 1
		if t == keep {
			continue
		}
		start, end := p.valueAfter(i + 1)
		if start == end {
			continue
		}
		i, from = end-1, end
		if p.prose && bare && sign == ':' && isWord(text[start:end]) {
			continue
		}
		value := bytes.TrimLeft(text[start:end], `\"'`)
		out = append(out, text[done:end-len(value)]...)
		out = append(out, r.treated(t, string(value))...)
		done = end
	}
	if done == 0 {
		return text
	}
	return append(out, text[done:]...)
}

// nameBefore tells what a name asks for at the end of a part of the text, and
// whether it stands there without quotes.
func (p *pairReader) nameBefore(r *Redactor, from, to int) (t treatment, bare bool) {
	text := bytes.TrimRight(p.text[from:to], " \t\r\n\f\v")
	name := text
	if n := len(text); n > 0 && (text[n-1] == '"' || text[n-1] == '\'') {
		name = text[:n-1]
	}
	name = bytes.TrimRight(name, `\`)
	p.work += to - from - len(name) + min(len(name), longestName)
	return r.treatmentAtEnd(name), len(name) == len(text)
}

// treatmentAtEnd looks for the name that a text ends with.
func (r *Redactor) treatmentAtEnd(text []byte) treatment {
	var letters [longestName]byte
	from := len(letters)
	for n := len(text) - 1; n >= 0 && from > 0; n-- {
		switch octet := fold[text[n]]; {
		case alphanumeric(octet):
			from--
			letters[from] = octet
			if t := treatments[string(letters[from:])]; t != keep {
				return r.wanted(t)
			}
		case octet != '_' && octet != '-' || from == len(letters):
			return keep
		}
	}
	return keep
}

// valueAfter returns where the value of a pair stands, with the quote that opens
// it and without the one that closes it.
func (p *pairReader) valueAfter(from int) (start, end int) {
	start, end = valueIn(p.text, from)
	p.work += end - from
	return start, end
}

func valueIn(text []byte, from int) (start, end int) {
	for from < len(text) && isSpace(text[from]) {
		from++
	}
	opened := from
	for opened < len(text) && text[opened] == '\\' {
		opened++
	}
	switch {
	case opened < len(text) && text[opened] == '"':
		return from, closed(text, opened+1)
	case opened > from || from == len(text):
		return opened, opened
	case text[from] == '\'':
		if n := bytes.IndexByte(text[from+1:], '\''); n >= 0 {
			return from, from + 1 + n
		}
		return from, len(text)
	}
	for end = from; end < len(text) && !isSpace(text[end]) && bytes.IndexByte([]byte(",;&}]\"'\\"), text[end]) < 0; {
		end++
	}
	return from, end
}

// closed returns where a quote closes what stands in quotes, or the escape of it.
func closed(text []byte, i int) int {
	for ; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			if i+1 == len(text) || text[i+1] == '"' {
				return i
			}
			i++
		}
	}
	return min(i, len(text))
}

func isSpace(octet byte) bool {
	return octet == ' ' || octet >= '\t' && octet <= '\r'
}

// isWord tells a plain word, without a digit or a quote.
func isWord(text []byte) bool { return !bytes.ContainsAny(text, "0123456789\"'@") }
