// Package spec contains the lists of the specification: endpoints, capabilities, sections,
// documented values and states. Every package that judges, describes or counts them uses these
// lists. It imports no package of this module. The packages that are judged (reference,
// samplepartner, faults) have their own lists: an error in a shared list would not be noticed.
package spec

import (
	"net/http"
	"net/url"
	"slices"
)

// Names of the endpoints, as features, results and recordings write them.
const (
	SendOTP         = "send-otp"
	VerifyOTP       = "verify-otp"
	CreateLimit     = "create-limit"
	FetchLimit      = "fetch-limit"
	CustomerLookup  = "customer-lookup"
	CreatePurchases = "create-purchases"
	GetPurchase     = "get-purchase"
	UpdatePurchases = "update-purchases"
	CancelPurchase  = "cancel-purchase"
)

// Endpoint is one of the nine endpoints of section 4.
type Endpoint struct {
	Name       string
	Title      string // short, for a heading
	Summary    string // its purpose
	Section    string
	Capability string
	Method     string
	Path       string // without the id at its end
	ID         string // name of the id at the end of the path; "" if there is none
	// OtherPath is the second path that section 4 shows, or "". A build that serves either of them
	// conforms.
	OtherPath     string
	PathTolerance string   // id of the tolerance about the two paths
	Success       int      // HTTP status of a success (section 7)
	Request       string   // schema of the body of a request; "" if there is none
	Answer        []string // schemas of the body of a success; the last one is that of its data
}

// endpoints are in the order of section 4.
var endpoints = []Endpoint{
	{
		Name: SendOTP, Title: "Send OTP", Summary: "Verify who a customer is, and send an OTP to the phone",
		Section: "4.1", Capability: CapabilityOTP,
		Method: http.MethodPost, Path: "/api/v2/otp/send", OtherPath: "/otp/api/v2/send", PathTolerance: "otp-path",
		Success: http.StatusOK, Request: "send-otp-request", Answer: tracked("send-otp-data"),
	},
	{
		Name: VerifyOTP, Title: "Verify OTP", Summary: "Verify an OTP for the value of a cart",
		Section: "4.2", Capability: CapabilityOTP,
		Method: http.MethodPost, Path: "/api/v2/otp/verify", OtherPath: "/otp/api/v2/verify", PathTolerance: "otp-path",
		Success: http.StatusOK, Request: "verify-otp-request", Answer: tracked("verify-otp-data"),
	},
	{
		Name: CreateLimit, Title: "Create limit", Summary: "Create a credit limit from personal and occupational details",
		Section: "4.3", Capability: CapabilityLimits,
		Method: http.MethodPost, Path: "/api/v2/limits",
		Success: http.StatusCreated, Request: "create-limit-request", Answer: tracked("limit-data"),
	},
	{
		Name: FetchLimit, Title: "Fetch limit", Summary: "Fetch the credit limit of a customer",
		Section: "4.4", Capability: CapabilityLimits,
		Method: http.MethodGet, Path: "/api/v2/limits", ID: "customer_id",
		Success: http.StatusOK, Answer: tracked("limit-data"),
	},
	{
		Name: CustomerLookup, Title: "Customer lookup", Summary: "Find a customer's limit and profile by an identifier, or the address to sign up at",
		Section: "4.5", Capability: CapabilityLookup,
		Method: http.MethodPost, Path: "/open/op/customer/detail",
		Success: http.StatusOK, Request: "customer-lookup-request", Answer: []string{"lookup-envelope", "lookup-success", "lookup-with-limit"},
	},
	{
		Name: CreatePurchases, Title: "Create purchases", Summary: "Buy the items of an order on credit",
		Section: "4.6", Capability: CapabilityPurchases,
		Method: http.MethodPost, Path: "/api/v2/purchases",
		Success: http.StatusCreated, Request: "create-purchases-request", Answer: untracked("order-id", "create-purchases-data"),
	},
	{
		Name: GetPurchase, Title: "Get purchase", Summary: "Get a purchase item",
		Section: "4.7", Capability: CapabilityPurchases,
		Method: http.MethodGet, Path: "/api/v2/purchases", ID: "purchases_id",
		Success: http.StatusOK, Answer: untracked("get-order-id", "get-purchase-data"),
	},
	{
		Name: UpdatePurchases, Title: "Update purchases", Summary: "Set the facility status of purchase items",
		Section: "4.8", Capability: CapabilityPurchases,
		Method: http.MethodPut, Path: "/api/v2/purchases", ID: "purchases_id", OtherPath: "/api/v2/purchases", PathTolerance: "update-path",
		Success: http.StatusOK, Request: "update-purchases-request", Answer: untracked("no-order-id", "update-purchases-data"),
	},
	{
		Name: CancelPurchase, Title: "Cancel purchase", Summary: "Cancel a purchase item",
		Section: "4.9", Capability: CapabilityPurchases,
		Method: http.MethodDelete, Path: "/api/v2/purchases", ID: "purchases_id",
		Success: http.StatusOK, Answer: untracked("cancel-purchase-data"),
	},
}

