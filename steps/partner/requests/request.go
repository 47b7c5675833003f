// Package requests reads one request of a recording as it is compared with others.
package requests

import (
	"iter"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/steps/partner/comparison"
)

// MaxKept is how many requests of a kind are kept, and MaxFails how many failures of a kind.
const (
	MaxKept  = 1000
	MaxFails = 20
)

// Request is one request with its response, as it is compared with others.
type Request struct {
	Endpoint, ID string // the id in the path
	Exchange     *recording.Exchange
	IsRead       bool // its body can be judged member by member
	Body
	// Hidden says which fault hides a member, or returns nil if none does.
	Hidden func(member string) *comparison.Hidden
	// Wrong says that a member hides the other side of a comparison, because it is wrong itself.
	Wrong func(member string) *comparison.Hidden
	// Doubt prepares the function that blocks an obligation because another one of this request may
	// make a comparison useless. It does so only if the other one has failed by then.
	Doubt func(owner string) func(endpoint, obligation string)
	// DeferFailure keeps a failure that only the whole recording can prove. The returned function
	// reports it.
	DeferFailure func(member, expected, message string) func()
	// Defer does the same for a message that is known only in the end.
	Defer func(member, expected string) func(message string)
}

// Body is the body of a request, as far as it can be read.
type Body interface {
	Get(path string) gjson.Result
	Each(name string) iter.Seq2[string, gjson.Result] // the values of a member, with their own paths
	Text(name string) string                          // a member that is a string and was not cut; otherwise ""
	Sound(name string) string                         // a Text without a fault; otherwise ""
	HasFault(name string) bool
	IsCut(value string) bool // whether the value was cut out when the recording was written
	IsNewCustomer() bool     // whether the OTP request has the form for a new customer (4.1)
	Names() []string         // the names of the customer
}

// IsServed reports whether the service accepted the request.
func (q *Request) IsServed() bool { return IsServed(q.Exchange.Response) }

// IsServed reports whether a response has a status of success.
func IsServed(response *recording.Response) bool {
	return response != nil && response.Status >= 200 && response.Status <= 299
}

// ReturnedID returns an id in the response to an accepted request, or "" if there is none.
func (q *Request) ReturnedID(path string) string {
	if !q.IsServed() {
		return ""
	}
	if id := gjson.GetBytes(q.Exchange.Response.Body, path).String(); !q.IsCut(id) {
		return id
	}
	return ""
}
