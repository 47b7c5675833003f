package cli

import (
	"context"
	"os"
	"os/signal"
)

// Interruptible is a context that the first of some signals ends, so that a run
// ends early and writes its report. From then on they have their usual effect: the
// second one ends the process at once.
func Interruptible(parent context.Context, signals ...os.Signal) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(parent, signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
