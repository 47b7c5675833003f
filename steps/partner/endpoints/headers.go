package endpoints

import (
	"net/http"

	"github.com/credit-partner/assay/internal/spec"
)

var signingHeaders = map[string]bool{"Noncestr": true, "Sign": true, "Timestamp": true}

// ordinaryHeaders are those of section 1 and 5, and those that HTTP itself, or a
// client or proxy by itself, puts on any request.
var ordinaryHeaders = map[string]bool{
	"Authorization": true, "Content-Type": true, "Content-Length": true, "Host": true, "Connection": true, "Accept": true, "Accept-Encoding": true,
	"Accept-Language": true, "Accept-Charset": true, "User-Agent": true, "Cache-Control": true, "Pragma": true, "Te": true, "Transfer-Encoding": true,
	"Origin": true, "Referer": true, "Sec-Fetch-Dest": true, "Sec-Fetch-Mode": true, "Sec-Fetch-Site": true, "Sec-Fetch-User": true,
	"Sec-Ch-Ua": true, "Sec-Ch-Ua-Mobile": true, "Sec-Ch-Ua-Platform": true, "Dnt": true, "Priority": true, "Via": true, "Forwarded": true,
	"X-Forwarded-For": true, "X-Forwarded-Host": true, "X-Forwarded-Proto": true, "Traceparent": true, "Tracestate": true, "Expect": true, "Date": true,
	"Upgrade": true, "Http2-Settings": true, "Keep-Alive": true, "Proxy-Connection": true, "Upgrade-Insecure-Requests": true, "X-Real-Ip": true, "Baggage": true,
}

// HasHeader tells a header that the requests to an endpoint may have.
func HasHeader(endpoint, name string) bool {
	return ordinaryHeaders[http.CanonicalHeaderKey(name)] || endpoint == spec.CustomerLookup && signingHeaders[name]
}
