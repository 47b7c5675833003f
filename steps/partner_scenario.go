package steps

import (
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/cucumber/godog"

	"github.com/credit-partner/assay/internal/spec"
)

// PartnerScenario is one check of what a partner build sent. It is used by one
// goroutine.
type PartnerScenario struct {
	run      *PartnerRun
	endpoint string
	several  []string // endpoints, where it is about more than one
	form     string   // of the answers with which the build ran again
	report   Report
}

// Register gives godog the sentences of the partner's side.
func (s *PartnerScenario) Register(sc *godog.ScenarioContext) {
	for _, v := range partnerSentences {
		sc.Step(v.pattern, v.bind(s))
	}
}

// Begin names the check. It is called before the first step.
func (s *PartnerScenario) Begin(Check) {}

// End reports what the check found. err is the error, if any, that ended it.
func (s *PartnerScenario) End(err error) Report {
	var un *untestedError
	switch {
	case err == nil:
	case errors.As(err, &un):
		s.report.Untested, s.report.Unexercised = un.reason, un.unexercised
	default:
		s.report.Errored = err.Error()
	}
	return s.report
}

type partnerSentence struct {
	pattern *regexp.Regexp
	bind    func(*PartnerScenario) any
}

func says(pattern string, bind func(*PartnerScenario) any) partnerSentence {
	return partnerSentence{regexp.MustCompile("^" + pattern + "$"), bind}
}

// finds is a sentence about one topic.
func finds(pattern, name string) partnerSentence {
	return says(pattern, func(s *PartnerScenario) any { return func() error { return s.settle(name) } })
}

// ofSeveral is a sentence about several endpoints.
func ofSeveral(pattern string, endpoints ...string) partnerSentence {
	return says(pattern, func(s *PartnerScenario) any {
		return func() error {
			s.several = endpoints
			if !slices.ContainsFunc(endpoints, func(name string) bool { return s.run.calls[name] > 0 }) {
				return unexercised("the build calls no endpoint that this is about")
			}
			return nil
		}
	})
}

var partnerSentences = []partnerSentence{
	says(`what the partner sent`, func(s *PartnerScenario) any { return s.somethingWasSent }),
	says(`every "([^"]*)" request is read`, func(s *PartnerScenario) any { return s.everyRequestIsRead }),
	ofSeveral(`every request to an OTP endpoint is read`, spec.EndpointsOf(spec.CapabilityOTP)...),
	ofSeveral(`every request to a limits endpoint is read`, spec.EndpointsOf(spec.CapabilityLimits)...),
	ofSeveral(`every request to a purchases endpoint is read`, spec.EndpointsOf(spec.CapabilityPurchases)...),
	ofSeveral(`every request to the lookup is read`, spec.EndpointsOf(spec.CapabilityLookup)...),
	says(`it is noted what is documented nowhere`, func(s *PartnerScenario) any { return s.itIsNotedWhatIsUndocumented }),
	says(`it is noted whether an order_id comes again`, func(s *PartnerScenario) any { return s.itIsNotedWhetherAnOrderIDComesAgain }),
	finds(`each goes to a documented path, by its method`, addressTopic),
	finds(`each carries the access token as a bearer token`, authorizationTopic),
	finds(`each says that its body is JSON`, contentTypeTopic),
	finds(`each body is one JSON object`, bodyTopic),
	finds(`none has a body`, noBodyTopic),
	finds(`none gives a secret away in its address`, secretTopic),
	finds(`each id in a path is a UUID`, pathIDTopic),
	finds(`each has the one occupational member that "employed" calls for`, occupationTopic),
	finds(`no two share a "Noncestr"`, nonceTopic),
	finds(`each customer is one whom the service gave`, customerTopic),
	finds(`each item is one that the service gave`, itemTopic),
	finds(`an OTP was sent before each`, otpSentTopic),
	finds(`each repeats the phone number, the id number and the OTP of a sending`, otpMatchTopic),
	finds(`none of its required texts is blank`, blankTopic),
	finds(`no amount is negative`, negativeTopic),
	finds(`each has an item`, countTopic),
	finds(`each value is one that its query field can have`, fitTopic),
	says(`each carries one "([^"]*)"`, func(s *PartnerScenario) any {
		return func(name string) error { return s.settle(headerTopic + name) }
	}),
	says(`the build is run again with the answers "([^"]*)"`, func(s *PartnerScenario) any { return s.itIsRunAgain }),
	says(`it goes on to the end`, func(s *PartnerScenario) any { return s.itGoesOnToTheEnd }),
	copes(`it goes on after an OTP`, spec.EndpointsOf(spec.CapabilityOTP)...),
	copes(`it goes on after a limit`, spec.EndpointsOf(spec.CapabilityLimits)...),
	copes(`it goes on after a purchase`, spec.EndpointsOf(spec.CapabilityPurchases)...),
	copes(`it goes on after a lookup`, spec.EndpointsOf(spec.CapabilityLookup)...),
	says(`each "([^"]*)" is as documented`, func(s *PartnerScenario) any { return s.isAsDocumented }),
}

