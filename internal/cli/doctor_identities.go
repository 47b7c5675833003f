package cli

import (
	"context"
	"slices"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/dryrun"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/result"
)

// supply says how many of the new people who are listed have no limit yet, and how many
// a run takes.
func (f *serverFlags) supply(ctx context.Context, c console, o certify.Options) error {
	if o.Identities == nil || o.Identities.Invent {
		c.check(true, "identities", "the suite invents new customers")
		return nil
	}
	ledger, err := certify.Ledger(result.ServerSide)
	if err != nil {
		return err
	}
	whole, err := ledger.Plan(f.Scope, nil)
	if err != nil {
		return err
	}
	first, err := f.vitalPlan()
	if err != nil {
		return err
	}
	stock, err := dryrun.CountIdentities(ctx, first, whole, o)
	if err != nil {
		return err
	}
	c.check(stock.Untested == 0, "identities", stock.String())
	return nil
}

// fromTheEnd has doctor take the people that a run takes last: a run that met them first
// would take all others to have a limit, too.
func fromTheEnd(people *identity.Identities) *identity.Identities {
	if people == nil {
		return nil
	}
	turned := *people
	turned.New = slices.Clone(people.New)
	slices.Reverse(turned.New)
	return &turned
}
