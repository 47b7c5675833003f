package schemas

import (
	"embed"
	"fmt"
)

//go:embed published/*.json
var published embed.FS

// Published returns a schema that describes a file that assay writes. The argument is the file
// name of the schema: "results.schema.json" describes results.json. The schemas are draft-07.
// They allow unknown members, because later versions of assay may add members.
func Published(name string) ([]byte, error) {
	text, err := published.ReadFile("published/" + name)
	if err != nil {
		return nil, fmt.Errorf("there is no published schema %q: %w", name, err)
	}
	return text, nil
}
