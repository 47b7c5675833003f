package preflight

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
)

// cause is a way in which a set-up is wrong.
type cause string

const (
	unreachable cause = "unreachable"
	insecure    cause = "tls"
	plainHTTP   cause = "plain-http" // HTTP to a port that uses TLS
	notHTTP     cause = "not-http"
	token       cause = result.TokenRefused
	redirect    cause = "redirect"
	page        cause = "web-page"
	notFound    cause = "not-found"
	proxy       cause = "proxy"
	silent      cause = "silent"         // the target accepts connections, but answers no call
	closes      cause = "connection-cut" // the target accepts connections, and closes them before an answer is complete
	limited     cause = "rate-limit"
	stub        cause = "not-the-service" // the target answers each call with a success that says nothing
)

// noConnection reports whether a cause does not depend on the endpoint that was called.
func (c cause) noConnection() bool {
	return c == unreachable || c == insecure || c == plainHTTP || c == notHTTP
}

// causesOf lists the wrong set-ups that would explain an answer. It returns none for an answer
// that only a service gives; a server error (500) may still hide a wrong token.
func causesOf(e *recording.Exchange) []cause {
	if e.Response == nil {
		return withoutAnswer(e)
	}
	switch status := e.Response.Status; {
	case status == http.StatusBadRequest && spokenPlainly(e.Response.Body):
		return []cause{plainHTTP}
	case refuses(e):
		return []cause{token}
	case status == http.StatusTooManyRequests:
		return []cause{limited}
	case status >= 300 && status < 400:
		return []cause{redirect, token} // perhaps to a login
	case status == http.StatusNotFound && isPage(e.Response):
		return []cause{notFound, page, token}
	case isPage(e.Response) && isOfWebSite(status):
		return append([]cause{page, token}, withoutService(status)...)
	case saysNothing(e):
		return []cause{stub}
	case status < 300 && isRefusal(e.Response.Body):
		return []cause{token}
	case status < 300:
		return withoutService(statusInBody(e.Response.Body))
	default:
		return withoutService(status)
	}
}

// statusInBody returns the status of a refusal in the body of a success, or 0. An endpoint that is
// missing may be answered in this way, too: which status a refusal has is not shown (section 7).
func statusInBody(body []byte) int {
	if !json.Valid(body) {
		return 0
	}
	for _, member := range []string{"status", "code"} {
		if n := gjson.GetBytes(body, member).Int(); n >= 400 && n <= 599 {
			return int(n)
		}
	}
	return 0
}

// isRefusal reports whether the body of a success holds no data and no status. It may refuse the call for
// any reason.
func isRefusal(body []byte) bool {
	if !json.Valid(body) || statusInBody(body) != 0 {
		return false
	}
	of := gjson.ParseBytes(body)
	data := of.Get("data")
	return of.IsObject() && (!data.Exists() || data.Type == gjson.Null)
}

// saysNothing reports whether an answer is a success that contains nothing, or only the body of the
// request. No endpoint of section 4 answers a call that it serves in this way.
func saysNothing(e *recording.Exchange) bool {
	if e.Response == nil || e.Response.Status < 200 || e.Response.Status > 299 {
		return false
	}
	body := bytes.TrimSpace(e.Response.Body)
	switch string(body) {
	case "", "{}", "[]", "null", `""`:
		return true
	}
	return bytes.Equal(body, bytes.TrimSpace(e.Request.Body))
}

// refuses reports whether an answer refuses the token.
func refuses(e *recording.Exchange) bool {
	if e.Response == nil {
		return false
	}
	status := e.Response.Status
	return status == http.StatusUnauthorized || status == http.StatusForbidden || refusesToken(e)
}

// withoutService lists the causes of an answer that may not come from an endpoint: the endpoint
// is missing, or broken. Such an answer says nothing about the token, which may be wrong.
func withoutService(status int) []cause {
	switch {
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed:
		return []cause{notFound, token}
	case status >= 502 && status <= 504:
		return []cause{proxy, token}
	case status >= 500:
		return []cause{token}
	}
	return nil
}

// isOfWebSite reports whether a web site answers with this status. A web site does not read the
// body of a request. So a status that refuses the body comes from a service, even with a web
// page, as in many frameworks.
func isOfWebSite(status int) bool {
	switch status {
	case http.StatusBadRequest, http.StatusConflict, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity:
		return false
	}
	return status < 500 || status == http.StatusNotImplemented
}

func withoutAnswer(e *recording.Exchange) []cause {
	switch {
	case errors.Is(e.Err, client.ErrUnreachable):
		return []cause{unreachable}
	case errors.Is(e.Err, client.ErrTLS), errors.Is(e.Err, client.ErrCut) && strings.HasPrefix(e.Request.URL, "https:") && !client.AnswerBegan(e.Err):
		return []cause{insecure}
	case errors.Is(e.Err, client.ErrCut):
		return []cause{closes, token} // a service may do so if it refuses a call; a valid lookup decides
	case errors.Is(e.Err, client.ErrMalformed):
		return []cause{notHTTP}
	case errors.Is(e.Err, client.ErrTimeout):
		return []cause{silent}
	}
	return nil
}

