package server

import (
	"regexp"

	"github.com/tidwall/gjson"

	"github.com/credit-partner/assay/internal/driver"
	"github.com/credit-partner/assay/internal/driver/call"
	"github.com/credit-partner/assay/internal/judgement"
	"github.com/credit-partner/assay/internal/result"
	"github.com/credit-partner/assay/internal/spec"
	"github.com/credit-partner/assay/steps/server/scenario"
)

// messages contains the sentences about messages that confirm a call (sections 4.1 and 4.9).
type messages struct{ *scenario.Scenario }

// confirmation finds in an English message what it must confirm, and where it denies it. No section shows the
// words or the language of a message, so nothing else is judged.
type confirmation struct{ done, denied *regexp.Regexp }

var confirmations = map[string]confirmation{
	"the OTP was sent":       newConfirmation("sent|delivered", "send|deliver"),
	"the item was cancelled": newConfirmation("cancelled|canceled", "cancel"),
}

// newConfirmation knows a verb by its participles and its infinitives. It leaves out what a message asks its
// reader not to do.
func newConfirmation(participles, infinitives string) confirmation {
	verbs := participles + "|" + infinitives
	return confirmation{
		done:   regexp.MustCompile(`(?i)\b(?:` + participles + `)\b`),
		denied: regexp.MustCompile(`(?i)\b(?:(?:can|could|was|were|is|has|have|did)(?: ?not|n['’]t)|can['’]t) (?:be |been |have been )?(?:successfully )?(?:` + verbs + `)\b|\b(?:failed|unable) to (?:` + verbs + `)\b`),
	}
}

// firstSentence matches the first sentence of a message. A later one may say what to do if the OTP did
// not arrive.
var firstSentence = regexp.MustCompile(`^[^.!?;]*`)

// conditional matches a word after which a sentence no longer says what was done.
var conditional = regexp.MustCompile(`(?i)\b(?:if|unless|in case|when)\b`)

// noneDenies judges whether a message says the contrary of what it must confirm. A second cancel or OTP
// may do nothing, and say so.
func (s messages) noneDenies(what string) error {
	cancelled := make(map[string]bool)
	return s.Each(func(c *driver.Call) {
		path, text := messageOf(c)
		if c.Kind == call.Probe || isSecond(c, cancelled) || !isDenied(what, text) {
			return
		}
		s.FailValue(c, result.Failure{
			Path: path, Section: spec.Of(c.Endpoint).Section, Expected: "a message that confirms that " + what,
			Want: result.ExpectNot, Wanted: text, Actual: judgement.Quoted(text), Message: "the message denies that " + what,
		})
	})
}

// isSecond reports whether a call asks for what was done before. cancelled are the addresses of the cancels
// so far.
func isSecond(c *driver.Call, cancelled map[string]bool) bool {
	if c.Endpoint != spec.CancelPurchase {
		return c.Variant == call.AgainVariant
	}
	was := cancelled[c.Request.URL]
	cancelled[c.Request.URL] = true
	return was
}

func messageOf(c *driver.Call) (path, text string) {
	if data := c.Body.Get("data"); data.Type == gjson.String {
		return "data", data.String()
	}
	return "data.message", c.Body.Get("data.message").String()
}

// isDenied reports whether the first sentence of a message denies what it must confirm, and did not confirm it
// before: what follows is then about something else, such as a second OTP.
func isDenied(what, text string) bool {
	sentence, confirms := firstSentence.FindString(text), confirmations[what]
	at := confirms.denied.FindStringIndex(sentence)
	return at != nil && !confirms.done.MatchString(sentence[:at[0]]) && !conditional.MatchString(sentence)
}
