package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// completer returns the words that a shell may offer. The meaning of a word follows it after a
// tab.
type completer func(*cobra.Command) []string

// completers maps the name of a flag to its completer, for the flags with values that a shell can
// offer.
var completers = map[string]completer{
	"scope":     func(*cobra.Command) []string { return spec.Capabilities() },
	"evidence":  func(*cobra.Command) []string { return []string{"masked", "full"} },
	"tolerance": func(*cobra.Command) []string { return tolerancePins() },
	"only":      requirementIDs,
}

// complete registers the words that a shell may offer for the flags of the commands, and the ids
// of requirements for `assay requirements`.
func complete(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		for flag, words := range completers {
			if cmd.Flags().Lookup(flag) == nil {
				continue
			}
			// It fails only if the flag does not exist or has words already.
			_ = cmd.RegisterFlagCompletionFunc(flag, offer(words))
		}
		if cmd.Name() == "requirements" {
			cmd.ValidArgsFunction = offer(requirementIDs)
		}
	}
}

func offer(words completer) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return words(cmd), cobra.ShellCompDirectiveNoFileComp
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

// requirementIDs returns the ids of the side that the command judges.
func requirementIDs(cmd *cobra.Command) []string {
	ledger, err := certify.Ledger(sideOf(cmd))
	if err != nil {
		return nil // a shell cannot show an error; the command itself reports it
	}
	var all []string
	for _, r := range ledger.Requirements {
		all = append(all, r.ID+"\t"+strings.ReplaceAll(r.Statement, "\n", " "))
	}
	return all
}

// sideOf returns the side that --side names, or the side that the command judges.
func sideOf(cmd *cobra.Command) result.Side {
	side := cmd.Flags().Lookup("side")
	if cmd.Name() == string(result.PartnerSide) || side != nil && side.Value.String() == string(result.PartnerSide) {
		return result.PartnerSide
	}
	return result.ServerSide
}
