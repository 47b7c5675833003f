package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// onlyCommands checks the arguments of a command that has subcommands and does nothing by itself.
// An argument of such a command is the name of an unknown command.
func onlyCommands(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if cmd.SuggestionsMinimumDistance <= 0 {
		cmd.SuggestionsMinimumDistance = 2
	}
	meant := ""
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		meant = fmt.Sprintf("; did you mean `%s %s`?", cmd.CommandPath(), strings.Join(near, "`, `"+cmd.CommandPath()+" "))
	}
	return fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), meant)
}

// knownCommand refuses a misspelt command before cobra reads its flags. Otherwise --help would
// print the general help, and the message would be about an unknown flag, not about the command.
func knownCommand(root *cobra.Command, args []string) error {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	if len(args) > 0 && args[0] == "help" {
		args = args[1:]
	}
	cmd, rest, err := root.Find(args)
	if err != nil || !cmd.HasSubCommands() || len(rest) == 0 || strings.HasPrefix(rest[0], "-") || strings.HasPrefix(rest[0], cobra.ShellCompRequestCmd) {
		return nil // cobra reports the error, and completes
	}
	return onlyCommands(cmd, rest[:1])
}

// onOtherSide returns an error if a pattern of --only names requirements of the other side only.
// It returns nil if no pattern does.
func onOtherSide(own *suite.Ledger, only []string, other result.Side) error {
	ledger, err := certify.Ledger(other)
	if err != nil {
		return nil // the caller then reports the error of its own side
	}
	for _, pattern := range only {
		_, here := own.Plan(nil, []string{pattern})
		if _, err := ledger.Plan(nil, []string{pattern}); here != nil && err == nil {
			return fmt.Errorf("%s names requirements of the %s side: use `assay %s --only %s`", pattern, other, other, pattern)
		}
	}
	return nil
}

// noArguments refuses arguments. It is for a command that takes flags only.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	meant := ""
	if cmd.Flags().Lookup("out") != nil && len(args) == 1 {
		meant = "; did you mean --out " + args[0] + "?"
	}
	return fmt.Errorf("`%s` takes no argument, but got %q%s", cmd.CommandPath(), strings.Join(args, " "), meant)
}
