package certificate

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// readStatement takes the signed payload as the report's statement, if it is
// one that can be judged. What is merely bad in it is found later.
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

// faults says what keeps a statement from being a certificate.
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

// subjectFaults looks at what the statement is about, and at the files it binds.
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

// configurationFaults looks at the two descriptors, and at what they repeat of
// the subjects and of one another.
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
