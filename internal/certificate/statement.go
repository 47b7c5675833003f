package certificate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
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
	Seed       string              `json:"seed"`       // decimal
	Notes      []string            `json:"notes,omitempty"`
	Coverage   *Coverage           `json:"coverage,omitempty"` // since v2
	Started    time.Time           `json:"started"`
	Finished   time.Time           `json:"finished"`

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
