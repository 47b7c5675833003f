package result

// Pack is a short sequence of calls that reproduces a failure, starting from nothing. Its
// customers are invented again for each run, and later calls use values from earlier answers. It
// contains no secrets. For a partner build it is the one wrong request.
//
// Texts may refer to values as {{name}}. Captures come from the answers, and Inputs come from the
// user of the pack. Two more values exist: {{run}}, five random digits that are new for each run,
// and {{token}}, the access token.
type Pack struct {
	Check    string      `json:"check"`
	Section  string      `json:"section"`
	Message  string      `json:"message"` // what was found
	Expected string      `json:"expected"`
	Actual   string      `json:"actual"`
	Inputs   []PackInput `json:"inputs,omitempty"`
	Calls    []PackCall  `json:"calls"`
	Expect   []Expect    `json:"expect"` // a sound build meets all of them
	// Shown says whether assay ran the pack against the target after the run, and whether the
	// failure appeared again: "again" or "not again". It is empty if the pack was not run.
	Shown string `json:"shown,omitempty"`
	// Why says why the pack may not reproduce the failure; empty if there is no reason.
	Why string `json:"why,omitempty"`
	// ShouldBe is the request of a partner build as it should be.
	ShouldBe *PackCall `json:"should_be,omitempty"`
}

// The results of running a pack against the target.
const (
	ShownAgain    = "again"
	NotShownAgain = "not again"
)

// PackInput is a value that the user of a pack gives.
type PackInput struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
	Default string `json:"default,omitempty"`
	Late    bool   `json:"late,omitempty"`  // it is known only after the earlier calls: an OTP
	Shell   string `json:"shell,omitempty"` // a shell expression for it, for use between double quotes
	// OfToken lists the parts of the access token that it consists of, if it is made from the
	// token.
	OfToken []TokenPart `json:"of_token,omitempty"`
}

// TokenPart is a part of a token that is made from the access token: some octets of it, changed
// or not, or a fixed text, or zeros.
type TokenPart struct {
	From   int    `json:"from,omitempty"` // first octet, counted from 1
	To     int    `json:"to,omitempty"`
	Change string `json:"change,omitempty"` // "next": each letter and digit becomes the next one; "case": letters change between upper and lower case
	Text   string `json:"text,omitempty"`
	Zeros  int    `json:"zeros,omitempty"` // how many
}

// PackCall is one call of a pack.
type PackCall struct {
	Title    string    `json:"title"`    // what it does: "Create limit"
	Exchange string    `json:"exchange"` // the recorded exchange that it is made from
	Method   string    `json:"method"`
	Lookup   bool      `json:"lookup,omitempty"` // goes to the lookup's base address
	Path     string    `json:"path"`             // relative to the base address
	Headers  []Header  `json:"headers"`
	Body     string    `json:"body,omitempty"`
	Captures []Capture `json:"captures,omitempty"`
	// Served says that the later calls need this call to succeed.
	Served bool `json:"served,omitempty"`
	// Origin says that this call gave a value that a later answer must not have. It is used only
	// while the pack is made.
	Origin bool `json:"-"`
}

// Capture names a value of an answer.
type Capture struct {
	Name string `json:"name"`
	Path string `json:"path"`
	// Turn, if set, makes another value from the captured one. It has a sign for each character:
	// 1 for a digit, or a letter from a to f, that becomes the next one; 0 for a character that
	// stays; and - for a character that is removed. TurnedBackwards reverses the whole value.
	Turn string `json:"turn,omitempty"`
}

// TurnedBackwards is the Turn that reverses a value.
const TurnedBackwards = "<"

// ExpectKind says how a response is compared with an Expect.
type ExpectKind string

// The kinds of expectations.
const (
	ExpectStatus     ExpectKind = "status"      // the HTTP status is Value
	ExpectServed     ExpectKind = "served"      // the call is served
	ExpectAnyServed  ExpectKind = "any-served"  // the call, or one of the calls in Calls, is served
	ExpectRefused    ExpectKind = "refused"     // the call is not served
	ExpectEqual      ExpectKind = "equal"       // the value is Value, as JSON
	ExpectText       ExpectKind = "text"        // the value, as text, is Value
	ExpectNot        ExpectKind = "not"         // the value, as text, is not Value
	ExpectNobody     ExpectKind = "nobody"      // the call is not served, or the value is missing or empty
	ExpectThere      ExpectKind = "there"       // the value exists and is not null
	ExpectAbsent     ExpectKind = "absent"      // there is no value
	ExpectType       ExpectKind = "type"        // its JSON type is Value: string, number, integer, boolean, object, array
	ExpectMatch      ExpectKind = "match"       // a string that the regular expression Value matches
	ExpectOneOf      ExpectKind = "one-of"      // a string, one of Values
	ExpectCount      ExpectKind = "count"       // an array of Value elements
	ExpectHTTPStatus ExpectKind = "http-status" // the value is the HTTP status
	ExpectHeader     ExpectKind = "header"      // the header Path begins with Value
	ExpectObject     ExpectKind = "json-object" // the body is a JSON object
	ExpectNamesOnce  ExpectKind = "names-once"  // no object of the body names a member twice
	ExpectAfter      ExpectKind = "after"       // a time later than Value
	ExpectNow        ExpectKind = "now"         // a time within Value seconds of the answer's Date
)

// Expect is a condition that the answer to a call must meet.
type Expect struct {
	Call   int        `json:"call"` // index of the call
	Calls  []int      `json:"calls,omitempty"`
	Kind   ExpectKind `json:"kind"`
	Path   string     `json:"path,omitempty"`
	Value  string     `json:"value,omitempty"`
	Values []string   `json:"values,omitempty"`
	Text   string     `json:"text"` // in words: "data.0.item_value is 1500"
}
