package schemas

import (
	"embed"
	"fmt"
)

//go:embed published/*.json
var published embed.FS

// Published returns a schema that describes what assay itself writes, by its
// file name: "results.schema.json" is the contract of results.json. It is
// draft-07 and allows members that it does not know, as later versions add.
func Published(name string) ([]byte, error) {
	text, err := published.ReadFile("published/" + name)
	if err != nil {
		return nil, fmt.Errorf("there is no published schema %q: %w", name, err)
	}
	return text, nil
}
