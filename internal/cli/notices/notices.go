// Package notices contains the licences of everything in the program. `.ci/notices` writes them
// again.
package notices

import _ "embed" // for the text

// Text contains the licences of Go and of every module that is linked into the program.
//
//go:embed NOTICES.txt
var Text string
