package inprocess

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

// clientAddr is the address of the client that a handler sees.
const clientAddr = "127.0.0.1:49152"

// Transport returns a RoundTripper that serves each request by h, in process and without a
// socket. If a handler panics, the connection seems to be cut. If it hangs, the request ends
// with its context; the goroutine stays until the handler returns, as in a server. If it writes
// without end, it waits until the body is read.
func Transport(h http.Handler) http.RoundTripper { return transport{h} }

type transport struct{ handler http.Handler }

func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(req.Context())
	served, err := asServed(ctx, req)
	if err != nil {
		cancel()
		return nil, err
	}
	s := newStream(ctx, cancel, req.Method)
	go t.serve(s, served)
	select {
	case <-s.ready:
		return s.response(req)
	case <-ctx.Done():
		cancel()
		return nil, ctx.Err()
	}
}

func (t transport) serve(s *stream, req *http.Request) {
	returned := false
	defer func() {
		if !returned {
			_ = recover() // a server cuts the connection after any panic
		}
		s.finish(returned)
	}()
	t.handler.ServeHTTP(s, req)
	returned = true
}

// asServed returns the request as the handler of a server sees it. It shares nothing that the
// handler could change.
func asServed(ctx context.Context, req *http.Request) (*http.Request, error) {
	body, err := drain(req)
	if err != nil {
		return nil, err
	}
	served := req.WithContext(ctx)
	served.URL = &url.URL{Path: req.URL.Path, RawPath: req.URL.RawPath, RawQuery: req.URL.RawQuery, ForceQuery: req.URL.ForceQuery}
	if served.URL.Path == "" {
		served.URL.Path = "/"
	}
	served.Header = req.Header.Clone()
	served.RequestURI = req.URL.RequestURI()
	served.RemoteAddr = clientAddr
	served.Proto, served.ProtoMajor, served.ProtoMinor = "HTTP/1.1", 1, 1
	if served.Host == "" {
		served.Host = req.URL.Host
	}
	served.GetBody, served.Body, served.ContentLength = nil, http.NoBody, int64(len(body))
	if len(body) > 0 {
		served.Body = io.NopCloser(bytes.NewReader(body))
		served.Header["Content-Length"] = []string{strconv.Itoa(len(body))}
	}
	return served, nil
}

func drain(req *http.Request) ([]byte, error) {
	if req.Body == nil || req.Body == http.NoBody {
		return nil, nil
	}
	var body bytes.Buffer
	body.Grow(int(max(req.ContentLength, 0)) + bytes.MinRead)
	_, err := body.ReadFrom(req.Body)
	if closeErr := req.Body.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return nil, errors.Join(errors.New("read the request body"), err)
	}
	return body.Bytes(), nil
}
