package openapi

import "net/http"

// endpoint is one of section 4, with the schemas of its bodies.
type endpoint struct {
	name, tag, section string
	method             string
	paths              []string // the first is that of the endpoint line, the others are tolerated
	operationID        string
	summary            string
	request            string // schema of the request body; empty: it has none
	status             string // of success, section 7
	response           []string
	pathParameter      string
}

// endpoints are the nine of section 4, in its order.
var endpoints = []endpoint{
	{
		name: "send-otp", tag: "otp", section: "4.1", method: http.MethodPost,
		paths: []string{"/api/v2/otp/send", "/otp/api/v2/send"}, operationID: "sendOtp",
		summary: "Verify who a customer is, and send an OTP to the phone",
		request: "send-otp-request", status: "200",
		response: []string{"api-version", "status-member", "request-id", "send-otp-data"},
	},
	{
		name: "verify-otp", tag: "otp", section: "4.2", method: http.MethodPost,
		paths: []string{"/api/v2/otp/verify", "/otp/api/v2/verify"}, operationID: "verifyOtp",
		summary: "Verify an OTP for the value of a cart",
		request: "verify-otp-request", status: "200",
		response: []string{"api-version", "status-member", "request-id", "verify-otp-data"},
	},
	{
		name: "create-limit", tag: "limits", section: "4.3", method: http.MethodPost,
		paths: []string{"/api/v2/limits"}, operationID: "createLimit",
		summary: "Create a credit limit from personal and occupational details",
		request: "create-limit-request", status: "201",
		response: []string{"api-version", "status-member", "request-id", "limit-data"},
	},
	{
		name: "fetch-limit", tag: "limits", section: "4.4", method: http.MethodGet,
		paths: []string{"/api/v2/limits/{customer_id}"}, operationID: "fetchLimit", pathParameter: "customer_id",
		summary: "Fetch the credit limit of a customer", status: "200",
		response: []string{"api-version", "status-member", "request-id", "limit-data"},
	},
	{
		name: "customer-lookup", tag: "lookup", section: "4.5", method: http.MethodPost,
		paths: []string{"/open/op/customer/detail"}, operationID: "lookUpCustomer",
		summary: "Find a customer's limit and profile by an identifier, or the address to sign up at",
		request: "customer-lookup-request", status: "200",
		response: nil, // an envelope of its own, see lookupResponses
	},
	{
		name: "create-purchases", tag: "purchases", section: "4.6", method: http.MethodPost,
		paths: []string{"/api/v2/purchases"}, operationID: "createPurchases",
		summary: "Buy the items of an order on credit",
		request: "create-purchases-request", status: "201",
		response: []string{"api-version", "status-member", "no-request-id", "order-id", "create-purchases-data"},
	},
	{
		name: "get-purchase", tag: "purchases", section: "4.7", method: http.MethodGet,
		paths: []string{"/api/v2/purchases/{purchases_id}"}, operationID: "getPurchase", pathParameter: "purchases_id",
		summary: "Get a purchase item", status: "200",
		response: []string{"api-version", "status-member", "no-request-id", "order-id", "get-purchase-data"},
	},
	{
		name: "update-purchases", tag: "purchases", section: "4.8", method: http.MethodPut,
		paths: []string{"/api/v2/purchases/{purchases_id}", "/api/v2/purchases"}, operationID: "updatePurchases", pathParameter: "purchases_id",
		summary: "Set the facility status of purchase items",
		request: "update-purchases-request", status: "200",
		response: []string{"api-version", "status-member", "no-request-id", "no-order-id", "update-purchases-data"},
	},
	{
		name: "cancel-purchase", tag: "purchases", section: "4.9", method: http.MethodDelete,
		paths: []string{"/api/v2/purchases/{purchases_id}"}, operationID: "cancelPurchase", pathParameter: "purchases_id",
		summary: "Cancel a purchase item", status: "200",
		response: []string{"api-version", "status-member", "no-request-id", "cancel-purchase-data"},
	},
}
