package certificate

import (
	"encoding/json"
	"fmt"

	"github.com/credit-partner/assay/internal/result"
)

// parseResults reads results.json from the very octets that are signed or were
// compared with the signed digest. A text that two readers could take for two
// different runs is refused.
func parseResults(text []byte) (*result.Run, error) {
	run := &result.Run{}
	if err := json.Unmarshal(text, run); err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", resultsFile, err)
	}
	if name := repeatedMember(text); name != "" {
		return nil, fmt.Errorf("%s is ambiguous: an object has the member %q more than once", resultsFile, name)
	}
	return run, nil
}
