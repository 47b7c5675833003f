// Command assay certifies builds of the Consumer Credit Partner Service.
package main

import (
	"os"
	"syscall"

	"github.com/credit-partner/assay/internal/cli"
)

func main() { os.Exit(cli.Main(os.Interrupt, syscall.SIGTERM)) }
