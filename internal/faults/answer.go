package faults

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// answer is one response on its way out.
type answer struct {
	status  int
	header  http.Header
	raw     []byte
	tree    any // the body as JSON, once somebody asked for it
	touched bool
	cut     bool // the connection ends in the middle of the body
	silent  bool // nothing is answered, ever
	pieces  int  // above 1: written in that many pieces, of unknown length
}

// ok tells whether the call was served; the lookup says so in its body.
func (a *answer) ok() bool {
	if a.status < 200 || a.status > 299 {
		return false
	}
	success, said := a.body()["success"].(bool)
	return success || !said
}

// body is the answer as a JSON object, empty where it is none: another fault may
// have made something else of it. Whoever changes it says so by touch.
func (a *answer) body() object {
	if a.tree == nil {
		a.tree = decode(a.raw)
	}
	body, ok := a.tree.(object)
	if !ok {
		return object{}
	}
	return body
}

func (a *answer) touch() *answer {
	a.touched = true
	return a
}

// bytes is the body as it goes out.
func (a *answer) bytes() []byte {
	if a.touched && a.tree != nil {
		a.raw, a.touched = encode(a.tree), false
		a.header.Del("Content-Length")
	}
	return a.raw
}

// say replaces the body by octets that need not be JSON.
func (a *answer) say(raw []byte) {
	a.raw, a.tree, a.touched = raw, nil, false
	a.header.Del("Content-Length")
}

// records are the purchase item records of data.
func (a *answer) records() []object {
	if one, ok := a.body()["data"].(object); ok {
		return []object{one}
	}
	return objects(a.body()["data"])
}

// write sends the answer.
func (a *answer) write(w http.ResponseWriter) {
	body := a.bytes()
	for name, values := range a.header {
		w.Header()[name] = values
	}
	switch {
	case a.silent:
		panic(http.ErrAbortHandler)
	case a.cut:
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(a.status)
		_, _ = w.Write(body[:len(body)/2])
		panic(http.ErrAbortHandler)
	case a.pieces > 1:
		a.writePieces(w, body)
		return
	}
	w.WriteHeader(a.status)
	_, _ = w.Write(body) // whoever is gone cannot be told
}

func (a *answer) writePieces(w http.ResponseWriter, body []byte) {
	w.Header().Del("Content-Length")
	w.WriteHeader(a.status)
	size := len(body)/a.pieces + 1
	for len(body) > 0 {
		n := min(size, len(body))
		_, _ = w.Write(body[:n])
		body = body[n:]
		_ = http.NewResponseController(w).Flush() // a writer that cannot flush sends it all at once
	}
}

// refusal is how a broken build says no to a call that it should serve: in the
// envelope of the endpoint.
func refusal(c *call, status int, message string) *answer {
	a := &answer{status: status, header: http.Header{"Content-Type": {"application/json"}}, touched: true}
	if c.endpoint == lookup {
		a.tree = object{"code": status, "msg": message, "data": nil, "success": false}
		return a
	}
	a.tree = object{"apiVersion": "2.0", "status": status, "message": message}
	return a
}

// decode reads JSON with its numbers as they stand; nil where it is none.
func decode(raw []byte) any {
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

// encode writes JSON. All that a plant puts in can be written.
func encode(v any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return []byte("null")
	}
	return bytes.TrimSpace(buffer.Bytes())
}
