// Package schemas judges the shape of JSON bodies against the specification.
//
// Each schema (draft-07, one file) states one obligation about a whole body, so that one fault of
// a build breaks one requirement. Where the specification contradicts itself, a schema refers to
// an entry of the register (tolerances.yaml). A setting chooses which readings of the entry are
// allowed. Every report says which reading occurred at which place.
//
// Other packages do not see the JSON Schema library. Bodies come from outside, so a guard checks
// them before the library does. Nothing in this package panics on a body, fetches anything, or
// prints.
package schemas

import "embed"

//go:embed *.json tolerances.yaml
var files embed.FS

// Files returns the schemas and the register as they are, for callers that compute a digest of
// everything that a suite checks.
func Files() embed.FS { return files }
