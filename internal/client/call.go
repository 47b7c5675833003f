package client

import (
	"net/http"

	"github.com/credit-partner/assay/internal/recording"
)

// Call is one request to be sent.
type Call struct {
	Endpoint string // assay's name of the endpoint, "create-purchases"
	Check    string // the sender: a check, a precondition, the dialect discovery
	Negative bool   // the target may or must refuse it; recorded with the exchange
	retry    retry
	// Repeatable means that the target may carry out the call twice without harm. FollowUp
	// repeats such a call if it gets no answer.
	Repeatable bool
	AtOnce     bool // a 429 is returned at once, without a wait

	Method string
	Path   string // below the base address; may contain a query

	// Header overrides the headers that the client sets. Names are sent as they are spelt here.
	// A name without a value removes the header.
	Header http.Header
	Auth   Auth   // the zero Auth sends the valid token
	Body   []byte // nil sends no body, and no Content-Type
	Lookup bool   // sent to the base address of the lookup, signed (section 5, rule 2)
}

// retry is what the client knows about a call that it repeats.
type retry struct {
	reason recording.RetryReason // recorded with the exchange
	before answered              // when its first attempt had ended
}

// answered is how many answers other than 429 were given.
type answered struct{ byTarget, byEndpoint int }

// isPlain reports whether the target has no reason to refuse a call.
func (c Call) isPlain() bool { return !c.Negative && c.Auth.kind == authGood }

// Auth says what the Authorization header of a call contains. The zero Auth is the valid token
// of the client's TokenSource.
type Auth struct {
	kind  authKind
	value string
}

type authKind int

const (
	authGood authKind = iota
	authNone
	authRaw
	authScheme
	authBad
	authElsewhere
	authProxy
)

// NoAuth sends no Authorization header. It does not ask the TokenSource.
func NoAuth() Auth { return Auth{kind: authNone} }

// RawAuth sends value unchanged, even if it is empty, as the Authorization header. It does not
// ask the TokenSource.
func RawAuth(value string) Auth { return Auth{kind: authRaw, value: value} }

// TokenAs sends the valid token with another scheme than Bearer.
func TokenAs(scheme string) Auth { return Auth{kind: authScheme, value: scheme} }

// Bad sends, as a bearer token, an invalid token that is made from the valid one. Client.Makes
// reports whether it can be made.
func Bad(how BadToken) Auth { return Auth{kind: authBad, value: string(how)} }

// TokenAlone sends the valid token in the Authorization header without a scheme.
func TokenAlone() Auth { return Auth{kind: authElsewhere, value: placeNoScheme} }

// TokenAndWord sends the valid token in the Authorization header, and a word after it.
func TokenAndWord() Auth { return Auth{kind: authElsewhere, value: placeAndWord} }

// TokenInQuery sends the valid token as access_token in the query, and no Authorization header.
func TokenInQuery() Auth { return Auth{kind: authElsewhere, value: placeQuery} }

// TokenInOtherHeaders sends the valid token in two other headers and in a cookie, and no
// Authorization header.
func TokenInOtherHeaders() Auth { return Auth{kind: authElsewhere, value: placeHeaders} }

// TokenInBody sends the valid token as access_token and as token in the JSON object of the body, and no
// Authorization header.
func TokenInBody() Auth { return Auth{kind: authElsewhere, value: placeBody} }

// ProxyHeaders sends no Authorization header, but the headers with which a proxy in a service's
// own network says that the caller is local and permitted, and those of a page of its own host and
// of a health probe.
func ProxyHeaders() Auth { return Auth{kind: authProxy} }

// These are places of the valid token other than that of section 5.
const (
	placeNoScheme = "no scheme"
	placeAndWord  = "and a word"
	placeQuery    = "query"
	placeHeaders  = "headers"
	placeBody     = "body"
)

// LeaveOut builds the header overrides that leave headers out.
func LeaveOut(names []string) map[string][]string {
	if len(names) == 0 {
		return nil
	}
	header := make(map[string][]string, len(names))
	for _, name := range names {
		header[name] = nil
	}
	return header
}

// LeavesHeadersOut reports whether a header of the call is left out on purpose.
func (c *Call) LeavesHeadersOut() bool {
	for _, values := range c.Header {
		if len(values) == 0 {
			return true
		}
	}
	return false
}
