package cli

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/credit-partner/assay/internal/certify"
	"github.com/credit-partner/assay/internal/client"
	"github.com/credit-partner/assay/internal/config"
	"github.com/credit-partner/assay/internal/identity"
	"github.com/credit-partner/assay/internal/inprocess"
	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/redact"
	"github.com/credit-partner/assay/internal/reference"
	"github.com/credit-partner/assay/internal/result"
)

// dryRun prints every request that a run would send, and sends none: the
// embedded reference answers in the target's place, so what depends on answers
// (ids, a form that is tried and refused) is as the reference has it.
func (f *serverFlags) dryRun(ctx context.Context, c console, conf *config.Config) error {
	if f.baseURL == "" {
		return errNoTarget
	}
	ledger, err := certify.Ledger(result.ServerSide)
	if err != nil {
		return err
	}
	plan, err := ledger.Plan(f.scope, f.only)
	if err != nil {
		return err
	}
	if plan, err = f.shard.cut(plan, f.givenSeed, f.deviations); err != nil {
		return err
	}
	people, err := f.people(conf)
	if err != nil && !errors.Is(err, errNobody) {
		return err // whom a real run may not invent, this one may: nobody hears of it
	}
	settings, set, err := f.serverSettings()
	if err != nil {
		return err
	}
	storeKey := orElse(f.storeKey, reference.DefaultStoreKey)
	e, err := certify.Server(ctx, plan, certify.Options{
		BaseURL: f.baseURL, LookupBaseURL: f.lookupBaseURL, StoreKey: storeKey,
		Transport: inprocess.Transport(f.standIn(people)),
		Token:     client.StaticToken(reference.DefaultToken), Secrets: []string{reference.DefaultToken},
		Settings: settings, Schemas: set, Seed: f.seed, Strength: int(f.strength), Concurrency: 1, FullEvidence: f.evidence == "full",
		Identities: people, Invented: invented(conf), CleanUp: f.cleanUp,
	})
	if err != nil {
		return err
	}
	for _, exchange := range e.Log.All() {
		if err := f.line(c, e.Redactor, exchange); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(c.out, "\n%d requests for %d checks; assay sent none of them\n", e.Log.Len(), len(plan.Checks))
	return err
}

// standIn is the reference, served below the paths of the target's addresses. It
// knows whom the target is said to know.
func (f *serverFlags) standIn(people *identity.Identities) http.Handler {
	service := reference.New(reference.Options{AnyStoreKey: true, Customers: testCustomers(people)})
	var prefixes []string
	for _, address := range []string{f.baseURL, f.lookupBaseURL} {
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
			Email: orElse(p.Email, fmt.Sprintf("assay.%d@example.com", n)),
		})
	}
	return all
}

func (f *serverFlags) line(c console, r *redact.Redactor, e *recording.Exchange) error {
	body := ""
	if len(e.Request.Body) > 0 {
		body = "  " + string(r.Body(e.Request.Body, "application/json"))
	}
	_, err := fmt.Fprintf(c.out, "%-6s %s%s\n", e.Request.Method, r.URL(e.Request.URL), body)
	return err
}
