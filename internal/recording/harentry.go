package recording

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// exchange converts an entry of any program to an exchange.
func (h *harEntry) exchange() (*Exchange, error) {
	if h.Request == nil {
		h.Request = &harRequest{} // the recorder was stopped, or someone removed the content of the entry
	}
	started, err := parseStarted(h.Started)
	if err != nil {
		return nil, err
	}
	body, err := h.Request.Post.body()
	if err != nil {
		return nil, fmt.Errorf("request.postData: %w", err)
	}
	e := &Exchange{
		Started: started, Duration: duration(float64(h.Time)),
		Request: Request{
			Method: h.Request.Method, URL: h.Request.URL, Proto: proto(h.Request.Proto),
			Header: httpHeader(h.Request.Headers), Body: body, Connection: string(h.Connection),
		},
	}
	size := int64(h.Request.BodySize)
	if h.Request.Post.isLost() && size <= 0 {
		size = notAvailable
	}
	if e.Request.Cut = leftOut(&e.Request, size); h.Assay != nil {
		e.Request.Cut = h.Assay.RequestCut
	}
	h.describe(e)
	if err := h.answer(e); err != nil {
		return e, err
	}
	if h.Assay != nil && e.Response != nil {
		e.Response.Cut = h.Assay.ResponseCut
	}
	return e, nil
}

func (h *harEntry) describe(e *Exchange) {
	if h.Assay == nil {
		return
	}
	e.ID, e.Endpoint, e.Check, e.Negative = h.Assay.ID, h.Assay.Endpoint, h.Assay.Check, h.Assay.Negative
	if h.Assay.Error != "" {
		e.Err = errors.New(h.Assay.Error)
	}
}

// notAvailable is the size of a body whose size a recorder does not know (HAR 1.2).
const notAvailable = -1

// leftOut returns how many octets of a request body a recorder left out. Some recorders keep only
// the beginning of a long body. The real size is the size in the entry or in the header,
// whichever is larger. A complete JSON text counts as whole, although the newline after it may be
// missing.
func leftOut(r *Request, size int64) int64 {
	length, err := strconv.ParseInt(r.Header.Get("Content-Length"), 10, 64)
	if err == nil {
		size = max(size, length)
	}
	bodiless := r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodDelete
	switch {
	case json.Valid(r.Body), len(r.Body) == 0 && bodiless:
		return 0
	case len(r.Body) == 0 && size == notAvailable:
		return 1 // the real size is unknown
	}
	return max(size-int64(len(r.Body)), 0)
}

// answer sets the response. Browsers write status 0 if no response came.
func (h *harEntry) answer(e *Exchange) error {
	if h.Response == nil || h.Response.Status == 0 {
		e.Err = h.missing(e.Err)
		return nil
	}
	status := float64(h.Response.Status)
	if status != math.Trunc(status) || status < 100 || status > 999 {
		return fmt.Errorf("response.status %v is no HTTP status", status)
	}
	body, err := decodedText(h.Response.Content.Text, h.Response.Content.Encoding)
	if err != nil {
		return fmt.Errorf("response.content: %w", err)
	}
	e.Response = &Response{
		Status: int(status), Proto: proto(h.Response.Proto), Header: httpHeader(h.Response.Headers), Body: body,
	}
	return nil
}

func (h *harEntry) missing(known error) error {
	switch {
	case known != nil:
		return known
	case h.Response != nil && h.Response.Error != "":
		return errors.New(h.Response.Error)
	default:
		return errors.New("the recording holds no response")
	}
}

// body returns the request body, or nil if there is none. Some programs write a form only as
// parameters.
func (p *harPost) body() ([]byte, error) {
	if p == nil || p.isLost() {
		return nil, nil
	}
	if p.Text != "" || len(p.Params) == 0 {
		return decodedText(p.Text, p.Encoding+p.OwnEncoding)
	}
	pairs := make([]string, len(p.Params))
	for i, param := range p.Params {
		pairs[i] = url.QueryEscape(unescaped(param.Name)) + "=" + url.QueryEscape(unescaped(param.Value))
	}
	return []byte(strings.Join(pairs, "&")), nil
}

// isLost reports whether a body is not a form but was written only as parameters. Its text cannot
// be restored from them.
func (p *harPost) isLost() bool {
	return p != nil && p.Text == "" && len(p.Params) > 0 && p.MimeType != "" && !strings.Contains(strings.ToLower(p.MimeType), "form")
}

func decodedText(text, encoding string) ([]byte, error) {
	switch {
	case text == "":
		return nil, nil
	case strings.EqualFold(encoding, "base64"):
		body, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return nil, fmt.Errorf("decode base64: %w", err)
		}
		return body, nil
	default:
		return []byte(text), nil
	}
}

// httpHeader omits the pseudo headers of HTTP/2, such as ":path".
func httpHeader(pairs []harPair) http.Header {
	h := make(http.Header, len(pairs))
	for _, pair := range pairs {
		if !strings.HasPrefix(pair.Name, ":") && pair.Name != "" {
			h.Add(pair.Name, pair.Value)
		}
	}
	return h
}

// proto returns a version in the form of net/http. It returns an unknown version unchanged.
func proto(version string) string {
	switch strings.ToLower(version) {
	case "h2", "http/2", "http/2.0", "http/2+quic/46":
		return "HTTP/2.0"
	case "h3", "http/3", "http/3.0", "h3-29":
		return "HTTP/3.0"
	case "http/1.1", "http/1.0", "http/0.9":
		return strings.ToUpper(version)
	}
	return version
}

// parseStarted reads the ISO 8601 times that programs write: with or without a time zone, and
// with or without a colon in it. An empty text is the zero time.
func parseStarted(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999Z0700", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("startedDateTime %.40q is no ISO 8601 time", text)
}

// duration converts milliseconds. Programs write -1 for an unknown time, which becomes 0.
func duration(milliseconds float64) time.Duration {
	if milliseconds < 0 || milliseconds > float64(time.Hour/time.Millisecond)*24 {
		return 0
	}
	return time.Duration(math.Round(milliseconds * float64(time.Millisecond)))
}
