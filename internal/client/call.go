package client

import (
	"net/http"

	"github.com/credit-partner/assay/internal/recording"
)

// Call is one request to be sent.
type Call struct {
	Endpoint string          // our name of the endpoint, "create-purchases"
	Check    string          // what sends it: a check, a precondition, the dialect discovery
	Negative bool            // the target may or must refuse it; recorded with the exchange
	again    recording.Again // why it is made once more; recorded too
	// Repeatable says that nothing is lost where the target carries it out twice: where
	// it is not answered, FollowUp makes it once more.
	Repeatable bool
	AtOnce     bool // 429 is the answer: it is not waited for

	Method string
	Path   string // below the base address; may hold a query

	// Header overrides what the client would set, last of all. Names are sent
	// as spelt here. No value at all removes the header.
	Header http.Header
	Auth   Auth   // the zero Auth sends the good token
	Body   []byte // nil sends no body, and no Content-Type
	Lookup bool   // goes to the lookup's base address, signed (section 5, rule 2)
}

// isPlain tells whether the target has no reason to refuse a call.
func (c Call) isPlain() bool { return !c.Negative && c.Auth.kind == authGood }

// Auth says what stands in the Authorization header of a call. The zero Auth
// is the good token of the client's TokenSource.
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

// NoAuth sends no Authorization header. The good token is not asked for.
func NoAuth() Auth { return Auth{kind: authNone} }

// RawAuth sends value, as it is and even if empty, as the Authorization header.
// The good token is not asked for.
func RawAuth(value string) Auth { return Auth{kind: authRaw, value: value} }

// TokenAs sends the good token under another scheme than Bearer.
func TokenAs(scheme string) Auth { return Auth{kind: authScheme, value: scheme} }

// Bad sends, as a bearer token, one that is made from the good token and is not
// valid. Client.Makes tells whether it can be made.
func Bad(how BadToken) Auth { return Auth{kind: authBad, value: string(how)} }

// TokenAlone sends the good token in the Authorization header without a scheme.
func TokenAlone() Auth { return Auth{kind: authElsewhere, value: placeNoScheme} }

// TokenInQuery sends the good token as access_token in the query, and no
// Authorization header.
func TokenInQuery() Auth { return Auth{kind: authElsewhere, value: placeQuery} }

// TokenInOtherHeaders sends the good token in two headers of other names and in a
// cookie, and no Authorization header.
func TokenInOtherHeaders() Auth { return Auth{kind: authElsewhere, value: placeHeaders} }

// ProxyHeaders sends no Authorization header, and headers by which a proxy within a
// service's own network tells of the caller: that it is local, and was let in.
func ProxyHeaders() Auth { return Auth{kind: authProxy} }

// Where the good token stands that is not where section 5 has it.
const (
	placeNoScheme = "no scheme"
	placeQuery    = "query"
	placeHeaders  = "headers"
)
