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

// Answer is one response before it is sent.
type Answer struct {
	Status  int
	Header  http.Header
	raw     []byte
	Tree    any // the body as JSON; nil until Body is called
	Touched bool
	Cut     bool // the connection closes in the middle of the body
	Silent  bool // the connection closes without a response
	Pieces  int  // above 1: the body is written in that many pieces, without Content-Length
}

// Served reports whether the call was served. The lookup reports this in the success member of
// its body.
func (a *Answer) Served() bool {
	if a.Status < 200 || a.Status > 299 {
		return false
	}
	success, said := a.Body()["success"].(bool)
	return success || !said
}

// Body returns the body as a JSON object. It returns an empty object if the body is not an
// object, for example because another fault has changed it. A caller that changes the object
// calls Touch.
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

// Copy returns an independent Answer with the same status, header and body.
func (a *Answer) Copy() *Answer {
	return &Answer{Status: a.Status, Header: a.Header.Clone(), Tree: DeepCopy(a.Body()), Touched: true}
}

func (a *Answer) Touch() *Answer {
	a.Touched = true
	return a
}

// Bytes returns the body as it is sent.
func (a *Answer) Bytes() []byte {
	if a.Touched && a.Tree != nil {
		a.raw, a.Touched = Encode(a.Tree), false
		a.Header.Del("Content-Length")
	}
	return a.raw
}

// SetRaw replaces the body with bytes that need not be JSON.
func (a *Answer) SetRaw(raw []byte) {
	a.raw, a.Tree, a.Touched = raw, nil, false
	a.Header.Del("Content-Length")
}

// Records returns the purchase item records in the data member.
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
	_, _ = w.Write(body) // a failed write is ignored: the client is gone
}

func (a *Answer) writePieces(w http.ResponseWriter, body []byte) {
	w.Header().Del("Content-Length")
	w.WriteHeader(a.Status)
	size := len(body)/a.Pieces + 1
	for len(body) > 0 {
		n := min(size, len(body))
		_, _ = w.Write(body[:n])
		body = body[n:]
		_ = http.NewResponseController(w).Flush() // a writer that cannot flush sends everything at once
	}
}

// Refusal is the answer of a broken build that refuses a call that it should serve. It uses the
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

// Decode decodes JSON and keeps numbers as json.Number. It returns nil if raw is not JSON.
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

// Encode encodes JSON. Mutators only put in values that can be encoded; for any other value it
// returns null.
func Encode(v any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return []byte("null")
	}
	return bytes.TrimSpace(buffer.Bytes())
}

// A path names nested members of a JSON tree, joined by dots. In an array, * means every element,
// and last means the last of several elements. The name after it is read in each of these
// elements.
const (
	every = "*"
	last  = "last"
)

// Get returns the value at a path without * or last. It returns nil if there is no value.
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
		case name == every: // data holds one record and no list: apply the rest of the path to it
			Visit(v, rest, do)
		case name == last:
		case more:
			Visit(v[name], rest, do)
		default:
			do(v, name)
		}
	}
}

// Change replaces every value that exists at a path.
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

// DeepCopy returns a deep copy, for values that a mutator keeps longer than one call.
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
