//go:build !unix

package cli

import (
	"os/exec"
	"strconv"
)

// ownGroup does nothing: taskkill finds what a command has started by itself.
func ownGroup(*exec.Cmd) {}

// endGroup ends a command and all that it has started. There is no softer way that
// a program without a window would hear.
func endGroup(cmd *exec.Cmd) error { return killGroup(cmd) }

func killGroup(cmd *exec.Cmd) error {
	return exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(cmd.Process.Pid)).Run()
}
