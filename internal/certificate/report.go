package certificate

import (
	"errors"
	"fmt"
	"strings"
)

// Problem names what a finding is about.
type Problem string

// The problems that Verify finds.
const (
	NoKey        Problem = "no-key"          // no usable key was given to trust
	NotEnvelope  Problem = "not-envelope"    // not a DSSE envelope at all
	Altered      Problem = "altered"         // not octet for octet what Sign writes
	WrongPayload Problem = "wrong-payload"   // the envelope holds something other than an in-toto statement
	Unsigned     Problem = "unsigned"        // no signature by a trusted key holds
	BadSignature Problem = "bad-signature"   // one that names a trusted key does not hold
	NotStatement Problem = "not-statement"   // signed, but not a statement of ours
	Missing      Problem = "missing"         // a file that the certificate binds is not there
	Changed      Problem = "changed"         // a file is not the one that was signed
	Unreadable   Problem = "unreadable"      // a file cannot be read, so nothing is known about it
	Expired      Problem = "expired"         // the certificate holds no more
	NotYet       Problem = "not-yet"         // it was issued in the future
	Contradicted Problem = "contradicted"    // statement and results.json say different things
	NotGood      Problem = "not-certifiable" // results.json is of a run that nobody may certify
	OtherSuite   Problem = "other-suite"     // it was judged by another suite than the one asked for
)

// Finding is one thing that is wrong with a certificate or with what it binds.
type Finding struct {
	Problem Problem `json:"problem"`
	Where   string  `json:"where"` // a file, a member of the statement, "envelope" or "keys"
	Detail  string  `json:"detail"`
}

// String is the finding in one line.
func (f Finding) String() string {
	return fmt.Sprintf("%s: %s (%s)", f.Where, f.Detail, f.Problem)
}

// Report is what Verify came to. The zero Report is not good.
type Report struct {
	// Signers are the ids of the trusted keys whose signatures hold.
	Signers []string `json:"signers"`
	// Unjudged are the key ids of further signatures, by keys that were not
	// given: nothing is known about them.
	Unjudged []string `json:"unjudged,omitempty"`
	// Statement is what was signed. It is nil unless a trusted signature holds,
	// because then anybody may have written it.
	Statement *Statement `json:"statement,omitempty"`
	// Uncovered are files beside the certificate that it does not bind, and for
	// which it says nothing.
	Uncovered []string  `json:"uncovered,omitempty"`
	Findings  []Finding `json:"findings"`
}

// OK tells whether the certificate holds, for every file that it binds.
func (r *Report) OK() bool {
	return len(r.Findings) == 0 && len(r.Signers) > 0 && r.Statement != nil
}

// ErrInvalid is wrapped by the error of every report that is not OK.
var ErrInvalid = errors.New("the certificate does not hold")

// Err is nil if the report is OK, and otherwise wraps ErrInvalid and says all
// that was found.
func (r *Report) Err() error {
	if r.OK() {
		return nil
	}
	var lines []string
	for _, f := range r.Findings {
		lines = append(lines, f.String())
	}
	return fmt.Errorf("%w: %s", ErrInvalid, strings.Join(lines, "; "))
}

// Has tells whether a problem was found.
func (r *Report) Has(p Problem) bool {
	for _, f := range r.Findings {
		if f.Problem == p {
			return true
		}
	}
	return false
}

func (r *Report) find(p Problem, where, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{Problem: p, Where: where, Detail: fmt.Sprintf(format, args...)})
}
