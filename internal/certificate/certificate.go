// Package certificate signs the report of a conformant run, and verifies such
// a signature later, without a network.
//
// # What a certificate proves
//
// That the holder of a private key asserted, at a time, that one run of the
// suite found one target conformant in a scope; and that the report folder at
// hand is, octet for octet, the one that was meant. It binds the verdict and
// the scope, the target's build and base address, the suite's version and the
// digest of its questions, the settings and tolerances, when the run was and
// how long the certificate holds, and every file of the report by SHA-256.
//
// # What it does not prove
//
// That the tests were run, that they were run against that target, or that the
// target still behaves so: a signature says who asserted something, never that
// it is true. A signer who invents a report can sign it. Nor does it speak of
// what the specification leaves open, of speed, or of security. Trust in it is
// trust in whoever keeps the key. There is no revocation: a certificate ends
// with its validity, and a key ends when verifiers stop giving it.
//
// # Witnessed and asserted
//
// Witness signs in the process that ran the suite, from memory. Sign signs a
// folder, later, and judges it again first: see Suite.Recheck and Suite.Rendered.
// Which of the two it was stands in the claims.
//
// # The form
//
// A certificate is a DSSE envelope (payload type application/vnd.in-toto+json)
// around an in-toto Statement v1 whose predicate is a test result v0.1,
// signed with ed25519 over DSSE's pre-authentication encoding. The subject is the
// build; the files of the report stand in the configuration, beside the digest of
// the suite. (In v1 they were the subjects; such certificates verify still.)
// passedTests and warnedTests hold the ids of the
// requirements that passed and that were tolerated; result is WARNED as soon as
// one was tolerated, which is no less conformant. All that is ours stands in
// the annotations of the descriptor of results.json (see Claims), where strict
// in-toto readers allow any member.
//
// What is signed is a sequence of octets, so nobody needs to canonicalise
// anything to verify it. Still there is one form only, so that equal runs,
// keys and clocks give equal certificates:
//
//   - the statement is compact JSON, members in the order of the structs here,
//     no escaping of <, > and &, no final line feed; files are sorted by
//     name; times are UTC; the seed is a string of digits, since many readers
//     would round a number of that size;
//   - the envelope is compact JSON of payloadType, payload and signatures (keyid,
//     sig), in that order, standard base64 with padding, and one final line feed.
//
// Verify takes no other form of the envelope, even though its signature may
// hold: a certificate is kept as it was made, or it is reported as altered.
// That is stricter than DSSE asks, and lets no changed octet go unseen. Members
// of the statement that it does not know are ignored, as in-toto demands.
//
// # Keys
//
// Keys are PEM files, PKCS#8 for the private half and PKIX for the public one,
// as openssl and most others read and write them. The key id in an envelope is
// the SHA-256, in hex, of the DER form of the public key. It is a hint and
// decides nothing: only keys that the verifier was given are trusted, and one
// good signature by any of them is enough.
//
// # Verifying without assay
//
// Any DSSE implementation will do. By hand, the signature covers
//
//	"DSSEv1" SP LEN(payloadType) SP payloadType SP LEN(payload) SP payload
//
// with the decoded payload and lengths in decimal. Written to a file, and the
// decoded signature to another, openssl (3.0 or later) verifies it:
//
//	openssl pkeyutl -verify -pubin -inkey key.pub -rawin -in pae.bin -sigfile sig.bin
//
// and sha256sum compares the files with the statement's configuration.
package certificate

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/credit-partner/assay/internal/result"
)

// The types that an envelope and a statement of ours name.
const (
	PayloadType   = "application/vnd.in-toto+json"
	StatementType = "https://in-toto.io/Statement/v1"
	PredicateType = "https://in-toto.io/attestation/test-result/v0.1"
	// ClaimsFormat is the version of Claims. Members may be added, never
	// renamed or removed.
	ClaimsFormat = "assay.certificate/v2"
	// ClaimsFormat1 had the files of the report as its subjects. It is read still.
	ClaimsFormat1 = "assay.certificate/v1"
)

// The results that the predicate knows and that are ever signed.
const (
	resultPassed = "PASSED"
	resultWarned = "WARNED" // some requirements were tolerated
)

