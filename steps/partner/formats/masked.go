package formats

import (
	"regexp"
	"strings"

	"github.com/credit-partner/assay/internal/redact"
)

// masks are signs in the place of a part of a number, as a page shows it: ****4321. An X may
// be a letter of a number, four of them at its beginning are none.
var masks = regexp.MustCompile(`[*•●█]{2}|^[xX]{4,}[ -]?[0-9]{1,6}$`)

// IsMasked tells the number of an ID of which a part is hidden.
func IsMasked(number string) bool { return masks.MatchString(strings.TrimSpace(number)) }

// redactions are what recorders put in the place of a value.
var redactions = regexp.MustCompile(`(?i)^([*•●█x]{3,}|redacted|[\[<({«*_-]+ ?(redacted|removed|hidden|masked|filtered|saniti[sz]ed|censored|scrubbed)\b.*)$`)

// IsRedacted tells whether a recorder put something in the place of a value, or left
// the last two characters of it at most, or of a number a part.
func IsRedacted(value string) bool {
	return strings.Contains(value, redact.Marker) || isHidden(value) || redactions.MatchString(strings.TrimSpace(value)) || IsMasked(value)
}

// isHidden tells a value with asterisks in the place of all of it, or of a part of it
// from three characters on.
func isHidden(value string) bool {
	return value != "" && strings.Trim(value, "*") == "" || strings.Contains(value, "***")
}
