// Package schemas judges the shape of JSON bodies against the specification.
//
// Each schema (draft-07, one file) states one obligation about a whole body,
// so that one fault of a build breaks one requirement. Where the specification
// contradicts itself, a schema refers to an entry of the register
// (tolerances.yaml); which readings of it are allowed is a setting, and every
// report says which reading was seen where.
//
// The JSON Schema library stays behind this package. Bodies are foreign: a
// guard looks at them before the library does, and nothing here panics on
// them, fetches anything, or prints.
package schemas

import "embed"

//go:embed *.json tolerances.yaml
var files embed.FS

// Files holds the schemas and the register as they stand, for whoever needs a
// digest of the questions that a suite asks.
func Files() embed.FS { return files }
