package reference

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"
)

// readBody takes a body of application/json, of at most limit octets, that is
// one JSON object (section 1).
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
