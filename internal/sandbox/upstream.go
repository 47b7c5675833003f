package sandbox

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/recording"
)

// Upstream is a recording proxy in front of a real service. It does not change requests or
// answers.
type Upstream struct {
	Target    *url.URL
	Transport http.RoundTripper // nil means plainTransport
	Log       *recording.Log
	Seen      func(*recording.Exchange) // if set, called for every exchange after it is recorded
}

// inFlight is a request that is being passed to the service.
type inFlight struct {
	started time.Time
	request recording.Request
	sent    *head
}

// ServeHTTP passes a request on. It records the exchange before it sends the answer.
func (u *Upstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	under := &inFlight{started: time.Now(), sent: &head{}}
	under.request = recording.Request{Method: r.Method, Proto: r.Proto, Header: r.Header.Clone(), Connection: r.RemoteAddr}
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(r.Body, under.sent), r.Body}
	proxy := httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL.RawQuery = p.In.URL.RawQuery // ReverseProxy removes parts that it cannot parse
			p.SetURL(u.Target)
			p.Out.Header["User-Agent"] = r.Header["User-Agent"]
			under.request.URL = p.Out.URL.String()
		},
		Transport: u.transport(),
		ModifyResponse: func(answer *http.Response) error {
			return u.keep(under, answer)
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			u.record(under, nil, fmt.Errorf("the service did not answer: %w", err))
			http.Error(w, "the recording proxy got no answer from the service", http.StatusBadGateway)
		},
	}
	proxy.ServeHTTP(w, r)
}

func (u *Upstream) transport() http.RoundTripper {
	if u.Transport != nil {
		return u.Transport
	}
	return plainTransport
}

// plainTransport requests no compression that the partner has not requested.
var plainTransport = func() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DisableCompression = true
	return t
}()

// keep records an answer up to the size limit, and passes all of it on.
func (u *Upstream) keep(under *inFlight, answer *http.Response) error {
	first, err := io.ReadAll(io.LimitReader(answer.Body, mostOctets))
	if err != nil {
		return err
	}
	kept := &recording.Response{
		Status: answer.StatusCode, Proto: answer.Proto, Header: answer.Header.Clone(), Body: plainBody(first, answer.Header.Get("Content-Encoding")),
	}
	if len(first) == mostOctets { // the remaining size is known only after it has passed
		kept.Cut = max(answer.ContentLength-mostOctets, 1)
	}
	u.record(under, kept, nil)
	answer.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(first), answer.Body), answer.Body}
	return nil
}

func (u *Upstream) record(under *inFlight, answer *recording.Response, err error) {
	under.request.Body, under.request.Cut = under.sent.kept, under.sent.cut
	x := &recording.Exchange{
		Started: under.started, Duration: time.Since(under.started), Request: under.request, Response: answer, Err: err,
	}
	u.Log.Add(x)
	if u.Seen != nil {
		u.Seen(x)
	}
}

// plainBody decompresses gzip, the only compression that services use. It returns a body that it
// cannot decompress unchanged.
func plainBody(body []byte, coding string) []byte {
	if !strings.EqualFold(coding, "gzip") {
		return body
	}
	r, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return body
	}
	plain, err := io.ReadAll(io.LimitReader(r, mostOctets))
	if err != nil {
		return body
	}
	return plain
}

// head keeps the first bytes that are written to it.
type head struct {
	kept []byte
	cut  int64 // the number of bytes that were not kept
}

func (h *head) Write(p []byte) (int, error) {
	room := mostOctets - len(h.kept)
	h.kept = append(h.kept, p[:min(room, len(p))]...)
	h.cut += int64(len(p) - min(room, len(p)))
	return len(p), nil
}
