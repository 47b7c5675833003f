// Package cli is the command line: commands, flags, exit codes. It and the packages
// below it are the only ones that print, and print only to the writers they are given.
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

// The exit codes, a contract with every pipeline.
const (
	ExitConformant    = 0 // conformant in the scope printed, or partial
	ExitNonConformant = 1
	ExitUsage         = 2 // wrong flags, config or files: nothing was judged
	ExitInconclusive  = 3 // it could not be judged
)

// exit carries an exit code out of a command that has already said its piece.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// Main is the program: it runs the command line of this process, which some
// signals interrupt, and returns its exit code.
func Main(signals ...os.Signal) int {
	// net/http writes what a target sends unasked to the standard logger, and so to
	// stderr: "Unsolicited response received …", with the octets, which may hold the
	// token. It has no setting for that. Nothing prints but the writers below, and
	// only the program may decide so for its process, no package that it uses.
	log.SetOutput(io.Discard)
	ctx, stop := Interruptible(context.Background(), signals...)
	defer stop()
	return Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// Run runs the command line and returns its exit code. What it prints goes through
// a writer that makes harmless what a target, a store or a file has written.
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

// console is where a command reads and writes.
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
