// Package dryrun makes a run against the built-in reference instead of the target. It shows what
// a run would send, and how many test identities it would use. It sends nothing.
package dryrun

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/suite"
)

// Run makes the run that the options describe, but the reference answers. Values that depend on
// answers (ids, or a form that is tried and refused) are those of the reference.
func Run(ctx context.Context, plan *suite.Plan, o certify.Options) (*certify.Evidence, error) {
	return certify.Server(ctx, plan, certify.Options{
		BaseURL: o.BaseURL, LookupBaseURL: o.LookupBaseURL, StoreKey: cmp.Or(o.StoreKey, reference.DefaultStoreKey),
		Transport: inprocess.Transport(referenceFor(o)),
		Token:     client.StaticToken(reference.DefaultToken), Secrets: []string{reference.DefaultToken},
		Settings: o.Settings, Schemas: o.Schemas, Seed: o.Seed, Strength: o.Strength, Concurrency: 1, FullEvidence: o.FullEvidence,
		Identities: o.Identities, Invented: o.Invented, CleanUp: o.CleanUp,
	})
}

// referenceFor returns the reference, served below the paths of the target's addresses. It knows
// the customers that the config lists as known to the target.
func referenceFor(o certify.Options) http.Handler {
	service := reference.New(reference.Options{AnyStoreKey: true, Customers: testCustomers(o.Identities)})
	var prefixes []string
	for _, address := range []string{o.BaseURL, o.LookupBaseURL} {
		if u, err := url.Parse(address); err == nil {
			prefixes = append(prefixes, strings.TrimRight(u.Path, "/"))
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, prefix := range prefixes {
			if prefix != "" && strings.HasPrefix(r.URL.Path, prefix+"/") {
				http.StripPrefix(prefix, service).ServeHTTP(w, r)
				return
			}
		}
		service.ServeHTTP(w, r)
	})
}

func testCustomers(people *identity.Identities) []reference.TestCustomer {
	if people == nil {
		return nil
	}
	var all []reference.TestCustomer
	for n, p := range people.Existing {
		all = append(all, reference.TestCustomer{
			CustomerID: fmt.Sprintf("5f0c1c1e-0000-4000-8000-%012d", n), IDNumber: p.IDNumber, PhoneNumber: p.Phone,
			FirstName: p.FirstName, LastName: p.LastName, HasLimit: p.HasLimit, Passport: fmt.Sprintf("P%07d", n),
			Email: cmp.Or(p.Email, fmt.Sprintf("assay.%d@example.com", n)),
		})
	}
	return all
}
