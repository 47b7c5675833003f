package driver

import (
	"fmt"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/spec"
)

// reached notes that a connection was made at a later attempt only.
func (s *Session) reached(c *Call) {
	if c.Again == recording.AfterConnection && c.Response != nil {
		s.Flaky.Note(s.Check, fmt.Sprintf("%s was reached only at a later connection attempt (%s)", spec.Line(c.Endpoint), c.ID))
	}
}
