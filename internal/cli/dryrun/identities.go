package dryrun

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
)

// IdentityCount is the number of listed test identities, and how many of them runs use. A new
// person can ask for one limit only.
type IdentityCount struct {
	Existing, New         int
	Used                  int  // new people that have a limit already
	Known                 bool // the target shows how many
	DoctorTakes, RunTakes int  // new people that a first, short run uses, and that the whole run uses
	Untested              int  // requirements that are untested because too few people are left
}

// Left is the number of new people that the first run leaves to the whole one.
func (s IdentityCount) Left() int { return s.New - s.Used - s.DoctorTakes }

// String describes the count in a few sentences.
func (s IdentityCount) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d existing and %d new people are listed. ", s.Existing, s.New)
	if s.Known {
		fmt.Fprintf(&b, "%d of the new ones have a limit already. ", s.Used)
	} else {
		b.WriteString("The lookup does not tell how many of the new ones have a limit already. ")
	}
	fmt.Fprintf(&b, "This check takes %d new ones, which leaves %d; a run takes up to %d", s.DoctorTakes, s.Left(), s.RunTakes)
	if s.Untested > 0 {
		fmt.Fprintf(&b, ". With those left, %d requirements would be untested: list up to %d more, or reset the target", s.Untested, s.RunTakes-s.Left())
	}
	return b.String()
}

// plenty is more new people than any run uses.
const plenty = 1000

// CountIdentities counts the listed people. Dry runs show how many of them a run uses. One
// lookup for each new person asks the target whether the person has a limit already.
func CountIdentities(ctx context.Context, first, whole *suite.Plan, o certify.Options) (IdentityCount, error) {
	s := IdentityCount{Existing: len(o.Identities.Existing), New: len(o.Identities.New)}
	var err error
	if s.RunTakes, _, err = taken(ctx, whole, o, plenty); err != nil {
		return s, err
	}
	if s.DoctorTakes, _, err = taken(ctx, first, o, s.New); err != nil {
		return s, err
	}
	s.Used, s.Known = used(ctx, o)
	s.DoctorTakes = min(s.DoctorTakes, s.New-s.Used)
	if s.Left() < s.RunTakes {
		_, s.Untested, err = taken(ctx, whole, o, s.Left())
	}
	return s, err
}

// taken makes a dry run of a plan with a number of new people. It counts the people that the run
// uses, and the requirements that are untested because there are too few.
func taken(ctx context.Context, plan *suite.Plan, o certify.Options, fresh int) (people, untested int, err error) {
	form, err := identity.Invented{Country: "KE"}.Local()
	if err != nil {
		return 0, 0, err
	}
	o.Identities = &identity.Identities{New: identity.List(form, 1, fresh), Existing: o.Identities.Existing}
	e, err := Run(ctx, plan, o)
	if err != nil {
		return 0, 0, err
	}
	isNew, taken := make(map[string]bool), make(map[string]bool)
	for _, p := range o.Identities.New {
		isNew[p.IDNumber] = true
	}
	for _, exchange := range e.Log.All() {
		var body struct {
			IDNumber string `json:"id_number"`
		}
		if err := json.Unmarshal(exchange.Request.Body, &body); err == nil && isNew[body.IDNumber] {
			taken[body.IDNumber] = true
		}
	}
	for _, r := range e.Run.Requirements {
		if r.Outcome == result.Untested {
			untested++
		}
	}
	return len(taken), untested, nil
}

// maxUnclear is how many unclear lookups are made before the count stops.
const maxUnclear = 3

// used counts the new people that have a limit already, with one lookup each (section 4.5). The
// number is not known if the target answers in an undocumented form.
func used(ctx context.Context, o certify.Options) (used int, known bool) {
	target, err := client.New(client.Config{
		BaseURL: o.BaseURL, LookupBaseURL: o.LookupBaseURL, Transport: o.Transport, Token: o.Token, Signer: o.Signer,
		Timeout: o.Timeout, Rate: o.Rate, UserAgent: o.AgentName(),
	})
	if err != nil {
		return 0, false
	}
	lookup := spec.Of(spec.CustomerLookup)
	unclear := 0
	for _, p := range o.Identities.New {
		body, err := json.Marshal(map[string]string{"queryFieldEnum": "NATIONAL_ID", "value": p.IDNumber})
		if err != nil || unclear >= maxUnclear || ctx.Err() != nil {
			return 0, false
		}
		answer := target.Do(ctx, client.Call{Endpoint: lookup.Name, Method: http.MethodPost, Path: lookup.Path, Body: body, Lookup: true})
		switch has, clear := hasLimit(answer.Response); {
		case !clear:
			unclear++
		case has:
			used++
		}
	}
	return used, unclear == 0
}

// hasLimit reads from the answer to a lookup (section 2.10) whether there is a limit. The answer
// is clear if it contains a limit or an address for signing up.
func hasLimit(answer *recording.Response) (has, clear bool) {
	var found struct {
		Success bool
		Data    *struct {
			CreditLimitInfo *struct{}
			RedirectURL     *string
		}
	}
	if answer == nil || json.Unmarshal(answer.Body, &found) != nil || !found.Success || found.Data == nil {
		return false, false
	}
	has = found.Data.CreditLimitInfo != nil
	return has, has || found.Data.RedirectURL != nil
}
