package client

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
)

// firstRead is the most memory, in bytes, that is reserved for a body before reading it, even if
// its Content-Length is larger.
const firstRead = 64 << 10

var errBodyTooLarge = errors.New("the body is larger than allowed")

// readBody reads and decodes the whole body, up to limit bytes. On an error it returns the part
// before it.
func readBody(resp *http.Response, limit int64) ([]byte, error) {
	var source io.Reader = resp.Body
	hint := resp.ContentLength
	if gzipped(resp.Header) && resp.ContentLength != 0 {
		unpacked, err := gzip.NewReader(resp.Body)
		if errors.Is(err, io.EOF) {
			return nil, nil // the answer to a HEAD, for example, or an empty chunked body
		}
		if err != nil {
			return nil, fmt.Errorf("decode the gzip body: %w", err)
		}
		source, hint = unpacked, -1
	}
	return readCapped(source, hint, limit)
}

func gzipped(h http.Header) bool {
	encoding := strings.TrimSpace(h.Get("Content-Encoding"))
	return strings.EqualFold(encoding, "gzip") || strings.EqualFold(encoding, "x-gzip")
}

func readCapped(source io.Reader, hint, limit int64) ([]byte, error) {
	size := int64(512)
	if hint >= 0 {
		size = min(hint, firstRead) + 1 // one byte more, so that the end of the body is read without growing
	}
	body := make([]byte, 0, size)
	for {
		if len(body) == cap(body) {
			body = slices.Grow(body, len(body))
		}
		n, err := source.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case int64(len(body)) > limit:
			return body, fmt.Errorf("%w: more than %d bytes", errBodyTooLarge, limit)
		case err == io.EOF:
			return trim(body), nil
		case err != nil:
			return body, err
		}
	}
}

// trim releases unused memory, because a recorded body is kept until the run ends.
func trim(body []byte) []byte {
	switch {
	case len(body) == 0:
		return nil
	case cap(body)-len(body) > len(body)/4+64:
		return append(make([]byte, 0, len(body)), body...)
	default:
		return body
	}
}
