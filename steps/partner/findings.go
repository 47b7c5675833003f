package partner

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
	"github.com/credit-partner/assay/steps/partner/bodies"
)

// The obligations of a request that are not members of its body. The obligation of a member is its
// path, with # for any index: "items.#.item_type".
const (
	addressObligation       = "address"
	authorizationObligation = "authorization"
	contentTypeObligation   = "content-type"
	bodyObligation          = bodies.WholeBody
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
	headerObligation        = "header " // followed by the header's name
)

// maxFailures is how many failures of one obligation are kept. The others are only counted.
const maxFailures = 20

// obligation is one thing that is judged in every request to an endpoint.
type obligation struct{ endpoint, name string }

// finding is the result for one obligation.
type finding struct {
	judged   int // how many values were judged
	failed   int
	failures []result.Failure  // the first maxFailures of them
	kept     int               // failures that only the whole recording can prove
	blocked  int               // requests in which another fault hides the obligation
	breaks   []judgement.Break // the faults that hide it, one for each aspect
	unknown  int               // values that cannot be judged
	open     int               // the unknown ones that were not cut: they leave the rule open
	why      string            // the reason of the first open value, or else of the first unknown one
	trouble  string            // a limit of assay that kept a value from being judged
	readings []string          // the readings used that are not the normative ones
	evidence []string          // a few exchanges on which it was judged
}

type findings map[obligation]*finding

func (f findings) at(o obligation) *finding {
	if f[o] == nil {
		f[o] = new(finding)
	}
	return f[o]
}

// judged notes that an obligation was judged.
func (q *request) judged(name string) {
	found := q.run.findings.at(obligation{q.Endpoint, name})
	found.judged++
	if len(found.evidence) < maxEvidence {
		found.evidence = append(found.evidence, q.keep())
	}
}

// maxEvidence is how many exchanges are shown for an obligation.
const maxEvidence = 2

// decide notes that an obligation was judged on an exchange that is kept as evidence.
func (e *finding) decide(exchange string) {
	e.judged++
	if len(e.evidence) < maxEvidence {
		e.evidence = append(e.evidence, exchange)
	}
}

// keep makes the exchange part of the evidence and returns its id.
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
	found := q.run.findings.at(obligation{q.Endpoint, name})
	f = q.run.formTrace.note(q, name, f)
	if len(found.failures) < maxFailures {
		f = placed(q, f)
	}
	found.fail(f)
}

// fail counts a failure, and keeps the first maxFailures of them.
func (e *finding) fail(f result.Failure) {
	e.failed++
	if len(e.failures) < maxFailures {
		e.failures = append(e.failures, f)
	}
}

// placed adds to a failure where it was found and its kind.
func placed(q *request, f result.Failure) result.Failure {
	f.Exchange, f.Endpoint = q.keep(), spec.Line(q.Endpoint)
	if f.Kind == "" {
		f.Kind = kindOf(q, f)
	}
	return f
}

// kindOf returns in which way a request deviates.
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
	return result.KindOf(f.Want, q.JSON.Get(f.Path))
}

// blocked notes that an obligation cannot be judged in this request, because of a fault of another
// obligation. The rule that owns the other one reports the fault.
func (q *request) blocked(name, owner string) { q.blockedBy(q.Endpoint, name, owner) }

// blockedBy does the same as blocked for a fault of an earlier request, to another endpoint.
func (q *request) blockedBy(endpoint, name, owner string) {
	if name == owner && endpoint == q.Endpoint {
		return
	}
	found := q.run.findings.at(obligation{q.Endpoint, name})
	found.block(judgement.Aspect{Endpoint: endpoint, Name: aspectOf(owner)}, hiding(q, endpoint, owner))
}

// block counts a request in which another fault hides the obligation.
func (e *finding) block(broken judgement.Aspect, f result.Failure) {
	e.blockBy(judgement.Break{Aspect: broken, Failure: f})
}

// hideEvidence counts a comparison that another fault hides. If no other requirement has that fault,
// it is no failure of this obligation.
func (e *finding) hideEvidence(broken judgement.Aspect, f result.Failure) {
	e.blockBy(judgement.Break{Aspect: broken, Failure: f, HidesEvidence: true})
}

func (e *finding) blockBy(by judgement.Break) {
	e.blocked++
	if !slices.ContainsFunc(e.breaks, func(b judgement.Break) bool { return b.Aspect == by.Aspect }) {
		e.breaks = append(e.breaks, by)
	}
}

// hiding returns the failure that says which fault hides the obligation.
func hiding(q *request, endpoint, owner string) result.Failure {
	return result.Failure{
		Section: bodies.SectionOf(q.Endpoint, owner), Expected: "a request in which this is readable", Actual: owner + " is not as documented",
		Message: "what is wrong with " + owner + " of " + spec.Line(endpoint) + " hides it", Exchange: keepFor(q, obligation{q.Endpoint, owner}),
	}
}

// aspectOf returns the name of an obligation as the tags of the features write it: @owns-item-code.
func aspectOf(name string) string {
	last := name[strings.LastIndexByte(name, '.')+1:]
	if strings.HasPrefix(name, "items.#.") && !strings.HasPrefix(last, "item_") {
		last = "item-" + last
	}
	return strings.NewReplacer("_", "-", " ", "-").Replace(last)
}

// unknown notes that a value cannot be judged, and why.
func (q *request) unknown(name, why string) {
	q.run.findings.at(obligation{q.Endpoint, name}).leaveUnknown(why)
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

// leaveUnexercised counts a value that decides nothing, because the build may be right. The rule is
// then not exercised if nothing else decides it.
func (e *finding) leaveUnexercised(why string) {
	e.unknown++
	if e.why == "" {
		e.why = why
	}
}

// unjudged notes that a request is beyond what assay can judge. That is no fault, but it must not
// pass either.
func (q *request) unjudged(name, why string) {
	found := q.run.findings.at(obligation{q.Endpoint, name})
	q.flawed = true
	if found.trouble == "" {
		found.trouble = "exchange " + q.keep() + ": " + why
	}
}

// noteReading notes which reading of a tolerance a request uses.
func (q *request) noteReading(name string, seen schemas.Seen, place string) {
	q.run.seen[use{seen.Tolerance, seen.Reading, q.Endpoint, place}]++
	if !schemas.Tolerates(seen.Tolerance, seen.Reading) {
		return
	}
	found := q.run.findings.at(obligation{q.Endpoint, name})
	line := seen.Tolerance + ": " + seen.Reading
	if !slices.Contains(found.readings, line) {
		found.readings = append(found.readings, line)
	}
}

// cutAway is the reason why a value is not judged.
const cutAway = "the value was cut out of the recording"
