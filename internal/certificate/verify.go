package certificate

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/result"
)

// VerifyOptions are the options of Verify.
type VerifyOptions struct {
	// Clock returns the time; nil means the machine's clock.
	Clock func() time.Time
	// SuiteDigest is the digest that the suite which judged must have. If it is empty, any suite
	// is accepted.
	SuiteDigest string
}

// Verify examines a certificate and the report beside it, and returns everything that it finds. It
// needs no network. It trusts only the keys that it is given: one valid signature by any of them
// is enough.
//
// Without such a signature, Verify examines only the envelope, because anybody could have written
// its content.
func Verify(envelope []byte, keys []ed25519.PublicKey, report fs.FS, o VerifyOptions) *Report {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	r := &Report{Signers: []string{}, Findings: []Finding{}}
	payload := r.openEnvelope(envelope, keys)
	if payload == nil || !r.readStatement(payload) {
		return r
	}
	r.checkTimes(o.Clock())
	r.checkSuite(o.SuiteDigest)
	if results := r.checkFiles(report); results != nil {
		r.checkResults(results)
	}
	return r
}

func (r *Report) checkTimes(now time.Time) {
	claims := r.Statement.Claims()
	if !now.Before(claims.Expires) {
		r.find(Expired, "expires", "it was valid until %s, and now is %s", stamp(claims.Expires), stamp(now))
	}
	if now.Add(skew).Before(claims.Issued) {
		r.find(NotYet, "issued", "it was issued at %s, and now is %s: one of the clocks is wrong", stamp(claims.Issued), stamp(now))
	}
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func (r *Report) checkSuite(want string) {
	if got := r.Statement.Claims().Suite.Digest; want != "" && got != want {
		r.find(OtherSuite, suiteDescriptor, "the suite that judged has the digest %s, and %s was asked for", got, want)
	}
}

// Problem is the kind of a finding.
type Problem string

// The problems that Verify finds.
const (
	NoKey        Problem = "no-key"          // no usable key was given to trust
	NotEnvelope  Problem = "not-envelope"    // not a DSSE envelope at all
	Altered      Problem = "altered"         // not exactly the octets that Sign writes
	WrongPayload Problem = "wrong-payload"   // the content of the envelope is not an in-toto statement
	Unsigned     Problem = "unsigned"        // there is no valid signature by a trusted key
	BadSignature Problem = "bad-signature"   // a signature names a trusted key and is not valid
	NotStatement Problem = "not-statement"   // signed, but not one of our statements
	Missing      Problem = "missing"         // a file that the certificate binds is not there
	Changed      Problem = "changed"         // a file differs from the one that was signed
	Unreadable   Problem = "unreadable"      // a file cannot be read, so assay knows nothing about it
	Expired      Problem = "expired"         // the certificate is no longer valid
	NotYet       Problem = "not-yet"         // its time of issue is in the future
	Contradicted Problem = "contradicted"    // statement and results.json say different things
	NotGood      Problem = "not-certifiable" // results.json is of a run that cannot be certified
	OtherSuite   Problem = "other-suite"     // another suite judged than the one that the options name
)

// Finding is one problem of a certificate, or of a file that it binds.
type Finding struct {
	Problem Problem `json:"problem"`
	Where   string  `json:"where"` // a file, a member of the statement, "envelope" or "keys"
	Detail  string  `json:"detail"`
}

// String returns the finding in one line.
func (f Finding) String() string {
	return fmt.Sprintf("%s: %s (%s)", f.Where, f.Detail, f.Problem)
}

// Report is the result of Verify. The zero Report is not valid.
type Report struct {
	// Signers are the ids of the trusted keys with a valid signature.
	Signers []string `json:"signers"`
	// Unjudged are the key ids of the other signatures. Their keys were not given, so nothing is
	// known about them.
	Unjudged []string `json:"unjudged,omitempty"`
	// Statement is the signed statement. It is nil if no trusted signature is valid, because then
	// anybody may have written it.
	Statement *Statement `json:"statement,omitempty"`
	// Uncovered are files beside the certificate that it does not bind. It says nothing about
	// them.
	Uncovered []string  `json:"uncovered,omitempty"`
	Findings  []Finding `json:"findings"`
}

// OK reports whether the certificate is valid, with every file that it binds.
func (r *Report) OK() bool {
	return len(r.Findings) == 0 && len(r.Signers) > 0 && r.Statement != nil
}

// ErrInvalid is the error that Report.Err wraps if a report is not OK.
var ErrInvalid = errors.New("the certificate is not valid")

// Err returns nil if the report is OK. Otherwise it returns an error that wraps ErrInvalid and
// contains all findings.
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

// Has reports whether there is a finding with this problem.
func (r *Report) Has(p Problem) bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Problem == p })
}

