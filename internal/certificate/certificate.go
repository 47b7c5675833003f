// Package certificate signs the report of a conformant run. Later it verifies such a signature,
// without a network.
//
// # What a certificate proves
//
// A certificate proves that the holder of a private key asserted something at a certain time: that
// one run of the suite found one target conformant in a scope. It also proves that the report
// folder at hand has exactly the octets that were meant. The certificate binds the verdict and the
// scope, the target's build and base address, the suite's version and the digest of its questions,
// the settings and tolerances, the times of the run and the end of the validity, and every file of
// the report by SHA-256.
//
// # What it does not prove
//
// It does not prove that the tests were run, that they were run against that target, or that the
// target still behaves in that way. A signature says who asserted something, never that it is
// true. A signer can invent a report and sign it. A certificate also says nothing about what the
// specification leaves open, about speed, or about security. You can trust a certificate as far as
// you trust the holder of the key. There is no revocation: a certificate ends with its validity,
// and a key ends when verifiers no longer pass it.
//
// # Witnessed and asserted
//
// Witness signs in the process that ran the suite, from memory. Sign signs a folder, later. It
// first judges the run again: see Suite.Recheck and Suite.Rendered. The claims say which of the
// two signed.
//
// # The form
//
// A certificate is a DSSE envelope (payload type application/vnd.in-toto+json) around an in-toto
// Statement v1. Its predicate is a test result v0.1. It is signed with ed25519 over DSSE's
// pre-authentication encoding. The subject is the build. The files of the report are in the
// configuration, beside the digest of the suite. (In v1 they were the subjects. Verify still
// accepts such certificates.) passedTests contains the ids of the requirements that passed, and
// warnedTests those that were tolerated. result is WARNED if at least one was tolerated, which is
// also conformant. Everything that in-toto does not define is in the annotations of the descriptor
// of results.json (see Claims). Strict in-toto readers allow any member there.
//
// The signature is over a sequence of octets, so nobody has to canonicalise anything to verify it.
// Still there is only one form, so that equal runs, keys and clocks give equal certificates:
//
//   - The statement is compact JSON. Its members have the order of the structs here. It does
//     not escape <, > and &, and has no final line feed. Files are sorted by name. Times are
//     UTC. The seed is a string of digits, because many readers would round a number of that
//     size.
//   - The envelope is compact JSON of payloadType, payload and signatures (keyid, sig), in that
//     order, with standard base64 with padding, and one final line feed.
//
// Verify accepts no other form of the envelope, even if its signature is valid. If a certificate
// is not exactly as it was made, Verify reports it as altered. This is stricter than DSSE
// requires, and it finds every changed octet. Verify ignores unknown members of the statement, as
// in-toto requires.
//
// # Keys
//
// Keys are PEM files: PKCS#8 for the private key and PKIX for the public key. openssl and most
// other programs read and write these forms. The key id in an envelope is the SHA-256, in hex, of
// the DER form of the public key. It is only a hint. Verify trusts only the keys that it was
// given, and one valid signature by any of them is enough.
//
// # Verifying without assay
//
// You can use any DSSE implementation. By hand, the signature covers
//
//	"DSSEv1" SP LEN(payloadType) SP payloadType SP LEN(payload) SP payload
//
// with the decoded payload and lengths in decimal. Write this to a file, and the decoded signature
// to another file. Then openssl (3.0 or later) verifies it:
//
//	openssl pkeyutl -verify -pubin -inkey key.pub -rawin -in pae.bin -sigfile sig.bin
//
// sha256sum compares the files with the statement's configuration.
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

// The types that our envelopes and statements name.
const (
	PayloadType   = "application/vnd.in-toto+json"
	StatementType = "https://in-toto.io/Statement/v1"
	PredicateType = "https://in-toto.io/attestation/test-result/v0.1"
	// ClaimsFormat is the version of Claims. Members may be added, but never renamed or removed.
	ClaimsFormat = "assay.certificate/v2"
	// ClaimsFormat1 is the former version, with the files of the report as subjects. assay still
	// reads it.
	ClaimsFormat1 = "assay.certificate/v1"
)

// The results of the predicate that a certificate can have.
const (
	resultPassed = "PASSED"
	resultWarned = "WARNED" // some requirements were tolerated
)

// Statement is an in-toto Statement v1. We use our own structs, because a generic reader of JSON
// numbers would round large ones.
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

// Digest is an in-toto DigestSet: it maps an algorithm to a digest in hex. For our files the
// algorithm is always SHA-256. For a build it is the one that the team uses.
type Digest map[string]string

// SHA256 returns the SHA-256 in lower-case hex. It is the only digest of a file that assay trusts.
func (d Digest) SHA256() string { return d["sha256"] }

func ofSHA256(hex string) Digest { return Digest{"sha256": hex} }

