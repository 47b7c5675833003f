package sequences

import "strings"

// constant tells an id that never changes, whatever it is the id of: the variable was never
// set anew. One id for two of them may be meant.
type constant struct {
	id     string
	others bool            // another id was seen, too
	of     map[string]bool // what it is the id of
	fails  []func()
}

// minOfOneID is of how many an id that never changes is a failure.
const minOfOneID = 3

// see takes in an id, what it is the id of, and the failure that it may be.
func (c *constant) see(id, of string, fail func()) {
	if c.of == nil {
		c.id, c.of = strings.Clone(id), make(map[string]bool)
	}
	if c.others = c.others || id != c.id; c.others || len(c.of) >= maxKept {
		c.fails = nil
		return
	}
	c.of[strings.Clone(of)] = true
	if fail != nil && len(c.fails) < maxConstantFails {
		c.fails = append(c.fails, fail)
	}
}

// maxConstantFails bounds how many failures of one id are kept.
const maxConstantFails = 20

// end states the failures.
func (c *constant) end() {
	if c.others || len(c.of) < minOfOneID {
		return
	}
	for _, fail := range c.fails {
		fail()
	}
}
