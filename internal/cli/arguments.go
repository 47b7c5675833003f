package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// onlyCommands is for a command that has subcommands and does nothing by itself: an
// argument is the name of a command that there is not.
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

// knownCommand tells a misspelt command before its flags are read: --help would print the
// general help, and any other flag would be called unknown in place of the command.
func knownCommand(root *cobra.Command, args []string) error {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	if len(args) > 0 && args[0] == "help" {
		args = args[1:]
	}
	cmd, rest, err := root.Find(args)
	if err != nil || !cmd.HasSubCommands() || len(rest) == 0 || strings.HasPrefix(rest[0], "-") || strings.HasPrefix(rest[0], cobra.ShellCompRequestCmd) {
		return nil // the command line library says what is wrong, and completes
	}
	return onlyCommands(cmd, rest[:1])
}

// onOtherSide tells a pattern that names requirements of the other side only; nil where
// there is none.
func onOtherSide(own *suite.Ledger, only []string, other result.Side) error {
	ledger, err := certify.Ledger(other)
	if err != nil {
		return nil // then the error of the own side is all that can be said
	}
	for _, pattern := range only {
		_, here := own.Plan(nil, []string{pattern})
		if _, err := ledger.Plan(nil, []string{pattern}); here != nil && err == nil {
			return fmt.Errorf("%s names requirements of the %s side: use `assay %s --only %s`", pattern, other, other, pattern)
		}
	}
	return nil
}

// noArguments is for a command that takes flags only.
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
