// Package features contains the ledger. Every obligation of the specification is one Rule in these
// files, with a permanent id, a grade and its sections.
package features

import "embed"

// Files contains the feature files, by side: server/*.feature, partner/*.feature.
//
//go:embed server partner
var Files embed.FS

// Ledgers contains the list of requirements of each release: ledgers/1.0.txt.
//
//go:embed ledgers
var Ledgers embed.FS