// Statement is an in-toto Statement v1. It has structs of its own, since a
// generic reader of JSON numbers would round large ones.
type Statement struct {
	Type          string       `json:"_type"`
	Subject       []Descriptor `json:"subject"`
	PredicateType string       `json:"predicateType"`
	Predicate     Predicate    `json:"predicate"`
}

// Descriptor is an in-toto ResourceDescriptor.
type Descriptor struct {
	Name        string  `json:"name"`
	Digest      Digest  `json:"digest"`
	Annotations *Claims `json:"annotations,omitempty"`
}

// Digest is an in-toto DigestSet: hex by algorithm. Of our files it is always
// SHA-256; of a build it is whatever its team names it by.
type Digest map[string]string

// SHA256 is the one digest of a file that is trusted, in lower-case hex.
func (d Digest) SHA256() string { return d["sha256"] }

func ofSHA256(hex string) Digest { return Digest{"sha256": hex} }

// Predicate is in-toto's test result v0.1. Tests are named by the ids of
// requirements.
type Predicate struct {
	Result        string       `json:"result"`
	Configuration []Descriptor `json:"configuration"`
	URL           string       `json:"url,omitempty"` // where the run can be looked at
	PassedTests   []string     `json:"passedTests"`
	WarnedTests   []string     `json:"warnedTests"` // tolerated
	FailedTests   []string     `json:"failedTests"` // always empty: nothing that failed is signed
}

// Claims is what the signer asserts of the run, beyond what in-toto has members
// for. All members but Format, Issued and Expires repeat results.json, for a
// reader that has the certificate alone; Verify holds the two against each other.
type Claims struct {
	Format     string              `json:"format"`
	Verdict    result.Verdict      `json:"verdict"`
	Side       result.Side         `json:"side"`
	Scope      []string            `json:"scope"`
	Target     result.Target       `json:"target"`
	Suite      result.Suite        `json:"suite"`
	Settings   result.Settings     `json:"settings"`
	Tolerances map[string]string   `json:"tolerances"` // setting by id: "any", or the pinned reading
	Dialect    map[string][]string `json:"dialect"`    // readings that the target was seen to use
	// FullDialect is what the builds of a pair are compared by.
	FullDialect *result.FullDialect `json:"full_dialect,omitempty"`
	Seed        string              `json:"seed"` // decimal
	Notes       []string            `json:"notes,omitempty"`
	Coverage    *Coverage           `json:"coverage,omitempty"` // since v2
	Started     time.Time           `json:"started"`
	Finished    time.Time           `json:"finished"`

	// Witness is Witnessed or Asserted; empty in v1, which was always asserted.
	Witness string `json:"witness,omitempty"`
	// Program is what signed and, where it is witnessed, what judged.
	Program *Program `json:"program,omitempty"`

	Issued  time.Time `json:"issued"`  // when it was signed, to the second
	Expires time.Time `json:"expires"` // the first second at which it holds no more
}

// How a certificate came about.
const (
	Witnessed = "witnessed" // signed by the process that ran the suite, before anything was written
	Asserted  = "asserted"  // signed later, from a folder
)

// Coverage is how much of the scope was judged.
type Coverage struct {
	Planned int `json:"planned"` // requirements in the scope
	Judged  int `json:"judged"`  // of those, what was judged; the rest a partner build never exercised
}

// Program identifies a build of assay. A digest of the questions says nothing of
// who answers them.
type Program struct {
	Module   string `json:"module,omitempty"`
	Version  string `json:"version,omitempty"`
	Checksum string `json:"checksum,omitempty"` // of the module, "h1:…"; empty for a build of a work tree
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"` // the work tree was not clean
	SHA256   string `json:"sha256,omitempty"`   // of the binary
}

// The names of the descriptors in the configuration.
const (
	suiteDescriptor   = "suite"
	resultsDescriptor = resultsFile
)

// Claims returns what the statement asserts of the run, or nil if it does not.
func (s *Statement) Claims() *Claims {
	if d := s.configuration(resultsDescriptor); d != nil {
		return d.Annotations
	}
	return nil
}

// files are the files of the report that the statement binds.
func (s *Statement) files() []Descriptor {
	if claims := s.Claims(); claims != nil && claims.Format == ClaimsFormat1 {
		return s.Subject
	}
	return slices.DeleteFunc(slices.Clone(s.Predicate.Configuration), func(d Descriptor) bool { return d.Name == suiteDescriptor })
}

