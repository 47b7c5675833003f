package reports

import "strings"

// endpoint is one operation of section 4 as the reports name it.
type endpoint struct {
	Name    string // as exchanges carry it: "create-purchases"
	Title   string
	Method  string
	Path    string
	Section string
	Scope   string
}

// endpoints are the nine operations of sections 4.1 to 4.9, in that order.
var endpoints = []endpoint{
	{"send-otp", "Send OTP", "POST", "/api/v2/otp/send", "4.1", "otp"},
	{"verify-otp", "Verify OTP", "POST", "/api/v2/otp/verify", "4.2", "otp"},
	{"create-limit", "Create limit", "POST", "/api/v2/limits", "4.3", "limits"},
	{"fetch-limit", "Fetch limit", "GET", "/api/v2/limits/:customer_id", "4.4", "limits"},
	{"customer-lookup", "Customer lookup", "POST", "/open/op/customer/detail", "4.5", "lookup"},
	{"create-purchases", "Create purchases", "POST", "/api/v2/purchases", "4.6", "purchases"},
	{"get-purchase", "Get purchase", "GET", "/api/v2/purchases/:purchases_id", "4.7", "purchases"},
	{"update-purchases", "Update purchases", "PUT", "/api/v2/purchases/:purchases_id", "4.8", "purchases"},
	{"cancel-purchase", "Cancel purchase", "DELETE", "/api/v2/purchases/:purchases_id", "4.9", "purchases"},
}

// endpointOf finds the operation that a requirement's "METHOD PATH" means. The
// update is documented with and without the id in its path (section 4.8).
func endpointOf(methodAndPath string) (endpoint, bool) {
	method, path, _ := strings.Cut(methodAndPath, " ")
	for _, e := range endpoints {
		if e.Method == method && (e.Path == path || samePattern(e.Path, path)) {
			return e, true
		}
	}
	if method == "PUT" && path == "/api/v2/purchases" {
		return endpoints[7], true
	}
	return endpoint{}, false
}

// samePattern compares two paths whose parameters may be written ":id" or "{id}".
func samePattern(a, b string) bool {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		bothParameters := isParameter(as[i]) && isParameter(bs[i])
		if as[i] != bs[i] && !bothParameters {
			return false
		}
	}
	return true
}

func isParameter(segment string) bool {
	return strings.HasPrefix(segment, ":") || strings.HasPrefix(segment, "{")
}

// sectionTitles say in our words what each section of the specification is about.
var sectionTitles = map[string]string{
	"1":    "Purpose and conventions",
	"2":    "Resources",
	"2.1":  "Purchase request",
	"2.2":  "Item of a request",
	"2.3":  "Purchase record",
	"2.4":  "Personal details",
	"2.5":  "Occupation, employed",
	"2.6":  "Occupation, self-employed",
	"2.7":  "Industries",
	"2.8":  "Limit record",
	"2.9":  "Verify result",
	"2.10": "Lookup result",
	"3":    "States and moves",
	"4":    "Endpoints",
	"4.1":  "Send OTP",
	"4.2":  "Verify OTP",
	"4.3":  "Create limit",
	"4.4":  "Fetch limit",
	"4.5":  "Customer lookup",
	"4.6":  "Create purchases",
	"4.7":  "Get purchase",
	"4.8":  "Update purchases",
	"4.9":  "Cancel purchase",
	"5":    "Authentication",
	"6":    "Events",
	"7":    "Errors",
	"8":    "Limits",
	"9":    "Versioning",
}

// state is one box of the drawing of section 3; coordinates are in its view box.
type state struct {
	Name       string
	X, Y, W, H int
	Start      bool // the point before anything exists
}

// move is one arrow of the drawing: a row of the table of section 3, and the
// requirement that owns it.
type move struct {
	Requirement string
	From, To    string
	By          string
	Line        string // the arrow, as an SVG path
	X, Y        int    // where its label stands
}

// states and moves are the only place that knows how section 3 is drawn and
// which requirement stands for which move.
var (
	states = []state{
		{Name: "(none)", X: 20, Y: 62, W: 96, H: 44, Start: true},
		{Name: "pending_collection_customer", X: 270, Y: 62, W: 246, H: 44},
		{Name: "collected_by_agent", X: 690, Y: 62, W: 190, H: 44},
		{Name: "cancelled", X: 480, Y: 246, W: 190, H: 44},
	}
	moves = []move{
		{"STA-01", "(none)", "pending_collection_customer", "Create purchases",
			"M116 84 H262", 189, 48},
		{"STA-02", "pending_collection_customer", "collected_by_agent", "Update purchases",
			"M516 84 H682", 599, 48},
		{"STA-05", "pending_collection_customer", "cancelled", "Cancel purchase",
			"M393 106 V256 Q393 268 405 268 H472", 393, 176},
		{"STA-08", "collected_by_agent", "cancelled", "Cancel purchase",
			"M785 106 V256 Q785 268 773 268 H678", 785, 176},
	}
)