// tracked returns the schemas of an answer with a request_id (section 1).
func tracked(data string) []string {
	return []string{"api-version", "status-member", "request-id", data}
}

// untracked returns the schemas of an answer of the purchases endpoints, which has no request_id.
func untracked(rest ...string) []string {
	return append([]string{"api-version", "status-member", "no-request-id"}, rest...)
}

// Endpoints returns the endpoints in the order of section 4.
func Endpoints() []Endpoint { return slices.Clone(endpoints) }

// Names returns the names of the endpoints in the order of section 4.
func Names() []string {
	all := make([]string, len(endpoints))
	for i := range endpoints {
		all[i] = endpoints[i].Name
	}
	return all
}

// Of returns the endpoint with a name, or an empty Endpoint if there is none.
func Of(name string) Endpoint {
	for i := range endpoints {
		if endpoints[i].Name == name {
			return endpoints[i]
		}
	}
	return Endpoint{}
}

// Line returns the method and path of an endpoint, "GET /api/v2/limits/{id}". It returns "" for an
// unknown name.
func Line(name string) string {
	e := Of(name)
	switch {
	case e.Name == "":
		return ""
	case e.ID != "":
		return e.Method + " " + e.Path + "/{id}"
	}
	return e.Method + " " + e.Path
}

// At returns the path with an id at its end.
func (e Endpoint) At(id string) string { return e.Path + "/" + url.PathEscape(id) }

// Pattern returns the path as section 4 writes it, "/api/v2/limits/:customer_id".
func (e Endpoint) Pattern() string {
	if e.ID == "" {
		return e.Path
	}
	return e.Path + "/:" + e.ID
}

// DataSchema returns the schema of the data of an answer.
func (e Endpoint) DataSchema() string {
	if len(e.Answer) == 0 {
		return ""
	}
	return e.Answer[len(e.Answer)-1]
}

// HasOwnEnvelope reports whether the answers of the endpoint have a special envelope, and its
// requests special headers. Only the lookup has these (sections 2.10 and 5).
func (e Endpoint) HasOwnEnvelope() bool { return e.Name == CustomerLookup }

// Names of the capabilities. A scope consists of capabilities.
const (
	CapabilityOTP       = "otp"
	CapabilityLimits    = "limits"
	CapabilityPurchases = "purchases"
	CapabilityLookup    = "lookup"
)

// Capabilities returns the capabilities that a scope may name, in the order in which a customer
// uses them.
func Capabilities() []string {
	return []string{CapabilityOTP, CapabilityLimits, CapabilityPurchases, CapabilityLookup}
}

// EndpointsOf returns the names of the endpoints of a capability.
func EndpointsOf(capability string) []string {
	var all []string
	for i := range endpoints {
		if endpoints[i].Capability == capability {
			all = append(all, endpoints[i].Name)
		}
	}
	return all
}
