package faults

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// The endpoints of section 4, by the names that the whole suite uses.
const (
	sendOTP     = "send-otp"
	verifyOTP   = "verify-otp"
	createLimit = "create-limit"
	fetchLimit  = "fetch-limit"
	lookup      = "customer-lookup"
	createOrder = "create-purchases"
	getItem     = "get-purchase"
	updateItems = "update-purchases"
	cancelItem  = "cancel-purchase"
)

// call is one request as a plant sees it.
type call struct {
	request  *http.Request
	token    string // the one that the build accepts
	endpoint string // empty for what section 4 does not have
	id       string // what the path ends in, where it ends in an id
	raw      []byte
	body     object // nil where there is no JSON object; see touch
	touched  bool
	inner    *answer // what the build beneath the last plant answered
}

// object is a JSON object; its numbers are json.Number.
type object = map[string]any

// read takes a request in. What is no JSON object has no body here, and reaches
// the reference as it came.
func read(r *http.Request, token string) *call {
	c := &call{request: r, token: token}
	c.endpoint, c.id = endpointOf(r.Method, r.URL.Path)
	if r.Body == nil {
		return c
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return c // the reference will say so
	}
	c.raw = raw
	c.body, _ = decode(raw).(object)
	return c
}

var wholePaths = map[string]string{
	"POST /api/v2/otp/send": sendOTP, "POST /otp/api/v2/send": sendOTP,
	"POST /api/v2/otp/verify": verifyOTP, "POST /otp/api/v2/verify": verifyOTP,
	"POST /api/v2/limits": createLimit, "POST /api/v2/purchases": createOrder,
	"PUT /api/v2/purchases": updateItems, "POST /open/op/customer/detail": lookup,
}

var pathsWithID = map[string]string{
	"GET /api/v2/limits": fetchLimit, "GET /api/v2/purchases": getItem,
	"PUT /api/v2/purchases": updateItems, "DELETE /api/v2/purchases": cancelItem,
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

// touch says that the body was changed and must be written anew.
func (c *call) touch() { c.touched = true }

// outgoing is the request as the next server shall get it.
func (c *call) outgoing() *http.Request {
	if c.touched {
		c.raw = encode(c.body)
	}
	r := c.request.WithContext(c.request.Context())
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(c.raw)), int64(len(c.raw))
	return r
}

// aside is another call of the same caller: a plant asks by it what the
// reference knows, or does what nobody asked for.
func (c *call) aside(method, path string, body object) *call {
	r := c.request.Clone(c.request.Context())
	r.Method, r.URL, r.RequestURI = method, &url.URL{Path: path}, path
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	other := &call{request: r, token: c.token, body: body, touched: body != nil}
	other.endpoint, other.id = endpointOf(method, path)
	return other
}

// text reads a string, or the digits of a number, of the request body.
func (c *call) text(path string) string { return text(get(c.body, path)) }

// items are the objects in items of the request.
func (c *call) items() []object { return objects(get(c.body, "items")) }

func objects(v any) []object {
	list, _ := v.([]any)
	var all []object
	for _, each := range list {
		if o, ok := each.(object); ok {
			all = append(all, o)
		}
	}
	return all
}

// text is a string as it is, and a number by its digits.
func text(v any) string {
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
