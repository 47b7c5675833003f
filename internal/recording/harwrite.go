package recording

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/credit-partner/assay/internal/redact"
)

// WriteHAR writes exchanges as redacted HAR 1.2, one entry a line, one at a time. Equal exchanges
// give equal octets. An exchange without a response has status 0, and the reason is in "_assay".
func (v *View) WriteHAR(w io.Writer, by Creator, exchanges iter.Seq[*Exchange]) error {
	out := bufio.NewWriterSize(w, 64<<10)
	creator, err := json.Marshal(by)
	if err != nil {
		return fmt.Errorf("write HAR: %w", err)
	}
	fmt.Fprintf(out, `{"log":{"version":"1.2","creator":%s,"entries":[`, creator)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	between := "\n"
	for e := range exchanges {
		if _, err := out.WriteString(between); err != nil {
			return fmt.Errorf("write HAR: %w", err)
		}
		if err := encoder.Encode(v.entryOf(e)); err != nil {
			return fmt.Errorf("write HAR, exchange %s: %w", e.ID, err)
		}
		between = ","
	}
	fmt.Fprint(out, "]}}\n")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write HAR: %w", err)
	}
	return nil
}

func (v *View) entryOf(e *Exchange) harEntry {
	took, x := harNumber(milliseconds(e.Duration)), v.fill(e, v.plan(e, false))
	entry := harEntry{
		Started: e.Started.UTC().Format(time.RFC3339Nano), Time: took, Timings: harTimings{Wait: took},
		Request: v.harRequestOf(&e.Request, x.request), Response: v.harAnswerOf(e.Response, x.answer),
		Assay: &harAssay{ID: e.ID, Endpoint: e.Endpoint, Check: e.Check, Negative: e.Negative, RequestCut: x.request.cut, ResponseCut: x.answer.cut},
	}
	if e.Err != nil {
		entry.Assay.Error = v.redactor.Text(e.Err.Error())
	}
	return entry
}

func (v *View) harRequestOf(q *Request, shown shownMessage) *harRequest {
	r := v.redactor
	address := r.URL(q.URL)
	h := &harRequest{
		Method: v.method(q.Method), URL: address, Proto: q.Proto, Cookies: []harPair{}, Headers: harHeaders(shown.headers),
		Query: queryPairs(address, r), HeadersSize: -1, BodySize: harNumber(int64(len(q.Body)) + q.Cut),
	}
	if q.Body != nil {
		h.Post = &harPost{MimeType: r.Header("Content-Type", q.Header.Get("Content-Type"))}
		h.Post.Text, h.Post.OwnEncoding = encoded(shown.body)
	}
	return h
}

func (v *View) harAnswerOf(a *Response, shown shownMessage) *harAnswer {
	if a == nil {
		return &harAnswer{Cookies: []harPair{}, Headers: []harPair{}, Content: harContent{MimeType: "x-unknown"}, HeadersSize: -1, BodySize: -1}
	}
	r := v.redactor
	h := &harAnswer{
		Status: harNumber(a.Status), StatusText: http.StatusText(a.Status), Proto: a.Proto,
		Cookies: []harPair{}, Headers: harHeaders(shown.headers), RedirectURL: r.URL(a.Header.Get("Location")),
		Content: harContent{Size: harNumber(int64(len(a.Body)) + a.Cut), MimeType: r.Header("Content-Type", a.Header.Get("Content-Type"))}, HeadersSize: -1, BodySize: -1,
	}
	h.Content.Text, h.Content.Encoding = encoded(shown.body)
	return h
}

// encoded returns a body as HAR contains it: as text, or as base64 if it is not text.
func encoded(body []byte) (text, encoding string) {
	if utf8.Valid(body) {
		return string(body), ""
	}
	return base64.StdEncoding.EncodeToString(body), "base64"
}

func harHeaders(lines []redact.HeaderLine) []harPair {
	pairs := []harPair{}
	for _, line := range lines {
		pairs = append(pairs, harPair(line))
	}
	return pairs
}

func queryPairs(address string, r *redact.Redactor) []harPair {
	pairs := []harPair{}
	_, query, _ := strings.Cut(address, "?")
	query, _, _ = strings.Cut(query, "#")
	for pair := range strings.SplitSeq(query, "&") {
		if name, value, _ := strings.Cut(pair, "="); pair != "" {
			pairs = append(pairs, harPair{decoded(name, r), decoded(value, r)})
		}
	}
	return pairs
}

// decoded redacts the text again, because decoding can reveal a secret that was escaped twice.
func decoded(text string, r *redact.Redactor) string { return string(r.Known([]byte(unescaped(text)))) }

func unescaped(text string) string {
	if decoded, err := url.QueryUnescape(text); err == nil {
		return decoded
	}
	return text
}

func sortedNames(h http.Header) []string {
	names := make([]string, 0, len(h))
	for name := range h {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
