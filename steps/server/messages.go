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

// denials match an English message that denies what it must confirm. No section shows the words or the
// language of a message, so nothing else is judged.
var denials = map[string]*regexp.Regexp{
	"the OTP was sent":       denialOf("sent|send|delivered|deliver"),
	"the item was cancelled": denialOf("cancelled|canceled|cancel"),
}

func denialOf(verbs string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:\bnot|n['’]t|\bcannot) (?:be |been |have been )?(?:successfully )?(?:` + verbs + `)\b|\b(?:failed|unable) to (?:` + verbs + `)\b`)
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

func isDenied(what, text string) bool {
	sentence := firstSentence.FindString(text)
	return denials[what].MatchString(sentence) && !conditional.MatchString(sentence)
}
