package reference

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
)

// call is one request on its way through the service.
type call struct {
	request   *http.Request
	family    family
	requestID string         // of tracked families
	id        string         // what the path ends in, where it ends in an id
	raw       []byte         // the body as it came
	body      map[string]any // the body; numbers are json.Number
}

// answer is what a handler gives back when it serves a call.
type answer struct {
	status  int
	orderID string // empty where section 4 shows no order_id
	message string // of the lookup
	data    any
}

// respond writes the one response of a call.
func (c *call) respond(w http.ResponseWriter, given answer, err error) {
	status, body := given.status, c.envelope(given)
	if err != nil {
		status, body = c.refusalEnvelope(err)
	}
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil {
		http.Error(w, "the answer cannot be written as JSON: "+err.Error(), http.StatusInternalServerError)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(buffer.Len()))
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if c.request.Method != http.MethodHead {
		// Whoever is gone cannot be told: net/http closes the connection.
		_, _ = w.Write(buffer.Bytes())
	}
}

func (c *call) envelope(given answer) any {
	if c.family == foreign {
		return foreignEnvelope{Code: given.status, Msg: given.message, Data: given.data, Success: true}
	}
	return envelope{
		RequestID:  c.requestID,
		APIVersion: apiVersion,
		Status:     given.status,
		OrderID:    given.orderID,
		Data:       given.data,
	}
}

func (c *call) refusalEnvelope(err error) (int, any) {
	var no *refusal
	if !errors.As(err, &no) {
		no = &refusal{status: http.StatusInternalServerError, message: err.Error()}
	}
	if c.family == foreign {
		return no.status, foreignEnvelope{Code: orDefault(no.code, no.status), Msg: no.message}
	}
	return no.status, envelope{
		RequestID:  c.requestID,
		APIVersion: apiVersion,
		Status:     no.status,
		Message:    no.message,
	}
}