// Predicate is in-toto's test result v0.1. The names of the tests are the ids of requirements.
type Predicate struct {
	Result        string       `json:"result"`
	Configuration []Descriptor `json:"configuration"`
	URL           string       `json:"url,omitempty"` // address of a page about the run
	PassedTests   []string     `json:"passedTests"`
	WarnedTests   []string     `json:"warnedTests"` // tolerated
	FailedTests   []string     `json:"failedTests"` // always empty: assay does not sign a run with failures
}

// Claims are the signer's assertions about the run for which in-toto has no members. All members
// except Format, Issued, Expires, Witness and Program repeat results.json, for a reader that has
// only the certificate. Verify compares the two.
type Claims struct {
	Format     string              `json:"format"`
	Verdict    result.Verdict      `json:"verdict"`
	Side       result.Side         `json:"side"`
	Scope      []string            `json:"scope"`
	Target     result.Target       `json:"target"`
	Suite      result.Suite        `json:"suite"`
	Settings   result.Settings     `json:"settings"`
	Tolerances map[string]string   `json:"tolerances"` // the setting of each tolerance: "any", or the pinned reading
	Dialect    map[string][]string `json:"dialect"`    // readings that the target used
	// FullDialect is the dialect by which assay compares the builds of a pair.
	FullDialect *result.FullDialect `json:"full_dialect,omitempty"`
	Seed        string              `json:"seed"` // decimal
	Notes       []string            `json:"notes,omitempty"`
	Coverage    *Coverage           `json:"coverage,omitempty"` // since v2
	Started     time.Time           `json:"started"`
	Finished    time.Time           `json:"finished"`

	// Witness is Witnessed or Asserted. It is empty in v1, which was always asserted.
	Witness string `json:"witness,omitempty"`
	// Program identifies the program that signed. In a witnessed certificate, the same program
	// also judged.
	Program *Program `json:"program,omitempty"`

	Issued  time.Time `json:"issued"`  // time of the signature, in whole seconds
	Expires time.Time `json:"expires"` // the first second at which it is no longer valid
}

// The ways in which a certificate can be made.
const (
	Witnessed = "witnessed" // signed by the process that ran the suite, before anything was written
	Asserted  = "asserted"  // signed later, from a folder
)

// Coverage is how much of the scope was judged.
type Coverage struct {
	Planned int `json:"planned"` // requirements in the scope
	Judged  int `json:"judged"`  // the judged ones of these; a partner build never exercised the others
}

// Program identifies a build of assay. The digest of the suite alone does not identify the program
// that judges.
type Program struct {
	Module   string `json:"module,omitempty"`
	Version  string `json:"version,omitempty"`
	Checksum string `json:"checksum,omitempty"` // checksum of the module, "h1:…"; empty for a build of a work tree
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"` // the work tree was not clean
	SHA256   string `json:"sha256,omitempty"`   // digest of the binary
}

// The names of the descriptors in the configuration.
const (
	suiteDescriptor   = "suite"
	resultsDescriptor = resultsFile
)

// Claims returns the claims about the run, or nil if the statement has none.
func (s *Statement) Claims() *Claims {
	if d := s.configuration(resultsDescriptor); d != nil {
		return d.Annotations
	}
	return nil
}

// files returns the files of the report that the statement binds.
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

// compact returns JSON without spaces, without HTML escapes and without a final line feed.
func compact(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

// predicateOf returns everything that a statement says about a run, except the digests and the
// times of the signature. Sign writes it and Verify compares with it, so both always agree.
func predicateOf(run *result.Run, format string) Predicate {
	p := Predicate{Result: resultPassed, PassedTests: []string{}, WarnedTests: []string{}, FailedTests: []string{}}
	for _, r := range run.Requirements {
		switch {
		case format != ClaimsFormat1 && r.Unexercised && r.Outcome == result.Untested:
			// a partner build never exercised it: it is no test, and it has not failed
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

// claimsOf returns the claims about a run, except those that the signer sets: Issued, Expires,
// Witness and Program.
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

// targetDigest is the name of the algorithm for a build without its own digest. No tool takes it
// for the digest of an artefact.
const targetDigest = "assayTarget"

// subjectOf returns the tested build, by its name and digest.
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

// itemDigests maps each algorithm that a digest of a build may use to the permitted numbers of hex
// digits.
var itemDigests = map[string][]int{"sha256": {64}, "sha512": {128}, "gitCommit": {40, 64}}

// ParseItemDigest parses the digest of a build, such as "sha256:5a…" of an image or
// "gitCommit:d20a…".
func ParseItemDigest(text string) (algorithm, digest string, err error) {
	algorithm, digest, _ = strings.Cut(text, ":")
	_, err = hex.DecodeString(digest)
	if lengths := itemDigests[algorithm]; err != nil || digest != strings.ToLower(digest) || !slices.Contains(lengths, len(digest)) {
		return "", "", fmt.Errorf("%w: the digest of the build %q is none of sha256:…, sha512:… and gitCommit:…, in lower-case hex", ErrOptions, text)
	}
	return algorithm, digest, nil
}
