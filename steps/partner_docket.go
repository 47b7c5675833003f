package steps

import (
	"slices"
	"strings"

	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/schemas"
)

// The topics of a request that are not members of its body; a member's topic is
// its path, with # for any index: "items.#.item_type".
const (
	addressTopic       = "address"
	authorizationTopic = "authorization"
	contentTypeTopic   = "content-type"
	bodyTopic          = "body"
	noBodyTopic        = "no-body"
	secretTopic        = "secret"
	pathIDTopic        = "path-id"
	occupationTopic    = "occupation"
	nonceTopic         = "nonce"
	customerTopic      = "customer"
	itemTopic          = "item"
	otpSentTopic       = "otp-sent"
	otpMatchTopic      = "otp-match"
	blankTopic         = "blank"
	negativeTopic      = "negative"
	countTopic         = "items-count"
	fitTopic           = "value-fits"
	headerTopic        = "header " // and its name
)

// mostFailures is how many failures of one topic are kept; the rest is counted.
const mostFailures = 20

// topic is one thing that is judged of every request of an endpoint.
type topic struct{ endpoint, name string }

// entry is what was found of a topic.
type entry struct {
	judged   int // how many values were looked at
	failed   int
	failures []result.Failure // the first of them
	blocked  int              // requests of which another fault hides it
	breaks   []Break          // those faults, one of each aspect
	unknown  int              // values that cannot be judged
	open     int              // of those, the ones that were not cut, and so are owed an answer
	why      string           // why, for the first of those, or the first that is open
	trouble  string           // a bound of ours that kept a value from being judged
	readings []string         // readings leaned on that are not the normative ones
	evidence []string         // a few exchanges that it was judged on
}

type docket map[topic]*entry

func (d docket) at(t topic) *entry {
	e := d[t]
	if e == nil {
		e = new(entry)
		d[t] = e
	}
	return e
}

// judged notes that a topic was looked at.
func (h *hearing) judged(name string) {
	e := h.run.docket.at(topic{h.endpoint, name})
	e.judged++
	if len(e.evidence) < 2 {
		e.evidence = append(e.evidence, h.keep())
	}
}

// keep makes the exchange part of the evidence.
func (h *hearing) keep() string {
	if h.kept == "" {
		h.kept = h.run.cfg.Keep(h.e)
	}
	return h.kept
}

// fail notes a fault. The value must have been judged.
func (h *hearing) fail(name string, f result.Failure) {
	e := h.run.docket.at(topic{h.endpoint, name})
	e.failed++
	h.flawed = true
	if h.firstFault == "" {
		h.firstFault = name
	}
	if len(e.failures) < mostFailures {
		f.Exchange = h.keep()
		e.failures = append(e.failures, f)
	}
}

// blocked notes that a topic cannot be judged of this request, for what another
// topic found wrong with it: the rule that owns that one is to blame.
func (h *hearing) blocked(name, owner string) { h.blockedBy(h.endpoint, name, owner) }

// blockedBy is blocked, where the fault is of an earlier request, to another
// endpoint.
func (h *hearing) blockedBy(endpoint, name, owner string) {
	if name == owner && endpoint == h.endpoint {
		return
	}
	e := h.run.docket.at(topic{h.endpoint, name})
	e.blocked++
	broken := Aspect{Endpoint: endpoint, Name: aspectOf(owner)}
	if slices.ContainsFunc(e.breaks, func(b Break) bool { return b.Aspect == broken }) {
		return
	}
	e.breaks = append(e.breaks, Break{Aspect: broken, Failure: result.Failure{
		Section: spec.Of(h.endpoint).Section, Expected: "a request of which this can be read", Actual: owner + " is not as documented",
		Message: "what is wrong with " + owner + " of " + spec.Line(endpoint) + " hides it", Exchange: h.keep(),
	}})
}

// aspectOf names a topic as the tags of the features do: @owns-item-code.
func aspectOf(name string) string {
	last := name[strings.LastIndexByte(name, '.')+1:]
	if strings.HasPrefix(name, "items.#.") && !strings.HasPrefix(last, "item_") {
		last = "item-" + last
	}
	return strings.NewReplacer("_", "-", " ", "-").Replace(last)
}

// unknown notes a value that cannot be judged, and why.
func (h *hearing) unknown(name, why string) {
	e := h.run.docket.at(topic{h.endpoint, name})
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
func (h *hearing) unjudged(name, why string) {
	e := h.run.docket.at(topic{h.endpoint, name})
	h.flawed = true
	if e.trouble == "" {
		e.trouble = "exchange " + h.keep() + ": " + why
	}
}

// saw notes which reading of a tolerance a request uses.
func (h *hearing) saw(name string, seen schemas.Seen, place string) {
	h.run.seen[PlaceOfTrial{seen.Tolerance, seen.Reading, h.endpoint, place}]++
	if !tolerates(seen.Tolerance, seen.Reading) {
		return
	}
	e := h.run.docket.at(topic{h.endpoint, name})
	line := seen.Tolerance + ": " + seen.Reading
	for _, known := range e.readings {
		if known == line {
			return
		}
	}
	e.readings = append(e.readings, line)
}

// general puts # for every index of a path, and one name for the member that
// section 2.2 spells in two ways.
func general(path string) string {
	segments := strings.Split(path, ".")
	for i, s := range segments {
		if s != "" && digits(s) == s {
			segments[i] = "#"
		}
		if s == otherSpelling {
			segments[i] = "item_description"
		}
	}
	return strings.Join(segments, ".")
}
