// Package docs contains the pages of the documentation, so that the program can show them without
// a network.
package docs

import "embed"

// Pages contains the pages, such as verdicts.md, and the style that they share.
//
//go:embed *.md site/style.css
var Pages embed.FS
