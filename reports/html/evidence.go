package html

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/reports/wording"
)

// exchangeView is an exchange in the form that the page shows.
type exchangeView struct {
	ID       string
	Anchor   bool // set at the first place where the page shows it; that place carries the id
	Line     string
	Answer   string
	Request  messageView
	Response *messageView
	Error    string
}

// messageView is one half of an exchange.
type messageView struct {
	Head []segment
	Body []segment
	Size string // set if the page does not show the whole body
}

// octets estimates the size of a view in the page.
func (v exchangeView) octets() int {
	n := 900 + len(v.Line) + segmentOctets(v.Request.Head) + segmentOctets(v.Request.Body)
	if v.Response != nil {
		n += segmentOctets(v.Response.Head) + segmentOctets(v.Response.Body)
	}
	return n
}

func segmentOctets(segments []segment) int {
	n := 0
	for _, s := range segments {
		n += 40 + escapedOctets(s.Text)
	}
	return n
}

// escapedOctets returns the length of a text as HTML. A quote, for example, becomes five octets.
func escapedOctets(s string) int {
	n := len(s)
	for i := range len(s) {
		switch s[i] {
		case '"', '\'', '&', '+':
			n += 4
		case '<', '>':
			n += 3
		}
	}
	return n
}

// viewExchange makes the view of an exchange and marks the places of failures: in the response if
// a server is judged, in the request if a partner build is.
func viewExchange(x *result.Exchange, side result.Side, paths []string) exchangeView {
	requestPaths, responsePaths := []string(nil), paths
	if side == result.PartnerSide {
		requestPaths, responsePaths = paths, nil
	}
	v := exchangeView{
		ID:      x.ID,
		Line:    x.Request.Method + " " + pathOf(x.Request.URL),
		Answer:  answerOf(x),
		Request: viewMessage(&x.Request, requestLine(x.Request), requestPaths),
		Error:   x.Error,
	}
	if x.Response != nil {
		m := viewMessage(x.Response, statusLine(x.Response.Status), responsePaths)
		v.Response = &m
	}
	return v
}

func requestLine(m result.Message) string { return m.Method + " " + m.URL }

func statusLine(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}

func answerOf(x *result.Exchange) string {
	if x.Response == nil {
		return "no response"
	}
	return statusLine(x.Response.Status) + " in " + wording.Millis(x.DurationMS)
}

// pathOf returns a URL without scheme and host, as the specification writes paths.
func pathOf(url string) string {
	_, rest, found := strings.Cut(url, "://")
	if !found {
		return url
	}
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return "/"
}

func viewMessage(m *result.Message, first string, paths []string) messageView {
	v := messageView{
		Head: headSegments(m, first, paths),
		Body: bodySegments(m.Body, jsonPaths(paths)),
	}
	if m.Cut || len(m.Body) > bodyShown {
		v.Size = wording.Octets(m.BodySize)
	}
	return v
}

// headSegments returns the first line and the headers, and marks the paths "status" and "header
// Name" in them. A header that is absent is noted after the headers.
func headSegments(m *result.Message, first string, paths []string) []segment {
	status, headers := headPaths(paths)
	out := []segment{{Text: first, Mark: status}}
	if status {
		out[0].Note = "status"
	}
	out = append(out, segment{Text: "\n"})
	for _, h := range m.Headers {
		wanted, marked := headers[http.CanonicalHeaderKey(h.Name)]
		line := segment{Text: h.Name + ": " + wording.OneLine(h.Value), Mark: marked}
		if marked {
			line.Note = wanted
			headers[http.CanonicalHeaderKey(h.Name)] = ""
		}
		out = append(out, line, segment{Text: "\n"})
	}
	for _, p := range paths {
		if name, ok := headerPath(p); ok && headers[http.CanonicalHeaderKey(name)] != "" {
			headers[http.CanonicalHeaderKey(name)] = ""
			out = append(out, segment{Text: name + ":", Mark: true, Note: "absent"}, segment{Text: "\n"})
		}
	}
	return out
}

func headPaths(paths []string) (status bool, headers map[string]string) {
	headers = make(map[string]string)
	for _, p := range paths {
		if name, ok := headerPath(p); ok {
			headers[http.CanonicalHeaderKey(name)] = p
		}
		status = status || p == "status"
	}
	return status, headers
}

func headerPath(path string) (name string, ok bool) {
	name, ok = strings.CutPrefix(path, "header ")
	return strings.TrimSpace(name), ok
}

// jsonPaths returns the paths that lie in a body. The path "status" means both the code of the
// response and a member of every envelope, so both are marked.
func jsonPaths(paths []string) []string {
	var out []string
	for _, p := range paths {
		if _, header := headerPath(p); !header && p != "" {
			out = append(out, p)
		}
	}
	return out
}
