package recording

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
)

// Result returns an exchange as it stands in a result: redacted, printable, and
// each body cut to maxBody octets at the most. A maxBody of 0 or less cuts none.
func Result(e *Exchange, r *redact.Redactor, maxBody int) result.Exchange {
	out := result.Exchange{
		ID: e.ID, Endpoint: e.Endpoint, Check: e.Check, Started: e.Started,
		DurationMS: milliseconds(e.Duration), Again: string(e.Again), TraceID: e.Request.TraceID(),
		Request: result.Message{Method: e.Request.Method, URL: r.URL(e.Request.URL), Headers: resultHeaders(e.Request.Header, r)},
	}
	setBody(&out.Request, r.Body(e.Request.Body, e.Request.Header.Get("Content-Type")), maxBody)
	out.Request.BodySize, out.Request.Cut = int64(len(e.Request.Body))+e.Request.Cut, out.Request.Cut || e.Request.Cut > 0
	if e.Err != nil {
		out.Error = r.Text(e.Err.Error())
	}
	if e.Response != nil {
		out.Response = &result.Message{Status: e.Response.Status, Headers: resultHeaders(e.Response.Header, r)}
		setBody(out.Response, r.Body(e.Response.Body, e.Response.Header.Get("Content-Type")), maxBody)
		out.Response.BodySize, out.Response.Cut = int64(len(e.Response.Body))+e.Response.Cut, out.Response.Cut || e.Response.Cut > 0
	}
	return out
}

func resultHeaders(h map[string][]string, r *redact.Redactor) []result.Header {
	var headers []result.Header
	for _, line := range r.Headers(h) {
		headers = append(headers, result.Header{Name: printable(line.Name), Value: printable(line.Value)})
	}
	return headers
}

// setBody cuts a body that is redacted already: a secret that lies across the
// cut would not be found any more.
func setBody(m *result.Message, redacted []byte, maxBody int) {
	shown := printable(string(redacted))
	if maxBody > 0 && len(shown) > maxBody {
		shown, m.Cut = shown[:runeStart(shown, maxBody)], true
	}
	m.Body = shown
}

// printable puts U+FFFD in the place of what is no UTF-8.
func printable(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// runeStart is the greatest rune boundary of text that is not behind limit.
func runeStart(text string, limit int) int {
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return limit
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
