package partner

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner/tables"
)

// The obligations of a request that are not members of its body; a member's obligation is
// its path, with # for any index: "items.#.item_type".
const (
	addressObligation       = "address"
	authorizationObligation = "authorization"
	contentTypeObligation   = "content-type"
	bodyObligation          = tables.Body
	noBodyObligation        = "no-body"
	secretObligation        = "secret"
	pathIDObligation        = "path-id"
	occupationObligation    = "occupation"
	nonceObligation         = "nonce"
	customerObligation      = "customer"
	itemObligation          = "item"
	otpSentObligation       = "otp-sent"
	otpMatchObligation      = "otp-match"
	blankObligation         = "blank"
	negativeObligation      = "negative"
	countObligation         = "items-count"
	fitObligation           = "value-fits"
	headerObligation        = "header " // and its name
)

// maxFailures is how many failures of one obligation are kept; the rest is counted.
const maxFailures = 20

// obligation is one thing that is judged of every request of an endpoint.
type obligation struct{ endpoint, name string }

// finding is what was found of an obligation.
type finding struct {
	judged   int // how many values were looked at
	failed   int
	failures []result.Failure  // the first of them
	blocked  int               // requests of which another fault hides it
	breaks   []judgement.Break // those faults, one of each aspect
	unknown  int               // values that cannot be judged
	open     int               // of those, the ones that were not cut, and so are owed an answer
	why      string            // why, for the first of those, or the first that is open
	trouble  string            // a bound of ours that kept a value from being judged
	readings []string          // readings leaned on that are not the normative ones
	evidence []string          // a few exchanges that it was judged on
}

type findings map[obligation]*finding

func (f findings) at(o obligation) *finding {
	if f[o] == nil {
		f[o] = new(finding)
	}
	return f[o]
}

// judged notes that an obligation was looked at.
func (q *request) judged(name string) {
	found := q.run.findings.at(obligation{q.endpoint, name})
	found.judged++
	if len(found.evidence) < 2 {
		found.evidence = append(found.evidence, q.keep())
	}
}

// keep makes the exchange part of the evidence.
func (q *request) keep() string {
	if q.evidence == "" {
		q.evidence = q.run.cfg.Keep(q.exchange)
	}
	return q.evidence
}

// fail notes a fault. The value must have been judged.
func (q *request) fail(name string, f result.Failure) {
	q.flawed = true
	if q.firstFault == "" {
		q.firstFault = name
	}
	found := q.run.findings.at(obligation{q.endpoint, name})
	f = q.run.formTrace.note(q, name, f)
	if len(found.failures) < maxFailures {
		f = placed(q, f)
	}
	found.fail(f)
}

// fail counts a failure, and keeps the first of them.
func (e *finding) fail(f result.Failure) {
	e.failed++
	if len(e.failures) < maxFailures {
		e.failures = append(e.failures, f)
	}
}

// placed says of a failure where it was found, and of what kind it is.
func placed(q *request, f result.Failure) result.Failure {
	f.Exchange, f.Endpoint = q.keep(), spec.Line(q.endpoint)
	if f.Kind == "" {
		f.Kind = kindOf(q, f)
	}
	return f
}

// kindOf says in which way a request deviates.
func kindOf(q *request, f result.Failure) result.FailureKind {
	if name, ok := strings.CutPrefix(f.Path, headerObligation); ok {
		if len(q.exchange.Request.Header.Values(name)) == 0 {
			return result.Missing
		}
		return result.WrongValue
	}
	if f.Path == "" || strings.HasPrefix(f.Path, "request ") {
		return result.WrongValue
	}
	return result.KindOf(f.Want, q.body.Get(f.Path))
}

// blocked notes that an obligation cannot be judged of this request, for what another
// obligation found wrong with it: the rule that owns that one is to blame.
func (q *request) blocked(name, owner string) { q.blockedBy(q.endpoint, name, owner) }

// blockedBy is blocked, where the fault is of an earlier request, to another
// endpoint.
func (q *request) blockedBy(endpoint, name, owner string) {
	if name == owner && endpoint == q.endpoint {
		return
	}
	found := q.run.findings.at(obligation{q.endpoint, name})
	found.block(judgement.Aspect{Endpoint: endpoint, Name: aspectOf(owner)}, hiding(q, endpoint, owner))
}

// block counts a request of which another fault hides an obligation.
func (e *finding) block(broken judgement.Aspect, f result.Failure) {
	e.blocked++
	if !slices.ContainsFunc(e.breaks, func(b judgement.Break) bool { return b.Aspect == broken }) {
		e.breaks = append(e.breaks, judgement.Break{Aspect: broken, Failure: f})
	}
}

// hiding says what an owner's fault leaves unknown.
func hiding(q *request, endpoint, owner string) result.Failure {
	return result.Failure{
		Section: spec.Of(q.endpoint).Section, Expected: "a request in which this is readable", Actual: owner + " is not as documented",
		Message: "what is wrong with " + owner + " of " + spec.Line(endpoint) + " hides it", Exchange: q.keep(),
	}
}

// aspectOf names an obligation as the tags of the features do: @owns-item-code.
func aspectOf(name string) string {
	last := name[strings.LastIndexByte(name, '.')+1:]
	if strings.HasPrefix(name, "items.#.") && !strings.HasPrefix(last, "item_") {
		last = "item-" + last
	}
	return strings.NewReplacer("_", "-", " ", "-").Replace(last)
}

// unknown notes a value that cannot be judged, and why.
func (q *request) unknown(name, why string) {
	q.run.findings.at(obligation{q.endpoint, name}).leaveUnknown(why)
}

// leaveUnknown counts a value that cannot be judged.
func (e *finding) leaveUnknown(why string) {
	e.unknown++
	if why != cutAway {
		e.open++
	}
	if e.why == "" || (why != cutAway && e.open == 1) {
		e.why = why
	}
}

// unjudged notes that a request is beyond what we can judge: that is no fault,
// and must not count as good either.
func (q *request) unjudged(name, why string) {
	found := q.run.findings.at(obligation{q.endpoint, name})
	q.flawed = true
	if found.trouble == "" {
		found.trouble = "exchange " + q.keep() + ": " + why
	}
}

// saw notes which reading of a tolerance a request uses.
func (q *request) saw(name string, seen schemas.Seen, place string) {
	q.run.seen[use{seen.Tolerance, seen.Reading, q.endpoint, place}]++
	if !schemas.Tolerates(seen.Tolerance, seen.Reading) {
		return
	}
	found := q.run.findings.at(obligation{q.endpoint, name})
	line := seen.Tolerance + ": " + seen.Reading
	if !slices.Contains(found.readings, line) {
		found.readings = append(found.readings, line)
	}
}
