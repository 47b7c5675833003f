package partner

import (
	"regexp"
	"slices"

	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/vocabulary"
)

// sentence is one meaning of a step.
type sentence = vocabulary.Sentence[*Scenario]

func says(pattern string, bind func(*Scenario) any, terms ...vocabulary.Term) sentence {
	return vocabulary.Is(pattern, bind, terms...)
}

// The states that one sentence provides for the next. It is also a state that an obligation is
// judged in the requests at hand.
const (
	theRequests vocabulary.State = "the requests to an endpoint"
	theSeveral  vocabulary.State = "the requests to the endpoints of a capability"
	theFormRun  vocabulary.State = "a run with answers of another form"
)

var remedies = map[vocabulary.State]string{
	theRequests: `When every "create-purchases" request is read`,
	theSeveral:  "When every request to a purchases endpoint is read",
	theFormRun:  `When the build runs again with responses in the form "production"`,
}

func isJudged(name string) vocabulary.State {
	return vocabulary.State("requests of which the obligation " + name + " is judged")
}

// requestsTo returns the states that reading the requests to an endpoint provides.
func requestsTo(args []string) []vocabulary.State {
	all := []vocabulary.State{theRequests, isJudged(addressObligation)}
	if spec.Of(args[0]).ID != "" {
		all = append(all, isJudged(pathIDObligation))
	}
	for _, name := range allObligations(args[0]) {
		all = append(all, isJudged(name))
	}
	return all
}

func aMember(args []string) []vocabulary.State {
	return []vocabulary.State{theRequests, isJudged(args[0])}
}

func aHeader(args []string) []vocabulary.State {
	return []vocabulary.State{theRequests, isJudged(headerObligation + args[0])}
}

// Unmet says what a check lacks so that all its sentences have a meaning, or returns "" if it lacks
// nothing.
func Unmet(c judgement.Check) string { return vocabulary.Read(sentences, c).Lacks(remedies) }

// finds returns a sentence about one obligation.
func finds(pattern, name string) sentence {
	return says(pattern, func(s *Scenario) any { return func() error { return s.reportObligation(name) } }, vocabulary.Needs(theRequests, isJudged(name)))
}

// ofSeveral returns a sentence about several endpoints.
func ofSeveral(pattern string, endpoints ...string) sentence {
	return says(pattern, func(s *Scenario) any {
		return func() error {
			s.several = endpoints
			if !slices.ContainsFunc(endpoints, func(name string) bool { return s.run.calls[name] > 0 }) {
				return judgement.Unexercised("the build calls no endpoint that this is about")
			}
			return nil
		}
	}, vocabulary.Gives(theSeveral))
}

// goesOnAfter returns a sentence about whether the build goes on after calls to some endpoints.
func goesOnAfter(pattern string, endpoints ...string) sentence {
	return says(pattern, func(s *Scenario) any {
		return func() error { return s.itGoesOnAfter(endpoints...) }
	}, vocabulary.Needs(theFormRun))
}

// sentences are all sentences that the features of the partner's side may use.
var sentences = []sentence{
	says(`the requests of the partner build`, func(s *Scenario) any { return s.somethingWasSent }),
	says(`every "([^"]*)" request is read`, func(s *Scenario) any { return s.everyRequestIsRead }, vocabulary.GivesBy(requestsTo)),
	ofSeveral(`every request to an OTP endpoint is read`, spec.EndpointsOf(spec.CapabilityOTP)...),
	ofSeveral(`every request to a limits endpoint is read`, spec.EndpointsOf(spec.CapabilityLimits)...),
	ofSeveral(`every request to a purchases endpoint is read`, spec.EndpointsOf(spec.CapabilityPurchases)...),
	ofSeveral(`every request to the lookup is read`, spec.EndpointsOf(spec.CapabilityLookup)...),
	says(`the report notes what is not documented`, func(s *Scenario) any { return s.itIsNotedWhatIsUndocumented }, vocabulary.Needs(theSeveral)),
	says(`the report notes whether an order_id is repeated`, func(s *Scenario) any { return s.itIsNotedWhetherAnOrderIDComesAgain }),
	finds(`each request uses a documented method and path`, addressObligation),
	finds(`each request carries the access token as a bearer token`, authorizationObligation),
	finds(`each request declares its body as JSON`, contentTypeObligation),
	finds(`each body is one JSON object`, bodyObligation),
	finds(`no request has a body`, noBodyObligation),
	finds(`no URL contains a secret`, secretObligation),
	finds(`each id in a path is a UUID`, pathIDObligation),
	finds(`each request has exactly one occupational member, which matches "employed"`, occupationObligation),
	finds(`no two requests have the same "Noncestr"`, nonceObligation),
	finds(`each customer id is one that the service returned`, customerObligation),
	finds(`each item id is one that the service returned`, itemObligation),
	finds(`an OTP was sent before each request`, otpSentObligation),
	finds(`each request repeats the phone number, the id number and the OTP of one send OTP call`, otpMatchObligation),
	finds(`no required text is blank`, blankObligation),
	finds(`no amount is negative`, negativeObligation),
	finds(`each request has at least one item`, countObligation),
	finds(`each value is possible for its query field`, fitObligation),
	says(`each request has one header "([^"]*)"`, func(s *Scenario) any {
		return func(name string) error { return s.reportObligation(headerObligation + name) }
	}, vocabulary.NeedsBy(aHeader)),
	says(`the build runs again with responses in the form "([^"]*)"`, func(s *Scenario) any { return s.itIsRunAgain }, vocabulary.Gives(theFormRun)),
	says(`the build completes its run`, func(s *Scenario) any { return s.itGoesOnToTheEnd }, vocabulary.Needs(theFormRun)),
	goesOnAfter(`the build continues after the responses of the OTP endpoints`, spec.EndpointsOf(spec.CapabilityOTP)...),
	goesOnAfter(`the build continues after the responses of the limits endpoints`, spec.EndpointsOf(spec.CapabilityLimits)...),
	goesOnAfter(`the build continues after the responses of the purchases endpoints`, spec.EndpointsOf(spec.CapabilityPurchases)...),
	goesOnAfter(`the build continues after the responses of the lookup`, spec.EndpointsOf(spec.CapabilityLookup)...),
	says(`each "([^"]*)" is as documented`, func(s *Scenario) any { return s.isAsDocumented }, vocabulary.NeedsBy(aMember)),
}

// Patterns returns the patterns of the partner's sentences. The lint uses them to check that each
// sentence is used and that each step has exactly one meaning.
func Patterns() []*regexp.Regexp { return vocabulary.Patterns(sentences) }
