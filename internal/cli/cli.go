// Package cli is the command line: commands, flags, exit codes. Only this package and the packages
// below it print. They print only to the writers that they are given.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/visible"
)

// The exit codes. Every pipeline relies on them.
const (
	ExitConformant    = 0 // the verdict is conformant or partial, in the printed scope
	ExitNonConformant = 1
	ExitUsage         = 2 // wrong flags, config or files: assay judged nothing
	ExitInconclusive  = 3 // assay could not judge
)

// exit is the error with which a command returns an exit code. The command has already printed its
// message.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// Main runs the command line of this process and returns the exit code. The signals interrupt it.
func Main(signals ...os.Signal) int {
	// net/http logs unsolicited octets of a target with the standard logger, and so to stderr:
	// "Unsolicited response received …". The octets may contain the token, and net/http has no
	// setting for that. assay must print only to the writers below. Only the program may change
	// the standard logger of its process; a package that the program uses must not.
	log.SetOutput(io.Discard)
	ctx, stop := Interruptible(context.Background(), signals...)
	defer stop()
	return Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// Run runs the command line and returns its exit code. It prints through a writer that makes
// control characters visible, because a target, a store or a file can write them.
func Run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	shown, shownErrs := visible.NewWriter(out), visible.NewWriter(errs)
	code := run(ctx, args, in, shown, shownErrs)
	if err := errors.Join(shown.Flush(), shownErrs.Flush()); err != nil {
		return max(code, ExitUsage)
	}
	return code
}

func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	root := newRoot(console{in: in, out: out, err: errs})
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := knownCommand(root, args)
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	var code exit
	switch {
	case err == nil:
		return ExitConformant
	case errors.As(err, &code):
		return int(code)
	default:
		fmt.Fprintf(errs, "assay: %v\n", err)
		if strings.HasPrefix(err.Error(), "unknown") && !strings.Contains(err.Error(), "--help`") {
			fmt.Fprintln(errs, "See `assay --help`.")
		}
		return ExitUsage
	}
}

// console holds the reader and the writers of a command.
type console struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

func newRoot(c console) *cobra.Command {
	root := &cobra.Command{
		Use:   "assay",
		Short: "Certify builds of the Consumer Credit Partner Service",
		Long: `assay tests whether a build conforms to the specification of the Consumer Credit
Partner Service, and shows the evidence. It sends requests to a server build. It
records the requests of a partner build.`,
		Example: `  assay demo                                        certify the embedded reference
  ASSAY_TOKEN=… assay server --base-url https://sandbox.example
  assay partner -- npm test                         certify the requests of your tests
  assay requirements PUR-07                         show one obligation in full`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       certify.Version(),
		Args:          onlyCommands,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; see `%s --help`", err, cmd.CommandPath())
	})
	root.AddCommand(newDemo(c), newServer(c), newPartner(c), newSamplePartner(c), newSandbox(c), newAgain(c), newRequirements(c),
		newInit(c), newDoctor(c), newIdentities(c), newProve(c), newReport(c), newPair(c), newCertificate(c), newOpenAPI(c), newMan(c), newNotices(c), newDocs(c))
	complete(root)
	return root
}

// Interruptible returns a context that the first of the given signals cancels, so that a run can
// end early and write its report. After that the signals have their usual effect: the second one
// ends the process at once.
//
// The signals get their usual effect back before the context is cancelled. Code that sees the
// cancelled context can rely on that. If a second signal came before that, Interruptible ends the
// process itself.
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

// interruptedTwice is the exit code that shells report for a process that an interrupt ended.
const interruptedTwice = 130
