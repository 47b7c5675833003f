package faults

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Answer is one response on its way out.
type Answer struct {
	Status  int
	Header  http.Header
	raw     []byte
	Tree    any // the body as JSON, once somebody asked for it
	Touched bool
	Cut     bool // the connection ends in the middle of the body
	Silent  bool // nothing is answered, ever
	Pieces  int  // above 1: written in that many pieces, of unknown length
}

// Served tells whether the call was served; the lookup says so in its body.
func (a *Answer) Served() bool {
	if a.Status < 200 || a.Status > 299 {
		return false
	}
	success, said := a.Body()["success"].(bool)
	return success || !said
}

// Body is the answer as a JSON object, empty where it is none: another fault may
// have made something else of it. Whoever changes it says so by touch.
func (a *Answer) Body() Object {
	if a.Tree == nil {
		a.Tree = Decode(a.raw)
	}
	body, ok := a.Tree.(Object)
	if !ok {
		return Object{}
	}
	return body
}

// Copy is an answer of its own with the same status, header and body.
func (a *Answer) Copy() *Answer {
	return &Answer{Status: a.Status, Header: a.Header.Clone(), Tree: DeepCopy(a.Body()), Touched: true}
}

func (a *Answer) Touch() *Answer {
	a.Touched = true
	return a
}

// Bytes is the body as it goes out.
func (a *Answer) Bytes() []byte {
	if a.Touched && a.Tree != nil {
		a.raw, a.Touched = Encode(a.Tree), false
		a.Header.Del("Content-Length")
	}
	return a.raw
}

// SetRaw replaces the body by octets that need not be JSON.
func (a *Answer) SetRaw(raw []byte) {
	a.raw, a.Tree, a.Touched = raw, nil, false
	a.Header.Del("Content-Length")
}

// Records are the purchase item records of data.
func (a *Answer) Records() []Object {
	if one, ok := a.Body()["data"].(Object); ok {
		return []Object{one}
	}
	return objects(a.Body()["data"])
}

// write sends the answer.
func (a *Answer) write(w http.ResponseWriter) {
	body := a.Bytes()
	for name, values := range a.Header {
		w.Header()[name] = values
	}
	switch {
	case a.Silent:
		panic(http.ErrAbortHandler)
	case a.Cut:
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(a.Status)
		_, _ = w.Write(body[:len(body)/2])
		panic(http.ErrAbortHandler)
	case a.Pieces > 1:
		a.writePieces(w, body)
		return
	}
	w.WriteHeader(a.Status)
	_, _ = w.Write(body) // whoever is gone cannot be told
}

func (a *Answer) writePieces(w http.ResponseWriter, body []byte) {
	w.Header().Del("Content-Length")
	w.WriteHeader(a.Status)
	size := len(body)/a.Pieces + 1
	for len(body) > 0 {
		n := min(size, len(body))
		_, _ = w.Write(body[:n])
		body = body[n:]
		_ = http.NewResponseController(w).Flush() // a writer that cannot flush sends it all at once
	}
}

// Refusal is how a broken build says no to a call that it should serve: in the
// envelope of the endpoint.
func Refusal(c *Call, status int, message string) *Answer {
	a := &Answer{Status: status, Header: http.Header{"Content-Type": {"application/json"}}, Touched: true}
	if c.Endpoint == Lookup {
		a.Tree = Object{"code": status, "msg": message, "data": nil, "success": false}
		return a
	}
	a.Tree = Object{"apiVersion": "2.0", "status": status, "message": message}
	return a
}

// Decode reads JSON with its numbers as they stand; nil where it is none.
func Decode(raw []byte) any {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		return nil
	}
	return v
}

// Encode writes JSON. All that a mutator puts in can be written.
func Encode(v any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return []byte("null")
	}
	return bytes.TrimSpace(buffer.Bytes())
}

// A path names members of a JSON tree, joined by dots. On an array, * is every
// element, last is the last of several, and a further name goes on in each.
const (
	every = "*"
	last  = "last"
)

// Get gives the value at a path without * or last; nil when there is none.
func Get(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		o, ok := v.(Object)
		if !ok {
			return nil
		}
		v = o[name]
	}
	return v
}

// Visit calls do with every object that holds the member at the end of a path.
func Visit(v any, path string, do func(holder Object, name string)) {
	name, rest, more := strings.Cut(path, ".")
	switch v := v.(type) {
	case []any:
		for i, each := range v {
			if name == every || (name == last && i == len(v)-1 && i > 0) {
				Visit(each, rest, do)
			}
		}
	case Object:
		switch {
		case name == every: // data of one record: the path is the same
			Visit(v, rest, do)
		case name == last:
		case more:
			Visit(v[name], rest, do)
		default:
			do(v, name)
		}
	}
}

// Change replaces every value at a path.
func Change(v any, path string, by func(any) any) {
	Visit(v, path, func(holder Object, name string) {
		if was, ok := holder[name]; ok {
			holder[name] = by(was)
		}
	})
}

// Drop removes every member at a path.
func Drop(v any, path string) {
	Visit(v, path, func(holder Object, name string) { delete(holder, name) })
}

// DeepCopy is a deep copy, for what a mutator keeps beyond one call.
func DeepCopy(v any) any {
	switch v := v.(type) {
	case Object:
		all := maps.Clone(v)
		for name := range all {
			all[name] = DeepCopy(all[name])
		}
		return all
	case []any:
		all := slices.Clone(v)
		for i := range all {
			all[i] = DeepCopy(all[i])
		}
		return all
	}
	return v
}