func (r *Report) find(p Problem, where, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{Problem: p, Where: where, Detail: fmt.Sprintf(format, args...)})
}

// checkFiles compares every bound file with the file of its name in the folder. It returns the
// content of results.json if that file is the one that was signed.
func (r *Report) checkFiles(report fs.FS) (results []byte) {
	for _, subject := range r.Statement.files() {
		content := r.checkFile(report, subject)
		if subject.Name == resultsFile {
			results = content
		}
	}
	r.listUncovered(report)
	return results
}

// checkFile compares one file. It returns the content that it hashed if the file is results.json
// and unchanged, and nil otherwise.
func (r *Report) checkFile(report fs.FS, subject Descriptor) []byte {
	content, digest, err := load(report, subject.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		r.find(Missing, subject.Name, "the certificate binds this file, and it is not there")
	case err != nil:
		r.find(Unreadable, subject.Name, "%s", err)
	case digest != subject.Digest.SHA256():
		r.find(Changed, subject.Name, "its SHA-256 is %s, and %s was signed", digest, subject.Digest.SHA256())
	default:
		return content
	}
	return nil
}

// load hashes a file. It keeps the content of results.json only: a recording may be large, and
// only its digest is needed here.
func load(report fs.FS, name string) (content []byte, digest string, err error) {
	if name != resultsFile {
		digest, err = hashFile(report, name)
		return nil, digest, err
	}
	content, err = readFile(report, name)
	return content, digestOf(content), err
}

// listUncovered collects the files in the folder that the certificate does not bind.
func (r *Report) listUncovered(report fs.FS) {
	names, err := reportFiles(report)
	if err != nil {
		r.find(Unreadable, ".", "%s", err)
	}
	for _, name := range names {
		if !slices.ContainsFunc(r.Statement.files(), func(d Descriptor) bool { return d.Name == name }) {
			r.Uncovered = append(r.Uncovered, name)
		}
	}
}

// checkResults checks the conditions for the run in results.json again, and compares the run with
// the statement.
func (r *Report) checkResults(text []byte) {
	run, err := parseResults(text)
	if err != nil {
		r.find(NotGood, resultsFile, "%s", err)
		return
	}
	for _, b := range conditions(run) {
		r.find(NotGood, resultsFile, "%s (%s)", b.Detail, b.Condition)
	}
	said, shown := r.Statement.Predicate, predicateOf(run, r.Statement.Claims().Format)
	said.Configuration, said.URL = nil, ""
	r.compare("predicate", said, shown)
	claims, made := *r.Statement.Claims(), claimsOf(run, r.Statement.Claims().Format)
	made.Issued, made.Expires, made.Witness, made.Program = claims.Issued, claims.Expires, claims.Witness, claims.Program
	r.compareSubject(run)
	r.compare("claims", claims, *made)
}

// compare adds a finding for every JSON member in which two values of the same type differ.
func (r *Report) compare(where string, said, shown any) {
	left, err := members(said)
	right, errRight := members(shown)
	if err = errors.Join(err, errRight); err != nil {
		r.find(Contradicted, where, "the certificate and %s cannot be compared: %s", resultsFile, err)
		return
	}
	all := maps.Clone(left)
	maps.Copy(all, right)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !bytes.Equal(left[name], right[name]) {
			r.find(Contradicted, where+"."+name, "the certificate says %s, and %s shows %s", brief(left[name]), resultsFile, brief(right[name]))
		}
	}
}

// members returns the members of a value that is written as a JSON object.
func members(value any) (map[string]json.RawMessage, error) {
	text, err := compact(value)
	if err != nil {
		return nil, err
	}
	all := make(map[string]json.RawMessage)
	return all, json.Unmarshal(text, &all)
}

// brief returns a value as text, and cuts it if it is long.
func brief(value json.RawMessage) string {
	const most = 200
	switch {
	case value == nil:
		return "nothing"
	case len(value) > most:
		return string(bytes.ToValidUTF8(value[:most], nil)) + "…"
	}
	return string(value)
}