// PartnerPatterns lists the sentences of the partner's side, for the lint that
// each is used and each step has exactly one meaning.
func PartnerPatterns() []*regexp.Regexp {
	var all []*regexp.Regexp
	for _, v := range partnerSentences {
		all = append(all, v.pattern)
	}
	return all
}

func (s *PartnerScenario) somethingWasSent() error {
	if len(s.run.calls) == 0 {
		return unexercised("no request to the service was recorded")
	}
	return nil
}

func (s *PartnerScenario) everyRequestIsRead(endpoint string) error {
	if spec.Line(endpoint) == "" {
		return errored("there is no endpoint %q", endpoint)
	}
	s.endpoint = endpoint
	if s.run.calls[endpoint] == 0 {
		return unexercised("the partner never called %s", spec.Line(endpoint))
	}
	return nil
}

func (s *PartnerScenario) isAsDocumented(name string) error {
	if !isMember(s.endpoint, name) {
		return errored("%s has no member %q", s.endpoint, name)
	}
	return s.settle(name)
}

// settle says what was found of a topic: what failed, what hides it, or that
// nothing could be judged. What cannot be judged, and was not cut away, leaves its
// rule open, whatever the others are.
func (s *PartnerScenario) settle(name string) error {
	e := s.run.docket[topic{s.endpoint, name}]
	if e == nil {
		return unexercised("no request to %s was one to which this applies", spec.Line(s.endpoint))
	}
	s.report.Exchanges = append(s.report.Exchanges, e.evidence...)
	s.report.Readings = append(s.report.Readings, e.readings...)
	s.report.Decided, s.report.Undecided = e.judged, e.unknown+e.blocked
	if e.failed > 0 && !s.stripped(name, e) {
		s.failed(e)
		return nil
	}
	switch {
	case e.trouble != "":
		return errored("%s", e.trouble)
	case e.failed > 0:
		return untested("no request of the recording carries it: many recorders leave credentials out. Record with them")
	case e.blocked > 0:
		s.report.Breaks = e.breaks
		return nil
	case e.open > 0:
		return untested("%d of %d could not be judged: %s", e.unknown, e.unknown+e.judged, e.why)
	case e.unknown > 0 && (e.judged == 0 || mustSeeAll(name)):
		return unexercised("%d of %d could not be judged: %s", e.unknown, e.unknown+e.judged, e.why)
	case e.judged == 0:
		return unexercised("no request to %s was one to which this applies", spec.Line(s.endpoint))
	}
	return nil
}

// mustSeeAll tells the topics that lean on earlier requests: of these, one that
// was cut leaves the whole open.
func mustSeeAll(name string) bool {
	return name == customerTopic || name == itemTopic || name == otpSentTopic || name == otpMatchTopic
}

// stripped tells whether a credential is missing throughout a foreign
// recording: browsers leave such headers out of what they export, and that is
// no fault of who sent them.
func (s *PartnerScenario) stripped(name string, e *entry) bool {
	header := map[string]string{
		authorizationTopic: "Authorization", headerTopic + "Sign": "Sign",
	}[name]
	return header != "" && s.run.cfg.Cut && !s.run.carried[header]
}

// failed reports what was found wrong, and how much more of it there is.
func (s *PartnerScenario) failed(e *entry) {
	s.report.Failures = append(s.report.Failures, e.failures...)
	if beyond := e.failed - len(e.failures); beyond > 0 {
		last := &s.report.Failures[len(s.report.Failures)-1]
		last.Message += fmt.Sprintf(" (and %d more like these)", beyond)
	}
}
