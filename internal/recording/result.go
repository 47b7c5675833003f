package recording

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/result"
)

// Result returns an exchange in the form of a result: redacted, printable, and with each body cut
// to at most maxBody octets. If maxBody is 0 or less, a body is cut only as much as the view cuts
// it.
func (v *View) Result(e *Exchange, maxBody int) result.Exchange {
	r, x := v.redactor, v.exchange(e)
	out := result.Exchange{
		ID: e.ID, Endpoint: e.Endpoint, Check: e.Check, Started: e.Started,
		DurationMS: milliseconds(e.Duration), Again: string(e.Retry), TraceID: e.Request.TraceID(),
		Request: result.Message{Method: v.method(e.Request.Method), URL: r.URL(e.Request.URL), Headers: resultHeaders(x.request.headers)},
	}
	setBody(&out.Request, x.request, maxBody)
	out.Request.BodySize = int64(len(e.Request.Body)) + e.Request.Cut
	if e.Err != nil {
		out.Error = r.Text(e.Err.Error())
	}
	if e.Response != nil {
		out.Response = &result.Message{Status: e.Response.Status, Headers: resultHeaders(x.answer.headers)}
		setBody(out.Response, x.answer, maxBody)
		out.Response.BodySize = int64(len(e.Response.Body)) + e.Response.Cut
	}
	return out
}

func resultHeaders(lines []redact.HeaderLine) []result.Header {
	var headers []result.Header
	for _, line := range lines {
		headers = append(headers, result.Header{Name: printable(line.Name), Value: printable(line.Value)})
	}
	return headers
}

// setBody cuts a body that is already redacted. Cutting must come after redacting: a secret that
// crosses the cut could not be found afterwards.
func setBody(m *result.Message, of shownMessage, maxBody int) {
	shown := printable(string(of.body))
	m.Cut = of.cut > 0
	if maxBody > 0 && len(shown) > maxBody {
		shown, m.Cut = shown[:runeStart(shown, maxBody)], true
	}
	m.Body = shown
}

// printable replaces invalid UTF-8 with U+FFFD.
func printable(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// runeStart returns the largest rune boundary in text that is not after limit.
func runeStart[T string | []byte](text T, limit int) int {
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return limit
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
