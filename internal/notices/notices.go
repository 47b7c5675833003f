// Package notices holds the licences of what the program contains. `.ci/notices`
// writes them anew.
package notices

import _ "embed" // for the text

// Text is the licence of every module that is linked into the program, and of Go.
//
//go:embed NOTICES.txt
var Text string
