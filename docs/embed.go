// Package docs holds the pages of the documentation, so that the program can show
// them without a network.
package docs

import "embed"

// Pages holds the pages, such as verdicts.md, and the style that all of them share.
//
//go:embed *.md site/style.css
var Pages embed.FS
