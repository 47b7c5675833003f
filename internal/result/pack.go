package result

// Pack is a short sequence of calls that shows a failure, from nothing: whom it is
// about is made up anew each time, and later calls use what an answer gives.
// It holds no secret. Of a partner build it is the one request that is wrong.
//
// Texts may name values as {{name}}: those that the answers give (Captures), those
// that whoever runs it gives (Inputs), and these: {{run}}, five digits that are drawn
// for each time; {{token}}, the access token.
type Pack struct {
	Check    string      `json:"check"`
	Section  string      `json:"section"`
	Message  string      `json:"message"` // what was found
	Expected string      `json:"expected"`
	Actual   string      `json:"actual"`
	Inputs   []PackInput `json:"inputs,omitempty"`
	Calls    []PackCall  `json:"calls"`
	Expect   []Expect    `json:"expect"` // all of them hold of a sound build
	// Shown says whether the sequence was run against the target after the run, and
	// showed the failure again: "again" or "not again"; empty where it was not run.
	Shown string `json:"shown,omitempty"`
	// Why says, of a pack that may not show the failure, what stands against it.
	Why string `json:"why,omitempty"`
	// ShouldBe is, of a partner build, the request as it should be.
	ShouldBe *PackCall `json:"should_be,omitempty"`
}

// What a pack that was run against the target showed.
const (
	ShownAgain    = "again"
	NotShownAgain = "not again"
)

// PackInput is a value that whoever runs a pack gives.
type PackInput struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
	Default string `json:"default,omitempty"`
	Late    bool   `json:"late,omitempty"`  // it is known only when the calls before its own were made: an OTP
	Shell   string `json:"shell,omitempty"` // how a shell makes it, between double quotes
	// OfToken are the parts of the access token that it is made of, where it is.
	OfToken []TokenPart `json:"of_token,omitempty"`
}

// TokenPart is a part of a token that is made from the access token: some octets of
// it, changed or not, or a text.
type TokenPart struct {
	From   int    `json:"from,omitempty"` // counted from 1
	To     int    `json:"to,omitempty"`
	Change string `json:"change,omitempty"` // "next": each letter and digit is the next one; "case": letters are of the other case
	Text   string `json:"text,omitempty"`
}

// PackCall is one call of a pack.
type PackCall struct {
	Title    string    `json:"title"`    // what it does: "Create limit"
	Exchange string    `json:"exchange"` // the recorded one that it is made from
	Method   string    `json:"method"`
	Lookup   bool      `json:"lookup,omitempty"` // goes to the lookup's base address
	Path     string    `json:"path"`             // below the base address
	Headers  []Header  `json:"headers"`
	Body     string    `json:"body,omitempty"`
	Captures []Capture `json:"captures,omitempty"`
	// Served says that the calls behind it need a success of this one.
	Served bool `json:"served,omitempty"`
	// Origin says that the call gave what a later answer must not have. It is known only
	// while the pack is made.
	Origin bool `json:"-"`
}

// Capture names a value of an answer.
type Capture struct {
	Name string `json:"name"`
	Path string `json:"path"`
	// Turn, if set, makes another value of it: a 1 stands for each digit, or letter from a
	// to f, that becomes the next one, a 0 for each that stays, a - for each that is left out.
	// TurnedBackwards is the whole value backwards.
	Turn string `json:"turn,omitempty"`
}

// TurnedBackwards is the Turn of a value that is written backwards.
const TurnedBackwards = "<"

// ExpectKind says how a response is compared with an Expect.
type ExpectKind string

// The kinds of expectations.
const (
	ExpectStatus     ExpectKind = "status"      // the HTTP status is Value
	ExpectServed     ExpectKind = "served"      // the call is served
	ExpectAnyServed  ExpectKind = "any-served"  // the call, or one of Calls, is served
	ExpectRefused    ExpectKind = "refused"     // it is not
	ExpectEqual      ExpectKind = "equal"       // the value is Value, as JSON
	ExpectText       ExpectKind = "text"        // the value, as text, is Value
	ExpectNot        ExpectKind = "not"         // the value, as text, is not Value
	ExpectNobody     ExpectKind = "nobody"      // the call is not served, or there is no value
	ExpectThere      ExpectKind = "there"       // there is a value, and it is not null
	ExpectAbsent     ExpectKind = "absent"      // there is none
	ExpectType       ExpectKind = "type"        // its JSON type is Value: string, number, integer, boolean, object, array
	ExpectMatch      ExpectKind = "match"       // a string that the regular expression Value matches
	ExpectOneOf      ExpectKind = "one-of"      // a string, one of Values
	ExpectCount      ExpectKind = "count"       // an array of Value members
	ExpectHTTPStatus ExpectKind = "http-status" // the value is the HTTP status
	ExpectHeader     ExpectKind = "header"      // the header Path begins with Value
	ExpectObject     ExpectKind = "json-object" // the body is a JSON object
	ExpectNamesOnce  ExpectKind = "names-once"  // no object of the body names a member twice
	ExpectAfter      ExpectKind = "after"       // a time later than Value
	ExpectNow        ExpectKind = "now"         // a time within Value seconds of the answer's Date
)

// Expect is what must hold of the answer to a call.
type Expect struct {
	Call   int        `json:"call"` // index of the call
	Calls  []int      `json:"calls,omitempty"`
	Kind   ExpectKind `json:"kind"`
	Path   string     `json:"path,omitempty"`
	Value  string     `json:"value,omitempty"`
	Values []string   `json:"values,omitempty"`
	Text   string     `json:"text"` // in words: "data.0.item_value is 1500"
}
