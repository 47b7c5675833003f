//go:build !unix

package main

import (
	"os"
	"time"
)

// used is not known here.
func used() time.Duration { return 0 }

// peak is not known here.
func peak(*os.ProcessState) int64 { return 0 }
