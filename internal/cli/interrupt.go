package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"
)

// Interruptible is a context that the first of some signals ends, so that a run
// ends early and writes its report. From then on they have their usual effect: the
// second one ends the process at once.
//
// The usual effect is back before the context ends: whoever sees that it has ended
// may count on it. A second signal that came before that ends the process here.
func Interruptible(parent context.Context, signals ...os.Signal) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	received := make(chan os.Signal, 2)
	signal.Notify(received, signals...)
	go func() {
		defer signal.Stop(received)
		select {
		case <-ctx.Done():
		case first := <-received:
			signal.Stop(received)
			if len(received) > 0 {
				os.Exit(interruptedTwice)
			}
			cancel(errors.New(first.String() + " signal received"))
		}
	}()
	return ctx, func() { cancel(nil) }
}

// interruptedTwice is how shells tell a process that an interrupt has ended.
const interruptedTwice = 130
