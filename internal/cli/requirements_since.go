package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/releases"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/suite"
)

// requirementsSince lists the requirements that were added, removed or changed since a version.
func requirementsSince(w io.Writer, version string, ids []string, report string) error {
	if len(ids) > 0 || report != "" {
		return errors.New("--since lists what changed in the whole ledger: leave out the ids and --report")
	}
	old, err := releases.At(version)
	if err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	var sides []*suite.Ledger
	for _, side := range []result.Side{result.ServerSide, result.PartnerSide} {
		ledger, err := certify.Ledger(side)
		if err != nil {
			return err
		}
		sides = append(sides, ledger)
	}
	return listChanges(w, old, releases.Of("", "", sides...), sides)
}

// listChanges prints a line for each change, with the present statement of the requirement.
func listChanges(w io.Writer, old, now *releases.Ledger, sides []*suite.Ledger) error {
	state := "released on " + old.Released
	if old.Released == "" {
		state = "not released yet"
	}
	changes := releases.Compare(old, now)
	if len(changes) == 0 {
		_, err := fmt.Fprintf(w, "No requirement was added, removed or changed since %s (%s). The ledger has %d.\n", old.Version, state, len(now.Entries))
		return err
	}
	fmt.Fprintf(w, "What changed in the ledger since %s (%s): %d\n", old.Version, state, len(changes))
	table := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	for _, change := range changes {
		statement := "see version " + old.Version + " for what it said"
		for _, side := range sides {
			if r := side.Find(change.ID()); r != nil && change.Kind != releases.Removed {
				statement = r.Statement
			}
		}
		_, detail, _ := strings.Cut(change.String(), ": ")
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", change.Kind, change.ID(), side(change), detail, statement)
	}
	return table.Flush()
}

// side returns the side that the changed requirement belongs to.
func side(c releases.Change) result.Side {
	if c.Kind == releases.Removed {
		return c.Old.Side
	}
	return c.New.Side
}
