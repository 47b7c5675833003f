package faults

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/uuid"
)

// Call is one request as a mutator sees it.
type Call struct {
	Request  *http.Request
	Token    string // the token that the build accepts
	Endpoint string // empty for an endpoint that section 4 does not define
	ID       string // the last segment of the path, if that is an id
	Raw      []byte
	Body     Object // nil if the body is not a JSON object; a caller that changes it calls Touch
	Touched  bool
	inner    *Answer // the answer of the build without the outermost mutator
	quiet    bool    // a mutator makes this call to read what is stored
}

// Object is a JSON object; its numbers are json.Number.
type Object = map[string]any

// read reads a request into a Call. If the body is not a JSON object, Body is nil, and the
// reference receives the raw body unchanged.
func read(r *http.Request, token string) *Call {
	c := &Call{Request: r, Token: token}
	c.Endpoint, c.ID = endpointOf(r.Method, r.URL.Path)
	if r.Body == nil {
		return c
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return c // the reference reports the error
	}
	c.Raw = raw
	c.Body, _ = Decode(raw).(Object)
	return c
}

func endpointOf(method, path string) (endpoint, id string) {
	if name, ok := wholePaths[method+" "+path]; ok {
		return name, ""
	}
	cut := strings.LastIndexByte(path, '/')
	if cut <= 0 {
		return "", ""
	}
	if name, ok := pathsWithID[method+" "+path[:cut]]; ok {
		return name, path[cut+1:]
	}
	return "", ""
}

// Touch records that the body was changed and must be encoded again.
func (c *Call) Touch() { c.Touched = true }

// outgoing returns the request in the form that the next server receives.
func (c *Call) outgoing() *http.Request {
	if c.Touched {
		c.Raw = Encode(c.Body)
	}
	r := c.Request.WithContext(c.Request.Context())
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(c.Raw)), int64(len(c.Raw))
	return r
}

// Subrequest returns another call of the same caller. A mutator uses it to ask what the reference
// knows, or to do something that the caller did not ask for.
func (c *Call) Subrequest(method, path string, body Object) *Call {
	r := c.Request.Clone(c.Request.Context())
	r.Method, r.URL, r.RequestURI = method, &url.URL{Path: path}, path
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	other := &Call{Request: r, Token: c.Token, Body: body, Touched: body != nil}
	other.Endpoint, other.ID = endpointOf(method, path)
	other.quiet = method == http.MethodGet
	return other
}

// numberKey is the key of a call's number in the context of its request.
type numberKey struct{}

// NewID returns a made-up id. The two builds of a Comparison get the same one for the same call and
// purpose: otherwise every made-up id would look as if the fault had changed the answer.
func (c *Call) NewID(purpose string) string {
	number, ok := c.Request.Context().Value(numberKey{}).(int64)
	if !ok {
		return uuid.NewString()
	}
	return uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "%d %s", number, purpose)).String()
}

// At returns the same call at another path.
func (c *Call) At(path string) *Call {
	other := *c
	other.Request = c.Request.Clone(c.Request.Context())
	other.Request.URL, other.Request.RequestURI = &url.URL{Path: path, RawQuery: c.Request.URL.RawQuery}, path
	other.Endpoint, other.ID = endpointOf(other.Request.Method, path)
	return &other
}

// Text reads a string, or the digits of a number, from the request body.
func (c *Call) Text(path string) string { return Text(Get(c.Body, path)) }

// Items returns the objects in items of the request body.
func (c *Call) Items() []Object { return objects(Get(c.Body, "items")) }

func objects(v any) []Object {
	list, _ := v.([]any)
	var all []Object
	for _, each := range list {
		if o, ok := each.(Object); ok {
			all = append(all, o)
		}
	}
	return all
}

// Text returns a string unchanged, and a number as its digits.
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		if v {
			return "true"
		}
		return "false"
	}
	return ""
}

// Values returns the values of a member of the request, or of every item in it.
func (c *Call) Values(path string) []string {
	inItem, ok := strings.CutPrefix(path, "items.")
	if !ok {
		if Get(c.Body, path) == nil {
			return nil
		}
		return []string{c.Text(path)}
	}
	var all []string
	for _, item := range c.Items() {
		if v, ok := item[inItem]; ok {
			all = append(all, Text(v))
		}
	}
	return all
}

// ItemIDs returns the ids of the items that an update or a cancel names.
func (c *Call) ItemIDs() []string {
	if c.Endpoint == CancelItem {
		return []string{c.ID}
	}
	return c.Values("items.id")
}

// Authenticate sets the valid token in the Authorization header.
func (c *Call) Authenticate() {
	r := c.Request.Clone(c.Request.Context())
	r.Header.Set("Authorization", "Bearer "+c.Token)
	c.Request = r
}

// VerifyAnew sends a new OTP to the phone number of a verify, as for a new customer, and puts
// this OTP into the call. The call is then served.
func (c *Call) VerifyAnew(next Responder) {
	sent := next(c.Subrequest("POST", "/api/v2/otp/send", Object{
		"phone_number": c.Text("phone_number"), "id_number": c.Text("id_number"), "first_name": "Nobody", "last_name": "Nobody",
		"country_code": "KE", "date_of_birth": "12/31/1999",
	}))
	if code := Text(Get(sent.Body(), "data.otp")); code != "" {
		c.Body["otp"] = code
		c.Touch()
	}
}

// Authorized reports whether the call carries the token. A build reveals nothing about members to
// a caller that it does not know.
func (c *Call) Authorized() bool {
	scheme, token, _ := strings.Cut(c.Request.Header.Get("Authorization"), " ")
	return strings.EqualFold(scheme, "Bearer") && token == c.Token
}