// configuration returns the descriptor with that name, or nil.
func (s *Statement) configuration(name string) *Descriptor {
	for i := range s.Predicate.Configuration {
		if s.Predicate.Configuration[i].Name == name {
			return &s.Predicate.Configuration[i]
		}
	}
	return nil
}

// encode writes the statement in the form that the package comment describes.
func (s *Statement) encode() ([]byte, error) {
	text, err := compact(s)
	if err != nil {
		return nil, fmt.Errorf("encode the statement: %w", err)
	}
	return text, nil
}

// compact is JSON without spaces, without HTML escapes and without a final line
// feed.
func compact(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// predicateOf is everything that a statement says of a run, but for the digests
// and the times of the signature itself. Sign writes it and Verify compares
// with it, so the two cannot drift apart.
func predicateOf(run *result.Run, format string) Predicate {
	p := Predicate{Result: resultPassed, PassedTests: []string{}, WarnedTests: []string{}, FailedTests: []string{}}
	for _, r := range run.Requirements {
		switch {
		case format != ClaimsFormat1 && r.Unexercised && r.Outcome == result.Untested:
			// a partner build never came to it: no test, and none that failed
		case r.Outcome == result.Passed:
			p.PassedTests = append(p.PassedTests, r.ID)
		case r.Outcome == result.Tolerated:
			p.WarnedTests = append(p.WarnedTests, r.ID)
		default:
			p.FailedTests = append(p.FailedTests, r.ID)
		}
	}
	if len(p.WarnedTests) > 0 {
		p.Result = resultWarned
	}
	return p
}

// claimsOf is what the claims say of a run, but for what is the signer's: Issued,
// Expires, Witness and Program.
func claimsOf(run *result.Run, format string) *Claims {
	c := &Claims{
		Format: format, Verdict: run.Verdict, Side: run.Side, Scope: run.Scope,
		Target: run.Target, Suite: run.Suite, Settings: run.Settings,
		Tolerances: make(map[string]string), Dialect: run.Dialect,
		Seed: strconv.FormatInt(run.Seed, 10), Notes: run.Notes,
		Started: run.Started.UTC(), Finished: run.Finished.UTC(),
	}
	for _, t := range run.Tolerances {
		c.Tolerances[t.ID] = t.Setting
	}
	if format != ClaimsFormat1 {
		c.Coverage = coverageOf(run)
		c.FullDialect = run.FullDialect
	}
	return c
}

func coverageOf(run *result.Run) *Coverage {
	if run.Coverage != nil {
		return &Coverage{Planned: run.Coverage.Planned, Judged: run.Coverage.Judged}
	}
	c := &Coverage{Planned: len(run.Requirements)}
	for _, r := range run.Requirements {
		if !r.Unexercised || r.Outcome != result.Untested {
			c.Judged++
		}
	}
	return c
}

// targetDigest is what a build without a digest of its own is named by: no tool
// takes it for the digest of an artefact.
const targetDigest = "assayTarget"

// subjectOf is the tested thing: the build, by its name and digest.
func subjectOf(run *result.Run) (Descriptor, error) {
	d := Descriptor{Name: run.Target.Build}
	if d.Name == "" {
		d.Name = run.Target.BaseURL
	}
	if run.Target.Digest != "" {
		algorithm, hex, err := ParseItemDigest(run.Target.Digest)
		d.Digest = Digest{algorithm: hex}
		return d, err
	}
	text, err := compact(run.Target)
	d.Digest = Digest{targetDigest: digestOf(text)}
	return d, err
}

// itemDigests are the algorithms by which a build may be named, and how many hex
// digits they have.
var itemDigests = map[string][]int{"sha256": {64}, "sha512": {128}, "gitCommit": {40, 64}}

// ParseItemDigest reads the digest of a build, such as "sha256:5a…" of an image or
// "gitCommit:d20a…".
func ParseItemDigest(text string) (algorithm, digest string, err error) {
	algorithm, digest, _ = strings.Cut(text, ":")
	_, err = hex.DecodeString(digest)
	if lengths := itemDigests[algorithm]; err != nil || digest != strings.ToLower(digest) || !slices.Contains(lengths, len(digest)) {
		return "", "", fmt.Errorf("%w: the digest of the build %q is none of sha256:…, sha512:… and gitCommit:…, in lower-case hex", ErrOptions, text)
	}
	return algorithm, digest, nil
}
