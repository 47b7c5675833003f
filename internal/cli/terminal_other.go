//go:build !unix

package cli

func ignoreTerminalStop() {}