// compareSubject compares the subject of the statement with the build in results.json.
func (r *Report) compareSubject(run *result.Run) {
	if r.Statement.Claims().Format == ClaimsFormat1 {
		return
	}
	shown, err := subjectOf(run)
	if err != nil {
		r.find(Contradicted, "subject", "%s", err)
		return
	}
	if said := r.Statement.Subject; len(said) != 1 || said[0].Name != shown.Name || !maps.Equal(said[0].Digest, shown.Digest) {
		r.find(Contradicted, "subject", "the certificate is about another build than %s shows: %q", resultsFile, shown.Name)
	}
}

// readStatement reads the signed payload into the report's statement. It fails if the payload is
// no statement that assay can judge. Later checks find the other problems.
func (r *Report) readStatement(payload []byte) bool {
	statement := &Statement{}
	if err := json.Unmarshal(payload, statement); err != nil {
		r.find(NotStatement, "statement", "the payload cannot be read: %s", err)
		return false
	}
	faults := statement.faults()
	if name := repeatedMember(payload); name != "" {
		faults = append(faults, fmt.Sprintf("it is ambiguous: an object has the member %q more than once", name))
	}
	for _, fault := range faults {
		r.find(NotStatement, "statement", "%s", fault)
	}
	if len(faults) > 0 {
		return false
	}
	r.Statement = statement
	return true
}

// faults returns the reasons why a statement is not a certificate.
func (s *Statement) faults() []string {
	var faults []string
	if s.Type != StatementType {
		faults = append(faults, fmt.Sprintf("its type is %q, not %q", s.Type, StatementType))
	}
	if s.PredicateType != PredicateType {
		faults = append(faults, fmt.Sprintf("its predicate is of the type %q, not %q", s.PredicateType, PredicateType))
	}
	faults = append(faults, s.subjectFaults()...)
	return append(faults, s.configurationFaults()...)
}

// subjectFaults checks the subjects of the statement, and the files that it binds.
func (s *Statement) subjectFaults() []string {
	var faults []string
	if claims := s.Claims(); claims != nil && claims.Format == ClaimsFormat && len(s.Subject) != 1 {
		faults = append(faults, "it is about one build, and names another number of subjects")
	}
	seen := make(map[string]bool)
	for _, d := range s.files() {
		switch {
		case !fs.ValidPath(d.Name) || d.Name == "." || strings.Contains(d.Name, `\`):
			faults = append(faults, fmt.Sprintf("the file %q is not one below the report's folder", d.Name))
		case seen[d.Name]:
			faults = append(faults, fmt.Sprintf("the file %q is there more than once", d.Name))
		case !isDigest(d.Digest.SHA256()):
			faults = append(faults, fmt.Sprintf("the file %q has no SHA-256", d.Name))
		}
		seen[d.Name] = true
	}
	for _, name := range []string{resultsFile, evidenceFile} {
		if !seen[name] {
			faults = append(faults, fmt.Sprintf("%s is not among the files that it binds", name))
		}
	}
	return faults
}

// configurationFaults checks the descriptors of the suite and of the results. They must agree with
// the files and with each other.
func (s *Statement) configurationFaults() []string {
	claims, suite := s.Claims(), s.configuration(suiteDescriptor)
	if claims == nil || suite == nil {
		return []string{"its configuration does not describe the suite and the results"}
	}
	var faults []string
	if claims.Format != ClaimsFormat && claims.Format != ClaimsFormat1 {
		faults = append(faults, fmt.Sprintf("its claims are of the format %q, not %q", claims.Format, ClaimsFormat))
	}
	if !slices.Contains([]string{Witnessed, Asserted, ""}, claims.Witness) {
		faults = append(faults, fmt.Sprintf("it is %q, which is neither %s nor %s", claims.Witness, Witnessed, Asserted))
	}
	if suite.Digest.SHA256() != claims.Suite.Digest {
		faults = append(faults, "it gives two digests of the suite")
	}
	digest := s.configuration(resultsDescriptor).Digest
	if !slices.ContainsFunc(s.files(), func(d Descriptor) bool { return d.Name == resultsFile && d.Digest.SHA256() == digest.SHA256() }) {
		faults = append(faults, "it gives two digests of "+resultsFile)
	}
	if claims.Issued.IsZero() || !claims.Expires.After(claims.Issued) {
		faults = append(faults, "it is never valid")
	}
	return faults
}
