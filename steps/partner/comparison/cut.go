package comparison

import (
	"strings"
	"unicode/utf8"

	"github.com/credit-partner/assay/steps/partner/formats"
)

// cut finds names that a program cut to one length: the name in one request is the beginning of the
// name in the other one, and ends within a word. One such name may be a short form (Sam for Samuel).
// Several of one length, where no longer name is whole, are no short forms.
type cut struct {
	length  int             // of the names that are cut
	names   map[string]bool // the names that are cut, as a whole
	longest int             // of the names that are the same in both requests
	isOther bool            // the names are cut to several lengths, or now in one request and now in the other
	isSent  bool            // the names in the OTP requests are cut, and not those in the limits
	fails   []func()
}

// minCut is how many different names must be cut.
const minCut = 3

// see reads the names of a customer in the OTP request and in the limit request.
func (c *cut) see(sent, asked described) {
	length := formats.CutTo(sent.value, asked.value)
	if length == 0 {
		c.longest = max(c.longest, utf8.RuneCountInString(strings.TrimSpace(sent.value)))
		return
	}
	wrong, whole, isSent := asked, sent.value, len(sent.value) < len(asked.value)
	if isSent {
		wrong, whole = sent, asked.value
	}
	if c.names == nil {
		c.names, c.length, c.isSent = make(map[string]bool), length, isSent
	}
	c.isOther = c.isOther || c.length != length || c.isSent != isSent
	c.names[whole] = true
	if len(c.fails) < maxFailures {
		c.fails = append(c.fails, func() { wrong.state(Cut) })
	}
}

// end reports the names that are cut.
func (c *cut) end() {
	if c.isOther || len(c.names) < minCut || c.longest > c.length {
		return
	}
	for _, fail := range c.fails {
		fail()
	}
}
