package certify

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/recording"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/internal/suite"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner"
)

// compareSuite compares the data about the suite in a result with this suite: its name, its
// requirements, their checks, its questions and its readings. People read them in a certificate,
// and no run changes them.
func (r *recheck) compareSuite() error {
	ledger, err := Ledger(r.run.Side)
	if err != nil {
		return err
	}
	if at := (result.Suite{Version: Version(), Commit: r.run.Suite.Commit, Digest: Digest(), Ledger: ledgerNames()[r.run.Side]}); r.run.Suite != at {
		r.say("the run names the suite %s (%s), and this program's suite is %s (%s)", r.run.Suite.Version, r.run.Suite.Ledger, at.Version, at.Ledger)
	}
	var all []string
	for n := range r.run.Requirements {
		q := &r.run.Requirements[n]
		if of := ledger.Find(q.ID); of == nil {
			all = append(all, q.ID+" is not in the ledger")
		} else if what := differenceFrom(of, q); what != "" {
			all = append(all, q.ID+" has another "+what)
		}
	}
	r.sayAll(all)
	r.compareObservations(ledger)
	r.compareReadings()
	return nil
}

// differenceFrom names the part of a requirement that differs from the ledger.
func differenceFrom(of *suite.Requirement, q *result.Requirement) string {
	decided, undecided := 0, 0
	for _, c := range q.Checks {
		decided, undecided = decided+c.Decided, undecided+c.Undecided
	}
	switch {
	case q.Statement != of.Statement || q.Why != of.Why:
		return "statement than in the ledger"
	case q.Grade != of.Grade || q.Scope != of.Scope || q.Optional != of.Optional || q.Feature != of.Feature:
		return "grade, scope or feature than in the ledger"
	case !slices.Equal(q.Sections, of.Sections) || q.Endpoint != spec.Line(of.Endpoint):
		return "section or endpoint than in the ledger"
	case !sameChecks(of.Checks, q.Checks):
		return "list of checks than in the ledger"
	case decided != q.Decided || undecided != q.Undecided:
		return "number of decisions than its checks"
	}
	return ""
}

func sameChecks(of []*suite.Check, all []result.Check) bool {
	return slices.EqualFunc(of, all, func(a *suite.Check, b result.Check) bool {
		return a.Name == b.Name && a.Location == b.Location && reflect.DeepEqual(a.Steps, b.Steps)
	})
}

// compareObservations compares the questions that are not judged. The result of a server
// contains all of them. That of a partner build contains those of the capabilities that it
// exercised.
func (r *recheck) compareObservations(ledger *suite.Ledger) {
	said := make(map[string]bool)
	for _, o := range r.run.Observations {
		said[o.ID] = true
		if of := ledger.Find(o.ID); of == nil || !of.Observation || of.Statement != o.Question {
			r.say("the observation %s is not in the ledger, or asks something else there", o.ID)
		}
	}
	for _, of := range ledger.Requirements {
		if of.Observation && slices.Contains(r.run.Scope, of.Scope) && !said[of.ID] {
			r.say("the observation %s is missing", of.ID)
		}
	}
}

// compareReadings compares the documented inconsistencies with the register, and the dialect
// with the readings that were taken.
func (r *recheck) compareReadings() {
	of, _ := tolerances(nil, r.run.Settings.Tolerances)
	same := slices.EqualFunc(of, r.run.Tolerances, func(a, b result.Tolerance) bool {
		return a.ID == b.ID && a.Title == b.Title && a.Kind == b.Kind && a.Setting == b.Setting && slices.EqualFunc(a.Readings, b.Readings, func(x, y result.Reading) bool {
			return x.Name == y.Name && x.Title == y.Title
		})
	})
	if !same {
		r.say("the list of documented inconsistencies is not that of the suite (%d of %d)", len(r.run.Tolerances), len(schemas.Register()))
		return
	}
	taken := make(map[string][]string)
	for _, t := range r.run.Tolerances {
		for _, reading := range t.Readings {
			if reading.Taken == "taken" {
				taken[t.ID] = append(taken[t.ID], reading.Name)
			}
		}
	}
	if len(taken) != len(r.run.Dialect) || len(taken) > 0 && !reflect.DeepEqual(taken, r.run.Dialect) {
		r.say("the dialect is not that of the readings that were taken")
	}
	if r.run.FullDialect == nil || len(r.run.FullDialect.Forms) == 0 {
		r.say("the dialect of the build is missing")
	}
}

// compareTraffic compares the calls in the result of a server with the recording.
func (r *recheck) compareTraffic() {
	if r.run.Side != result.ServerSide || r.run.Soak != nil {
		return
	}
	calls, served, items := make(map[string]int), make(map[string]bool), int64(0)
	for _, x := range r.all {
		endpoint := cmp.Or(x.Endpoint, partner.EndpointOf(x))
		calls[spec.Line(endpoint)]++
		if x.Response != nil && x.Response.Status/100 == 2 {
			served[spec.Line(endpoint)] = true
		}
		if endpoint == spec.CreatePurchases {
			items += itemsIn(x)
		}
	}
	// A run that was merged from parts names no endpoints.
	if n := len(r.run.Endpoints); n > 0 && n != len(spec.Names()) {
		r.say("the run names %d endpoints, and there are %d", n, len(spec.Names()))
	}
	for _, e := range r.run.Endpoints {
		if e.Calls > calls[e.Endpoint] || e.Served && !served[e.Endpoint] {
			r.say("%s: %d calls, and exchanges.har holds %d of them, served: %t", e.Endpoint, e.Calls, calls[e.Endpoint], served[e.Endpoint])
		}
	}
	if t := r.run.Traffic; t.Customers > len(r.all) || int64(t.Purchases) > items {
		r.say("the run says that there were %d customers and %d purchases; exchanges.har holds %d requests, for %d items", t.Customers, t.Purchases, len(r.all), items)
	}
	combines := slices.Contains(r.run.Scope, spec.CapabilityLimits) || slices.Contains(r.run.Scope, spec.CapabilityPurchases)
	if combines && r.run.Settings.Strength > 0 && len(r.run.Combinations) == 0 {
		r.say("the run was made with the strength %d, and says nothing of the combinations that it sent", r.run.Settings.Strength)
	}
	for _, c := range r.run.Combinations {
		if c.Strength != r.run.Settings.Strength {
			r.say("the run was made with the strength %d, and its combinations with %d", r.run.Settings.Strength, c.Strength)
		}
	}
}

func itemsIn(x *recording.Exchange) int64 {
	return max(gjson.GetBytes(x.Request.Body, "items.#").Int(), 1)
}
