//go:build !unix

package main

import (
	"os"
	"time"
)

// used returns 0, because the CPU time is unknown on this system.
func used() time.Duration { return 0 }

// peak returns 0, because the memory is unknown on this system.
func peak(*os.ProcessState) int64 { return 0 }
