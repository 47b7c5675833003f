package partner

import (
	"regexp"
	"strings"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/steps/partner/endpoints"
	"github.com/credit-partner/assay/steps/partner/formats"
)

// A recording that was made elsewhere may hold an exchange twice, and its recorder may
// have put something in the place of secrets and personal details.

// recorded are the entries of a recording that were read.
type recorded struct {
	entries  map[[16]byte]bool
	repeated int
	strays   endpoints.Strays
	doubted  []unconfirmedCall
}

// maxEntries bounds how many entries are known again.
const maxEntries = 1_000_000

// isRepeated tells whether an entry tells of an exchange that was read before, as where
// one recording is given twice, or two that overlap.
func (r *recorded) isRepeated(e *recording.Exchange) bool {
	entry, ok := e.Digest()
	switch {
	case !ok:
		return false
	case r.entries[entry]:
		r.repeated++
		return true
	case len(r.entries) < maxEntries:
		r.entries[entry] = true
	}
	return false
}

// Repeated counts the entries that told of an exchange once more: they were left out.
func (r *Run) Repeated() int { return r.recorded.repeated }

// schemeCut is why an Authorization is not judged that may as well be no bearer token.
const schemeCut = "the recorder hid the whole Authorization, with its scheme. Record with credentials"

var (
	schemeForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*$`)
	hidden     = regexp.MustCompile(`(?i)^(redacted|removed|hidden|masked|filtered|saniti[sz]ed|censored|scrubbed|cut)$`)
)

// hidesScheme tells an Authorization of which a recorder hid so much that its scheme
// cannot be seen.
func (c *content) hidesScheme(authorization string) bool {
	scheme, _, hasToken := strings.Cut(strings.TrimSpace(authorization), " ")
	isVisible := hasToken && schemeForm.MatchString(scheme) && !formats.IsRedacted(scheme) && !hidden.MatchString(scheme)
	return c.IsCut(authorization) && !isVisible
}
