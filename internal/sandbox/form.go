package sandbox

import "net/http"

// Form is a documented form of the answers.
type Form string

// The forms. Plain is that of the test environment.
const (
	Plain         Form = ""
	ProductionOTP Form = "production"
)

// shape brings an answer into the form.
func (f Form) shape(*Sandbox, *http.Request, []byte, *answer) {}