// spokenPlainly reports whether a body is the answer of a TLS server to a request without TLS.
func spokenPlainly(body []byte) bool {
	return bytes.Contains(body, []byte("HTTP request to an HTTPS server")) || bytes.Contains(body, []byte("plain HTTP request was sent to HTTPS port"))
}

// refusesToken reports whether the body refuses the token although the HTTP status does not,
// because a refusal may come with any status. The form of the lookup's refusal is documented
// (section 7).
func refusesToken(e *recording.Exchange) bool {
	if !json.Valid(e.Response.Body) { // not with gjson, whose recursion is as deep as the body is nested
		return false
	}
	if n := statusInBody(e.Response.Body); n == http.StatusUnauthorized || n == http.StatusForbidden {
		return true
	}
	body := gjson.ParseBytes(e.Response.Body)
	return e.Endpoint == spec.CustomerLookup && body.Get("success").Type == gjson.False && body.Get("code").Int() == http.StatusInternalServerError
}

// namesToken reports whether the message of a lookup says that the token is invalid (section 7).
func namesToken(body []byte) bool {
	said := strings.ToLower(gjson.GetBytes(body, "msg").String())
	return strings.Contains(said, "token") || strings.Contains(said, "unauthori") || strings.Contains(said, "authenticat")
}

func isPage(m *recording.Response) bool {
	return strings.HasPrefix(m.Header.Get("Content-Type"), "text/html") || bytes.HasPrefix(bytes.TrimSpace(m.Body), []byte("<"))
}

// setup describes a cause in one sentence, with one remedy.
func (c cause) setup(e *recording.Exchange, calls int) *result.Setup {
	s := &result.Setup{Cause: string(c), Calls: calls}
	switch c {
	case token:
		s.Problem = "every endpoint refuses the access token"
		s.Remedy = "set a token that this service accepts, in ASSAY_TOKEN or auth.token of the config"
	case redirect:
		s.Problem = "every call is redirected to " + destination(e.Response.Header.Get("Location"))
		s.Remedy = "set the base URL of the service itself: this one redirects to another address, for example a login"
	case page:
		s.Problem = "every call is answered by a web page"
		s.Remedy = "set the base URL of the service, not that of a web site or a login page"
	case notFound:
		s.Problem = "no endpoint is found below the base URL"
		s.Remedy = "check the path of the base URL: " + spec.Of(spec.CreateLimit).Path + " follows it directly"
	case proxy:
		s.Problem = fmt.Sprintf("a proxy answers, but no service behind it (%d)", e.Response.Status)
		s.Remedy = "start the service, or fix the connection from the proxy to it"
	case silent:
		s.Problem = "the target takes connections, but answers no call of any endpoint in time"
		s.Remedy = "see whether the service behind this address is up and reaches its database; if it is slow, raise --timeout"
	case closes:
		s.Problem = "the target takes connections, but closes every one of them before an answer is complete"
		s.Remedy = "see what listens at this address, whether the service behind it is up, and what its log says about these calls; if the service speaks https, write the base URL with https"
		if strings.HasPrefix(e.Request.URL, "https:") {
			s.Remedy = "see whether the service behind this address is up, and what its log says about these calls"
		}
	case stub:
		s.Problem = "every call gets a success that contains nothing, or its own body: this is not the service"
		s.Remedy = "set the base URL of the service itself; what answers there does not read the calls, for example a mock or an echo server"
	case limited:
		s.Problem = "every call is refused with 429 (too many requests)"
		s.Remedy = "run again when the target accepts requests, or ask its operator for a higher limit; limits.rate of the config makes assay slower"
	case plainHTTP:
		s.Problem = "the target uses TLS, but the base URL begins with http"
		s.Remedy = "write the base URL with https"
	default:
		s.Problem, s.Remedy = spoken(e.Err)
	}
	return s
}

// destination is the target of a redirect, without its query, which may contain secrets.
func destination(location string) string {
	where, _, _ := strings.Cut(location, "?")
	if where == "" {
		return "another address"
	}
	return where
}

// spoken returns the client's reason why no answer came.
func spoken(err error) (problem, remedy string) {
	var e *client.Error
	if !errors.As(err, &e) {
		return err.Error(), "check the base URL"
	}
	if e.Kind == client.ErrCut {
		return fmt.Sprintf("%s (%s)", client.ErrTLS, e.Detail), "check that the service speaks https at this port, or write the base URL with http; if it requires a client certificate, set tls.cert_file and tls.key_file"
	}
	return fmt.Sprintf("%s (%s)", e.Kind, e.Detail), e.Advice()
}
