package steps

import (
	"net/http"
	"net/url"
)

// endpoint is one of the nine of section 4.
type endpoint struct {
	name       string
	method     string
	path       string
	success    int    // the documented HTTP status of success (section 7)
	dataSchema string // what data must be, section 2
	section    string
	lookup     bool     // has the envelope and the headers of its own (2.10, 5)
	members    []string // of data, or of each of its records; none where data is but a message
}

// The endpoints, by the names that features, results and recordings use.
var endpoints = map[string]endpoint{
	sendOTP:     {sendOTP, http.MethodPost, "/api/v2/otp/send", 200, "send-otp-data", "4.1", false, nil},
	verifyOTP:   {verifyOTP, http.MethodPost, "/api/v2/otp/verify", 200, "verify-otp-data", "4.2", false, verifyMembers},
	createLimit: {createLimit, http.MethodPost, "/api/v2/limits", 201, "limit-data", "4.3", false, limitObjects},
	fetchLimit:  {fetchLimit, http.MethodGet, "/api/v2/limits/{id}", 200, "limit-data", "4.4", false, limitObjects},
	lookup:      {lookup, http.MethodPost, "/open/op/customer/detail", 200, "lookup-with-limit", "4.5", true, lookupObjects},
	createOrder: {createOrder, http.MethodPost, "/api/v2/purchases", 201, "create-purchases-data", "4.6", false, recordMembers},
	getItem:     {getItem, http.MethodGet, "/api/v2/purchases/{id}", 200, "get-purchase-data", "4.7", false, recordMembers},
	updateItems: {updateItems, http.MethodPut, "/api/v2/purchases/{id}", 200, "update-purchases-data", "4.8", false, recordMembers},
	cancelItem:  {cancelItem, http.MethodDelete, "/api/v2/purchases/{id}", 200, "cancel-purchase-data", "4.9", false, nil},
}

// The members of data that tell a success from a refusal (sections 2.8 to 2.10).
var (
	verifyMembers = []string{"id", "credit_limit", "available_limit", "credit_limit_status", "payment_terms"}
	limitObjects  = []string{"customer_details", "credit_limit_details", "payment_terms"}
	lookupObjects = []string{"creditLimitInfo", "baseInfo"}
)

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

// Title is how the endpoint stands in the specification, "POST /api/v2/limits".
// It is empty for a name that is no endpoint.
func Title(name string) string {
	e, ok := endpoints[name]
	if !ok {
		return ""
	}
	return e.method + " " + e.path
}

// at puts an id into the path of an endpoint.
func at(path, id string) string { return path + "/" + url.PathEscape(id) }
