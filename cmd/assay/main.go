// Command assay certifies builds of the Consumer Credit Partner Service.
package main

import (
	"context"
	"os"
	"syscall"

	"github.com/credit-partner/assay/internal/cli"
)

func main() {
	ctx, stop := cli.Interruptible(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := cli.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
