package sandbox

import (
	"bytes"
	"net/http"
	"strconv"
)

// answer is a response before it is sent.
type answer struct {
	otp    string // the OTP that was sent, if the answer does not contain it
	status int
	header http.Header
	body   bytes.Buffer
}

func newAnswer() *answer { return &answer{status: http.StatusOK, header: make(http.Header)} }

// Header, WriteHeader and Write make an answer an http.ResponseWriter.
func (a *answer) Header() http.Header         { return a.header }
func (a *answer) WriteHeader(status int)      { a.status = status }
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }

func (a *answer) refused() bool { return a.status >= 400 }

// replace replaces the body.
func (a *answer) replace(body []byte) {
	a.body.Reset()
	a.body.Write(body)
}

func (a *answer) send(w http.ResponseWriter, r *http.Request) {
	for name, values := range a.header {
		w.Header()[name] = values
	}
	if a.status != http.StatusNoContent {
		w.Header().Set("Content-Length", strconv.Itoa(a.body.Len()))
	}
	w.WriteHeader(a.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(a.body.Bytes()) // a write error is ignored: the client is gone
	}
}
