package sequences

import (
	"iter"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
)

// Request is one request with its response, as it is compared with others.
type Request struct {
	Endpoint, ID string // the id is the one in the path
	Exchange     *recording.Exchange
	IsRead       bool // its body was read member by member
	Body
	// DeferFailure keeps a failure that only the whole recording can prove. Calling the
	// result reports it.
	DeferFailure func(member, expected, message string) func()
}

// Body is the body of a request, as far as it could be read.
type Body interface {
	Get(path string) gjson.Result
	Each(name string) iter.Seq2[string, gjson.Result] // the values of a member, with their own paths
	Text(name string) string                          // a member that is a string and was not cut; else ""
	Sound(name string) string                         // a Text without a fault; else ""
	HasFault(name string) bool
	IsCut(value string) bool // the value was cut out when the recording was written
	IsNewCustomer() bool     // the OTP request is in the form for a new customer (4.1)
	Names() []string         // of the customer
}

// isServed tells whether the service accepted the request.
func (q *Request) isServed() bool { return IsServed(q.Exchange.Response) }

// IsServed tells a response with a status of success.
func IsServed(response *recording.Response) bool {
	return response != nil && response.Status >= 200 && response.Status <= 299
}

// returnedID is an id in the response to a request that the service accepted; "" where it
// has none.
func (q *Request) returnedID(path string) string {
	if !q.isServed() {
		return ""
	}
	if id := gjson.GetBytes(q.Exchange.Response.Body, path).String(); !q.IsCut(id) {
		return id
	}
	return ""
}
