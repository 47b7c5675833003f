//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
	"time"
)

// used returns the CPU time, user and system, that this process has used so far.
func used() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// peak returns the largest amount of memory that an ended process had in use, in octets.
func peak(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss) // octets on darwin, KiB elsewhere
	}
	return int64(usage.Maxrss) * 1024
}
