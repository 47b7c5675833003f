package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// completer gives the words that a shell may offer, each with its meaning
// behind a tab.
type completer func() []string

// completers are the values of flags that a shell can know, by flag.
var completers = map[string]completer{
	"scope":     spec.Capabilities,
	"evidence":  func() []string { return []string{"masked", "full"} },
	"tolerance": tolerancePins,
	"only":      requirementIDs,
}

// complete teaches the commands what a shell may offer for their flags, and the
// ids to `assay requirements`.
func complete(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		for flag, words := range completers {
			if cmd.Flags().Lookup(flag) == nil {
				continue
			}
			// It fails only for a flag that is not there, or has words already.
			_ = cmd.RegisterFlagCompletionFunc(flag, offer(words))
		}
		if cmd.Name() == "requirements" {
			cmd.ValidArgsFunction = offer(requirementIDs)
		}
	}
}

func offer(words completer) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words(), cobra.ShellCompDirectiveNoFileComp
	}
}

func tolerancePins() []string {
	var all []string
	for _, t := range schemas.Register() {
		for _, r := range t.Readings {
			all = append(all, t.ID+"="+r.Name+"\t"+t.Title+": "+r.Title)
		}
	}
	return all
}

func requirementIDs() []string {
	ledger, err := certify.Ledger(result.ServerSide)
	if err != nil {
		return nil // a shell has no use for an error; the command itself tells
	}
	var all []string
	for _, r := range ledger.Requirements {
		all = append(all, r.ID+"\t"+strings.ReplaceAll(r.Statement, "\n", " "))
	}
	return all
}
