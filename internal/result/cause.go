package result

// Cause is what several failures have in common and one change would fix.
type Cause struct {
	Title    string   `json:"title"`    // "request_id is missing from the answers of 4 endpoints"
	Severity Severity `json:"severity"` // causes are listed by it, the worst first
	// Requirements are those that failed by it. One requirement may have failed
	// by several causes.
	Requirements []string `json:"requirements"`
	Blocks       []string `json:"blocks,omitempty"` // requirements that could not be judged because of these
	Endpoints    []string `json:"endpoints,omitempty"`
	Sections     []string `json:"sections"`
	Findings     int      `json:"findings"` // in how many places the suite saw it
	Example      Example  `json:"example"`
}

// Severity says what is at stake.
type Severity string

// The severities, the worst first.
const (
	Access  Severity = "access"  // a call is served that must not be, or somebody else's data is given
	Money   Severity = "money"   // an amount is wrong
	State   Severity = "state"   // what was stored or changed is not there, or not as it was
	Service Severity = "service" // a valid call is not served
	Form    Severity = "form"    // an answer, or a request, is not of the documented form
)

// Severities are all severities, the worst first.
var Severities = []Severity{Access, Money, State, Service, Form}

// Example is one failure of a cause, and where it stands.
type Example struct {
	Requirement string `json:"requirement"`
	Check       string `json:"check,omitempty"`
	Failure
}
