// Package features holds the ledger: every obligation of the specification is
// one Rule of these files, with a permanent id, a grade and its sections.
package features

import "embed"

// Files holds the feature files, by side: server/*.feature, partner/*.feature.
//
//go:embed server partner
var Files embed.FS

// Ledgers holds the list of requirements of each release: ledgers/1.0.txt.
//
//go:embed ledgers
var Ledgers embed.FS
