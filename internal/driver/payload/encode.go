package payload

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Encode writes a body as JSON and does not escape <, > and &. They are legal, and a target that
// cannot read them should fail visibly.
func Encode(body map[string]any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	return bytes.TrimSpace(buf.Bytes()), nil
}
