package payload

import (
	"net/http"
	"sync/atomic"

	"github.com/credit-partner/assay/internal/spec"
)

// ContentTypes says whether requests without a body have a Content-Type. A GET and a DELETE have one
// reading each: a framework may expect a body in a DELETE that has the header, but not in a GET.
type ContentTypes struct{ ofGet, ofDelete ContentTypeReading }

// ContentTypeReading is the reading that requests of one method use.
type ContentTypeReading struct {
	Bare atomic.Bool // requests leave the header out
	Sure atomic.Bool // a call was served in the reading that requests use
}

// Of returns the reading for an endpoint.
func (t *ContentTypes) Of(endpoint string) *ContentTypeReading {
	if spec.Of(endpoint).Method == http.MethodDelete {
		return &t.ofDelete
	}
	return &t.ofGet
}

// LeaveOut lets no request have the header.
func (t *ContentTypes) LeaveOut() {
	t.ofGet.Bare.Store(true)
	t.ofDelete.Bare.Store(true)
}

// Sends reports whether requests have the header.
func (r *ContentTypeReading) Sends() bool { return !r.Bare.Load() }
