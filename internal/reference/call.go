package reference

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"
)

// call is one request while the service processes it.
type call struct {
	request   *http.Request
	family    family
	requestID string         // only for the tracked family
	id        string         // the last segment of the path, if that is an id
	raw       []byte         // the body as received
	body      map[string]any // the body; numbers are json.Number
}

// answer is the result of a handler that serves a call.
type answer struct {
	status  int
	orderID string // empty if section 4 shows no order_id
	message string // only for the lookup
	data    any
}

// respond writes the response to a call.
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
		// A write error is ignored, because the client is gone. net/http closes the connection.
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

// readBody reads the body. It fails if the body is not of type application/json, has more than
// limit bytes, or is not exactly one JSON object (section 1).
func (c *call) readBody(limit int64) error {
	if err := checkMediaType(c.request.Header); err != nil {
		return err
	}
	raw, err := readAtMost(c.request, limit)
	if err != nil {
		return err
	}
	c.raw = raw
	c.body, err = decodeObject(raw)
	return err
}

func checkMediaType(header http.Header) error {
	if coding := header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return refuse(http.StatusUnsupportedMediaType, "the body must not be compressed")
	}
	given := header.Get("Content-Type")
	if given == "application/json" {
		return nil // the common form, without the cost of parsing it
	}
	media, parameters, err := mime.ParseMediaType(given)
	if err != nil || media != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, "Content-Type must be application/json")
	}
	if charset, ok := parameters["charset"]; ok && !strings.EqualFold(charset, "utf-8") {
		return refuse(http.StatusUnsupportedMediaType, "the charset of the body must be UTF-8")
	}
	return nil
}

func readAtMost(r *http.Request, limit int64) ([]byte, error) {
	if r.Body == nil {
		return nil, nil
	}
	if r.ContentLength > limit {
		return nil, tooLarge(limit)
	}
	var buffer bytes.Buffer
	if r.ContentLength > 0 {
		buffer.Grow(int(r.ContentLength) + bytes.MinRead)
	}
	if _, err := buffer.ReadFrom(io.LimitReader(r.Body, limit+1)); err != nil {
		return nil, refuse(http.StatusBadRequest, "the body did not arrive whole: send it again")
	}
	if int64(buffer.Len()) > limit {
		return nil, tooLarge(limit)
	}
	return buffer.Bytes(), nil
}

func tooLarge(limit int64) error {
	return refuse(http.StatusRequestEntityTooLarge, "the body must have at most %d octets", limit)
}

func decodeObject(raw []byte) (map[string]any, error) {
	if !utf8.Valid(raw) {
		return nil, refuse(http.StatusBadRequest, "the body must be UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber() // float64 would round large amounts
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, refuse(http.StatusBadRequest, "the body must be JSON")
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, refuse(http.StatusBadRequest, "the body must be one JSON value, nothing after it")
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, refuse(http.StatusBadRequest, "the body must be a JSON object")
	}
	return object, nil
}

// refusal is the error of every call that is not served. It holds an HTTP status and a message
// that tells the caller what to do. The message never repeats what the caller sent.
type refusal struct {
	status  int
	code    int // the code in the body of a lookup, if it differs from status
	message string
}

func (r *refusal) Error() string { return r.message }

func refuse(status int, format string, args ...any) error {
	return &refusal{status: status, message: fmt.Sprintf(format, args...)}
}
