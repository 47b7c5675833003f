package written

import (
	"regexp"
	"strings"
)

// masks are signs in the place of a part of a number, as a page shows it: ****4321. An X may
// be a letter of a number, four of them at its beginning are none.
var masks = regexp.MustCompile(`[*•●█]{2}|^[xX]{4,}[ -]?[0-9]{1,6}$`)

// IsMasked tells the number of an ID of which a part is hidden.
func IsMasked(number string) bool { return masks.MatchString(strings.TrimSpace(number)) }
