package redact

import "bytes"

// pairs hides values by their names in a text that only resembles JSON, a form or a log line, for
// example because it was cut off. In prose, "otp: expected" is not a pair.
func (r *Redactor) pairs(text []byte, prose bool) []byte {
	p := pairReader{text: text, prose: prose}
	return p.read(r)
}

// pairReader reads a text once, from one : or = to the next. It looks for a name at the end of
// the text before the sign, because one pair may be inside the value of another.
type pairReader struct {
	text  []byte
	prose bool
	work  int // octets that were read; TestPairsAreReadOnce checks it
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

// nameBefore returns the treatment for the name at the end of a part of the text, and whether the
// name has no quotes.
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

// treatmentAtEnd returns the treatment for the name at the end of a text.
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

// valueAfter returns the place of the value of a pair: with its opening quote, and without its
// closing quote.
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

// closed returns the place of the quote, or of the escape of a quote, that ends a quoted text.
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

// isWord reports whether a text is a plain word, without digits and quotes.
func isWord(text []byte) bool { return !bytes.ContainsAny(text, "0123456789\"'@") }
